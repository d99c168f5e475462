-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON floor_bulkchange TO house_app;
GRANT INSERT, UPDATE (answer, confirmer_id, decided, results, state) ON floor_bulkchange TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF author_id, confirmer_id ON floor_bulkchange
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('author_id', 'confirmer_id');

GRANT SELECT, INSERT, UPDATE (answer, confirmer_id, decided, setting_id, state) ON floor_tablechange TO house_app;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF author_id, confirmer_id ON floor_tablechange
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('author_id', 'confirmer_id');
CREATE TRIGGER floor_change_stays
    BEFORE DELETE OR TRUNCATE ON floor_tablechange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT, INSERT, UPDATE, DELETE ON floor_tablehours TO house_app;

GRANT SELECT, INSERT, UPDATE (ended, release_reason, released_by_id) ON floor_tablesuspension TO house_app;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id, released_by_id ON floor_tablesuspension
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id', 'released_by_id');
