-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON cashier_adjustment TO house_app;
GRANT INSERT, UPDATE ON cashier_adjustment TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF requested_by_id, decided_by_id ON cashier_adjustment
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('requested_by_id', 'decided_by_id');
CREATE TRIGGER cashier_adjustment_stays
    BEFORE DELETE OR UPDATE OF player_id, cents, ticket, reason, requested_by_id, requested_at OR TRUNCATE ON cashier_adjustment
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_decision TO house_app;
GRANT INSERT ON cashier_decision TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON cashier_decision
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
CREATE TRIGGER cashier_decision_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON cashier_decision
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_errand TO house_app;
GRANT INSERT, UPDATE ON cashier_errand TO house_web, house_worker;

GRANT SELECT ON cashier_notification TO house_app;
GRANT INSERT ON cashier_notification TO house_web, house_worker;
CREATE TRIGGER cashier_notification_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON cashier_notification
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON cashier_payment TO house_app;
GRANT INSERT, UPDATE (changed, look, reason, reference, status, url) ON cashier_payment TO house_web;
GRANT INSERT, UPDATE ON cashier_payment TO house_worker;
CREATE TRIGGER player_is_proven BEFORE INSERT ON cashier_payment FOR EACH ROW EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER cashier_payment_stays
    BEFORE DELETE OR UPDATE OF id, player_id, direction, cents, cause, made, iban, holder, held OR TRUNCATE ON cashier_payment
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
