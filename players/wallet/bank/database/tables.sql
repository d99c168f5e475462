-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON bank_bankfile TO house_app;
GRANT INSERT ON bank_bankfile TO house_web, house_worker;
GRANT UPDATE (content, detail, kind, read, refusal, state) ON bank_bankfile TO house_worker;
-- A web process stores what a person sends, and reads nothing into the books.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON bank_bankfile
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=waiting refusal="" kind="" read=null: may bank.add_bankfile, as person_id, confirmed',
        'insert state=refused content=null kind="" read=null: may bank.add_bankfile, as person_id, confirmed'
    );
CREATE TRIGGER bank_bankfile_stays
    BEFORE DELETE OR UPDATE OF name, digest, size, received, person_id OR TRUNCATE ON bank_bankfile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_statement TO house_app;
GRANT INSERT, UPDATE (gap) ON bank_statement TO house_worker;
CREATE TRIGGER bank_statement_stays
    BEFORE DELETE OR UPDATE OF file_id, kind, iban, number, since, until, opening, closing OR TRUNCATE ON bank_statement
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_statementline TO house_app;
GRANT INSERT ON bank_statementline TO house_worker;
CREATE TRIGGER bank_statementline_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_statementline
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_settlementline TO house_app;
GRANT INSERT ON bank_settlementline TO house_worker;
CREATE TRIGGER bank_settlementline_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_settlementline
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_reconciliationday TO house_app;
GRANT INSERT, UPDATE (closed, seal, waiting) ON bank_reconciliationday TO house_worker;
CREATE TRIGGER bank_reconciliationday_stays
    BEFORE DELETE OR UPDATE OF day OR TRUNCATE ON bank_reconciliationday
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_match TO house_app;
GRANT INSERT, UPDATE (state) ON bank_match TO house_worker;
CREATE TRIGGER bank_match_stays
    BEFORE DELETE OR UPDATE OF day_id, key, reason, proposed, cents, bank, provider, ledger, made OR TRUNCATE ON bank_match
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_matchdecision TO house_app;
GRANT INSERT, UPDATE (answer, decided, decider_id, state) ON bank_matchdecision TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON bank_matchdecision
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decider_id=null: may bank.add_matchdecision, as author_id, confirmed, if bank_match_is_open',
        'update state proposed>accepted, decider_id, decided: may bank.approve_matchdecision, as decider_id, not author_id, confirmed',
        'update state proposed>settled, decided: may bank.add_matchdecision, as author_id, confirmed, if bank_one_person_decides',
        'update state proposed>refused, decider_id, decided, answer: may bank.approve_matchdecision, as decider_id, not author_id, confirmed',
        'update state proposed>withdrawn, decided, answer: may bank.add_matchdecision, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON bank_matchdecision
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>accepted: decided decider_id',
        'person proposed>settled: decided',
        'person proposed>refused: answer decided decider_id',
        'person proposed>withdrawn: answer decided'
    );
CREATE TRIGGER bank_matchdecision_stays
    BEFORE DELETE OR UPDATE OF match_id, outcome, reason, author_id, at OR TRUNCATE ON bank_matchdecision
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_chargeback TO house_app;
GRANT INSERT, UPDATE (state, won_line_id) ON bank_chargeback TO house_worker;
CREATE TRIGGER bank_chargeback_stays
    BEFORE DELETE OR UPDATE OF player_id, payment_id, line_id, cents, opened OR TRUNCATE ON bank_chargeback
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_recovery TO house_app;
GRANT INSERT, UPDATE (answer, decided, decider_id, state, taken) ON bank_recovery TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON bank_recovery
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decider_id=null taken=null: may bank.add_recovery, as author_id, confirmed',
        'update state proposed>done, decider_id, decided, taken: may bank.approve_recovery, as decider_id, not author_id, confirmed',
        'update state proposed>refused, decider_id, decided, answer: may bank.approve_recovery, as decider_id, not author_id, confirmed',
        'update state proposed>withdrawn, decided, answer: may bank.add_recovery, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON bank_recovery
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>done: decided decider_id taken',
        'person proposed>refused: answer decided decider_id',
        'person proposed>withdrawn: answer decided'
    );
CREATE TRIGGER bank_recovery_stays
    BEFORE DELETE OR UPDATE OF chargeback_id, reason, author_id, at OR TRUNCATE ON bank_recovery
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_payoutbatch TO house_app;
GRANT INSERT ON bank_payoutbatch TO house_worker;
CREATE TRIGGER bank_payoutbatch_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_payoutbatch
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_payoutorder TO house_app;
GRANT INSERT, UPDATE (answer, answer_reason, answered) ON bank_payoutorder TO house_worker;
CREATE TRIGGER bank_payoutorder_stays
    BEFORE DELETE OR UPDATE OF batch_id, payment_id OR TRUNCATE ON bank_payoutorder
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON bank_fundsday TO house_app;
GRANT INSERT, UPDATE (compared, held) ON bank_fundsday TO house_worker;
CREATE TRIGGER bank_fundsday_stays
    BEFORE DELETE OR UPDATE OF day, owed OR TRUNCATE ON bank_fundsday
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
