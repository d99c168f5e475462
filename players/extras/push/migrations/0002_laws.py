"""The laws of these tables (`players/extras/push/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("push", "0001_initial"),
    ]
    operations = [LoadLaws(app="players.extras.push")]
