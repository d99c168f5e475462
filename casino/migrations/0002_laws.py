"""The laws of all packages (`*/database/*.sql`), and what they need: the roles, and the record by month."""

from django.db import migrations

from players.shared.law_operations import LoadLaws

ROLES = """
DO $$
DECLARE missing text;
BEGIN
    SELECT string_agg(name, ', ') INTO missing
    FROM unnest(ARRAY['house_app', 'house_reader', 'house_web', 'house_croupier', 'house_worker', 'house_beacon']) AS name
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'Missing database roles: %. Run deploy/roles.sql as the administrator of the database first.', missing;
    END IF;
END $$;
GRANT USAGE ON SCHEMA public TO house_app;
"""
NO_ROLES = "REVOKE USAGE ON SCHEMA public FROM house_app;"

# Transfers and events are stored by month (casino/database/months.sql). Django makes a table; here it becomes the
# first part of a table by month, which gets its defaults, checks and indexes.
MONTHS = """
DO $$
DECLARE
    whole text;
    one record;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer'] LOOP
        EXECUTE format('ALTER TABLE %1$I RENAME TO %1$s_first', whole);
        EXECUTE format(
            'CREATE TABLE %1$I (LIKE %1$s_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)'
            ' PARTITION BY RANGE (at)', whole
        );
        FOR one IN
            SELECT c.relname, pg_get_indexdef(c.oid) AS definition FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
            WHERE i.indrelid = (whole || '_first')::regclass AND NOT i.indisunique
        LOOP
            EXECUTE format('ALTER INDEX %I RENAME TO %I', one.relname, one.relname || '_first');
            EXECUTE replace(one.definition, 'public.' || whole || '_first', 'public.' || whole);
        END LOOP;
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
"""
NO_MONTHS = """
DO $$
DECLARE
    whole text;
    one record;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer'] LOOP
        EXECUTE format('ALTER TABLE %1$I DETACH PARTITION %1$s_first', whole);
        EXECUTE format('DROP TRIGGER partition_append_only ON %1$s_first', whole);
        EXECUTE format('INSERT INTO %1$s_first SELECT * FROM %1$I', whole);
        EXECUTE format('DROP TABLE %I', whole);
        FOR one IN
            SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
            WHERE i.indrelid = (whole || '_first')::regclass AND NOT i.indisunique
        LOOP
            EXECUTE format('ALTER INDEX %I RENAME TO %I', one.relname, regexp_replace(one.relname, '_first$', ''));
        END LOOP;
        EXECUTE format('ALTER TABLE %1$s_first RENAME TO %1$I', whole);
    END LOOP;
END $$;
"""
# Half of a page stays free, so that a changed balance lies beside the old one and no index is written.
ROOM = "ALTER TABLE wallet_account SET (fillfactor = 45)"
NO_ROOM = "ALTER TABLE wallet_account RESET (fillfactor)"
COMPLAINTS = "CREATE SEQUENCE inbox_complaint_number"
NO_COMPLAINTS = "DROP SEQUENCE inbox_complaint_number"


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0001_initial"),
        ("admin", "0001_initial"),
        ("administration", "0001_initial"),
        ("audit", "0001_initial"),
        ("auth", "0001_initial"),
        ("backoffice", "0001_initial"),
        ("bank", "0001_initial"),
        ("bots", "0001_initial"),
        ("care", "0001_initial"),
        ("cashier", "0001_initial"),
        ("casino", "0001_initial"),
        ("collusion", "0001_initial"),
        ("compliance", "0001_initial"),
        ("duties", "0001_initial"),
        ("floor", "0001_initial"),
        ("games", "0001_initial"),
        ("history", "0001_initial"),
        ("identity", "0001_initial"),
        ("inbox", "0001_initial"),
        ("laundering", "0001_initial"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("monitoring", "0001_initial"),
        ("players", "0001_initial"),
        ("protection", "0002_national_push"),
        ("regulator", "0001_initial"),
        ("reports", "0001_initial"),
        ("rtp_monitoring", "0001_initial"),
        ("rulebook", "0001_initial"),
        ("screening", "0001_initial"),
        ("self_checks", "0001_initial"),
        ("sessions", "0001_initial"),
        ("wallet", "0001_initial"),
    ]
    operations = [
        migrations.RunSQL(ROLES, NO_ROLES),
        LoadLaws("function"),
        migrations.RunSQL(MONTHS, NO_MONTHS),
        migrations.RunSQL(ROOM, NO_ROOM),
        migrations.RunSQL(COMPLAINTS, NO_COMPLAINTS),
        LoadLaws("constraint", "index", "trigger", "row security", "policy", "rights"),
    ]
