-- The reports of a month go out when two people have signed it.

-- Both signatures are there.
CREATE FUNCTION month_is_signed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT count(*) = 2 FROM reports_closingsignature WHERE month = (later ->> 'since')::date
$$;
GRANT EXECUTE ON FUNCTION month_is_signed TO house_app;
