"""What the cashier wrote stays: payments keep what they are, notifications and decisions are append-only."""

from django.db import migrations

LAWS = """
CREATE TRIGGER cashier_payment_stays BEFORE UPDATE OF id, player_id, direction, cents, cause, made, iban, holder OR DELETE OR TRUNCATE
    ON cashier_payment FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_notification_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON cashier_notification FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON cashier_decision FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_adjustment_stays BEFORE UPDATE OF player_id, cents, ticket, reason, asked_by_id, asked OR DELETE OR TRUNCATE
    ON cashier_adjustment FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON cashier_notification, cashier_decision FROM house_app;
REVOKE DELETE ON cashier_payment, cashier_errand, cashier_adjustment FROM house_app;
"""
UNDO = """
DROP TRIGGER cashier_adjustment_stays ON cashier_adjustment;
DROP TRIGGER cashier_decision_append_only ON cashier_decision;
DROP TRIGGER cashier_notification_append_only ON cashier_notification;
DROP TRIGGER cashier_payment_stays ON cashier_payment;
"""


class Migration(migrations.Migration):
    dependencies = [("cashier", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0001_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
