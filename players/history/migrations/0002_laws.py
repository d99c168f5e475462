"""Statements are kept as they were made. The few movements outside rounds are found by their wallet."""

from django.db import migrations

LAWS = """
CREATE TRIGGER history_statement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_statement
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON history_statement FROM house_app;
REVOKE DELETE ON history_copy FROM house_app;
-- No bet has an entry here: deposits and withdrawals are few, and are found among any number of bets.
CREATE INDEX transfer_cash_in ON wallet_transfer (target_id, at) WHERE round IS NULL;
CREATE INDEX transfer_cash_out ON wallet_transfer (source_id, at) WHERE round IS NULL;
"""

UNDO = """
DROP INDEX transfer_cash_out;
DROP INDEX transfer_cash_in;
DROP TRIGGER history_statement_append_only ON history_statement;
"""


class Migration(migrations.Migration):
    dependencies = [("history", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
