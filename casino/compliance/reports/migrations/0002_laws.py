"""Issued reports are only added to; folded days are the worker's. Void rounds are found without reading all."""

from django.db import migrations

LAWS = """
CREATE TRIGGER reports_issue_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reports_issue
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON reports_issue FROM house_app;
CREATE INDEX round_void ON games_round (ended) WHERE status = 'void';
"""

UNDO = """
DROP INDEX round_void;
DROP TRIGGER reports_issue_append_only ON reports_issue;
"""


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial"), ("wallet", "0002_laws"), ("games", "0002_laws"), ("casino", "0001_rights"), ("regulator_files", "0002_laws")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
