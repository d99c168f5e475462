"""Models get names of their own; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("integrity", "0002_laws")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Hand", "AnalysedHand"),
                migrations.AlterModelTable("AnalysedHand", "integrity_hand"),
            ],
        ),
    ]
