-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON integrity_case TO house_app;
GRANT INSERT, UPDATE (closed, decision, proposer_id, reason, signer_id, state) ON integrity_case TO house_web,
    house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF proposer_id, signer_id ON integrity_case
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('proposer_id', 'signer_id');
CREATE TRIGGER integrity_case_stays
    BEFORE DELETE OR TRUNCATE ON integrity_case
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON integrity_evidence TO house_app;
GRANT INSERT ON integrity_evidence TO house_web, house_worker;
CREATE TRIGGER integrity_evidence_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON integrity_evidence
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON integrity_hand TO house_app;
GRANT INSERT ON integrity_hand TO house_worker;
CREATE TRIGGER integrity_hand_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON integrity_hand
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON integrity_look TO house_app;
GRANT INSERT ON integrity_look TO house_worker;
CREATE TRIGGER integrity_look_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON integrity_look
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON integrity_pace TO house_app;
GRANT INSERT, UPDATE, DELETE ON integrity_pace TO house_worker;

GRANT SELECT ON integrity_party TO house_app;
GRANT INSERT ON integrity_party TO house_web, house_worker;
CREATE TRIGGER integrity_party_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON integrity_party
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON integrity_step TO house_app;
GRANT INSERT ON integrity_step TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON integrity_step
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER integrity_step_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON integrity_step
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON integrity_tally TO house_app;
GRANT INSERT, UPDATE, DELETE ON integrity_tally TO house_worker;
