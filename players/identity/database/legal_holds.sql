-- Data under the order of an authority are not erased, whatever the law of keeping says.

-- An order of two people that no later one has lifted.
CREATE FUNCTION is_under_legal_hold(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_legalhold AS h WHERE h.player_id = who AND h.state = 'in-force' AND h.lifts_id IS NULL
          AND NOT EXISTS (SELECT FROM identity_legalhold AS l WHERE l.lifts_id = h.id AND l.state = 'in-force')
    )
$$;
GRANT EXECUTE ON FUNCTION is_under_legal_hold TO house_web, house_worker;

-- An erasure waits: neither its approval, which takes what no law keeps, nor its end goes past an order.
CREATE FUNCTION erasure_waits_for_legal_holds() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF is_under_legal_hold(NEW.player_id) THEN
        RAISE EXCEPTION 'the data of account % have to be kept', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER erasure_waits_for_legal_holds
    BEFORE UPDATE OF status ON identity_erasure
    FOR EACH ROW
    WHEN (new.status = 'approved' OR new.status = 'done')
    EXECUTE FUNCTION erasure_waits_for_legal_holds();

-- An order lifts one about the same player, which is in force.
CREATE FUNCTION legal_hold_lifts_its_own() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM identity_legalhold AS h
        WHERE h.id = NEW.lifts_id AND h.player_id = NEW.player_id AND h.lifts_id IS NULL AND h.state = 'in-force'
    ) THEN
        RAISE EXCEPTION 'no legal hold in force to lift' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER legal_hold_lifts_its_own
    BEFORE INSERT ON identity_legalhold
    FOR EACH ROW
    WHEN (new.lifts_id IS NOT NULL)
    EXECUTE FUNCTION legal_hold_lifts_its_own();
