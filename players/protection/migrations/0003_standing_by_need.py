"""Gives `protection_standing` the text that 0002 has now, also where an earlier one was installed."""

from importlib import import_module

from django.db import migrations

STANDING = import_module("players.protection.migrations.0002_laws").STANDING


class Migration(migrations.Migration):
    dependencies = [("protection", "0002_laws")]
    operations = [migrations.RunSQL(STANDING, migrations.RunSQL.noop)]
