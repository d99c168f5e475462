"""Models get names of their own; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("reports", "0003_closing_and_mail")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Played", "DailyResult"),
                migrations.AlterModelTable("DailyResult", "reports_played"),
                migrations.RenameModel("Moved", "DailyTransfers"),
                migrations.AlterModelTable("DailyTransfers", "reports_moved"),
                migrations.RenameModel("Upto", "ReportsFoldedUntil"),
                migrations.AlterModelTable("ReportsFoldedUntil", "reports_upto"),
            ],
        ),
    ]
