-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON collusion_case TO house_app;
GRANT INSERT, UPDATE (closed, decision, proposer_id, reason, signer_id, state) ON collusion_case TO house_web,
    house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF proposer_id, signer_id ON collusion_case
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('proposer_id', 'signer_id');
CREATE TRIGGER collusion_case_stays
    BEFORE DELETE OR TRUNCATE ON collusion_case
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_evidence TO house_app;
GRANT INSERT ON collusion_evidence TO house_web, house_worker;
CREATE TRIGGER collusion_evidence_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_evidence
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_hand TO house_app;
GRANT INSERT ON collusion_hand TO house_worker;
CREATE TRIGGER collusion_hand_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_hand
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_look TO house_app;
GRANT INSERT ON collusion_look TO house_worker;
CREATE TRIGGER collusion_look_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_look
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_pace TO house_app;
GRANT INSERT, UPDATE, DELETE ON collusion_pace TO house_worker;

GRANT SELECT ON collusion_party TO house_app;
GRANT INSERT ON collusion_party TO house_web, house_worker;
CREATE TRIGGER collusion_party_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_party
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_step TO house_app;
GRANT INSERT ON collusion_step TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON collusion_step
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER collusion_step_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_step
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_tally TO house_app;
GRANT INSERT, UPDATE, DELETE ON collusion_tally TO house_worker;
