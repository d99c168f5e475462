-- What players set for their own protection is never shortened or raised at once, whatever a web process says.

-- A pause or an exclusion that was asked for begins when one of its kind is in force.
CREATE FUNCTION absence_has_begun(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE later ->> 'kind'
        WHEN 'pause' THEN EXISTS (
            SELECT FROM protection_pause
            WHERE player_id = (later ->> 'player_id')::bigint AND ends > clock_timestamp()
        )
        ELSE EXISTS (
            SELECT FROM protection_exclusion
            WHERE player_id = (later ->> 'player_id')::bigint AND source = 'own' AND (ends IS NULL OR ends > clock_timestamp())
        )
    END
$$;
GRANT EXECUTE ON FUNCTION absence_has_begun TO house_app;

-- What is asked for becomes longer only. Without a length it has no end.
CREATE FUNCTION absence_is_longer(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT earlier ->> 'length' IS NOT NULL
        AND coalesce((later ->> 'length')::integer > (earlier ->> 'length')::integer, true)
$$;
GRANT EXECUTE ON FUNCTION absence_is_longer TO house_app;

-- The month until an early end counts from now (`own_exclusions_last` has the rest).
CREATE FUNCTION early_end_is_asked_now(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT abs(extract(epoch FROM (later ->> 'noticed')::timestamptz - clock_timestamp())) < 60
$$;
GRANT EXECUTE ON FUNCTION early_end_is_asked_now TO house_app;

-- A notice to the national list is about an exclusion of the player who is here.
CREATE FUNCTION exclusion_of_the_player(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM protection_exclusion AS e JOIN players_player AS p ON p.id = e.player_id
        WHERE e.id = (later ->> 'exclusion_id')::bigint AND e.source = 'own' AND p.person_id = identity_proven_person()
    )
$$;
GRANT EXECUTE ON FUNCTION exclusion_of_the_player TO house_app;

-- A higher limit waits a day; one that is not higher than the limit in force counts from now. A minute is left for
-- the locks of the page.
CREATE FUNCTION limit_waits_if_higher(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (later ->> 'starts')::timestamptz >= clock_timestamp() + interval '23 hours 59 minutes'
        OR (later ->> 'starts')::timestamptz < clock_timestamp() + interval '1 minute' AND NOT EXISTS (
            SELECT FROM (
                SELECT value FROM protection_limit
                WHERE player_id = (later ->> 'player_id')::bigint AND kind = later ->> 'kind' AND period = later ->> 'period'
                    AND starts <= clock_timestamp() AND cancelled IS NULL
                ORDER BY starts DESC, id DESC LIMIT 1
            ) AS in_force
            WHERE (later ->> 'value')::bigint > in_force.value OR later ->> 'value' IS NULL AND in_force.value IS NOT NULL
        )
$$;
GRANT EXECUTE ON FUNCTION limit_waits_if_higher TO house_app;

-- Only a limit that does not count yet is taken back: the one in force would give way to an older one.
CREATE FUNCTION limit_still_waits(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (earlier ->> 'starts')::timestamptz > clock_timestamp()
$$;
GRANT EXECUTE ON FUNCTION limit_still_waits TO house_app;
