"""How far the slowest standby is behind. Only the owner of the tables may look at the replication; others ask this function."""

from django.db import migrations

FUNCTION = """
CREATE FUNCTION house_replication_lag() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    -- No standby, no lag. A standby that has replayed everything reports none. Without the right to look, every state is NULL.
    SELECT CASE WHEN count(state) > 0 THEN coalesce(extract(epoch FROM max(replay_lag)), 0) END FROM pg_stat_replication
$$;
REVOKE EXECUTE ON FUNCTION house_replication_lag() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION house_replication_lag() TO house_app;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_rights")]
    operations = [migrations.RunSQL(FUNCTION, "DROP FUNCTION house_replication_lag()")]
