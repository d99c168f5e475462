-- The national list is the worker's. A web process only finds out whether a player who has just entered documents is on it.

-- The marks of a document go with the document. Whoever enters the new one enters its marks.
CREATE FUNCTION document_marks_forget() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM protection_documentmark WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;
CREATE TRIGGER document_marks_forget
    AFTER UPDATE ON identity_identity
    FOR EACH ROW
    WHEN (old.nationality IS DISTINCT FROM new.nationality OR old.document_kind IS DISTINCT FROM new.document_kind OR old.document_country IS DISTINCT FROM new.document_country OR old.document_number IS DISTINCT FROM new.document_number OR old.nif IS DISTINCT FROM new.nif OR old.papers IS DISTINCT FROM new.papers)
    EXECUTE FUNCTION document_marks_forget();

-- An exclusion by the list ends as its entry says, and at once when the entry is taken off the list.
CREATE FUNCTION exclusion_follows_the_list(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM protection_nationalentry AS e
        WHERE e.reference = later ->> 'reference' AND CASE
            WHEN e.removed IS NULL AND e.ends IS NULL THEN later ->> 'ends' IS NULL
            ELSE (later ->> 'ends')::timestamptz BETWEEN coalesce(e.removed, e.ends) AND greatest(
                coalesce(e.removed, e.ends), clock_timestamp(), (later ->> 'starts')::timestamptz + interval '1 microsecond'
            )
        END
    )
$$;
GRANT EXECUTE ON FUNCTION exclusion_follows_the_list TO house_app;

-- It begins for a player one of whose documents is on the list.
CREATE FUNCTION exclusion_is_listed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM protection_nationalentry AS e JOIN protection_documentmark AS m ON m.mark = e.mark
        WHERE e.reference = later ->> 'reference' AND m.player_id = (later ->> 'player_id')::bigint AND e.removed IS NULL
            AND e.starts = (later ->> 'starts')::timestamptz AND e.ends IS NOT DISTINCT FROM (later ->> 'ends')::timestamptz
    )
$$;
GRANT EXECUTE ON FUNCTION exclusion_is_listed TO house_app;
