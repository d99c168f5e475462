"""The laws of these tables (`casino/extras/provider_sign_in/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("provider_sign_in", "0001_initial"),
    ]
    operations = [LoadLaws(app="casino.extras.provider_sign_in")]
