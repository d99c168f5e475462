-- What players have staked in rounds that have not ended. Games alone know rounds; the law of protection asks this function.

-- What players with a limit have staked in rounds that have not ended, besides the chips in their stacks, but for the tables
-- that the asker knows.
CREATE FUNCTION protection_stakes_in_play(
    players bigint[], wanted text, known_tables bigint[]
) RETURNS TABLE(player bigint, cents bigint)
    LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    people bigint[];
    accounts bigint[];
    tables bigint[];
    rounds bigint[];
    begun timestamptz[];
    since timestamptz;
    until timestamptz;
BEGIN
    IF cardinality(players) = 0 THEN
        RETURN;
    END IF;
    -- A minute of grace: a transfer is dated by its statement, which may have begun before the clock was put right.
    SELECT array_agg(one), array_agg(open.account), array_agg(open.place), array_agg(open.round), array_agg(open.begun),
           min(open.begun), max(open.begun) + interval '31 days'
    INTO people, accounts, tables, rounds, begun, since, until
    FROM unnest(players, known_tables) AS named (one, known)
    -- One player at a time, by indexes (OFFSET 0): no plan may read the accounts or sessions of everybody.
    CROSS JOIN LATERAL (
        SELECT a.id AS account, t.id AS place, r.id AS round, r.opened - interval '1 minute' AS begun
        FROM players_playsession AS session
        JOIN games_table AS t ON t.id = session."table"
        JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
        JOIN wallet_account AS a ON a.player_id = one AND a.kind IN ('wallet', 'stack') AND a.currency = wanted
        WHERE session.player_id = one AND session.ended IS NULL AND session.currency = wanted
            AND session."table" IS DISTINCT FROM known
        OFFSET 0
    ) AS open
    WHERE EXISTS (SELECT FROM protection_limit AS x WHERE x.player_id = one AND x.kind IN ('stake', 'loss'));
    IF since IS NULL THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT open.player, sum(of_round.cents)::bigint
    FROM unnest(people, accounts, tables, rounds, begun) AS open (player, account, place, round, begun)
    -- One account at a time, too.
    -- `coalesce` keeps the index of rounds out: a round at a crowded table has thousands of transfers of others.
    CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN paid THEN moved.cents ELSE -moved.cents END) AS cents FROM (
            SELECT w.cents, true AS paid FROM wallet_transfer AS w
            WHERE w.source_id = open.account AND w.at >= since AND w.at < until AND w.at >= open.begun
              AND coalesce(w.round, 0) = open.round AND w.kind IN ('stake', 'chips', 'jackpot-bet')
            UNION ALL
            SELECT w.cents, false FROM wallet_transfer AS w
            WHERE w.target_id = open.account AND w.at >= since AND w.at < until AND w.at >= open.begun
              AND coalesce(w.round, 0) = open.round
              AND (w.kind = 'chips-back' OR (w.kind = 'stake-back' AND EXISTS (
                  SELECT FROM games_event AS e
                  WHERE e.table_id = open.place AND e.seq = games_event_of_transfer(w.id) AND e.kind = 'bet-taken'
                    AND e.at >= since AND e.at < until
              )))
        ) AS moved
    ) AS of_round
    GROUP BY open.player;
END $$;
GRANT EXECUTE ON FUNCTION protection_stakes_in_play TO house_app;
