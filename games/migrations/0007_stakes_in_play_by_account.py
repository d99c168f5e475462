"""Gives `protection_stakes_in_play` the text that 0003 has now, also where an earlier one was installed."""

from importlib import import_module

from django.db import migrations

STAKES_IN_PLAY = import_module("games.migrations.0003_stakes_for_protection").STAKES_IN_PLAY


class Migration(migrations.Migration):
    dependencies = [("games", "0006_smaller_rounds")]
    operations = [migrations.RunSQL(STAKES_IN_PLAY, migrations.RunSQL.noop)]
