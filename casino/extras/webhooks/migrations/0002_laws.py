"""The laws of these tables (`casino/extras/webhooks/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("webhooks", "0001_initial"),
    ]
    operations = [LoadLaws(app="casino.extras.webhooks")]
