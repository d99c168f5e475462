-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON audit_detachedpart TO house_app;

GRANT SELECT ON audit_horizon TO house_app;
GRANT INSERT, DELETE ON audit_horizon TO house_worker;

GRANT SELECT ON audit_line TO house_app;
GRANT INSERT ON audit_line TO house_web, house_croupier, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON audit_line
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: as person_id, if audit_line_is_about_its_person | new person, if audit_line_is_about_its_person | if audit_line_of_the_session | if audit_line_of_the_token | if audit_line_before_sign_in',
        'insert person_id=null: if audit_line_without_author, if somebody_is_here | new player, if audit_line_without_author'
    );
CREATE TRIGGER audit_line_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_line
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON audit_seal TO house_app;
GRANT INSERT ON audit_seal TO house_worker;
CREATE TRIGGER audit_seal_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seal
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON audit_sealcheck TO house_app;
GRANT INSERT ON audit_sealcheck TO house_worker;
-- The seals that were compared with the record. Only the worker adds to it.
CREATE TRIGGER audit_sealcheck_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_sealcheck
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
