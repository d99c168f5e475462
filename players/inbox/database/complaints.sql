-- A complaint is written to by its player and by staff, until it is decided.

-- A decision ends it.
CREATE FUNCTION complaint_is_open(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM inbox_complaint WHERE id = (later ->> 'complaint_id')::bigint AND state <> 'decided')
$$;
GRANT EXECUTE ON FUNCTION complaint_is_open TO house_app;

-- Players write in their own complaints alone.
CREATE FUNCTION complaint_of_the_author(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM inbox_complaint AS c JOIN players_player AS p ON p.id = c.player_id
        WHERE c.id = (later ->> 'complaint_id')::bigint AND p.person_id = (later ->> 'author_id')::bigint
    )
$$;
GRANT EXECUTE ON FUNCTION complaint_of_the_author TO house_app;
