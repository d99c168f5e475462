"""Laws after 1 0."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
"""
NEW = r"""
CREATE FUNCTION players_funds_total_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.entry IS NOT NULL OR to_jsonb(NEW) - 'entry' <> to_jsonb(OLD) - 'entry' THEN
        RAISE EXCEPTION 'a total of players'' money stays as it was published' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER players_funds_total_is_kept BEFORE DELETE OR TRUNCATE ON players_funds_daytotal FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER players_funds_total_stays BEFORE UPDATE ON players_funds_daytotal FOR EACH ROW EXECUTE FUNCTION players_funds_total_stays();
CREATE TRIGGER players_funds_tree_stays BEFORE UPDATE OR TRUNCATE ON players_funds_daytree FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER players_funds_leaves_stay BEFORE UPDATE OR TRUNCATE ON players_funds_leaftile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER players_funds_places_stay BEFORE UPDATE OR TRUNCATE ON players_funds_placetile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT ON players_funds_daytotal TO house_app;
GRANT INSERT, UPDATE (entry) ON players_funds_daytotal TO house_worker;
GRANT SELECT ON players_funds_daytree TO house_web;
GRANT SELECT, INSERT, DELETE ON players_funds_daytree TO house_worker;
GRANT SELECT ON players_funds_leaftile TO house_web;
GRANT SELECT, INSERT, DELETE ON players_funds_leaftile TO house_worker;
GRANT SELECT ON players_funds_placetile TO house_web;
GRANT SELECT, INSERT, DELETE ON players_funds_placetile TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0002_send_webhooks'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0001_initial'), ('casino', '0003_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0003_severe_weaknesses_validated'), ('floor', '0002_values_of_bulk_changes'), ('games', '0001_initial'), ('history', '0001_initial'), ('identity', '0005_proof_of_change'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('players_funds', '0001_initial'), ('protection', '0002_national_push'), ('public_log', '0001_initial'), ('regulator', '0002_data_behind_alerts'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_hardware'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
