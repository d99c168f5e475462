-- A measured time only grows, and never covers another; an occurrence is closed by a second person, after it was reported and
-- solved; a question with personal data is released by a second person; what was entered about both stays.

-- The times of a component follow each other. One that ended is not measured again.
CREATE FUNCTION duties_span_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (
            SELECT FROM duties_componentspan
            WHERE component = NEW.component AND (until > NEW.since OR (until = NEW.since AND is_up = NEW.is_up))
        ) THEN
            RAISE EXCEPTION 'a component is measured once at a time' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF (OLD.id, OLD.component, OLD.is_up, OLD.since) IS DISTINCT FROM (NEW.id, NEW.component, NEW.is_up, NEW.since)
        OR NEW.until < OLD.until
        OR EXISTS (SELECT FROM duties_componentspan WHERE component = NEW.component AND since > OLD.since)
    THEN
        RAISE EXCEPTION 'a measured time only grows, and only the last one' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER duties_span_keeps_the_law
    BEFORE INSERT OR UPDATE ON duties_componentspan
    FOR EACH ROW
    EXECUTE FUNCTION duties_span_keeps_the_law();

-- The row of the occurrence is locked, so that two entries do not close it at once. A weakness that was mended in time needs no
-- report; one that was not needs a plan.
CREATE FUNCTION duties_entry_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_occurrence%ROWTYPE;
    known text[];
    needed text[];
BEGIN
    SELECT * INTO about FROM duties_occurrence WHERE id = NEW.occurrence_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_occurrence', NEW.occurrence_id));
    known := ARRAY(SELECT kind FROM duties_occurrenceentry WHERE occurrence_id = NEW.occurrence_id);
    IF 'closed' = ANY (known) THEN
        RAISE EXCEPTION 'a closed occurrence takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.done < about.noticed OR NEW.done > clock_timestamp() + interval '1 minute' THEN
        RAISE EXCEPTION 'nothing is done before it was noticed, nor in the future' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    needed := ARRAY['reported', 'cause', 'solution'];
    IF about.kind = 'weakness' THEN
        needed := CASE
            WHEN EXISTS (
                SELECT FROM duties_occurrenceentry
                WHERE occurrence_id = NEW.occurrence_id AND kind = 'solution' AND done <= about.solve_by
            ) THEN ARRAY['cause', 'solution']
            ELSE ARRAY['reported', 'plan', 'cause', 'solution']
        END;
    END IF;
    IF NEW.kind = 'closed' AND (NEW.person_id = about.person_id OR NOT known @> needed) THEN
        RAISE EXCEPTION 'a second person closes an occurrence that was reported, explained and solved'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER duties_entry_keeps_the_law
    BEFORE INSERT ON duties_occurrenceentry
    FOR EACH ROW
    EXECUTE FUNCTION duties_entry_keeps_the_law();

-- A question with personal data is released by a second person before it is run. One that is refused or answered has ended.
CREATE FUNCTION duties_question_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_question%ROWTYPE;
    known text[];
BEGIN
    SELECT * INTO about FROM duties_question WHERE id = NEW.question_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_question', NEW.question_id));
    known := ARRAY(SELECT kind FROM duties_questionentry WHERE question_id = NEW.question_id);
    IF known && ARRAY['refused', 'answered'] THEN
        RAISE EXCEPTION 'a question that ended takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind IN ('released', 'refused') AND (NEW.person_id = about.person_id OR NOT about.is_personal) THEN
        RAISE EXCEPTION 'a second person decides about a question with personal data'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'run' AND about.is_personal AND NOT 'released' = ANY (known) THEN
        RAISE EXCEPTION 'a question with personal data is released before it is run'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'answered' AND NOT 'run' = ANY (known) THEN
        RAISE EXCEPTION 'a question is run before it is answered' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER duties_question_keeps_the_law
    BEFORE INSERT ON duties_questionentry
    FOR EACH ROW
    EXECUTE FUNCTION duties_question_keeps_the_law();
