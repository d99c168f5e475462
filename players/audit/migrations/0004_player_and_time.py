"""The timeline of a player reads audit lines in the order of their times."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("audit", "0003_bounded_checks")]
    operations = [
        AddIndexConcurrently(
            "line", models.Index(models.F("player"), models.OrderBy(models.F("at"), descending=True), name="audit_by_player_and_time")
        ),
    ]
