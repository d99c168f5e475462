"""A change of address is only added to: whose it is and which addresses it names stay as they were asked."""

from django.db import migrations

LAWS = """
CREATE TRIGGER identity_addresschange_stays BEFORE UPDATE OF id, person_id, before, after, asked OR DELETE OR TRUNCATE ON identity_addresschange
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE DELETE ON identity_addresschange FROM house_app;
"""


class Migration(migrations.Migration):
    dependencies = [("identity", "0003_addresschange"), ("wallet", "0002_laws"), ("casino", "0001_rights")]
    operations = [migrations.RunSQL(LAWS, "DROP TRIGGER identity_addresschange_stays ON identity_addresschange")]
