"""Models get names of their own; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("identity", "0006_payment_account_age")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Check", "IdentityCheck"),
                migrations.AlterModelTable("IdentityCheck", "identity_check"),
            ],
        ),
    ]
