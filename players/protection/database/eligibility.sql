-- What decides whether a player may bet: state, exclusions, limits and what is staked already. Every bet asks it, so plans are
-- kept, and everything is found by an index of the player.

-- The standing, and what else every bet asks: the national list, terms, and which of the named sessions are open.
CREATE FUNCTION protection_eligibility(
    players bigint[], wanted text, moment timestamp with time zone, named_sessions text[], known_tables bigint[]
) RETURNS TABLE (
    player bigint, status text, excluded boolean, paused boolean, day_limit bigint, week_limit bigint,
    month_limit bigint, day_loss_limit bigint, week_loss_limit bigint, month_loss_limit bigint, time_limit bigint,
    on_day bigint, in_week bigint, in_month bigint, lost_on_day bigint, lost_in_week bigint, lost_in_month bigint,
    on_tables bigint, minutes integer, list_loaded boolean, owes_terms boolean,
    owes_answer boolean, credential_epoch integer, sessions text[]
)
    LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = 'off' SET enable_bitmapscan = 'off' AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT s.*, EXISTS (SELECT FROM protection_nationalfeed WHERE loaded IS NOT NULL),
           EXISTS (
               SELECT FROM identity_terms AS t
               WHERE t.version = (SELECT max(version) FROM identity_terms) AND NOT EXISTS (
                   SELECT FROM identity_acceptance AS x WHERE x.player_id = s.player AND x.terms_id = t.version)
           ),
           EXISTS (SELECT FROM protection_caremessage AS c WHERE c.player_id = s.player AND c.answered IS NULL AND c.required),
           person.credential_epoch, proven.sessions
    FROM protection_standing(players, wanted, moment, known_tables) AS s
    JOIN players_player AS player_row ON player_row.id = s.player
    JOIN players_person AS person ON person.id = player_row.person_id
    LEFT JOIN (
        SELECT entry.person_id, array_agg(entry.session::text) AS sessions
        FROM identity_signin AS entry
        JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
        JOIN players_person AS holder ON holder.id = entry.person_id AND holder.credential_epoch = entry.epoch
        WHERE entry.session = ANY(named_sessions) AND entry.ended IS NULL
        GROUP BY entry.person_id
    ) AS proven ON proven.person_id = person.id;
END $$;
GRANT EXECUTE ON FUNCTION protection_eligibility TO house_app;

-- The state, limits and sums of these players at this moment. Sums that only limits need are not computed without them.
CREATE FUNCTION protection_standing(
    players bigint[], wanted text, moment timestamp with time zone, known_tables bigint[]
) RETURNS TABLE (
    player bigint, status text, excluded boolean, paused boolean, day_limit bigint, week_limit bigint,
    month_limit bigint, day_loss_limit bigint, week_loss_limit bigint, month_loss_limit bigint, time_limit bigint,
    on_day bigint, in_week bigint, in_month bigint, lost_on_day bigint, lost_in_week bigint, lost_in_month bigint,
    on_tables bigint, minutes integer
)
    LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = 'off' SET enable_bitmapscan = 'off' AS $$
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
           EXISTS (SELECT FROM protection_pause AS e WHERE e.player_id = p.id AND e.starts <= f.at AND e.ends > f.at)
               OR EXISTS (SELECT FROM protection_absenceafterhand AS e WHERE e.player_id = p.id AND e.begun IS NULL),
           l.day, l.week, l.month, l.day_loss, l.week_loss, l.month_loss, l.minutes,
           s.day, s.week, s.month, s.day_lost, s.week_lost, s.month_lost,
           -- Chips in a stack are played without being asked about again: they count from the moment in which they are bought.
           CASE WHEN l.count_stakes THEN (coalesce(in_play.cents, 0) + coalesce((
               SELECT sum(a.balance) FROM wallet_account AS a WHERE a.player_id = p.id AND a.kind = 'stack' AND a.currency = wanted
           ), 0))::bigint END,
           m.minutes
    FROM first AS f CROSS JOIN players_player AS p
    CROSS JOIN LATERAL (
        SELECT max(value) FILTER (WHERE kind = 'stake' AND period = 'day') AS day,
               max(value) FILTER (WHERE kind = 'stake' AND period = 'week') AS week,
               max(value) FILTER (WHERE kind = 'stake' AND period = 'month') AS month,
               max(value) FILTER (WHERE kind = 'loss' AND period = 'day') AS day_loss,
               max(value) FILTER (WHERE kind = 'loss' AND period = 'week') AS week_loss,
               max(value) FILTER (WHERE kind = 'loss' AND period = 'month') AS month_loss,
               coalesce(bool_or(value IS NOT NULL) FILTER (WHERE kind <> 'time'), false) AS count_stakes,
               max(value) FILTER (WHERE kind = 'time') AS minutes
        FROM (
            SELECT DISTINCT ON (kind, period) kind, period, value FROM protection_limit
            WHERE player_id = p.id AND kind IN ('stake', 'loss', 'time') AND starts <= f.at AND cancelled IS NULL
            ORDER BY kind, period, starts DESC, id DESC
        ) AS counting
    ) AS l
    LEFT JOIN LATERAL (
        SELECT coalesce(sum(cents) FILTER (WHERE day = f.day), 0)::bigint AS day,
               coalesce(sum(cents) FILTER (WHERE day >= f.week), 0)::bigint AS week,
               coalesce(sum(cents) FILTER (WHERE day >= f.month), 0)::bigint AS month,
               coalesce(sum(lost) FILTER (WHERE day = f.day), 0)::bigint AS day_lost,
               coalesce(sum(lost) FILTER (WHERE day >= f.week), 0)::bigint AS week_lost,
               coalesce(sum(lost) FILTER (WHERE day >= f.month), 0)::bigint AS month_lost
        FROM protection_staked WHERE player_id = p.id AND currency = wanted AND day BETWEEN least(f.week, f.month) AND f.day
            AND l.count_stakes
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
    LEFT JOIN protection_stakes_in_play(players, wanted, known_tables) AS in_play ON in_play.player = p.id
    WHERE p.id = ANY(players);
END $$;
GRANT EXECUTE ON FUNCTION protection_standing TO house_app;
