"""The laws of the audit log: lines and seals are only added to. Transfers are found by their hour, without an index entry for each."""

from django.db import migrations

LAWS = """
CREATE TRIGGER audit_line_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_line
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON audit_line, audit_seal FROM house_app;
-- One summary for many pages of a table that grows at its end: it costs the bets nothing, and finds a minute among years.
CREATE INDEX transfer_by_hour ON wallet_transfer USING brin (at) WITH (pages_per_range = 16, autosummarize = on);
"""

UNDO = """
DROP INDEX transfer_by_hour;
DROP TRIGGER audit_seal_append_only ON audit_seal;
DROP TRIGGER audit_line_append_only ON audit_line;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0001_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
