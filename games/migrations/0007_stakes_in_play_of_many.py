"""What every bet asks costs no more with each bet of the round.

The stakes in play are added up for all players of a transaction in one call, only for those with limits, and only from their own
transfers. Both functions are replaced in one transaction, because the one calls the other.
"""

from django.db import migrations

STAKES_IN_PLAY = """
CREATE OR REPLACE FUNCTION protection_stakes_in_play(players bigint[], wanted text) RETURNS TABLE (player bigint, cents bigint)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT one, in_play.cents
    FROM unnest(players) AS one
    -- One player at a time, by indexes: no plan may read the accounts or sessions of everybody.
    CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN paid THEN moved.cents ELSE -moved.cents END)::bigint AS cents
        FROM players_playsession AS session
        JOIN games_table AS t ON t.id = session."table"
        JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
        JOIN wallet_account AS a ON a.player_id = one AND a.kind IN ('wallet', 'stack') AND a.currency = wanted
        -- A minute of grace: a transfer is dated by the beginning of its transaction, which may have waited for the table.
        -- `coalesce` keeps the index of rounds out: a round at a crowded table has thousands of transfers of others.
        CROSS JOIN LATERAL (
            SELECT w.cents, true AS paid FROM wallet_transfer AS w
            WHERE w.source_id = a.id AND w.at >= r.opened - interval '1 minute' AND coalesce(w.round, 0) = r.id
              AND w.kind IN ('stake', 'chips', 'jackpot-bet')
            UNION ALL
            SELECT w.cents, false FROM wallet_transfer AS w
            WHERE w.target_id = a.id AND w.at >= r.opened - interval '1 minute' AND coalesce(w.round, 0) = r.id
              AND (w.kind = 'chips-back' OR (w.kind = 'stake-back' AND EXISTS (
                  SELECT FROM games_event AS e
                  WHERE e.table_id = t.id AND e.seq = games_event_of_transfer(w.id) AND e.kind = 'bet-taken'
              )))
        ) AS moved
        WHERE session.player_id = one AND session.ended IS NULL AND session.currency = wanted
    ) AS in_play;
END $$;
"""
# Everything is found by an index of the player; a plan from a time when the tables were small would read them whole, and is kept.
# What only limits need is not computed without them: the condition of a LEFT JOIN is looked at after its other side was computed.
STANDING = """
CREATE OR REPLACE FUNCTION protection_standing(players bigint[], wanted text, moment timestamptz)
RETURNS TABLE (
    player bigint, status text, excluded boolean, paused boolean,
    day_limit bigint, week_limit bigint, month_limit bigint, time_limit bigint,
    on_day bigint, in_week bigint, in_month bigint, on_tables bigint, minutes int
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
    SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH hour AS (
        SELECT at, at AT TIME ZONE 'Europe/Lisbon' AS local FROM (SELECT coalesce(moment, clock_timestamp()) AS at) AS read
    ), first AS (
        SELECT at, date_trunc('day', local)::date AS day, date_trunc('week', local)::date AS week, date_trunc('month', local)::date AS month,
               date_trunc('day', local) AT TIME ZONE 'Europe/Lisbon' AS midnight
        FROM hour
    )
    SELECT p.id, p.status::text,
           EXISTS (SELECT FROM protection_exclusion AS e WHERE e.player_id = p.id AND e.starts <= f.at AND (e.ends IS NULL OR e.ends > f.at)),
           EXISTS (SELECT FROM protection_pause AS e WHERE e.player_id = p.id AND e.starts <= f.at AND e.ends > f.at),
           l.day, l.week, l.month, l.minutes, s.day, s.week, s.month,
           -- Chips in a stack are played without being asked about again: they count from the moment in which they are bought.
           CASE WHEN coalesce(l.day, l.week, l.month) IS NOT NULL THEN (coalesce(in_play.cents, 0) + coalesce((
               SELECT sum(a.balance) FROM wallet_account AS a WHERE a.player_id = p.id AND a.kind = 'stack' AND a.currency = wanted
           ), 0))::bigint END,
           m.minutes
    FROM first AS f CROSS JOIN players_player AS p
    CROSS JOIN LATERAL (
        SELECT max(value) FILTER (WHERE kind = 'stake' AND period = 'day') AS day,
               max(value) FILTER (WHERE kind = 'stake' AND period = 'week') AS week,
               max(value) FILTER (WHERE kind = 'stake' AND period = 'month') AS month,
               max(value) FILTER (WHERE kind = 'time') AS minutes
        FROM (
            SELECT DISTINCT ON (kind, period) kind, period, value FROM protection_limit
            WHERE player_id = p.id AND kind IN ('stake', 'time') AND starts <= f.at AND cancelled IS NULL
            ORDER BY kind, period, starts DESC, id DESC
        ) AS counting
    ) AS l
    LEFT JOIN LATERAL (
        SELECT coalesce(sum(cents) FILTER (WHERE day = f.day), 0)::bigint AS day,
               coalesce(sum(cents) FILTER (WHERE day >= f.week), 0)::bigint AS week,
               coalesce(sum(cents) FILTER (WHERE day >= f.month), 0)::bigint AS month
        FROM protection_staked WHERE player_id = p.id AND currency = wanted AND day BETWEEN least(f.week, f.month) AND f.day
            AND coalesce(l.day, l.week, l.month) IS NOT NULL
    ) AS s ON true
    LEFT JOIN LATERAL (
        -- Time at two tables at once is counted once.
        SELECT floor(extract(epoch FROM sum(upper(span) - lower(span))) / 60)::int AS minutes
        FROM unnest((
            SELECT range_agg(tstzrange(greatest(started, f.midnight), greatest(coalesce(ended, f.at), started, f.midnight)))
            FROM players_playsession
            WHERE player_id = p.id AND currency = wanted AND (ended IS NULL OR ended > f.midnight)
        )) AS span
        WHERE l.minutes IS NOT NULL
    ) AS m ON true
    LEFT JOIN protection_stakes_in_play(ARRAY(
        SELECT player_id FROM protection_limit WHERE player_id = ANY(players) AND kind = 'stake' GROUP BY player_id
    ), wanted) AS in_play ON in_play.player = p.id
    WHERE p.id = ANY(players);
END $$;
"""
OF_ONE_PLAYER = "DROP FUNCTION protection_stakes_in_play(bigint, text)"
# Going back leaves the new texts, which the release before can use, and gives 0003 and the protection their function of one player.
OF_ONE_PLAYER_AGAIN = """
CREATE FUNCTION protection_stakes_in_play(the_player bigint, wanted text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(cents), 0)::bigint FROM protection_stakes_in_play(ARRAY[the_player], wanted)
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0006_smaller_rounds")]
    operations = [
        migrations.RunSQL(STAKES_IN_PLAY, migrations.RunSQL.noop),
        migrations.RunSQL(STANDING, migrations.RunSQL.noop),
        migrations.RunSQL(OF_ONE_PLAYER, OF_ONE_PLAYER_AGAIN),
    ]
