"""The laws of these tables (`players/extras/push/database/`)."""

from django.db import migrations

from players.shared.law_operations import LoadLaws
from players.shared.laws import ORDER


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_laws"),
        ("push", "0001_initial"),
    ]
    operations = [LoadLaws(*ORDER, app="players.extras.push")]
