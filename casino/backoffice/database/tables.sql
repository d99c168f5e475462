-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON backoffice_alert TO house_app;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble) ON backoffice_alert TO house_worker;

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
GRANT INSERT, UPDATE (ended, items, note, successor_id) ON backoffice_shift TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_shift
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert ended=null successor_id=null: staff, as person_id',
        'update ended null>*, items, note: staff, as person_id',
        'update ended null>*, successor_id null>*: staff, as person_id, if successor_is_on_duty'
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

GRANT SELECT ON backoffice_worknote TO house_app;
GRANT INSERT ON backoffice_worknote TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_worknote
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: as person_id, if works_on_item');
