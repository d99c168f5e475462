"""Databases made before the kind of a transfer was called `kind` called it `road`: the column and every function that names it."""

from django.db import migrations

RENAME = r"""
DO $$
DECLARE
    definition text;
BEGIN
    IF NOT EXISTS (SELECT FROM information_schema.columns WHERE table_name = 'wallet_transfer' AND column_name = 'road') THEN
        RETURN;
    END IF;
    ALTER TABLE wallet_transfer RENAME COLUMN road TO kind;
    FOR definition IN
        SELECT pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND prosrc ~ '\mroad\M'
    LOOP
        EXECUTE regexp_replace(definition, '\mroad\M', 'kind', 'g');
    END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0003_practice_partners")]
    operations = [migrations.RunSQL(RENAME, migrations.RunSQL.noop)]
