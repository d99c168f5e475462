"""What the running house may do in its database: everything it needs, and nothing to what is already on the record.

The house's processes work as the role `house_app`; the owner of the tables only migrates. New tables get the same rights
by default, and a migration that adds to the record takes them back as here.
"""

from django.db import migrations

RIGHTS = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'house_app') THEN
        CREATE ROLE house_app NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;  -- another database of the cluster was faster
END $$;
GRANT house_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO house_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO house_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO house_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO house_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO house_app;
REVOKE UPDATE, DELETE ON wallet_transfer, wallet_account, games_event, games_stake, games_tablesetting FROM house_app;
REVOKE DELETE ON games_rulesheet, games_round, games_table, players_player, players_playsession FROM house_app;
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM house_app;
-- A row can be locked only by who may update some column of it: this one says nothing.
GRANT UPDATE (latch) ON wallet_account TO house_app;
"""

UNDO = """
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM house_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM house_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM house_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM house_app;
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0001_initial"), ("wallet", "0002_laws"), ("games", "0002_laws")]
    operations = [migrations.RunSQL(RIGHTS, UNDO)]
