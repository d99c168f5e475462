-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON backoffice_alert TO house_app;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble) ON backoffice_alert TO house_worker;

GRANT SELECT ON backoffice_homelayout TO house_app;
GRANT INSERT, UPDATE (at, tiles), DELETE ON backoffice_homelayout TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_homelayout
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: staff, as person_id',
        'update at, tiles: staff, as person_id',
        'delete: staff, as person_id'
    );

GRANT SELECT ON backoffice_plannedshift TO house_app;
GRANT INSERT, UPDATE (withdrawn, withdrawn_by_id) ON backoffice_plannedshift TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_plannedshift
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert withdrawn=null withdrawn_by_id=null: may backoffice.add_plannedshift, as drawn_by_id, if role_is_held',
        'update withdrawn null>*, withdrawn_by_id null>*: may backoffice.add_plannedshift, as withdrawn_by_id'
    );

GRANT SELECT ON backoffice_rightuse TO house_app;
GRANT INSERT (permission, person_id), UPDATE (at) ON backoffice_rightuse TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_rightuse
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: as person_id, if right_is_held',
        'update at: as person_id, if right_is_held'
    );

GRANT SELECT ON backoffice_savedfilter TO house_app;
GRANT INSERT, UPDATE (at, query), DELETE ON backoffice_savedfilter TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_savedfilter
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: staff, as person_id',
        'update at, query: staff, as person_id',
        'delete: staff, as person_id'
    );

GRANT SELECT ON backoffice_shift TO house_app;
GRANT INSERT, UPDATE (ended, items, note, open_work, read, read_by_id, successor_id) ON backoffice_shift TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_shift
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert ended=null successor_id=null read_by_id=null: staff, as person_id',
        'update ended null>*, items, note, open_work: staff, as person_id',
        'update ended null>*, successor_id null>*: staff, as person_id, if successor_is_on_duty',
        'update read_by_id null>*, read null>*: staff, as read_by_id, if handover_is_for_reader'
    );

GRANT SELECT ON backoffice_staffchange TO house_app;
GRANT INSERT (email, kind, last_day, proposed_by_id, reason, role_id, state) ON backoffice_staffchange TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_staffchange
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decided_by_id=null: may backoffice.propose_staffchange, as proposed_by_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON backoffice_staffchange
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>approved: decided decided_by_id',
        'person proposed>refused: decided decided_by_id',
        'person proposed>withdrawn: decided decided_by_id'
    );

GRANT SELECT ON backoffice_staffpolicy TO house_app;

GRANT SELECT ON backoffice_workclaim TO house_app;
GRANT INSERT, UPDATE (ended) ON backoffice_workclaim TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_workclaim
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert ended=null: as person_id, if works_on_item | staff, if work_is_handed_over | staff, if work_is_assigned',
        'update ended null>*: staff, as person_id | if works_on_item'
    );

GRANT SELECT ON backoffice_workmention TO house_app;
GRANT INSERT, UPDATE (seen) ON backoffice_workmention TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_workmention
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert seen=null: staff, if mention_is_of_colleague',
        'update seen null>*: staff, as person_id'
    );

GRANT SELECT ON backoffice_worknote TO house_app;
GRANT INSERT ON backoffice_worknote TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_worknote
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: as person_id, if works_on_item');
