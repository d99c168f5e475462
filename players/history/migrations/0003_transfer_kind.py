"""Databases made before the kind of a transfer was called `kind` called it `road`."""

from django.db import migrations

RENAME = """
DO $$
BEGIN
    IF EXISTS (SELECT FROM information_schema.columns WHERE table_name = 'history_moved' AND column_name = 'road') THEN
        ALTER TABLE history_moved RENAME COLUMN road TO kind;
        ALTER TABLE history_moved RENAME CONSTRAINT one_day_of_a_road TO one_day_of_a_kind;
    END IF;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("history", "0002_laws")]
    operations = [migrations.RunSQL(RENAME, migrations.RunSQL.noop)]
