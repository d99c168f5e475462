"""The timeline of a player reads reality checks in the order of their times."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("protection", "0002_laws")]
    operations = [
        AddIndexConcurrently(
            "realitycheck", models.Index(models.F("player"), models.OrderBy(models.F("at"), descending=True), name="reality_check_by_time")
        ),
    ]
