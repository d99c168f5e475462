-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON identity_acceptance TO house_app;
GRANT INSERT ON identity_acceptance TO house_web, house_worker;
CREATE TRIGGER player_is_proven BEFORE INSERT ON identity_acceptance FOR EACH ROW EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER identity_acceptance_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_acceptance
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_addresschange TO house_app;
GRANT INSERT, UPDATE ON identity_addresschange TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON identity_addresschange
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER identity_addresschange_stays
    BEFORE DELETE OR UPDATE OF id, person_id, before, after, requested_at OR TRUNCATE ON identity_addresschange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_apitoken TO house_app;
GRANT INSERT, UPDATE (revoked, used) ON identity_apitoken TO house_web;
GRANT SELECT, DELETE ON identity_apitoken TO house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON identity_apitoken
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');

GRANT SELECT ON identity_check TO house_app;
GRANT INSERT ON identity_check TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id ON identity_check
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id');
CREATE TRIGGER identity_check_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_check
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_codeattempt TO house_worker;

GRANT SELECT ON identity_draft TO house_app;
GRANT INSERT, UPDATE, DELETE ON identity_draft TO house_web, house_worker;

GRANT SELECT ON identity_erasure TO house_app;
GRANT INSERT, UPDATE ON identity_erasure TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF requested_by_id, decided_by_id, done_by_id ON identity_erasure
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('requested_by_id', 'decided_by_id', 'done_by_id');
CREATE TRIGGER identity_erasure_stays
    BEFORE DELETE OR UPDATE OF id, player_id, reason, requested_at, requested_by_id OR TRUNCATE ON identity_erasure
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_identity TO house_app;
GRANT INSERT, UPDATE ON identity_identity TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id ON identity_identity
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id');
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON identity_identity
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER identity_identity_stays
    BEFORE DELETE OR TRUNCATE ON identity_identity
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_letter TO house_app;
GRANT INSERT, UPDATE, DELETE ON identity_letter TO house_web, house_worker;

GRANT SELECT ON identity_paper TO house_app;
GRANT INSERT ON identity_paper TO house_web, house_worker;
CREATE TRIGGER player_is_proven BEFORE INSERT ON identity_paper FOR EACH ROW EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER identity_paper_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_paper
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_passkeyattempt TO house_worker;

GRANT SELECT ON identity_paymentaccount TO house_app;
GRANT INSERT, UPDATE ON identity_paymentaccount TO house_web, house_worker;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON identity_paymentaccount
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER identity_paymentaccount_stays
    BEFORE DELETE OR UPDATE OF id, player_id, iban, holder, since OR TRUNCATE ON identity_paymentaccount
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_resettoken TO house_app;
GRANT INSERT, DELETE ON identity_resettoken TO house_worker;

GRANT SELECT ON identity_searchmark TO house_app;
GRANT INSERT, DELETE ON identity_searchmark TO house_web, house_worker;

GRANT SELECT ON identity_signin TO house_app;
GRANT UPDATE (cause, ended, seen, session) ON identity_signin TO house_web, house_worker;
CREATE TRIGGER identity_signin_stays
    BEFORE DELETE OR UPDATE OF id, person_id, began, address, device, method OR TRUNCATE ON identity_signin
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_terms TO house_app;
GRANT INSERT ON identity_terms TO house_web, house_worker;
CREATE TRIGGER identity_terms_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_terms
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_testaccount TO house_app;
GRANT INSERT ON identity_testaccount TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id ON identity_testaccount
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id');
CREATE TRIGGER player_is_proven
    BEFORE INSERT ON identity_testaccount
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER identity_testaccount_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_testaccount
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
