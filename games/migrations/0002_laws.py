"""The laws of the record of play: events are append-only, a sheet and a setting never change once written."""

from django.db import migrations

LAWS = """
CREATE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_stake_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_stake
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_tablesetting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_tablesetting
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_rulesheet_keeps_its_rules BEFORE UPDATE OF system, version, data, digest OR DELETE OR TRUNCATE ON games_rulesheet
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_round_keeps_its_promise BEFORE UPDATE OF table_id, number, commitment, sealed OR DELETE OR TRUNCATE ON games_round
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""

UNDO = """
DROP TRIGGER games_round_keeps_its_promise ON games_round;
DROP TRIGGER games_rulesheet_keeps_its_rules ON games_rulesheet;
DROP TRIGGER games_tablesetting_append_only ON games_tablesetting;
DROP TRIGGER games_stake_append_only ON games_stake;
DROP TRIGGER games_event_append_only ON games_event;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("wallet", "0002_laws")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
