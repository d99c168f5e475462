"""Money to a payment account that was added or changed waits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("identity", "0004_scanned_documents")]
    operations = [
        migrations.AddField("paymentaccount", "usable", models.DateTimeField("money goes out from", null=True)),
    ]
