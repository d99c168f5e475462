-- Ceilings: from which amount a person looks at money, and two people decide. One person proposes a ceiling, another decides.

-- What the house comes with, in cents.
CREATE FUNCTION cashier_first_ceiling(the_what text) RETURNS bigint
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT CASE the_what
        WHEN 'review' THEN 50000
        WHEN 'two' THEN 500000
        WHEN 'correction' THEN 100000
        WHEN 'correction-day' THEN 200000
        WHEN 'match' THEN 50000
    END::bigint
$$;
GRANT EXECUTE ON FUNCTION cashier_first_ceiling TO house_app;

-- What holds now: of what was decided, the latest for each role and method.
CREATE FUNCTION cashier_ceilings_now() RETURNS SETOF cashier_ceiling
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT DISTINCT ON (what, role_id, method) * FROM cashier_ceiling
    WHERE state = 'in-force' AND greatest(begins, decided) <= clock_timestamp()
    ORDER BY what, role_id, method, greatest(begins, decided) DESC, id DESC
$$;
GRANT EXECUTE ON FUNCTION cashier_ceilings_now TO house_app;

-- The amount that counts for a person and a payment method: that of a role before that of everybody, that of a method before that
-- of all, and of several the highest. A role that has ended, and one without an amount of its own, change nothing.
CREATE FUNCTION cashier_ceiling_now(the_what text, the_method text, the_person bigint) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce((
        SELECT cents FROM cashier_ceilings_now() AS c
        WHERE what = the_what AND cents IS NOT NULL AND method IN ('', the_method) AND (role_id IS NULL OR EXISTS (
            SELECT FROM players_person_groups AS g
            WHERE g.person_id = the_person AND g.group_id = c.role_id AND players_role_counts(g.person_id, g.group_id)
        ))
        ORDER BY role_id IS NULL, method = '', cents DESC LIMIT 1
    ), cashier_first_ceiling(the_what))
$$;
GRANT EXECUTE ON FUNCTION cashier_ceiling_now TO house_app;

-- What was requested: a withdrawal may leave in parts, all of one moment.
CREATE FUNCTION cashier_requested(payment uuid) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT sum(part.cents)::bigint FROM cashier_payment AS p JOIN cashier_payment AS part
        ON part.player_id = p.player_id AND part.direction = p.direction AND part.made = p.made
    WHERE p.id = payment AND p.direction = 'withdrawal'
$$;
GRANT EXECUTE ON FUNCTION cashier_requested TO house_app;

-- A correction that this person may ask for.
CREATE FUNCTION cashier_correction_is_within(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT abs((later ->> 'cents')::bigint) <= cashier_ceiling_now('correction', '', (later ->> 'requested_by_id')::bigint)
$$;
GRANT EXECUTE ON FUNCTION cashier_correction_is_within TO house_app;
