"""The laws of these tables (`casino/extras/scheduled_reports/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws
from players.shared.laws import ORDER


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("scheduled_reports", "0001_initial"),
    ]
    operations = [LoadLaws(*ORDER, app="casino.extras.scheduled_reports")]
