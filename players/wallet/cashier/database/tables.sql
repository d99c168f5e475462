-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON cashier_adjustment TO house_app;
GRANT INSERT, UPDATE (after, before, decided, decided_by_id, status) ON cashier_adjustment TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_adjustment
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert status=asked decided_by_id=null decided=null before=null after=null: may cashier.add_adjustment, as requested_by_id, confirmed, if cashier_correction_is_within',
        'update status asked>done, decided_by_id, decided, before, after: may cashier.approve_adjustment, as decided_by_id, not requested_by_id, confirmed',
        'update status asked>refused, decided_by_id, decided: may cashier.approve_adjustment, as decided_by_id, not requested_by_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON cashier_adjustment
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'status',
        'person asked>done: after before decided decided_by_id',
        'person asked>refused: decided decided_by_id'
    );
CREATE TRIGGER cashier_adjustment_stays
    BEFORE DELETE OR UPDATE OF player_id, cents, ticket, reason, requested_by_id, requested_at OR TRUNCATE ON cashier_adjustment
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_ceiling TO house_app;
GRANT INSERT, UPDATE (answer, decided, decider_id, state) ON cashier_ceiling TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_ceiling
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert state=proposed decider_id=null decided=null: may cashier.add_ceiling, as author_id, confirmed',
        'update state proposed>in-force, decider_id, decided: may cashier.approve_ceiling, as decider_id, not author_id, confirmed',
        'update state proposed>refused, decider_id, decided, answer: may cashier.approve_ceiling, as decider_id, not author_id, confirmed',
        'update state proposed>withdrawn, decided, answer: may cashier.add_ceiling, as author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON cashier_ceiling
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person proposed>in-force: decided decider_id',
        'person proposed>refused: answer decided decider_id',
        'person proposed>withdrawn: answer decided'
    );
CREATE TRIGGER cashier_ceiling_stays
    BEFORE DELETE OR UPDATE OF what, role_id, method, cents, begins, author_id, reason, at OR TRUNCATE ON cashier_ceiling
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_decision TO house_app;
GRANT INSERT ON cashier_decision TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_decision
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may cashier.release_payment, as person_id, confirmed');
CREATE TRIGGER cashier_decision_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON cashier_decision
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_gatewayrequest TO house_app;
GRANT INSERT, UPDATE (done, next_try, tries, trouble) ON cashier_gatewayrequest TO house_web, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_gatewayrequest
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=open done=null: if gateway_request_of_the_player',
        'insert kind=cancel done=null: if gateway_request_of_the_player',
        'insert kind=pay-out done=null: if gateway_request_of_the_player | if payout_is_released',
        'update done, next_try, tries, trouble: if gateway_request_of_the_player | if payout_is_released'
    );

GRANT SELECT ON cashier_notification TO house_app;
GRANT INSERT ON cashier_notification TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_notification
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: anybody (the gateway has no session)');
CREATE TRIGGER cashier_notification_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON cashier_notification
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_payment TO house_app;
GRANT INSERT, UPDATE (changed, instructions, next_query, promised, reason, reference, status, url) ON cashier_payment TO house_web;
GRANT INSERT, UPDATE (after, before, changed, credited, instructions, instrument, next_query, payer, payer_digest, promised,
    reason, reference, sealed, status, token, url) ON cashier_payment TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_payment
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert cause=player direction=deposit credited=null before=null after=null token="" payer="": player',
        'insert cause=player direction=withdrawal credited=null: player',
        'update status asked>pending, changed, instructions, reference, url: player',
        'update direction=deposit, reason, changed: player',
        'update status held>cancelled, reason, changed, promised: player',
        'update status released>cancelled, reason, changed, promised: player',
        'update status held>declined, reason, changed, promised: may cashier.release_payment, confirmed',
        'update status held>released, reason, changed, promised: may cashier.release_payment, confirmed',
        'update reference "">*: anybody (the gateway tells its reference once)',
        'update next_query: anybody (the worker asks the gateway sooner)'
    );
CREATE TRIGGER cashier_payment_stays
    BEFORE DELETE OR UPDATE OF id, player_id, direction, cents, cause, made, method, expires, account_id, iban, holder, held OR TRUNCATE ON cashier_payment
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

-- The database alone writes these rows (`payout_steps.sql`).
GRANT SELECT ON cashier_payoutstep TO house_app;
CREATE TRIGGER cashier_payoutstep_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON cashier_payoutstep
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_protectionconfirmation TO house_app;
GRANT INSERT ON cashier_protectionconfirmation TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON cashier_protectionconfirmation
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player');
CREATE TRIGGER cashier_protectionconfirmation_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON cashier_protectionconfirmation
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
