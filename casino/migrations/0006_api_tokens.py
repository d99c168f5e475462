"""API tokens: who owns one is proven by the owner's session, and a web process can neither prolong nor reopen one."""

from django.db import migrations

LAWS = """
REVOKE INSERT, UPDATE, DELETE ON identity_apitoken FROM house_app;
GRANT INSERT, UPDATE (used, revoked) ON identity_apitoken TO house_web;
GRANT SELECT, DELETE ON identity_apitoken TO house_worker;
CREATE TRIGGER author_is_proven BEFORE INSERT OR UPDATE OF person_id ON identity_apitoken
    FOR EACH ROW EXECUTE FUNCTION author_is_proven(person_id);
CREATE FUNCTION api_token_only_ends() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.made := clock_timestamp();
        NEW.used := NULL;
        NEW.revoked := NULL;
        NEW.epoch := (SELECT credential_epoch FROM players_person WHERE id = NEW.person_id);
        IF NEW.expires > NEW.made + interval '366 days' THEN
            RAISE EXCEPTION 'an API token lasts a year at most' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF OLD.revoked IS NOT NULL AND NEW.revoked IS DISTINCT FROM OLD.revoked THEN
        RAISE EXCEPTION 'a revoked API token stays revoked' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER api_token_only_ends BEFORE INSERT OR UPDATE ON identity_apitoken
    FOR EACH ROW EXECUTE FUNCTION api_token_only_ends();
"""
UNDO = """
DROP TRIGGER api_token_only_ends ON identity_apitoken;
DROP FUNCTION api_token_only_ends;
DROP TRIGGER author_is_proven ON identity_apitoken;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0005_confirmed_decisions"), ("identity", "0007_api_tokens")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
