-- Which versions of a rule a process may write.

-- The worker brings the first versions, with which a house begins. It replaces none: a later version is decided by people.
CREATE FUNCTION monitoring_first_version() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND (NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL) THEN
        RAISE EXCEPTION 'only people decide about a later version of the rule %', NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
