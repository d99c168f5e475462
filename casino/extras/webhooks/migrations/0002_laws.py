"""The laws of these tables (`casino/extras/webhooks/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws
from players.shared.laws import ORDER


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("webhooks", "0001_initial"),
    ]
    operations = [LoadLaws(*ORDER, app="casino.extras.webhooks")]
