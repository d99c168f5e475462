"""To which account a withdrawal goes, instead of a copy of it, and the payer of a deposit, sealed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cashier", "0001_initial"), ("identity", "0007_sealed_accounts")]

    operations = [
        migrations.AddField(
            "payment",
            "account",
            models.ForeignKey(
                "identity.paymentaccount",
                django.db.models.deletion.PROTECT,
                null=True,
                related_name="+",
                db_constraint=False,
                db_index=False,
                verbose_name="payment account",
            ),
        ),
        migrations.AddField("payment", "sealed", models.BinaryField(null=True)),
        migrations.AddField("payment", "payer_digest", models.CharField(max_length=40, null=True)),
    ]
