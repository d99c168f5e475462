-- What players choose for themselves: the tables that they like, the sessions for which a seat is kept, and their notes.

-- Two people have approved that the player's data are erased.
CREATE FUNCTION player_erasure_is_approved(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_erasure WHERE player_id = (later ->> 'player_id')::bigint AND status IN ('approved', 'done')
    )
$$;
GRANT EXECUTE ON FUNCTION player_erasure_is_approved TO house_app;

-- Two people have approved that the data of the player whom a note is about are erased.
CREATE FUNCTION erasure_of_noted_player_is_approved(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_erasure WHERE player_id = (later ->> 'about_id')::bigint AND status IN ('approved', 'done')
    )
$$;
GRANT EXECUTE ON FUNCTION erasure_of_noted_player_is_approved TO house_app;

-- A seat is kept, and given up, before the session begins.  [HE-6b]
CREATE FUNCTION table_session_is_announced(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM games_tablesession WHERE id = (later ->> 'session_id')::bigint AND status = 'announced')
$$;
GRANT EXECUTE ON FUNCTION table_session_is_announced TO house_app;
