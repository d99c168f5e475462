-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON identity_acceptance TO house_app;
GRANT INSERT ON identity_acceptance TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_acceptance
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player | new player');
CREATE TRIGGER identity_acceptance_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_acceptance
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_addresschange TO house_web, house_worker;
GRANT INSERT, UPDATE (code, code_tries, confirmed, withdrawn) ON identity_addresschange TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_addresschange
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert confirmed=null withdrawn=false code_tries=0: person, confirmed',
        'update confirmed=null, code, code_tries: person',
        'update confirmed null>*, code, code_tries: person, confirmed',
        'update withdrawn false>true, code: person'
    );
CREATE TRIGGER identity_addresschange_stays
    BEFORE DELETE OR UPDATE OF id, person_id, before, after, requested_at OR TRUNCATE ON identity_addresschange
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_apitoken TO house_web, house_worker;
GRANT INSERT, UPDATE (revoked, used) ON identity_apitoken TO house_web;
GRANT DELETE ON identity_apitoken TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_apitoken
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert revoked=null used=null: person, confirmed',
        'update revoked null>*: person',
        'update used: anybody (a token has no session)'
    );

GRANT SELECT ON identity_check TO house_web, house_worker;
GRANT INSERT ON identity_check TO house_web, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_check
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert verifier=staff: may identity.change_identity, as by_id, confirmed'
    );
CREATE TRIGGER identity_check_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_check
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_codeattempt TO house_worker;

GRANT SELECT ON identity_draft TO house_web, house_worker;
GRANT INSERT, UPDATE (answers, changed, code, code_tries, code_until, confirmed, email, password, player_id, step), DELETE ON identity_draft TO house_web;
GRANT UPDATE (answers, code, email, password, step) ON identity_draft TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_draft
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert player_id=null: anybody (who registers has no session)',
        'update player_id=null, answers, changed, code, code_tries, code_until, confirmed, email, password, step: anybody (who registers has no session)',
        'update player_id null>*, answers, changed, password, step: new player',
        'delete player_id=null: anybody (who registers has no session)'
    );

GRANT SELECT ON identity_erasure TO house_web, house_worker;
GRANT INSERT, UPDATE (decided, decided_by_id, done, done_by_id, status) ON identity_erasure TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_erasure
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert status=asked decided_by_id=null decided=null done_by_id=null done=null: may identity.change_identity, as requested_by_id, confirmed',
        'update status asked>approved, decided, decided_by_id: may identity.change_identity, as decided_by_id, not requested_by_id, confirmed',
        'update status asked>refused, decided, decided_by_id: may identity.change_identity, as decided_by_id, not requested_by_id, confirmed',
        'update status approved>done, done, done_by_id: may identity.change_identity, as done_by_id, confirmed, if data_are_erased'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON identity_erasure
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'status',
        'person asked>approved: decided decided_by_id',
        'person asked>refused: decided decided_by_id',
        'person approved>done: done done_by_id'
    );
CREATE TRIGGER identity_erasure_stays
    BEFORE DELETE OR TRUNCATE ON identity_erasure
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_identity TO house_web, house_worker;
GRANT INSERT, UPDATE (address, attempts, birth, birth_month, by_id, changed, corrected, country, district, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, postal_area, postcode, profession, reason, sealed, state, telephone, town, verified) ON identity_identity TO house_web;
GRANT UPDATE (attempts, by_id, changed, due, reason, reference, state, verified) ON identity_identity TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_identity
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player',
        'update state correct>asked, attempts, birth, birth_month, changed, corrected, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, reason: player, if correction_is_counted',
        'update state documents>queued, changed, due, reason: player',
        'update state=queued, changed, due, reason: player',
        'update address, country, district, postal_area, postcode, profession, sealed, telephone, town: player, confirmed',
        'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed',
        'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed',
        'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed',
        'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed'
    );
CREATE TRIGGER identity_identity_stays
    BEFORE DELETE OR TRUNCATE ON identity_identity
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_legalhold TO house_web, house_worker;
GRANT INSERT, UPDATE (answer, decided, decider_id, state) ON identity_legalhold TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_legalhold
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decider_id=null decided=null: may identity.add_legalhold, as author_id, confirmed',
        'update state proposed>in-force, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed',
        'update state proposed>refused, answer, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed',
        'update state proposed>withdrawn, answer, decided: may identity.add_legalhold, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON identity_legalhold
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>in-force: decided decider_id',
        'person proposed>refused: answer decided decider_id',
        'person proposed>withdrawn: answer decided'
    );
CREATE TRIGGER identity_legalhold_stays
    BEFORE DELETE OR UPDATE OF player_id, lifts_id, authority, reference, ordered, author_id, reason, at OR TRUNCATE ON identity_legalhold
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT (id, due, made), INSERT ON identity_queuedemail TO house_web;
GRANT SELECT, INSERT, UPDATE (due, sent, text, tries) ON identity_queuedemail TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_queuedemail
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert sent=null tries=0: anybody (codes and links go to people who have not signed in)'
    );

GRANT SELECT ON identity_uploadeddocument TO house_web, house_worker;
GRANT INSERT ON identity_uploadeddocument TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_uploadeddocument
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player, if documents_are_wanted');
CREATE TRIGGER identity_uploadeddocument_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_uploadeddocument
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_passkeyattempt TO house_worker;

GRANT SELECT ON identity_paymentaccount TO house_web, house_worker;
GRANT INSERT, UPDATE (until) ON identity_paymentaccount TO house_web;
GRANT UPDATE (owner, owner_answered, owner_due, owner_name, owner_sealed) ON identity_paymentaccount TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_paymentaccount
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert until=null owner="" owner_name="" owner_answered=null owner_sealed=null: player, confirmed | new player',
        'update until null>*: player, confirmed'
    );
CREATE TRIGGER identity_paymentaccount_stays
    BEFORE DELETE OR UPDATE OF id, player_id, iban, holder, since, sealed, iban_digest, ending OR TRUNCATE ON identity_paymentaccount
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_resettoken TO house_web, house_worker;
GRANT INSERT, DELETE ON identity_resettoken TO house_worker;

GRANT SELECT ON identity_searchmark TO house_web, house_worker;
GRANT INSERT ON identity_searchmark TO house_web;
GRANT INSERT, DELETE ON identity_searchmark TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_searchmark
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player | new player');

GRANT SELECT ON identity_signin TO house_app;
GRANT UPDATE (cause, ended, seen, session) ON identity_signin TO house_web;
GRANT UPDATE (cause, ended, session) ON identity_signin TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_signin
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'update seen: if session_of_the_request',
        'update ended null>*, cause, seen, session: person | if session_of_the_request'
    );
CREATE TRIGGER identity_signin_stays
    BEFORE DELETE OR UPDATE OF id, person_id, began, address, device, method OR TRUNCATE ON identity_signin
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON identity_terms TO house_app;
CREATE TRIGGER identity_terms_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_terms
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON identity_testaccount TO house_web, house_worker;
GRANT INSERT ON identity_testaccount TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON identity_testaccount
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may players.change_player, as by_id, confirmed');
CREATE TRIGGER identity_testaccount_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_testaccount
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
