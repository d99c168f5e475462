-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON inbox_bulknotice TO house_app;
GRANT INSERT, UPDATE (answer, decided, decider_id, state, stopped, stopper_id) ON inbox_bulknotice TO house_web;
GRANT UPDATE (cursor, ended, left_out, sent, state) ON inbox_bulknotice TO house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF author_id, decider_id, stopper_id ON inbox_bulknotice
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('author_id', 'decider_id', 'stopper_id');
CREATE TRIGGER inbox_notice_stays
    BEFORE DELETE OR TRUNCATE ON inbox_bulknotice
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON inbox_complaint TO house_app;
GRANT INSERT, UPDATE ON inbox_complaint TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF handler_id ON inbox_complaint
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('handler_id');
CREATE TRIGGER player_is_proven BEFORE INSERT ON inbox_complaint FOR EACH ROW EXECUTE FUNCTION player_is_proven();
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

GRANT SELECT ON inbox_complaintword TO house_app;
GRANT INSERT ON inbox_complaintword TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF author_id ON inbox_complaintword
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('author_id');
CREATE TRIGGER inbox_complaintword_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON inbox_complaintword
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON inbox_marketingconsent TO house_app;
GRANT INSERT, UPDATE ON inbox_marketingconsent TO house_web;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON inbox_marketingconsent
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();

GRANT SELECT, INSERT ON inbox_message TO house_app;
GRANT UPDATE (read) ON inbox_message TO house_web;
GRANT UPDATE ON inbox_message TO house_worker;
CREATE TRIGGER inbox_message_keeps_its_words
    BEFORE UPDATE OF player_id, kind, details, at ON inbox_message
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
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

GRANT SELECT ON inbox_pushchoice TO house_app;
GRANT INSERT, UPDATE ON inbox_pushchoice TO house_web;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON inbox_pushchoice
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();

GRANT SELECT ON inbox_pushnotice TO house_app;
GRANT INSERT ON inbox_pushnotice TO house_croupier;
GRANT UPDATE (at), DELETE ON inbox_pushnotice TO house_worker;

GRANT SELECT ON inbox_pushsubscription TO house_app;
GRANT INSERT, DELETE ON inbox_pushsubscription TO house_web;
GRANT DELETE ON inbox_pushsubscription TO house_worker;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON inbox_pushsubscription
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();

-- The numbers of complaints.
GRANT USAGE ON SEQUENCE inbox_complaint_number TO house_web;
