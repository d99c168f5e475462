"""Numbers and ids of the record are used once in all months.

The ids of commands have a table of their own, which the database writes with the events. The numbers of events follow the last
one of their table, whose row the writer holds. The ids of transfers of play contain such a number, so they lie beyond it too.
"""

from django.db import migrations, models

COMMANDS = """
CREATE TRIGGER games_command_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_command
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON games_command FROM house_app;
CREATE FUNCTION games_commands_are_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO games_command (player, command, seq, digest)
    SELECT player, command, seq, digest FROM added WHERE command IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER games_commands_are_kept AFTER INSERT ON games_event
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION games_commands_are_kept();
INSERT INTO games_command (player, command, seq, digest)
SELECT player, command, seq, digest FROM games_event WHERE command IS NOT NULL;
"""
UNDO_COMMANDS = """
DROP TRIGGER games_commands_are_kept ON games_event;
DROP FUNCTION games_commands_are_kept();
DROP TRIGGER games_command_append_only ON games_command;
"""
# The owner of the tables is not bound: tests and the simulated past write what happened earlier.
NUMBERS = """
CREATE FUNCTION games_events_follow_the_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    -- Events of one moment lie in one month, whose own index refuses a number twice.
    IF EXISTS (
        SELECT FROM (
            SELECT table_id, min(seq) AS least, max(seq) AS greatest, count(*) AS events, min(at) AS since, max(at) AS until
            FROM added GROUP BY table_id
        ) AS a
        LEFT JOIN games_table AS t ON t.id = a.table_id
        WHERE a.least IS DISTINCT FROM t.version + 1 OR a.greatest <> a.least + a.events - 1 OR a.since <> a.until
    ) THEN
        RAISE EXCEPTION 'the events of a transaction follow the last one of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER games_events_follow_the_last AFTER INSERT ON games_event
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION games_events_follow_the_last();

CREATE FUNCTION games_table_only_advances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RAISE EXCEPTION 'the last event of a table never goes back' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_table_only_advances BEFORE UPDATE OF version ON games_table
    FOR EACH ROW WHEN (NEW.version < OLD.version) EXECUTE FUNCTION games_table_only_advances();

-- An id is table, event and position, in this order: between two ids of one table are only ids of its events.
CREATE FUNCTION wallet_ids_follow_the_last_event() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Its name comes after those that ask who may post what.
CREATE TRIGGER wallet_transfer_ids_follow AFTER INSERT ON wallet_transfer
    REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION wallet_ids_follow_the_last_event();
"""
UNDO_NUMBERS = """
DROP TRIGGER wallet_transfer_ids_follow ON wallet_transfer;
DROP FUNCTION wallet_ids_follow_the_last_event();
DROP TRIGGER games_table_only_advances ON games_table;
DROP FUNCTION games_table_only_advances();
DROP TRIGGER games_events_follow_the_last ON games_event;
DROP FUNCTION games_events_follow_the_last();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_round_by_time'),
        ('wallet', '0004_transfer_ids'),
    ]

    operations = [
        migrations.CreateModel(
            name='Command',
            fields=[
                ('pk', models.CompositePrimaryKey('player', 'command', blank=True, editable=False, primary_key=True, serialize=False)),
                ('player', models.BigIntegerField(verbose_name='player')),
                ('command', models.UUIDField(verbose_name='command')),
                ('seq', models.BigIntegerField(verbose_name='number')),
                ('digest', models.BigIntegerField(verbose_name='digest of the command')),
            ],
            options={
                'verbose_name': 'command',
                'verbose_name_plural': 'commands',
                'default_permissions': (),
            },
        ),
        migrations.RunSQL(COMMANDS, UNDO_COMMANDS),
        migrations.RemoveConstraint(
            model_name='event',
            name='a_command_once',
        ),
        migrations.RunSQL(NUMBERS, UNDO_NUMBERS),
    ]
