-- The record of play: events follow one another, each command counts once, and stakes add up.

-- A player's command is kept by its id, so that one that comes again is known in all months.
CREATE FUNCTION games_commands_are_kept() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO games_command (player, command, seq, digest)
    SELECT player, command, seq, digest FROM added WHERE command IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER games_commands_are_kept
    AFTER INSERT ON games_event REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT
    EXECUTE FUNCTION games_commands_are_kept();

-- The owner of the tables is not bound: tests and the simulated past write what happened earlier.
CREATE FUNCTION games_events_follow_the_last() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    -- Events of one moment lie in one month, whose own index refuses a number twice.
    IF EXISTS (
        SELECT FROM (
            SELECT table_id, min(seq) AS least, max(seq) AS greatest, count(*) AS events, min(at) AS since, max(at) AS until
            FROM added GROUP BY table_id
        ) AS a
        LEFT JOIN games_table AS t ON t.id = a.table_id
        WHERE a.least IS DISTINCT FROM t.version + 1 OR a.greatest <> a.least + a.events - 1 OR a.since <> a.until
    ) THEN
        RAISE EXCEPTION 'the events of a transaction must follow the last event of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER games_events_follow_the_last
    AFTER INSERT ON games_event REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT
    EXECUTE FUNCTION games_events_follow_the_last();

-- One statement for each set of stakes of a round that ended: what was staked, and what of it did not come back. A void round counts
-- no stakes, and demonstration credits are no money. What is carried on counts as lost until a later round gives it back.
CREATE FUNCTION games_stakes_add_up() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO protection_staked AS s (player_id, currency, day, cents, lost)
    SELECT posted.player_id, t.currency, (posted.at AT TIME ZONE 'Europe/Lisbon')::date,
           coalesce(sum(posted.staked) FILTER (WHERE r.status <> 'void'), 0),
           sum(posted.staked - posted.back - posted.prize + posted.commission)
    FROM posted
    JOIN games_round AS r ON r.id = posted.round_id
    JOIN games_table AS t ON t.id = r.table_id AND t.currency <> 'DEMO'
    GROUP BY 1, 2, 3
    HAVING sum(posted.staked) FILTER (WHERE r.status <> 'void') > 0
        OR sum(posted.staked - posted.back - posted.prize + posted.commission) <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (player_id, currency, day) DO UPDATE SET cents = s.cents + excluded.cents, lost = s.lost + excluded.lost;
    RETURN NULL;
END $$;
CREATE TRIGGER games_stakes_add_up
    AFTER INSERT ON games_stake REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT
    EXECUTE FUNCTION games_stakes_add_up();
