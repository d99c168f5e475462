"""What the running house may do in its database: everything it needs, and nothing to what is already on the record.

The processes of the house sign in as house_web, house_croupier and house_worker, which inherit the rights of `house_app`; the
owner of the tables only migrates. deploy/roles.sql makes the roles. New tables get the same rights by default, and a
migration that adds to the record takes them back as here.
"""

from django.db import migrations

RIGHTS = """
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
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO house_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO house_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO house_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO house_app;
REVOKE UPDATE, DELETE ON wallet_transfer, wallet_account, games_event, games_stake, games_tablesetting FROM house_app;
REVOKE DELETE ON games_rulesheet, games_round, games_table, players_player, players_playsession FROM house_app;
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM house_app;
-- The record of play has one writer.
REVOKE INSERT ON games_event, games_stake FROM house_app;
GRANT INSERT ON games_event, games_stake TO house_croupier;
REVOKE UPDATE, DELETE ON django_admin_log FROM house_app;
-- Roles and their rights are written by the owner with each release.
REVOKE INSERT, UPDATE, DELETE ON auth_group, auth_group_permissions, auth_permission, django_content_type FROM house_app;
-- A row can be locked only by who may update some column of it: this one says nothing.
GRANT UPDATE (latch) ON wallet_account TO house_app;
"""

# How far the slowest standby is behind. Only the owner of the tables may look at the replication; others ask this function.
REPLICATION_LAG = """
CREATE FUNCTION house_replication_lag() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    -- No standby, no lag. A standby that has replayed everything reports none. Without the right to look, every state is NULL.
    SELECT CASE WHEN count(state) > 0 THEN coalesce(extract(epoch FROM max(replay_lag)), 0) END FROM pg_stat_replication
$$;
REVOKE EXECUTE ON FUNCTION house_replication_lag() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION house_replication_lag() TO house_app;
"""

UNDO = """
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM house_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM house_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM house_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM house_app;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0001_initial"),
        ("players", "0001_initial"),
        ("wallet", "0001_initial"),
        ("games", "0001_initial"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [
        migrations.RunSQL(RIGHTS, UNDO),
        migrations.RunSQL(REPLICATION_LAG, "DROP FUNCTION house_replication_lag()"),
    ]
