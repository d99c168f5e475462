"""Payment accounts, sealed, and what stays to compare and to tell. Rows are sealed by `person_keys --seal`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("identity", "0006_contact_details")]

    operations = [
        migrations.AddField("paymentaccount", "sealed", models.BinaryField(null=True)),
        migrations.AddField("paymentaccount", "owner_sealed", models.BinaryField(null=True)),
        migrations.AddField("paymentaccount", "iban_digest", models.CharField(max_length=40, null=True)),
        migrations.AddField("paymentaccount", "ending", models.CharField(max_length=4, null=True)),
    ]
