"""The credential epoch of a person: a number that grows with every change of password, second factor, role or right to enter.

A session and a socket carry the number they were opened under. Where it differs from the row they have ended, and the row is
read in the transaction of every bet. Triggers count it, so that no way to change a credential can forget to.
"""

from django.db import migrations

TRIGGERS = """
CREATE FUNCTION players_credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.credential_epoch := OLD.credential_epoch + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER players_credentials_changed BEFORE UPDATE OF password, is_active, is_staff, email ON players_person
    FOR EACH ROW WHEN (
        (OLD.password, OLD.is_active, OLD.is_staff, OLD.email) IS DISTINCT FROM (NEW.password, NEW.is_active, NEW.is_staff, NEW.email)
    ) EXECUTE FUNCTION players_credentials_changed();
-- Whoever saves a person whole writes the number as it was read: it never goes back.
CREATE FUNCTION players_credential_epoch_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.credential_epoch := greatest(OLD.credential_epoch, NEW.credential_epoch);
    RETURN NEW;
END $$;
CREATE TRIGGER players_a_credential_epoch_grows BEFORE UPDATE OF credential_epoch ON players_person
    FOR EACH ROW WHEN (NEW.credential_epoch < OLD.credential_epoch) EXECUTE FUNCTION players_credential_epoch_grows();
CREATE FUNCTION players_factor_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_person SET credential_epoch = credential_epoch + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
    RETURN NULL;
END $$;
-- Recovery codes come and go with the factor that they stand in for.
CREATE TRIGGER players_factor_added AFTER INSERT ON mfa_authenticator
    FOR EACH ROW WHEN (NEW.type <> 'recovery_codes') EXECUTE FUNCTION players_factor_changed();
CREATE TRIGGER players_factor_removed AFTER DELETE ON mfa_authenticator
    FOR EACH ROW WHEN (OLD.type <> 'recovery_codes') EXECUTE FUNCTION players_factor_changed();
-- Replacing the secret of a factor, or giving it to somebody else, counts as adding one. The library changes only the name of
-- a factor and when it was last used.
CREATE TRIGGER players_factor_replaced AFTER UPDATE OF user_id, type, data ON mfa_authenticator
    FOR EACH ROW WHEN (
        NOT (OLD.type = 'recovery_codes' AND NEW.type = 'recovery_codes' AND OLD.user_id = NEW.user_id)
        AND (OLD.user_id, OLD.type, OLD.data - 'name'::text) IS DISTINCT FROM (NEW.user_id, NEW.type, NEW.data - 'name'::text)
    ) EXECUTE FUNCTION players_factor_changed();
CREATE FUNCTION players_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_person SET credential_epoch = credential_epoch + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.person_id ELSE NEW.person_id END;
    RETURN NULL;
END $$;
CREATE TRIGGER players_role_changed AFTER INSERT OR DELETE ON players_person_groups
    FOR EACH ROW EXECUTE FUNCTION players_role_changed();
"""
UNDO = """
DROP TRIGGER players_role_changed ON players_person_groups;
DROP FUNCTION players_role_changed;
DROP TRIGGER players_factor_replaced ON mfa_authenticator;
DROP TRIGGER players_factor_removed ON mfa_authenticator;
DROP TRIGGER players_factor_added ON mfa_authenticator;
DROP FUNCTION players_factor_changed;
DROP TRIGGER players_a_credential_epoch_grows ON players_person;
DROP FUNCTION players_credential_epoch_grows;
DROP TRIGGER players_credentials_changed ON players_person;
DROP FUNCTION players_credentials_changed;
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0002_laws"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunSQL(TRIGGERS, UNDO)]
