-- A case of suspected collusion moves by signed steps, and two people close it.

-- It begins open, keeps what it is about, and moves as its signed steps say.
CREATE FUNCTION collusion_case_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    last record;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'open' OR NEW.proposer_id IS NOT NULL OR NEW.signer_id IS NOT NULL OR NEW.decision <> '' THEN
            RAISE EXCEPTION 'a new case must be open' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.kind, OLD.key, OLD.opened) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.key, NEW.opened) THEN
        RAISE EXCEPTION 'the id, kind, key and opening time of a case cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'closed' THEN
        RAISE EXCEPTION 'this case is already closed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'open' AND NEW.state = 'closed' OR OLD.state = 'looked-at' AND NEW.state = 'open' THEN
        RAISE EXCEPTION 'a case goes from open to looked-at to closed, without skipping a state' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT verb, person_id, decision, reason INTO last FROM collusion_step
    WHERE case_id = NEW.id AND verb IN ('take', 'propose', 'return', 'sign') ORDER BY id DESC LIMIT 1;
    IF last.verb IS NULL
        OR NEW.state <> OLD.state AND last.verb <> (CASE NEW.state WHEN 'closed' THEN 'sign' ELSE 'take' END)
        OR NEW.state = 'closed' AND (NEW.signer_id, NEW.proposer_id, NEW.decision) IS DISTINCT FROM (last.person_id, OLD.proposer_id, OLD.decision)
        OR NEW.state <> 'closed' AND NEW.proposer_id IS NOT NULL AND (OLD.proposer_id IS NOT NULL
            OR last.verb <> 'propose' OR (NEW.proposer_id, NEW.decision, NEW.reason) IS DISTINCT FROM (last.person_id, last.decision, last.reason))
        OR NEW.state <> 'closed' AND NEW.proposer_id IS NULL AND OLD.proposer_id IS NOT NULL AND last.verb <> 'return' THEN
        RAISE EXCEPTION 'the state of a case must match its last step' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER collusion_case_keeps_the_law
    BEFORE INSERT OR UPDATE ON collusion_case
    FOR EACH ROW
    EXECUTE FUNCTION collusion_case_keeps_the_law();

-- With a reason.
CREATE FUNCTION collusion_step_is_of_staff() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM players_person WHERE id = NEW.person_id AND is_staff AND is_active) THEN
        RAISE EXCEPTION 'only staff may take a step of a case' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF length(btrim(NEW.reason)) < 8 THEN
        RAISE EXCEPTION 'a step of a case needs a reason' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER collusion_step_is_of_staff
    BEFORE INSERT ON collusion_step
    FOR EACH ROW
    EXECUTE FUNCTION collusion_step_is_of_staff();
