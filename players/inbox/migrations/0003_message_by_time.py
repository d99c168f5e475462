"""The timeline of a player reads messages in the order of their times."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("inbox", "0002_laws")]
    operations = [
        AddIndexConcurrently(
            "message", models.Index(models.F("player"), models.OrderBy(models.F("at"), descending=True), name="message_by_time")
        ),
    ]
