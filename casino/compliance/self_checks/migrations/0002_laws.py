"""Manifests, roots and proofs are only added to."""

from django.db import migrations

LAWS = """
CREATE TRIGGER watch_manifest_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON watch_manifest
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER watch_root_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON watch_root
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER watch_proof_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON watch_proof
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON watch_manifest, watch_root, watch_proof FROM house_app;
"""
UNDO = """
DROP TRIGGER watch_manifest_append_only ON watch_manifest;
DROP TRIGGER watch_root_append_only ON watch_root;
DROP TRIGGER watch_proof_append_only ON watch_proof;
"""


class Migration(migrations.Migration):
    dependencies = [("watch", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
