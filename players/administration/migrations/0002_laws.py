"""Notes of staff about players are only added to; tags come and go."""

from django.db import migrations

LAWS = """
CREATE TRIGGER administration_playernote_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON administration_playernote
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON administration_playernote FROM house_app;
REVOKE UPDATE ON administration_playertag FROM house_app;
"""
UNDO = "DROP TRIGGER administration_playernote_append_only ON administration_playernote"


class Migration(migrations.Migration):
    dependencies = [("administration", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
