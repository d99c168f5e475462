-- Whoever may be somebody blocked opens no account for money before a person has decided.

-- No process verifies the identity of a new player about whom a case is open, or who is the blocked person.
CREATE FUNCTION returning_waits_for_a_person() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM returning_resemblance WHERE player_id = NEW.player_id AND state IN ('open', 'same')) THEN
        RAISE EXCEPTION 'the identity of player % is being checked', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER returning_waits_for_a_person
    BEFORE UPDATE OF state ON identity_identity
    FOR EACH ROW
    WHEN (old.state <> 'verified' AND new.state = 'verified')
    EXECUTE FUNCTION returning_waits_for_a_person();
