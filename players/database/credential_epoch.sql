-- A person's epoch grows when the password, the address, a second factor or a role changes. Sessions, tokens and mails of an
-- earlier epoch count no longer.

-- Whoever saves a person whole writes the number as it was read: it never goes back.
CREATE FUNCTION players_credential_epoch_grows() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    NEW.credential_epoch := greatest(OLD.credential_epoch, NEW.credential_epoch);
    RETURN NEW;
END $$;
CREATE TRIGGER players_a_credential_epoch_grows
    BEFORE UPDATE OF credential_epoch ON players_person
    FOR EACH ROW
    WHEN (new.credential_epoch < old.credential_epoch)
    EXECUTE FUNCTION players_credential_epoch_grows();

-- The next epoch of the person itself.
CREATE FUNCTION players_credentials_changed() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    NEW.credential_epoch := OLD.credential_epoch + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER players_credentials_changed
    BEFORE UPDATE OF password, is_active, is_staff, email ON players_person
    FOR EACH ROW
    WHEN (old.password IS DISTINCT FROM new.password OR old.is_active IS DISTINCT FROM new.is_active OR old.is_staff IS DISTINCT FROM new.is_staff OR old.email IS DISTINCT FROM new.email)
    EXECUTE FUNCTION players_credentials_changed();

-- And of the person whose factor it is.
CREATE FUNCTION players_factor_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE players_person SET credential_epoch = credential_epoch + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
    RETURN NULL;
END $$;
-- Recovery codes come and go with the factor that they stand in for.
CREATE TRIGGER players_factor_added
    AFTER INSERT ON mfa_authenticator
    FOR EACH ROW
    WHEN (new.type <> 'recovery_codes')
    EXECUTE FUNCTION players_factor_changed();
CREATE TRIGGER players_factor_removed
    AFTER DELETE ON mfa_authenticator
    FOR EACH ROW
    WHEN (old.type <> 'recovery_codes')
    EXECUTE FUNCTION players_factor_changed();
-- Replacing the secret of a factor, or giving it to somebody else, counts as adding one. The library changes only the name of
-- a factor and when it was last used.
CREATE TRIGGER players_factor_replaced
    AFTER UPDATE OF user_id, type, data ON mfa_authenticator
    FOR EACH ROW
    WHEN (NOT (old.type = 'recovery_codes' AND new.type = 'recovery_codes' AND old.user_id = new.user_id) AND (old.user_id IS DISTINCT FROM new.user_id OR old.type IS DISTINCT FROM new.type OR (old.data - 'name') IS DISTINCT FROM (new.data - 'name')))
    EXECUTE FUNCTION players_factor_changed();
