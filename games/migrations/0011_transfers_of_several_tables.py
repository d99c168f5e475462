"""A statement may post transfers of several tables: the ids of each follow the last event of their own table."""

from django.db import migrations

OF_ONE_TABLE = """
CREATE OR REPLACE FUNCTION wallet_ids_follow_the_last_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    least text;
    greatest text;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT min(id::text COLLATE "C"), max(id::text COLLATE "C") INTO least, greatest FROM posted WHERE kind <> 'opening';
    IF least IS NULL THEN
        RETURN NULL;
    END IF;
    IF left(least, 18) <> left(greatest, 18) OR substr(least, 15, 1) <> '8'
        OR substr(least, 20, 1) < '8' OR substr(greatest, 20, 1) > 'b'
        OR games_event_of_transfer(least::uuid) <= coalesce((
            SELECT version FROM games_table WHERE id = ('x' || replace(left(least, 13), '-', ''))::bit(48)::bigint
        ), 9223372036854775807) THEN
        RAISE EXCEPTION 'the ids of transfers of play follow the last event of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
"""
# The first 13 characters of an id name its table.
OF_SEVERAL_TABLES = """
CREATE OR REPLACE FUNCTION wallet_ids_follow_the_last_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    IF EXISTS (
        SELECT FROM (
            SELECT min(id COLLATE "C") AS least, max(id COLLATE "C") AS greatest
            FROM (SELECT id::text FROM posted WHERE kind <> 'opening' OFFSET 0) AS written
            GROUP BY left(id, 13)
        ) AS ids
        WHERE left(least, 18) <> left(greatest, 18) OR substr(least, 15, 1) <> '8'
            OR substr(least, 20, 1) < '8' OR substr(greatest, 20, 1) > 'b'
            OR games_event_of_transfer(least::uuid) <= coalesce((
                SELECT version FROM games_table WHERE id = ('x' || replace(left(least, 13), '-', ''))::bit(48)::bigint
            ), 9223372036854775807)
    ) THEN
        RAISE EXCEPTION 'the ids of transfers of play follow the last event of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0010_time_bounds")]
    operations = [migrations.RunSQL(OF_SEVERAL_TABLES, OF_ONE_TABLE)]
