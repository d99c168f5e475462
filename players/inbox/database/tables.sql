-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON inbox_bulknotice TO house_app;
GRANT INSERT, UPDATE (answer, decided, decider_id, state, stopped, stopper_id) ON inbox_bulknotice TO house_web;
GRANT UPDATE (cursor, ended, left_out, sent, state) ON inbox_bulknotice TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_bulknotice
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decider_id=null stopper_id=null: may inbox.add_bulknotice, as author_id',
        'update state proposed>approved, decider_id, decided: may inbox.approve_bulknotice, as decider_id, not author_id',
        'update state proposed>refused, decider_id, decided, answer: may inbox.approve_bulknotice, as decider_id, not author_id',
        'update state proposed>withdrawn, decided, answer: may inbox.add_bulknotice, as author_id | may inbox.approve_bulknotice, as author_id',
        'update state approved>stopped, stopper_id, stopped, answer: may inbox.approve_bulknotice, as stopper_id | may inbox.add_bulknotice, as stopper_id',
        'update state sending>stopped, stopper_id, stopped, answer: may inbox.approve_bulknotice, as stopper_id | may inbox.add_bulknotice, as stopper_id'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON inbox_bulknotice
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>approved: decided decider_id',
        'person proposed>refused: answer decided decider_id',
        'person proposed>withdrawn: answer decided',
        'person approved>stopped: answer stopped stopper_id',
        'person sending>stopped: answer stopped stopper_id',
        'worker approved>sending: cursor left_out sent',
        'worker sending>sending: cursor left_out sent',
        'worker approved>sent: ended',
        'worker sending>sent: ended'
    );
CREATE TRIGGER inbox_notice_stays
    BEFORE DELETE OR TRUNCATE ON inbox_bulknotice
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON inbox_complaint TO house_app;
GRANT INSERT, UPDATE (decided, handler_id, outcome, state) ON inbox_complaint TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_complaint
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=open handler_id=null decided=null: player',
        'update state answered>open: player',
        'update state open>answered, handler_id: may inbox.change_complaint, as handler_id',
        'update state=answered, handler_id: may inbox.change_complaint, as handler_id',
        'update state open>decided, decided, outcome, handler_id: may inbox.change_complaint, as handler_id',
        'update state answered>decided, decided, outcome, handler_id: may inbox.change_complaint, as handler_id'
    );
CREATE TRIGGER inbox_complaint_keeps_its_nature
    BEFORE UPDATE OF number, player_id, category, round, transfer, opened ON inbox_complaint
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_keeps_its_table
    BEFORE UPDATE OF "table", table_name ON inbox_complaint
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_keeps_whom_it_reports
    BEFORE UPDATE OF reported_id ON inbox_complaint
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_complaint_stays
    BEFORE DELETE OR TRUNCATE ON inbox_complaint
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON inbox_complaintmessage TO house_app;
GRANT INSERT ON inbox_complaintmessage TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_complaintmessage
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert house=false: as author_id, if complaint_is_open, if complaint_of_the_author',
        'insert house=true: may inbox.change_complaint, as author_id, if complaint_is_open'
    );
CREATE TRIGGER inbox_complaintmessage_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON inbox_complaintmessage
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON inbox_marketingconsent TO house_app;
GRANT INSERT, UPDATE (agreed, at) ON inbox_marketingconsent TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_marketingconsent
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player', 'update agreed, at: player');

GRANT SELECT ON inbox_message TO house_app;
GRANT INSERT, UPDATE (read) ON inbox_message TO house_web;
GRANT INSERT, UPDATE (due, mail, mailed, tries) ON inbox_message TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_message
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert mail=waiting tries=0 read=null mailed=null: player, if message_to_oneself | new player, if message_to_oneself | if message_of_staff | if message_before_sign_in',
        'update read null>*: player'
    );
CREATE TRIGGER inbox_message_keeps_its_words
    BEFORE UPDATE OF player_id, kind, details, at ON inbox_message
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();
CREATE TRIGGER inbox_message_stays
    BEFORE DELETE OR TRUNCATE ON inbox_message
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON inbox_noticereceipt TO house_app;
GRANT INSERT ON inbox_noticereceipt TO house_worker;
CREATE TRIGGER inbox_noticereceipt_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON inbox_noticereceipt
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

-- The numbers of complaints.
GRANT USAGE ON SEQUENCE inbox_complaint_number TO house_web;
