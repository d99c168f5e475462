-- The life of a rule change. Its state follows from its steps alone; each step is about one exact content; nobody endorses or
-- authorises what is their own; and a sheet comes into force only through a change that three people have signed.

-- A finished comparison of odds is not written again.
CREATE FUNCTION impact_is_final() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a finished calculation cannot change' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER impact_is_final
    BEFORE UPDATE ON rulebook_impact
    FOR EACH ROW
    WHEN (old.state = 'done')
    EXECUTE FUNCTION impact_is_final();

-- Its columns follow from its steps.
CREATE FUNCTION rule_change_is_lawful() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'draft' OR NEW.moment IS NOT NULL OR NEW.earliest IS NOT NULL OR NEW.sheet_id IS NOT NULL OR NEW.reference <> '' THEN
            RAISE EXCEPTION 'a new request must be a draft' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSE
        IF (NEW.id, NEW.system, NEW.author_id, NEW.created) IS DISTINCT FROM (OLD.id, OLD.system, OLD.author_id, OLD.created) THEN
            RAISE EXCEPTION 'the game and the author of a request cannot change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.state, NEW.moment, NEW.earliest, NEW.sheet_id, NEW.reference)
            IS DISTINCT FROM (OLD.state, OLD.moment, OLD.earliest, OLD.sheet_id, OLD.reference) AND pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'the state of a request changes only through its steps' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.content_id, NEW.base_id, NEW.title, NEW.reason, NEW.reinstated_id, NEW.generator, NEW.category, NEW.other_parts, NEW.risk)
            IS DISTINCT FROM (OLD.content_id, OLD.base_id, OLD.title, OLD.reason, OLD.reinstated_id, OLD.generator, OLD.category, OLD.other_parts, OLD.risk)
            AND OLD.state NOT IN ('draft', 'returned') THEN
            RAISE EXCEPTION 'a submitted request can no longer be changed' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    IF NOT EXISTS (SELECT FROM rulebook_rulecontent WHERE id = NEW.content_id AND system = NEW.system) THEN
        RAISE EXCEPTION 'the request and its content belong to different games' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_change_is_lawful
    BEFORE INSERT OR UPDATE ON rulebook_rulechange
    FOR EACH ROW
    EXECUTE FUNCTION rule_change_is_lawful();

-- The regulator decides about what was submitted.
CREATE FUNCTION rule_decision_follows_submission() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.dated < (
        SELECT (max(s.at) AT TIME ZONE 'Europe/Lisbon')::date FROM rulebook_rulestep AS s
        WHERE s.change_id = NEW.change_id AND s.verb = 'submit'
    ) THEN
        RAISE EXCEPTION 'the decision is dated before the request was submitted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_decision_follows_submission
    BEFORE INSERT ON rulebook_rulestep
    FOR EACH ROW
    WHEN (new.verb = 'authorise')
    EXECUTE FUNCTION rule_decision_follows_submission();

-- Who endorsed this content since it was last submitted.
CREATE FUNCTION rule_endorser(change bigint, content text) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT e.person_id FROM rulebook_rulestep AS e
    WHERE e.change_id = change AND e.verb = 'endorse' AND e.digest = content AND e.id > (
        SELECT max(s.id) FROM rulebook_rulestep AS s WHERE s.change_id = change AND s.verb = 'submit'
    )
    ORDER BY e.id DESC LIMIT 1
$$;
GRANT EXECUTE ON FUNCTION rule_endorser TO house_app;

-- A sheet in force does not come into force again.
CREATE FUNCTION rule_sheet_comes_once() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a rule sheet takes effect once and cannot change afterwards' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER rule_sheet_comes_once
    BEFORE UPDATE OF status ON games_rulesheet
    FOR EACH ROW
    WHEN (new.status = 'in-force' AND old.status <> 'in-force')
    EXECUTE FUNCTION rule_sheet_comes_once();

