-- No process sends money out while a measure holds it, and a file goes with the data of its player.

-- The sentence says what staff read of every review: who sees an error must not learn of a suspicion.
CREATE FUNCTION laundering_holds_payouts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM laundering_measure WHERE player_id = NEW.player_id AND ended IS NULL AND kind <> 'risk') THEN
        RAISE EXCEPTION 'the withdrawal % is under review', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER laundering_holds_payouts
    BEFORE UPDATE OF status ON cashier_payment
    FOR EACH ROW
    WHEN (new.status = 'sent' AND old.status <> 'sent')
    EXECUTE FUNCTION laundering_holds_payouts();

-- No role may delete a row of a file. It goes with the data of its player, ten years after the account: the law asks for
-- seven years (Lei 83/2017, article 51).
CREATE FUNCTION laundering_erased() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM laundering_access WHERE player_id = NEW.player_id;
    DELETE FROM laundering_measure WHERE player_id = NEW.player_id;
    DELETE FROM laundering_report WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;
CREATE TRIGGER laundering_erased
    AFTER UPDATE OF status ON identity_erasure
    FOR EACH ROW
    WHEN (old.status <> 'done' AND new.status = 'done')
    EXECUTE FUNCTION laundering_erased();
