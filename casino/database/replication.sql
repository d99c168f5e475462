-- How far the slowest standby is behind, for the health of the house.

-- How far the slowest standby is behind. Only the owner of the tables may look at the replication; others ask this function.
CREATE FUNCTION house_replication_lag() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    -- No standby, no lag. A standby that has replayed everything reports none. Without the right to look, every state is NULL.
    SELECT CASE WHEN count(state) > 0 THEN coalesce(extract(epoch FROM max(replay_lag)), 0) END FROM pg_stat_replication
$$;
GRANT EXECUTE ON FUNCTION house_replication_lag TO house_app;
