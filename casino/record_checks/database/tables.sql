-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON self_checks_certificate TO house_app;
GRANT INSERT ON self_checks_certificate TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON self_checks_certificate
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_manifest, as person_id');
CREATE TRIGGER self_checks_certificate_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_certificate
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON self_checks_hardwareentry TO house_app;
GRANT INSERT ON self_checks_hardwareentry TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON self_checks_hardwareentry
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_manifest, as person_id');
CREATE TRIGGER self_checks_hardwareentry_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_hardwareentry
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON self_checks_manifest TO house_app;
GRANT INSERT ON self_checks_manifest TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON self_checks_manifest
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_manifest, as person_id');
CREATE TRIGGER self_checks_manifest_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_manifest
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON self_checks_partentry TO house_app;
GRANT INSERT ON self_checks_partentry TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON self_checks_partentry
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_manifest, as person_id');
CREATE TRIGGER self_checks_partentry_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_partentry
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON self_checks_proof TO house_app;
GRANT INSERT ON self_checks_proof TO house_worker;
CREATE TRIGGER self_checks_proof_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_proof
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON self_checks_root TO house_app;
GRANT INSERT ON self_checks_root TO house_worker;
CREATE TRIGGER self_checks_root_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_root
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

-- The worker alone says what a check has found.
GRANT SELECT ON self_checks_state TO house_app;
GRANT INSERT, UPDATE (at, details, good, since) ON self_checks_state TO house_worker;

GRANT SELECT ON self_checks_systemchange TO house_app;
GRANT INSERT ON self_checks_systemchange TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON self_checks_systemchange
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_systemchange, as person_id');
CREATE TRIGGER self_checks_systemchange_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_systemchange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON self_checks_systemchangestep TO house_app;
GRANT INSERT ON self_checks_systemchangestep TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON self_checks_systemchangestep
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=approved: may self_checks.approve_systemchange, as person_id, confirmed',
        'insert kind=rejected: may self_checks.approve_systemchange, as person_id, confirmed',
        'insert kind=notified: may self_checks.add_systemchange, as person_id, confirmed',
        'insert kind=authorised: may self_checks.add_systemchange, as person_id, confirmed',
        'insert kind=made: may self_checks.add_systemchange, as person_id, confirmed',
        'insert kind=verified: may self_checks.add_systemchange, as person_id, confirmed'
    );
CREATE TRIGGER self_checks_systemchangestep_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_systemchangestep
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
