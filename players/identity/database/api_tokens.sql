-- A token of the API lasts a year at most and, once revoked, stays so.

-- Its dates and its epoch are the database's.
CREATE FUNCTION api_token_only_ends() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER api_token_only_ends
    BEFORE INSERT OR UPDATE ON identity_apitoken
    FOR EACH ROW
    EXECUTE FUNCTION api_token_only_ends();

-- Once the password or the address has changed, earlier links are worth nothing.
CREATE FUNCTION identity_tokens_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM identity_resettoken WHERE person_id = NEW.id;
    DELETE FROM identity_signinevidence WHERE person_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER identity_tokens_end
    AFTER UPDATE OF password, email, is_active ON players_person
    FOR EACH ROW
    WHEN (old.password IS DISTINCT FROM new.password OR old.email IS DISTINCT FROM new.email OR old.is_active IS DISTINCT FROM new.is_active)
    EXECUTE FUNCTION identity_tokens_end();
