-- The register of the generator's parts names only changes that the regulator authorised.

-- Authorised, whether already in force or not.
CREATE FUNCTION self_checks_entry_names_an_approved_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.change_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM rulebook_rulechange WHERE id = NEW.change_id AND generator
            AND state IN ('authorised', 'scheduled', 'in-force', 'superseded')
    ) THEN
        RAISE EXCEPTION 'the regulator has not authorised this change of the generator' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER self_checks_entry_names_an_approved_change
    BEFORE INSERT ON self_checks_partentry
    FOR EACH ROW
    EXECUTE FUNCTION self_checks_entry_names_an_approved_change();

-- A change of the technical system takes its steps in their order: a second person approves it, the regulator authorises what is of
-- relevance 3 or changes the data model, nobody makes it before the notice has ended, and another person verifies it. What is of
-- extreme urgency may be made before it is authorised.
CREATE FUNCTION system_change_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about self_checks_systemchange%ROWTYPE;
    known text[];
    not_before timestamp with time zone;
    maker bigint;
    objection text;
BEGIN
    SELECT * INTO about FROM self_checks_systemchange WHERE id = NEW.change_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('self_checks_systemchange', NEW.change_id));
    known := ARRAY(SELECT kind FROM self_checks_systemchangestep WHERE change_id = NEW.change_id);
    SELECT earliest INTO not_before FROM self_checks_systemchangestep WHERE change_id = NEW.change_id AND kind = 'notified';
    SELECT person_id INTO maker FROM self_checks_systemchangestep WHERE change_id = NEW.change_id AND kind = 'made';
    objection := CASE
        WHEN 'rejected' = ANY (known) THEN 'a rejected change takes no step'
        WHEN NEW.kind IN ('approved', 'rejected') AND NEW.person_id = about.person_id THEN 'a second person approves a change'
        WHEN NEW.kind = 'rejected' AND 'approved' = ANY (known) THEN 'an approved change is not rejected'
        WHEN NEW.kind NOT IN ('approved', 'rejected') AND NOT 'approved' = ANY (known) THEN 'a change is approved first'
        WHEN NEW.kind = 'authorised' AND NOT 'notified' = ANY (known) THEN 'the regulator sees a change before it authorises it'
        WHEN NEW.kind = 'made' AND about.category <> 'urgent' AND (about.relevance = 3 OR about.changes_data_model)
            AND NOT 'authorised' = ANY (known) THEN 'the regulator authorises a change before it is made'
        WHEN NEW.kind = 'made' AND about.category <> 'urgent' AND about.changes_data_model AND clock_timestamp() < not_before
            THEN 'the notice of a change of the data model has not ended'
        WHEN NEW.kind = 'verified' AND (maker IS NULL OR maker = NEW.person_id) THEN 'another person verifies what was made'
    END;
    IF objection IS NOT NULL THEN
        RAISE EXCEPTION '%', objection USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER system_change_keeps_the_law
    BEFORE INSERT ON self_checks_systemchangestep
    FOR EACH ROW
    EXECUTE FUNCTION system_change_keeps_the_law();
