"""Databases made before the kind of a transfer was called `kind` called it `road`."""

from django.db import migrations

RENAME = """
DO $$
BEGIN
    IF EXISTS (SELECT FROM information_schema.columns WHERE table_name = 'reports_moved' AND column_name = 'road') THEN
        ALTER TABLE reports_moved RENAME COLUMN road TO kind;
        ALTER TABLE reports_moved RENAME CONSTRAINT one_folded_day_of_a_road TO one_folded_day_of_a_kind;
    END IF;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("reports", "0005_entries_of_test_accounts")]
    operations = [migrations.RunSQL(RENAME, migrations.RunSQL.noop)]
