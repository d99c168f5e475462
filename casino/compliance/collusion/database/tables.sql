-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON collusion_case TO house_app;
GRANT INSERT, UPDATE (closed, decision, proposer_id, reason, signer_id, state) ON collusion_case TO house_web;
GRANT INSERT ON collusion_case TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON collusion_case
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=report state=open proposer_id=null signer_id=null: if case_of_own_report',
        'update state open>looked-at: may collusion.act_case',
        'update state=looked-at, proposer_id null>*, decision, reason: may collusion.act_case, as proposer_id',
        'update state=looked-at, proposer_id *>null, decision, reason: may collusion.act_case',
        'update state looked-at>closed, signer_id null>*, closed: may collusion.act_case, as signer_id, not proposer_id'
    );
CREATE TRIGGER collusion_case_stays
    BEFORE DELETE OR TRUNCATE ON collusion_case
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_evidence TO house_app;
GRANT INSERT ON collusion_evidence TO house_web, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON collusion_evidence
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=report run_id=null: if evidence_of_own_report',
        'insert kind=face-up run_id=null: may collusion.open_hands, confirmed'
    );
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

GRANT SELECT ON collusion_analysisrun TO house_app;
GRANT INSERT ON collusion_analysisrun TO house_worker;
CREATE TRIGGER collusion_analysisrun_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_analysisrun
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_decisiontimes TO house_app;
GRANT INSERT, UPDATE (came) ON collusion_decisiontimes TO house_worker;

GRANT SELECT ON collusion_casemember TO house_app;
GRANT INSERT ON collusion_casemember TO house_web, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON collusion_casemember
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: if member_of_own_report');
CREATE TRIGGER collusion_casemember_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_casemember
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_step TO house_app;
GRANT INSERT ON collusion_step TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON collusion_step
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert verb=take: may collusion.act_case, as person_id',
        'insert verb=note: may collusion.act_case, as person_id',
        'insert verb=propose: may collusion.act_case, as person_id',
        'insert verb=return: may collusion.act_case, as person_id',
        'insert verb=sign: may collusion.act_case, as person_id',
        'insert verb=hands: may collusion.open_hands, as person_id, confirmed'
    );
CREATE TRIGGER collusion_step_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON collusion_step
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON collusion_tally TO house_app;
GRANT INSERT, UPDATE (came, done) ON collusion_tally TO house_worker;
