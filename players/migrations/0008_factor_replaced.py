"""Replacing the secret of a second factor, or giving it to somebody else, ends sessions as adding one does.

The library changes only the name of a factor and when it was last used.
"""

from django.db import migrations

TRIGGER = """
CREATE TRIGGER players_factor_replaced AFTER UPDATE OF user_id, type, data ON mfa_authenticator
    FOR EACH ROW WHEN (
        NOT (OLD.type = 'recovery_codes' AND NEW.type = 'recovery_codes' AND OLD.user_id = NEW.user_id)
        AND (OLD.user_id, OLD.type, OLD.data - 'name'::text) IS DISTINCT FROM (NEW.user_id, NEW.type, NEW.data - 'name'::text)
    ) EXECUTE FUNCTION players_factor_changed();
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0007_exclusive_work"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunSQL(TRIGGER, "DROP TRIGGER players_factor_replaced ON mfa_authenticator")]
