"""Who shares a payment account that is sealed."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("identity", "0007_sealed_accounts")]

    operations = [
        AddIndexConcurrently(
            "paymentaccount",
            models.Index(fields=["iban_digest", "player"], name="payment_account_by_digest"),
        ),
    ]
