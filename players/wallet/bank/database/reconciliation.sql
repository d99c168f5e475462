-- The match of a day: who decides, and that a closed day is sealed. The worker finds matches; people decide about them.

-- A day closes when nothing of it waits or is to be decided, after the day before it, and never changes again.
CREATE FUNCTION bank_day_closes() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.closed IS NOT NULL THEN
            RAISE EXCEPTION 'a new day must be open' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF OLD.closed IS NOT NULL AND OLD IS DISTINCT FROM NEW THEN
        RAISE EXCEPTION 'the day % is closed', OLD.day USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.closed IS NULL AND NEW.closed IS NOT NULL AND (
        NEW.waiting <> 0 OR EXISTS (SELECT FROM bank_match WHERE day_id = NEW.day AND state = 'open')
    ) THEN
        RAISE EXCEPTION 'the day % is not level', NEW.day USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER bank_day_closes
    BEFORE INSERT OR UPDATE ON bank_reconciliationday
    FOR EACH ROW
    EXECUTE FUNCTION bank_day_closes();

-- Nothing enters a closed day, and only a decision decides.
CREATE FUNCTION bank_match_steps() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    is_owner boolean := pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
BEGIN
    IF EXISTS (SELECT FROM bank_reconciliationday WHERE day = NEW.day_id AND closed IS NOT NULL) THEN
        RAISE EXCEPTION 'the day % is closed', NEW.day_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'INSERT' AND NEW.state NOT IN ('matched', 'open') THEN
        RAISE EXCEPTION 'a new match is not decided' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND NOT is_owner AND 'decided' IN (OLD.state, NEW.state) THEN
        RAISE EXCEPTION 'only a decision decides a match' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER bank_match_steps
    BEFORE INSERT OR UPDATE ON bank_match
    FOR EACH ROW
    EXECUTE FUNCTION bank_match_steps();

-- What was decided, by one person where that is enough or by two, decides the match.
CREATE FUNCTION bank_decision_decides() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE bank_match SET state = 'decided' WHERE id = NEW.match_id AND state = 'open';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the match % is not to be decided', NEW.match_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER bank_decision_decides
    AFTER UPDATE OF state ON bank_matchdecision
    FOR EACH ROW
    WHEN (new.state = 'settled' OR new.state = 'accepted')
    EXECUTE FUNCTION bank_decision_decides();

-- There is something to decide.
CREATE FUNCTION bank_match_is_open(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM bank_match WHERE id = (later ->> 'match_id')::bigint AND state = 'open')
$$;
GRANT EXECUTE ON FUNCTION bank_match_is_open TO house_app;

-- The amount is below the ceiling of the person who decides alone.
CREATE FUNCTION bank_one_person_decides(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM bank_match
        WHERE id = (later ->> 'match_id')::bigint AND cents < cashier_ceiling_now('match', '', (later ->> 'author_id')::bigint)
    )
$$;
GRANT EXECUTE ON FUNCTION bank_one_person_decides TO house_app;
