"""Signs and contacts are only added to."""

from django.db import migrations

LAWS = """
CREATE TRIGGER care_marker_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON care_marker
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER care_contact_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON care_contact
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON care_marker, care_contact FROM house_app;
"""
UNDO = """
DROP TRIGGER care_marker_append_only ON care_marker;
DROP TRIGGER care_contact_append_only ON care_contact;
"""


class Migration(migrations.Migration):
    dependencies = [("care", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
