"""Gives the functions that every bet asks the texts that are in the laws now, also where earlier ones were installed.

They are replaced in one transaction, because the one calls the other. The stakes in play of one player are asked by nothing any more.
"""

from importlib import import_module

from django.db import migrations

STAKES_IN_PLAY = import_module("games.migrations.0003_stakes_for_protection").STAKES_IN_PLAY
STANDING = import_module("players.protection.migrations.0002_laws").STANDING
OF_ONE_PLAYER = "DROP FUNCTION IF EXISTS protection_stakes_in_play(bigint, text)"


class Migration(migrations.Migration):
    dependencies = [("games", "0006_smaller_rounds")]
    operations = [
        migrations.RunSQL(STAKES_IN_PLAY, migrations.RunSQL.noop),
        migrations.RunSQL(STANDING, migrations.RunSQL.noop),
        migrations.RunSQL(OF_ONE_PLAYER, migrations.RunSQL.noop),
    ]
