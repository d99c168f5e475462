-- Where a player's money goes: a new account rests before it is used, and the player is told.

-- How long it rests follows from whether the player had one before.
CREATE FUNCTION payment_account_has_its_age() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF NEW.usable IS DISTINCT FROM OLD.usable OR OLD.until IS NOT NULL THEN
            RAISE EXCEPTION 'the start and the end of a payment account cannot change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    NEW.since := clock_timestamp();
    IF NEW.until IS NOT NULL THEN
        RAISE EXCEPTION 'a new payment account must be open' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Once a player has another account, or money has moved, a new account waits. The worker measures the wait from `since`.
    IF NEW.usable IS NULL AND (
        EXISTS (SELECT FROM identity_paymentaccount WHERE player_id = NEW.player_id)
        OR EXISTS (SELECT FROM wallet_account WHERE player_id = NEW.player_id AND currency = 'EUR' AND moves > 0)
    ) THEN
        RAISE EXCEPTION 'a changed payment account must wait before it receives money' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payment_account_has_its_age
    BEFORE INSERT OR UPDATE OF usable, until ON identity_paymentaccount
    FOR EACH ROW
    EXECUTE FUNCTION payment_account_has_its_age();

-- By a message in the inbox and by mail.
CREATE FUNCTION payment_account_is_told() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO inbox_message (player_id, kind, details, mail, tries)
    VALUES (
        NEW.player_id, 'payment-account-changed',
        jsonb_build_object('ending', coalesce(NEW.ending, right(NEW.iban, 4)), 'usable', NEW.usable), 'waiting', 0
    );
    RETURN NULL;
END $$;
CREATE TRIGGER payment_account_is_told
    AFTER INSERT ON identity_paymentaccount
    FOR EACH ROW
    WHEN (new.usable IS NOT NULL)
    EXECUTE FUNCTION payment_account_is_told();

-- An answer about the owner stays; only a bank that could not answer is asked again. The database dates it.
CREATE FUNCTION payment_account_owner_stays() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF OLD.owner NOT IN ('', 'unavailable') OR NEW.owner = '' THEN
        RAISE EXCEPTION 'the answer about the owner of a payment account stays' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    NEW.owner_answered := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER payment_account_owner_stays
    BEFORE UPDATE OF owner, owner_name, owner_answered ON identity_paymentaccount
    FOR EACH ROW
    EXECUTE FUNCTION payment_account_owner_stays();
