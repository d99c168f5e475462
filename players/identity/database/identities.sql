-- Who a player is: the player corrects once it is asked for, and staff decide about documents.

-- Each correction counts, because after the last one staff look at documents.
CREATE FUNCTION correction_is_counted(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT (later ->> 'corrected')::integer = (earlier ->> 'corrected')::integer + 1
$$;
GRANT EXECUTE ON FUNCTION correction_is_counted TO house_app;

-- A document is sent while the house asks for one; proof of a change also by who is verified.
CREATE FUNCTION documents_are_wanted(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'player_id')::bigint
          AND (state IN ('documents', 'queued') OR state = 'verified' AND later ->> 'kind' = 'change')
    )
$$;
GRANT EXECUTE ON FUNCTION documents_are_wanted TO house_app;

-- The account of somebody whose identity was refused closes.
CREATE FUNCTION identity_is_refused(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM identity_identity WHERE player_id = (later ->> 'id')::bigint AND state = 'refused')
$$;
GRANT EXECUTE ON FUNCTION identity_is_refused TO house_app;

-- Tables for money are open to a player whose identity is verified.
CREATE FUNCTION identity_is_verified(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT NOT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'id')::bigint AND (state <> 'verified' OR verified IS NULL)
    )
$$;
GRANT EXECUTE ON FUNCTION identity_is_verified TO house_app;

-- A test account is one that somebody has authorised.
CREATE FUNCTION test_account_is_authorised(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM identity_testaccount WHERE player_id = (later ->> 'id')::bigint)
$$;
GRANT EXECUTE ON FUNCTION test_account_is_authorised TO house_app;
