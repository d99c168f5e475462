"""The timeline reads play sessions in the order in which they began; staff search for the beginning of an alias."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.contrib.postgres.indexes import OpClass
from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("players", "0004_player_by_name")]
    operations = [
        AddIndexConcurrently(
            "playsession", models.Index(models.F("player"), models.OrderBy(models.F("started"), descending=True), name="session_by_start")
        ),
        AddIndexConcurrently(
            "person", models.Index(models.F("email"), condition=models.Q(is_staff=True), name="staff_by_email")
        ),
        AddIndexConcurrently(
            "player", models.Index(OpClass(Lower("alias"), "text_pattern_ops"), name="player_by_alias_beginning")
        ),
    ]
