-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON floor_bulkchange TO house_app;
GRANT INSERT, UPDATE (answer, confirmer_id, decided, results, state) ON floor_bulkchange TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON floor_bulkchange
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed confirmer_id=null decided=null answer="": may games.change_table, as author_id',
        'update state proposed>done, confirmer_id, decided, results: may games.change_table, as confirmer_id, not author_id, confirmed',
        'update state proposed>refused, confirmer_id, decided, answer: may games.change_table, as confirmer_id, not author_id, confirmed',
        'update state proposed>withdrawn, decided, answer: may games.change_table, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON floor_bulkchange
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>done: confirmer_id decided results',
        'person proposed>refused: answer confirmer_id decided',
        'person proposed>withdrawn: answer decided'
    );

GRANT SELECT ON floor_tablechange TO house_app;
GRANT INSERT, UPDATE (answer, confirmer_id, decided, setting_id, state) ON floor_tablechange TO house_web, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON floor_tablechange
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed confirmer_id=null answer="": may games.change_table, as author_id | may games.change_table, confirmed, if floor_change_is_of_a_bulk_change',
        'update alone=true, state proposed>applied, decided, setting_id: may games.change_table, as author_id | may games.change_table, confirmed, if floor_change_is_of_a_bulk_change',
        'update alone=false, state proposed>confirmed, confirmer_id, decided, setting_id: may games.change_table, as confirmer_id, not author_id, confirmed',
        'update alone=false, state proposed>deferred, confirmer_id, decided: may games.change_table, as confirmer_id, not author_id, confirmed',
        'update state proposed>refused, confirmer_id, decided, answer: may games.change_table, as confirmer_id, not author_id, confirmed',
        'update state deferred>refused, confirmer_id, decided, answer: may games.change_table, as confirmer_id, not author_id, confirmed',
        'update state proposed>withdrawn, decided, answer: may games.change_table, as author_id, confirmed',
        'update state deferred>withdrawn, confirmer_id *>null, decided, answer: may games.change_table, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON floor_tablechange
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>confirmed: confirmer_id decided setting_id',
        'person proposed>deferred: confirmer_id decided',
        'person proposed>refused: answer confirmer_id decided',
        'person proposed>withdrawn: answer decided',
        'person deferred>refused: answer confirmer_id decided',
        'person deferred>withdrawn: answer confirmer_id decided',
        'person proposed>applied: decided setting_id',
        'worker deferred>confirmed: setting_id',
        'worker proposed>confirmed: confirmer_id decided setting_id',
        'worker proposed>withdrawn: answer decided',
        'worker deferred>withdrawn: answer decided'
    );
CREATE TRIGGER floor_change_stays
    BEFORE DELETE OR TRUNCATE ON floor_tablechange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON floor_tablehours TO house_app;
GRANT INSERT, UPDATE (closed_by_hours, week), DELETE ON floor_tablehours TO house_web;
GRANT UPDATE (closed_by_hours) ON floor_tablehours TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON floor_tablehours
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert closed_by_hours=false: may games.change_table',
        'update week: may games.change_table',
        'update closed_by_hours true>false: may games.change_table | may floor.release_tablesuspension, if table_suspension_ends',
        'update closed_by_hours false>true: may floor.release_tablesuspension, if table_suspension_ends',
        'delete: may games.change_table'
    );

GRANT SELECT ON floor_tablesuspension TO house_app;
GRANT INSERT, UPDATE (ended, release_reason, released_by_id) ON floor_tablesuspension TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON floor_tablesuspension
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert ended=null released_by_id=null: may floor.add_tablesuspension, as person_id',
        'update ended null>*, released_by_id null>*, release_reason: may floor.release_tablesuspension, as released_by_id'
    );
