-- Up to which moment the record is settled: no transaction that runs now, or begins later, adds a row that is dated before it.

-- Rows carry the time of their statement, or one that their transaction read under a lock. So nothing comes any more from before the
-- beginning of the oldest transaction that writes. One that has written nothing yet counts for as long as a process may pause in a
-- transaction (deploy/roles.sql): a long report delays nobody for longer. Without the right to look, nothing is known: NULL.
CREATE FUNCTION monitoring_settled_until() RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    present timestamptz := clock_timestamp();
    oldest timestamptz;
    is_unknown boolean;
BEGIN
    -- Within a transaction PostgreSQL would go on showing what it showed first.
    PERFORM pg_stat_clear_snapshot();
    SELECT min(CASE WHEN backend_xid IS NULL THEN greatest(xact_start, present - interval '5 seconds') ELSE xact_start END),
        coalesce(bool_or(state IS NULL OR state = 'disabled'), false)
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND (xact_start IS NOT NULL OR state IS NULL OR state = 'disabled')
    INTO oldest, is_unknown;
    IF is_unknown THEN
        RETURN NULL;
    END IF;
    -- Between taking the time and showing its transaction to others, a process may wait for the processor.
    RETURN least(oldest, present) - interval '1 second';
END $$;
GRANT EXECUTE ON FUNCTION monitoring_settled_until TO house_worker;
