"""Statements are kept as they were made. Rounds are found by their hour, and the few movements that are no play by their wallet."""

from django.db import migrations

LAWS = """
CREATE TRIGGER history_statement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_statement
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON history_statement FROM house_app;
REVOKE DELETE ON history_copy FROM house_app;
CREATE INDEX stake_by_hour ON games_stake USING brin (at) WITH (pages_per_range = 16, autosummarize = on);
-- No bet has an entry here: deposits and withdrawals are few, and are found among any number of bets.
CREATE INDEX transfer_cash_in ON wallet_transfer (target_id, at) WHERE round IS NULL;
CREATE INDEX transfer_cash_out ON wallet_transfer (source_id, at) WHERE round IS NULL;
"""

UNDO = """
DROP INDEX transfer_cash_out;
DROP INDEX transfer_cash_in;
DROP INDEX stake_by_hour;
DROP TRIGGER history_statement_append_only ON history_statement;
"""


class Migration(migrations.Migration):
    dependencies = [("history", "0001_initial"), ("wallet", "0002_laws"), ("games", "0002_laws"), ("casino", "0001_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
