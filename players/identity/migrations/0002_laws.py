"""The laws of identity: what was asked, answered and accepted is only added to; an identity, a document and a sign-in stay,
and so do the addresses that a change names."""

from django.db import migrations

LAWS = """
CREATE TRIGGER identity_check_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_check
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_terms
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_acceptance_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_acceptance
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_testaccount_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_testaccount
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_identity_stays BEFORE DELETE OR TRUNCATE ON identity_identity
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON identity_check, identity_terms, identity_acceptance, identity_testaccount, identity_paper FROM house_app;
REVOKE DELETE ON identity_identity, identity_paymentaccount, identity_signin, identity_addresschange FROM house_app;
"""

UNDO = """
DROP TRIGGER identity_identity_stays ON identity_identity;
DROP TRIGGER identity_testaccount_append_only ON identity_testaccount;
DROP TRIGGER identity_acceptance_append_only ON identity_acceptance;
DROP TRIGGER identity_terms_append_only ON identity_terms;
DROP TRIGGER identity_check_append_only ON identity_check;
"""


class Migration(migrations.Migration):
    dependencies = [("identity", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0001_rights")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
