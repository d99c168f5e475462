-- Which versions of a rule a process may write.

-- The worker brings the first versions that the house comes with, and no other: every version after it is decided by people.
CREATE FUNCTION monitoring_first_version() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN (
                'bots', 'cancelled', 'chasing', 'closer-deposits', 'closer-deposits-young', 'declined', 'dormant',
                'dumping-lost', 'dumping-won', 'even', 'first-day', 'growth', 'instrument', 'linked', 'long', 'losses', 'methods',
                'mules', 'night', 'quick-losses', 'raised', 'refused', 'rising-stakes', 'stopped', 'structuring', 'unplayed',
                'velocity', 'young'
            )
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

-- The next version of its rule.
CREATE FUNCTION monitoring_is_next_version(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (later ->> 'number')::integer = 1 + coalesce(max(number), 0)
    FROM monitoring_ruleversion WHERE name = later ->> 'name' AND id <> (later ->> 'id')::bigint
$$;
GRANT EXECUTE ON FUNCTION monitoring_is_next_version TO house_app;

-- It was replayed over the whole past, and flags no more than a tenth of the players, from 200 of them on (replay.py).
CREATE FUNCTION monitoring_replay_allows(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM monitoring_rulereplay
        WHERE version_id = (later ->> 'id')::bigint AND state = 'finished' AND (players < 200 OR flagged * 10 <= players)
    )
$$;
GRANT EXECUTE ON FUNCTION monitoring_replay_allows TO house_app;
