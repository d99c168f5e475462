"""Models get names of their own; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("cashier", "0003_payouts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Decision", "WithdrawalDecision"),
                migrations.AlterModelTable("WithdrawalDecision", "cashier_decision"),
            ],
        ),
    ]
