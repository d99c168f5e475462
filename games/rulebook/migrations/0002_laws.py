"""The laws of a rule's life, kept by the database itself so that no form, shell, admin or worker can go round them.

A request's standing follows from its steps alone; each step is about one exact content; nobody endorses or authorises what is
their own, superusers included; and a sheet comes in force only through a request that three people have signed.
"""

from django.db import migrations

CONTENTS = """
ALTER TABLE rulebook_rulecontent ADD CONSTRAINT a_content_is_its_digest
    CHECK (digest = encode(sha256(convert_to(data, 'UTF8')), 'hex'));
ALTER TABLE rulebook_ruledocument ADD CONSTRAINT a_document_is_its_digest CHECK (digest = encode(sha256(data), 'hex'));
CREATE TRIGGER rulebook_rulecontent_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulebook_rulecontent
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER rulebook_ruledocument_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulebook_ruledocument
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER rulebook_rulestep_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulebook_rulestep
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER rulebook_rulechange_stays BEFORE DELETE OR TRUNCATE ON rulebook_rulechange
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""

PEOPLE = """
-- A role gives the right, and nothing else does: being a superuser is not a role.
CREATE FUNCTION rule_person_may(person bigint, code text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'rulebook'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
-- Who endorsed this content since it was last submitted.
CREATE FUNCTION rule_endorser(change bigint, content text) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT e.person_id FROM rulebook_rulestep AS e
    WHERE e.change_id = change AND e.verb = 'endorse' AND e.digest = content AND e.id > (
        SELECT max(s.id) FROM rulebook_rulestep AS s WHERE s.change_id = change AND s.verb = 'submit'
    )
    ORDER BY e.id DESC LIMIT 1
$$;
-- An author, another person of the house, and a third for the regulator, each about this very content.
CREATE FUNCTION rule_three_people(change bigint, content text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
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
"""

# Whole days from Monday to Friday that lie between two moments in Lisbon: holidays can only add to what must be waited.
LEAD = """
CREATE FUNCTION rule_weekdays_between(since timestamptz, until timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT count(*) FROM generate_series(
        (since AT TIME ZONE 'Europe/Lisbon')::date + 1, (until AT TIME ZONE 'Europe/Lisbon')::date - 1, interval '1 day'
    ) AS day WHERE extract(isodow FROM day) < 6
$$;
"""

CHANGES = """
CREATE FUNCTION rule_change_is_lawful() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'draft' OR NEW.moment IS NOT NULL OR NEW.earliest IS NOT NULL OR NEW.sheet_id IS NOT NULL OR NEW.reference <> '' THEN
            RAISE EXCEPTION 'a request begins as a draft' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSE
        IF (NEW.id, NEW.system, NEW.author_id, NEW.created) IS DISTINCT FROM (OLD.id, OLD.system, OLD.author_id, OLD.created) THEN
            RAISE EXCEPTION 'a request keeps its game and its author' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.state, NEW.moment, NEW.earliest, NEW.sheet_id, NEW.reference)
            IS DISTINCT FROM (OLD.state, OLD.moment, OLD.earliest, OLD.sheet_id, OLD.reference) AND pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'the standing of a request follows from its steps' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.content_id, NEW.base_id, NEW.title, NEW.reason, NEW.reinstated_id, NEW.generator)
            IS DISTINCT FROM (OLD.content_id, OLD.base_id, OLD.title, OLD.reason, OLD.reinstated_id, OLD.generator)
            AND OLD.state NOT IN ('draft', 'returned') THEN
            RAISE EXCEPTION 'what was submitted is not changed any more' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    IF NOT EXISTS (SELECT FROM rulebook_rulecontent WHERE id = NEW.content_id AND system = NEW.system) THEN
        RAISE EXCEPTION 'a request and its content are of one game' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_change_is_lawful BEFORE INSERT OR UPDATE ON rulebook_rulechange
    FOR EACH ROW EXECUTE FUNCTION rule_change_is_lawful();
"""

# From a standing, by a verb, to the next: the same table as in games/rulebook/lifecycle.py.
STEPS = """
CREATE FUNCTION rule_step_is_lawful() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
        RAISE EXCEPTION 'nobody can % what is %', NEW.verb, coalesce(c.state, 'not there') USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.digest <> content.digest THEN
        RAISE EXCEPTION 'the content is another one' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (NEW.verb IN ('expire', 'activate', 'supersede')) <> (NEW.person_id IS NULL) THEN
        RAISE EXCEPTION 'a step is a person''s, but for what the hour brings' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT (CASE NEW.verb
        WHEN 'submit' THEN NEW.person_id = c.author_id AND rule_person_may(NEW.person_id, 'add_rulechange')
        WHEN 'endorse' THEN NEW.person_id <> c.author_id AND rule_person_may(NEW.person_id, 'endorse_rulechange')
        WHEN 'schedule' THEN rule_person_may(NEW.person_id, 'add_rulechange') OR rule_person_may(NEW.person_id, 'endorse_rulechange')
        WHEN 'withdraw' THEN NEW.person_id = c.author_id OR rule_person_may(NEW.person_id, 'endorse_rulechange')
        WHEN 'return' THEN NEW.person_id <> c.author_id AND rule_person_may(
            NEW.person_id, CASE c.state WHEN 'submitted' THEN 'endorse_rulechange' ELSE 'authorise_rulechange' END)
        WHEN 'authorise' THEN NEW.person_id NOT IN (c.author_id, rule_endorser(c.id, content.digest))
            AND rule_person_may(NEW.person_id, 'authorise_rulechange')
        WHEN 'refuse' THEN NEW.person_id <> c.author_id AND rule_person_may(NEW.person_id, 'authorise_rulechange')
        ELSE true END) IS TRUE THEN
        RAISE EXCEPTION 'this person cannot % this', NEW.verb USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verb IN ('return', 'refuse', 'withdraw') AND length(NEW.reason) < 8 THEN
        RAISE EXCEPTION 'a reason is missing' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT id INTO now_in_force FROM games_rulesheet WHERE system = c.system AND status = 'in-force';
    IF NEW.verb IN ('submit', 'endorse', 'authorise', 'schedule', 'activate') AND c.base_id IS DISTINCT FROM now_in_force THEN
        RAISE EXCEPTION 'the base has moved' USING ERRCODE = 'integrity_constraint_violation';
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
            RAISE EXCEPTION 'it comes too soon' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF NEW.verb = 'authorise' AND (
        NEW.reference = '' OR NEW.dated IS NULL OR NEW.dated > (NEW.at AT TIME ZONE 'Europe/Lisbon')::date
        OR NOT EXISTS (SELECT FROM rulebook_ruledocument WHERE id = NEW.document_id AND change_id = c.id AND person_id = NEW.person_id)
    ) THEN
        RAISE EXCEPTION 'an authorisation has a reference, a date and a document' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NEW.verb = 'schedule' THEN
        NEW.moment := greatest(NEW.moment, NEW.at);
        IF NEW.moment < c.earliest THEN
            RAISE EXCEPTION 'it comes too soon' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF NEW.verb = 'expire' AND c.changed > NEW.at - interval '90 days' THEN
        RAISE EXCEPTION 'it has not waited long enough' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NEW.verb = 'activate' THEN
        IF c.moment > NEW.at OR NOT rule_three_people(c.id, content.digest) THEN
            RAISE EXCEPTION 'it is not approved, or its moment has not come' USING ERRCODE = 'integrity_constraint_violation';
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
CREATE TRIGGER rule_step_is_lawful BEFORE INSERT ON rulebook_rulestep FOR EACH ROW EXECUTE FUNCTION rule_step_is_lawful();
"""

SHEETS = """
CREATE FUNCTION rule_sheet_is_approved() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.digest <> encode(sha256(convert_to(NEW.data, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'the rules are not those of their digest' USING ERRCODE = 'integrity_constraint_violation';
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
CREATE TRIGGER rule_sheet_is_approved BEFORE INSERT ON games_rulesheet
    FOR EACH ROW WHEN (NEW.status = 'in-force') EXECUTE FUNCTION rule_sheet_is_approved();
CREATE FUNCTION rule_sheet_comes_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a sheet comes in force once, as it is written' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER rule_sheet_comes_once BEFORE UPDATE OF status ON games_rulesheet
    FOR EACH ROW WHEN (NEW.status = 'in-force' AND OLD.status <> 'in-force') EXECUTE FUNCTION rule_sheet_comes_once();
"""

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE ON games_rulesheet FROM house_app;
REVOKE UPDATE, DELETE ON rulebook_rulecontent, rulebook_ruledocument, rulebook_rulestep, rulebook_rulechange FROM house_app;
GRANT UPDATE (title, reason, content_id, base_id, reinstated_id, generator) ON rulebook_rulechange TO house_app;
"""

# What was counted for people who sign stays as it was counted.
IMPACT = """
CREATE TRIGGER rulebook_keptedges_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulebook_keptedges
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER rulebook_impact_stays BEFORE DELETE OR TRUNCATE ON rulebook_impact
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE FUNCTION impact_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was counted stays as it was counted' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER impact_is_final BEFORE UPDATE ON rulebook_impact
    FOR EACH ROW WHEN (OLD.state = 'done') EXECUTE FUNCTION impact_is_final();
REVOKE UPDATE, DELETE ON rulebook_keptedges, rulebook_impact FROM house_app;
GRANT UPDATE (state, percent, doing, touched, data) ON rulebook_impact TO house_app;
"""

# The regulator decides about what was submitted.
DECISION_DATE = """
CREATE FUNCTION rule_decision_follows_submission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.dated < (
        SELECT (max(s.at) AT TIME ZONE 'Europe/Lisbon')::date FROM rulebook_rulestep AS s
        WHERE s.change_id = NEW.change_id AND s.verb = 'submit'
    ) THEN
        RAISE EXCEPTION 'the decision is dated before the request was submitted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_decision_follows_submission BEFORE INSERT ON rulebook_rulestep
    FOR EACH ROW WHEN (NEW.verb = 'authorise') EXECUTE FUNCTION rule_decision_follows_submission();
"""

UNDO = """
DROP TRIGGER rule_decision_follows_submission ON rulebook_rulestep;
DROP FUNCTION rule_decision_follows_submission();
DROP TRIGGER impact_is_final ON rulebook_impact;
DROP FUNCTION impact_is_final;
DROP TRIGGER rulebook_impact_stays ON rulebook_impact;
DROP TRIGGER rulebook_keptedges_append_only ON rulebook_keptedges;
GRANT INSERT, UPDATE ON games_rulesheet TO house_app;
DROP TRIGGER rule_sheet_comes_once ON games_rulesheet;
DROP FUNCTION rule_sheet_comes_once;
DROP TRIGGER rule_sheet_is_approved ON games_rulesheet;
DROP FUNCTION rule_sheet_is_approved;
DROP TRIGGER rule_step_is_lawful ON rulebook_rulestep;
DROP FUNCTION rule_step_is_lawful;
DROP TRIGGER rule_change_is_lawful ON rulebook_rulechange;
DROP FUNCTION rule_change_is_lawful;
DROP FUNCTION rule_weekdays_between;
DROP FUNCTION rule_three_people;
DROP FUNCTION rule_endorser;
DROP FUNCTION rule_person_may;
DROP TRIGGER rulebook_rulechange_stays ON rulebook_rulechange;
DROP TRIGGER rulebook_rulestep_append_only ON rulebook_rulestep;
DROP TRIGGER rulebook_ruledocument_append_only ON rulebook_ruledocument;
DROP TRIGGER rulebook_rulecontent_append_only ON rulebook_rulecontent;
ALTER TABLE rulebook_ruledocument DROP CONSTRAINT a_document_is_its_digest;
ALTER TABLE rulebook_rulecontent DROP CONSTRAINT a_content_is_its_digest;
"""


class Migration(migrations.Migration):
    dependencies = [("rulebook", "0001_initial"), ("games", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(CONTENTS + PEOPLE + LEAD + CHANGES + STEPS + SHEETS + RIGHTS + IMPACT + DECISION_DATE, UNDO)]
