"""Models get names of their own; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("history", "0002_laws")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Played", "DailyPlay"),
                migrations.AlterModelTable("DailyPlay", "history_played"),
                migrations.RenameModel("Moved", "DailyMovement"),
                migrations.AlterModelTable("DailyMovement", "history_moved"),
                migrations.RenameModel("Folded", "FoldedUntil"),
                migrations.AlterModelTable("FoldedUntil", "history_folded"),
            ],
        ),
    ]
