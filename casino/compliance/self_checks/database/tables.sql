-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON watch_certificate TO house_app;
GRANT INSERT ON watch_certificate TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT ON watch_certificate
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER watch_certificate_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON watch_certificate
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON watch_manifest TO house_app;
GRANT INSERT ON watch_manifest TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON watch_manifest
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER watch_manifest_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON watch_manifest
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON watch_partentry TO house_app;
GRANT INSERT ON watch_partentry TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT ON watch_partentry
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER watch_partentry_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON watch_partentry
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON watch_proof TO house_app;
GRANT INSERT ON watch_proof TO house_worker;
CREATE TRIGGER watch_proof_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON watch_proof
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON watch_root TO house_app;
GRANT INSERT ON watch_root TO house_worker;
CREATE TRIGGER watch_root_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON watch_root
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT, INSERT, UPDATE, DELETE ON watch_state TO house_app;
