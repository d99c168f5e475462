-- A proposal of one person that another decides: its table takes only the steps that its kind declares, whichever process writes.
--
-- The arguments are those of the kind (`players/decisions/kinds.py`); a test holds them equal. First the column of the state, then
-- each step: «person proposed>approved: decided decider_id», who takes it, from which state to which, and which columns it writes.
-- What no step writes never changes. `allowed_to_write` asks which person of staff takes a step, and with which proof.
CREATE FUNCTION decision_takes_its_steps() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    state CONSTANT text := TG_ARGV[0];
    taker CONSTANT text := CASE
        WHEN pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN 'owner'
        WHEN pg_has_role(current_user, 'house_worker', 'USAGE') THEN 'worker'
        ELSE 'person' END;
    after CONSTANT jsonb := to_jsonb(NEW);
    before jsonb;
    step text[];
    allowed text[];
    changed text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        step := regexp_split_to_array(TG_ARGV[1], '[ >:]+');
        IF after ->> state <> step[2] THEN
            RAISE EXCEPTION 'a new decision must be a proposal in %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSE
        before := to_jsonb(OLD);
    END IF;
    FOR argument IN 1 .. TG_NARGS - 1 LOOP
        step := regexp_split_to_array(TG_ARGV[argument], '[ >:]+');
        IF TG_OP = 'INSERT' OR step[2:3] = ARRAY[before ->> state, after ->> state] AND taker IN ('owner', step[1]) THEN
            allowed := allowed || state || step[4:];
        END IF;
    END LOOP;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(key, ', ' ORDER BY key) INTO changed FROM jsonb_each(after)
        WHERE key <> state AND key = ANY (allowed) AND value NOT IN ('null', '""', '0', '{}', '[]', 'false');
    ELSIF allowed IS NULL AND before <> after THEN
        RAISE EXCEPTION 'the % may not take this step in %: % to %', taker, TG_TABLE_NAME, before ->> state, after ->> state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSE
        SELECT string_agg(key, ', ' ORDER BY key) INTO changed FROM jsonb_each(after)
        WHERE value IS DISTINCT FROM before -> key AND key <> ALL (allowed);
    END IF;
    IF changed IS NOT NULL THEN
        RAISE EXCEPTION 'a proposal keeps its content and is decided once, in %: %', TG_TABLE_NAME, changed
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
GRANT EXECUTE ON FUNCTION decision_takes_its_steps TO house_app;