-- A sheet comes into force with the content that was authorised.
CREATE FUNCTION rule_sheet_is_approved() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.digest <> encode(sha256(convert_to(NEW.data, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'the rules do not match their digest' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- The demonstration's rules, before a game has any.
    IF NEW.reference = 'DEMO-1' AND NOT EXISTS (SELECT FROM games_rulesheet WHERE system = NEW.system) THEN
        RETURN NEW;
    END IF;
    IF NOT EXISTS (
        SELECT FROM rulebook_rulechange AS c JOIN rulebook_rulecontent AS k ON k.id = c.content_id
        WHERE c.system = NEW.system AND c.state = 'scheduled' AND c.moment <= clock_timestamp() AND c.reference = NEW.reference
            AND k.digest = NEW.digest AND rule_three_people(c.id, k.digest)
    ) THEN
        RAISE EXCEPTION 'nobody has approved these rules' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_sheet_is_approved
    BEFORE INSERT ON games_rulesheet
    FOR EACH ROW
    WHEN (new.status = 'in-force')
    EXECUTE FUNCTION rule_sheet_is_approved();

-- From a standing, by a verb, to the next: the same table as in games/rulebook/lifecycle.py.
CREATE FUNCTION rule_step_is_lawful() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    c rulebook_rulechange;
    content rulebook_rulecontent;
    target text;
    now_in_force bigint;
    made bigint;
    days bigint := 0;
BEGIN
    -- One step at a time: who comes second finds the standing that the first has left.
    SELECT * INTO c FROM rulebook_rulechange WHERE id = NEW.change_id FOR UPDATE;
    SELECT * INTO content FROM rulebook_rulecontent WHERE id = c.content_id;
    NEW.at := clock_timestamp();
    target := (CASE
        WHEN NEW.verb = 'submit' AND c.state IN ('draft', 'returned') THEN 'submitted'
        WHEN NEW.verb = 'endorse' AND c.state = 'submitted' THEN 'endorsed'
        WHEN NEW.verb = 'return' AND c.state IN ('submitted', 'endorsed') THEN 'returned'
        WHEN NEW.verb = 'authorise' AND c.state = 'endorsed' THEN 'authorised'
        WHEN NEW.verb = 'refuse' AND c.state = 'endorsed' THEN 'refused'
        WHEN NEW.verb = 'schedule' AND c.state IN ('authorised', 'scheduled') THEN 'scheduled'
        WHEN NEW.verb = 'withdraw' AND c.state IN ('draft', 'returned', 'submitted', 'endorsed', 'authorised', 'scheduled') THEN 'withdrawn'
        WHEN NEW.verb = 'expire' AND c.state IN ('draft', 'returned', 'submitted', 'endorsed', 'authorised') THEN 'expired'
        WHEN NEW.verb = 'activate' AND c.state = 'scheduled' THEN 'in-force'
        WHEN NEW.verb = 'supersede' AND c.state = 'in-force' AND pg_trigger_depth() > 1 THEN 'superseded'
    END);
    IF target IS NULL THEN
        RAISE EXCEPTION 'the step % is not possible for a request that is %', NEW.verb, coalesce(c.state, 'not there') USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.digest <> content.digest THEN
        RAISE EXCEPTION 'the digest is not that of the request''s content' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (NEW.verb IN ('expire', 'activate', 'supersede')) <> (NEW.person_id IS NULL) THEN
        RAISE EXCEPTION 'only the steps expire, activate and supersede are taken without a person' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT (CASE NEW.verb
        WHEN 'submit' THEN NEW.person_id = c.author_id AND staff_may(NEW.person_id, 'rulebook.add_rulechange')
        WHEN 'endorse' THEN NEW.person_id <> c.author_id AND staff_may(NEW.person_id, 'rulebook.endorse_rulechange')
        WHEN 'schedule' THEN staff_may(NEW.person_id, 'rulebook.add_rulechange') OR staff_may(NEW.person_id, 'rulebook.endorse_rulechange')
        WHEN 'withdraw' THEN NEW.person_id = c.author_id OR staff_may(NEW.person_id, 'rulebook.endorse_rulechange')
        WHEN 'return' THEN NEW.person_id <> c.author_id AND staff_may(
            NEW.person_id, CASE c.state WHEN 'submitted' THEN 'rulebook.endorse_rulechange' ELSE 'rulebook.authorise_rulechange' END)
        WHEN 'authorise' THEN NEW.person_id NOT IN (c.author_id, rule_endorser(c.id, content.digest))
            AND staff_may(NEW.person_id, 'rulebook.authorise_rulechange')
        WHEN 'refuse' THEN NEW.person_id <> c.author_id AND staff_may(NEW.person_id, 'rulebook.authorise_rulechange')
        ELSE true END) IS TRUE THEN
        RAISE EXCEPTION 'this person may not take the step %', NEW.verb USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verb IN ('return', 'refuse', 'withdraw') AND length(NEW.reason) < 8 THEN
        RAISE EXCEPTION 'a reason is missing' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT id INTO now_in_force FROM games_rulesheet WHERE system = c.system AND status = 'in-force';
    IF NEW.verb IN ('submit', 'endorse', 'authorise', 'schedule', 'activate') AND c.base_id IS DISTINCT FROM now_in_force THEN
        RAISE EXCEPTION 'the rules in force have changed since the request was started' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verb = 'endorse' THEN
        -- The figure of a royal flush, when it changes and when it is determined first: the demonstration's was approved by nobody.
        IF c.system = 'macau-stud' AND NOT EXISTS (
            SELECT FROM games_rulesheet AS base WHERE base.id = c.base_id AND base.reference <> 'DEMO-1'
                AND base.data::jsonb -> 'royal_times' = content.data::jsonb -> 'royal_times'
        ) THEN
            days := 3;
        END IF;
        IF c.generator THEN
            days := 5;
        END IF;
        IF days > 0 AND (NEW.moment IS NULL OR rule_weekdays_between(NEW.at, NEW.moment) < days) THEN
            RAISE EXCEPTION 'the moment is earlier than the notice allows' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF NEW.verb = 'authorise' AND (
        NEW.reference = '' OR NEW.dated IS NULL OR NEW.dated > (NEW.at AT TIME ZONE 'Europe/Lisbon')::date
        OR NOT EXISTS (SELECT FROM rulebook_ruledocument WHERE id = NEW.document_id AND change_id = c.id AND person_id = NEW.person_id)
    ) THEN
        RAISE EXCEPTION 'an authorisation needs a reference, a date and a document' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NEW.verb = 'schedule' THEN
        NEW.moment := greatest(NEW.moment, NEW.at);
        IF NEW.moment < c.earliest THEN
            RAISE EXCEPTION 'the moment is earlier than the notice allows' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF NEW.verb = 'expire' AND c.changed > NEW.at - interval '90 days' THEN
        RAISE EXCEPTION 'a request expires only after 90 days without a step' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NEW.verb = 'activate' THEN
        IF c.moment > NEW.at OR NOT rule_three_people(c.id, content.digest) THEN
            RAISE EXCEPTION 'the request is not approved, or its moment has not come' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        INSERT INTO rulebook_rulestep (change_id, at, verb, digest, reason, reference)
            SELECT o.id, NEW.at, 'supersede', k.digest, '', '' FROM rulebook_rulechange AS o
            JOIN rulebook_rulecontent AS k ON k.id = o.content_id WHERE o.system = c.system AND o.state = 'in-force';
        UPDATE games_rulesheet SET status = 'superseded' WHERE id = now_in_force;
        INSERT INTO games_rulesheet (system, version, status, data, digest, reference, since)
            SELECT c.system, coalesce(max(version), 0) + 1, 'in-force', content.data, content.digest, c.reference, NEW.at
            FROM games_rulesheet WHERE system = c.system RETURNING id INTO made;
    END IF;
    UPDATE rulebook_rulechange SET state = target, changed = NEW.at, sheet_id = coalesce(made, sheet_id),
        earliest = CASE NEW.verb WHEN 'endorse' THEN NEW.moment WHEN 'return' THEN NULL ELSE earliest END,
        moment = CASE NEW.verb WHEN 'schedule' THEN NEW.moment ELSE moment END,
        reference = CASE NEW.verb WHEN 'authorise' THEN NEW.reference ELSE reference END
    WHERE id = c.id;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_step_is_lawful
    BEFORE INSERT ON rulebook_rulestep
    FOR EACH ROW
    EXECUTE FUNCTION rule_step_is_lawful();

-- An author, another person of the house, and a third for the regulator, each about this very content.
CREATE FUNCTION rule_three_people(change bigint, content text) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM rulebook_rulestep AS s
        JOIN rulebook_rulestep AS e ON e.change_id = s.change_id AND e.verb = 'endorse' AND e.digest = content AND e.id > s.id
        JOIN rulebook_rulestep AS a ON a.change_id = s.change_id AND a.verb = 'authorise' AND a.digest = content AND a.id > e.id
        WHERE s.change_id = change AND s.verb = 'submit' AND s.digest = content
            AND s.id = (SELECT max(id) FROM rulebook_rulestep WHERE change_id = change AND verb = 'submit')
            AND e.person_id = rule_endorser(change, content)
            AND s.person_id <> e.person_id AND e.person_id <> a.person_id AND s.person_id <> a.person_id
            AND a.reference <> '' AND a.document_id IS NOT NULL
    )
$$;
GRANT EXECUTE ON FUNCTION rule_three_people TO house_app;

-- Whole days from Monday to Friday that lie between two moments in Lisbon: holidays can only add to what must be waited.
CREATE FUNCTION rule_weekdays_between(since timestamp with time zone, until timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE AS $$
    SELECT count(*) FROM generate_series(
        (since AT TIME ZONE 'Europe/Lisbon')::date + 1, (until AT TIME ZONE 'Europe/Lisbon')::date - 1, interval '1 day'
    ) AS day WHERE extract(isodow FROM day) < 6
$$;
GRANT EXECUTE ON FUNCTION rule_weekdays_between TO house_app;
