-- An address changes in two steps: it is named, and then the code is entered that was sent to it.

-- The address of a change that is open.
CREATE FUNCTION address_is_being_changed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_addresschange
        WHERE person_id = coalesce(later ->> 'user_id', later ->> 'id')::bigint AND after = later ->> 'email'
            AND confirmed IS NULL AND NOT withdrawn AND code <> '' AND code_until > clock_timestamp()
    )
$$;
GRANT EXECUTE ON FUNCTION address_is_being_changed TO house_app;
