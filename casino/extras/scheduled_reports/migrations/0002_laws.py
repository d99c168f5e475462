"""The laws of these tables (`casino/extras/scheduled_reports/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("scheduled_reports", "0001_initial"),
    ]
    operations = [LoadLaws(app="casino.extras.scheduled_reports")]
