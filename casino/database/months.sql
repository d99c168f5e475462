-- Transfers and events are stored by month of Lisbon: each month is a partition with its own unique index. Rights and laws are
-- those of the whole table; only the owner reaches a partition, and even the owner changes nothing in it.

-- Adds the months that are missing up to three ahead, as far as nothing is in the way: a row of such a month that lies in the last
-- partition already, or somebody who holds a lock (bets wait as long as this waits for it). Returns how many it has added.
CREATE FUNCTION record_add_months() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
    whole regclass;
    since timestamptz;
    name text;
    added int := 0;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer']::regclass[] LOOP
        FOR months IN 1..3 LOOP
            since := record_month_start(clock_timestamp(), months);
            name := whole::text || to_char(since AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM');
            CONTINUE WHEN to_regclass(name) IS NOT NULL;
            BEGIN
                PERFORM record_add_partition(
                    whole, name, format('FOR VALUES FROM (%L) TO (%L)', since, record_month_start(since, 1))
                );
                added := added + 1;
            EXCEPTION WHEN check_violation OR lock_not_available THEN
                RAISE WARNING 'the partition % was not added: %', name, SQLERRM;
            END;
        END LOOP;
    END LOOP;
    RETURN added;
END $$;
GRANT EXECUTE ON FUNCTION record_add_months TO house_worker;

-- With all that the whole table has, and its own unique index.
CREATE FUNCTION record_add_partition(whole regclass, name text, bounds text) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING ALL)', name, whole);
    EXECUTE format(
        'ALTER TABLE %I ADD PRIMARY KEY (%s)', name, CASE whole::text WHEN 'games_event' THEN 'table_id, seq' ELSE 'id' END
    );
    PERFORM record_close_partition(name::regclass);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I %s', whole, name, bounds);
END $$;

-- Autovacuum looks at each month, and never at a table as a whole, whose figures the planner needs to join it.
CREATE FUNCTION record_analyze() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET statement_timeout = '0' AS $$
BEGIN
    ANALYZE games_event, wallet_transfer;
END $$;
GRANT EXECUTE ON FUNCTION record_analyze TO house_worker;

-- A partition is its owner's alone. Its unique index is its own: none of the whole table can do without the time.
CREATE FUNCTION record_close_partition(part regclass) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    receiver text;
BEGIN
    FOR receiver IN
        SELECT DISTINCT CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END
        FROM pg_class AS c, aclexplode(c.relacl) AS acl WHERE c.oid = part AND acl.grantee <> c.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s', part, receiver);
    END LOOP;
    EXECUTE format(
        'CREATE TRIGGER partition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only()', part
    );
END $$;

-- Midnight in Lisbon on the first of a month, so many months after this moment.
CREATE FUNCTION record_month_start(moment timestamp with time zone, months integer) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (date_trunc('month', moment AT TIME ZONE 'Europe/Lisbon') + make_interval(months => months)) AT TIME ZONE 'Europe/Lisbon'
$$;
GRANT EXECUTE ON FUNCTION record_month_start TO house_app;

-- How many months are ready after this one, in both tables, and whether rows lie beyond them.
CREATE FUNCTION record_months_ahead(OUT months integer, OUT is_beyond boolean) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT (
        SELECT count(*)::int FROM generate_series(1, 3) AS n
        WHERE to_regclass('games_event' || to_char(record_month_start(clock_timestamp(), n) AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM')) IS NOT NULL
        AND to_regclass('wallet_transfer' || to_char(record_month_start(clock_timestamp(), n) AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM')) IS NOT NULL
    ), EXISTS (SELECT FROM games_event_later) OR EXISTS (SELECT FROM wallet_transfer_later)
$$;
GRANT EXECUTE ON FUNCTION record_months_ahead TO house_app;
