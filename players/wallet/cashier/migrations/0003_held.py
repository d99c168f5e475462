"""Why a withdrawal was held stays on it, and nobody changes it afterwards."""

from django.db import migrations, models

KEPT = "id, player_id, direction, cents, cause, made, iban, holder"
LAW = """
DROP TRIGGER cashier_payment_stays ON cashier_payment;
CREATE TRIGGER cashier_payment_stays BEFORE UPDATE OF {columns} OR DELETE OR TRUNCATE
    ON cashier_payment FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("cashier", "0002_laws")]
    operations = [
        migrations.AddField("payment", "held", models.CharField("held because", blank=True, db_default="", max_length=40)),
        migrations.RunSQL(LAW.format(columns=f"{KEPT}, held"), LAW.format(columns=KEPT)),
    ]
