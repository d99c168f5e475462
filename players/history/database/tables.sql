-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON history_copy TO house_app;
GRANT INSERT ON history_copy TO house_web;
GRANT UPDATE (bytes, data, digest, expires, state) ON history_copy TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON history_copy
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert state=asked data=null digest="" bytes=0 expires=null: player');

GRANT SELECT ON history_folded TO house_app;
GRANT INSERT, DELETE ON history_folded TO house_worker;

GRANT SELECT ON history_moved TO house_app;
GRANT INSERT, DELETE ON history_moved TO house_worker;

GRANT SELECT ON history_played TO house_app;
GRANT INSERT, DELETE ON history_played TO house_worker;

GRANT SELECT ON history_statement TO house_app;
GRANT INSERT ON history_statement TO house_worker;
CREATE TRIGGER history_statement_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON history_statement
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
