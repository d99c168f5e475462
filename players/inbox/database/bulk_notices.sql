-- A notice to many players is proposed, approved by a second person, sent by the worker and stopped by staff.

-- The steps of a notice, and which of them the worker takes. Who of staff may take the others: tables.sql.
CREATE FUNCTION inbox_notice_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    is_worker boolean := pg_has_role(current_user, 'house_worker', 'USAGE');
    is_owner boolean := pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
    step text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF (NEW.state, NEW.cursor, NEW.sent, NEW.left_out) <> ('proposed', 0, 0, '{}'::jsonb)
            OR num_nonnulls(NEW.decider_id, NEW.decided, NEW.stopper_id, NEW.stopped, NEW.ended) > 0 THEN
            RAISE EXCEPTION 'a notice begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT (NEW.texts ?& ARRAY['pt-pt', 'en']) THEN
            RAISE EXCEPTION 'a notice has a text in each language' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.purpose, OLD.texts, OLD.recipients, OLD.expected, OLD.author_id, OLD.reason, OLD.at)
        IS DISTINCT FROM (NEW.id, NEW.purpose, NEW.texts, NEW.recipients, NEW.expected, NEW.author_id, NEW.reason, NEW.at) THEN
        RAISE EXCEPTION 'what was proposed never changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.decider_id IS NOT NULL AND (OLD.decider_id, OLD.decided) IS DISTINCT FROM (NEW.decider_id, NEW.decided) THEN
        RAISE EXCEPTION 'a notice is decided once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    step := OLD.state || ' ' || NEW.state;
    IF step NOT IN (
        'proposed approved', 'proposed refused', 'proposed withdrawn', 'approved sending', 'approved sent', 'sending sending',
        'sending sent', 'approved stopped', 'sending stopped'
    ) THEN
        RAISE EXCEPTION 'a notice does not take this step: %', step USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT is_owner AND is_worker <> (NEW.state IN ('sending', 'sent')) THEN
        RAISE EXCEPTION 'the role % may not take this step of a notice: %', current_user, step USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER inbox_notice_keeps_the_law
    BEFORE INSERT OR UPDATE ON inbox_bulknotice
    FOR EACH ROW
    EXECUTE FUNCTION inbox_notice_keeps_the_law();
