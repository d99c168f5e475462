"""Transfers and events are stored by month.

Each month of Lisbon is a partition of its own, with its own unique index. What was there before, and the rest of the month in which
this runs, is the first one. Rights are on the two tables alone, and the laws too; only the owner reaches a partition, and even the
owner does not change what is in it.

The release before looks for a transfer's id and for commands by indexes that the tables no longer have: stop it first. No
installation of it has played for money.
"""

from django.db import migrations

MONTHS = """
CREATE FUNCTION record_month_start(moment timestamptz, months int) RETURNS timestamptz
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (date_trunc('month', moment AT TIME ZONE 'Europe/Lisbon') + make_interval(months => months)) AT TIME ZONE 'Europe/Lisbon'
$$;
-- A partition is its owner's alone. Its unique index is its own: none of the whole table can do without the time.
CREATE FUNCTION record_close_partition(part regclass) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    receiver text;
BEGIN
    FOR receiver IN
        SELECT DISTINCT CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END
        FROM pg_class AS c, aclexplode(c.relacl) AS acl WHERE c.oid = part AND acl.grantee <> c.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s', part, receiver);
    END LOOP;
    EXECUTE format(
        'CREATE TRIGGER partition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only()', part
    );
END $$;
CREATE FUNCTION record_add_partition(whole regclass, name text, bounds text) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING ALL)', name, whole);
    EXECUTE format(
        'ALTER TABLE %I ADD PRIMARY KEY (%s)', name, CASE whole::text WHEN 'games_event' THEN 'table_id, seq' ELSE 'id' END
    );
    PERFORM record_close_partition(name::regclass);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I %s', whole, name, bounds);
END $$;
-- Adds the months that are missing up to three ahead, as far as nothing is in the way: a row of such a month that lies in the last
-- partition already, or somebody who holds a lock (bets wait as long as this waits for it). Returns how many it has added.
CREATE FUNCTION record_add_months() RETURNS int
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
    whole regclass;
    since timestamptz;
    name text;
    added int := 0;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer']::regclass[] LOOP
        FOR months IN 1..3 LOOP
            since := record_month_start(clock_timestamp(), months);
            name := whole::text || to_char(since AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM');
            CONTINUE WHEN to_regclass(name) IS NOT NULL;
            BEGIN
                PERFORM record_add_partition(
                    whole, name, format('FOR VALUES FROM (%L) TO (%L)', since, record_month_start(since, 1))
                );
                added := added + 1;
            EXCEPTION WHEN check_violation OR lock_not_available THEN
                RAISE WARNING 'the partition % was not added: %', name, SQLERRM;
            END;
        END LOOP;
    END LOOP;
    RETURN added;
END $$;
REVOKE EXECUTE ON FUNCTION record_close_partition(regclass), record_add_partition(regclass, text, text), record_add_months() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_add_months() TO house_worker;
"""
UNDO_MONTHS = """
DROP FUNCTION record_add_months();
DROP FUNCTION record_add_partition(regclass, text, text);
DROP FUNCTION record_close_partition(regclass);
DROP FUNCTION record_month_start(timestamptz, int);
"""
# What the table had, the new one has under the same names: defaults, checks, indexes, triggers and rights.
MOVE = """
CREATE FUNCTION record_move_rights_and_laws(old regclass, new regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    one record;
BEGIN
    FOR one IN
        SELECT c.relname, pg_get_indexdef(c.oid) AS definition FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
        WHERE i.indrelid = old AND NOT i.indisunique
    LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', one.relname, one.relname || '_first');
        EXECUTE replace(replace(one.definition, ' ONLY ', ' '), 'public.' || old::text, 'public.' || new::text);
    END LOOP;
    FOR one IN
        SELECT tgname, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = old AND NOT tgisinternal
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, old);
        EXECUTE replace(one.definition, 'public.' || old::text, 'public.' || new::text);
    END LOOP;
    EXECUTE format('REVOKE ALL ON %s FROM house_app', new);
    FOR one IN
        SELECT acl.privilege_type, acl.grantee::regrole AS receiver, '' AS columns
        FROM pg_class AS c, aclexplode(c.relacl) AS acl WHERE c.oid = old AND acl.grantee <> c.relowner
        UNION ALL
        SELECT acl.privilege_type, acl.grantee::regrole, format('(%I)', a.attname)
        FROM pg_attribute AS a, aclexplode(a.attacl) AS acl WHERE a.attrelid = old AND a.attnum > 0
    LOOP
        EXECUTE format('GRANT %s %s ON %s TO %s', one.privilege_type, one.columns, new, one.receiver);
    END LOOP;
END $$;
"""
PARTITIONS = """
DO $$
DECLARE
    whole text;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer'] LOOP
        EXECUTE format('ALTER TABLE %1$I RENAME TO %1$s_first', whole);
        EXECUTE format(
            'CREATE TABLE %1$I (LIKE %1$s_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)'
            ' PARTITION BY RANGE (at)', whole
        );
        PERFORM record_move_rights_and_laws((whole || '_first')::regclass, whole::regclass);
        PERFORM record_close_partition((whole || '_first')::regclass);
        EXECUTE format(
            'ALTER TABLE %1$I ATTACH PARTITION %1$s_first FOR VALUES FROM (MINVALUE) TO (%2$L)',
            whole, record_month_start(clock_timestamp(), 1)
        );
        -- A clock that jumps refuses no bet.
        PERFORM record_add_partition(whole::regclass, whole || '_later', 'DEFAULT');
    END LOOP;
    PERFORM record_add_months();
END $$;
DROP FUNCTION record_move_rights_and_laws(regclass, regclass);
"""
MOVE_BACK = MOVE.replace("one.relname || '_first'", "one.relname || '_parts'")
WHOLE_AGAIN = """
DO $$
DECLARE
    whole text;
    part regclass;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer'] LOOP
        EXECUTE format('ALTER TABLE %1$I DETACH PARTITION %1$s_first', whole);
        EXECUTE format('DROP TRIGGER partition_append_only ON %1$s_first', whole);
        EXECUTE format('INSERT INTO %1$s_first SELECT * FROM %1$I', whole);
        FOR part IN
            SELECT c.oid FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
            WHERE i.indrelid = (whole || '_first')::regclass AND NOT i.indisunique
        LOOP
            EXECUTE format('DROP INDEX %s', part);
        END LOOP;
        PERFORM record_move_rights_and_laws(whole::regclass, (whole || '_first')::regclass);
        EXECUTE format('DROP TABLE %I', whole);
        EXECUTE format('ALTER TABLE %1$s_first RENAME TO %1$I', whole);
    END LOOP;
END $$;
DROP FUNCTION record_move_rights_and_laws(regclass, regclass);
"""
AHEAD = """
-- How many months are ready after this one, in both tables, and whether rows lie beyond them.
CREATE FUNCTION record_months_ahead(OUT months int, OUT is_beyond boolean)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT (
        SELECT count(*)::int FROM generate_series(1, 3) AS n
        WHERE to_regclass('games_event' || to_char(record_month_start(clock_timestamp(), n) AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM')) IS NOT NULL
        AND to_regclass('wallet_transfer' || to_char(record_month_start(clock_timestamp(), n) AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM')) IS NOT NULL
    ), EXISTS (SELECT FROM games_event_later) OR EXISTS (SELECT FROM wallet_transfer_later)
$$;
REVOKE EXECUTE ON FUNCTION record_months_ahead() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_months_ahead() TO house_app;
"""

# Autovacuum looks at each month, and never at a table as a whole, whose figures the planner needs to join it.
STATISTICS = """
CREATE FUNCTION record_analyze() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET statement_timeout = 0 AS $$
BEGIN
    ANALYZE games_event, wallet_transfer;
END $$;
REVOKE EXECUTE ON FUNCTION record_analyze() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_analyze() TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0010_staff_provider"),
        ("audit", "0002_laws"),
        ("cashier", "0007_ids_of_all_months"),
        ("floor", "0002_laws"),
        ("games", "0010_time_bounds"),
        ("history", "0002_laws"),
        ("reports", "0002_laws"),
        ("wallet", "0004_transfer_ids"),
    ]
    operations = [
        migrations.RunSQL(MONTHS, UNDO_MONTHS),
        migrations.RunSQL([MOVE, PARTITIONS], [MOVE_BACK, WHOLE_AGAIN]),
        migrations.RunSQL(AHEAD, "DROP FUNCTION record_months_ahead()"),
        migrations.RunSQL(STATISTICS, "DROP FUNCTION record_analyze()"),
    ]
