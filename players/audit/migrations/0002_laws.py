"""The laws of the audit log: lines, seals and their checks are only added to. Transfers are found by their hour, without an index entry for each."""

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

# The seals that were compared with the record. Only the worker adds to it.
CHECKS = """
CREATE TRIGGER audit_sealcheck_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_sealcheck
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON audit_sealcheck FROM house_app;
GRANT INSERT ON audit_sealcheck TO house_worker;
"""

UNDO = """
DROP TRIGGER audit_sealcheck_append_only ON audit_sealcheck;
DROP INDEX transfer_by_hour;
DROP TRIGGER audit_seal_append_only ON audit_seal;
DROP TRIGGER audit_line_append_only ON audit_line;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS + CHECKS, UNDO)]
