"""What the database keeps by itself: what every bet asks, and that limits, pauses and exclusions stay as they were requested."""

from django.db import migrations

# What a player has staked in rounds that have not ended, besides the chips in stacks. A package that knows rounds replaces this
# function with its own (`CREATE OR REPLACE`); without one nothing is in play.
STAKES_IN_PLAY = """
CREATE FUNCTION protection_stakes_in_play(the_player bigint, wanted text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT 0::bigint
$$;
"""
# The question that every bet asks, kept here so that it is planned once in a connection and not once in a bet. One row for each
# player; everything is looked up by index: a few limits, a month of days, the play sessions that are open.
STANDING = """
CREATE FUNCTION protection_standing(players bigint[], wanted text, moment timestamptz)
RETURNS TABLE (
    player bigint, status text, excluded boolean, paused boolean,
    day_limit bigint, week_limit bigint, month_limit bigint, time_limit bigint,
    on_day bigint, in_week bigint, in_month bigint, on_tables bigint, minutes int
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
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
           l.day, l.week, l.month, l.minutes, s.day, s.week, s.month, o.cents, m.minutes
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
    ) AS s ON coalesce(l.day, l.week, l.month) IS NOT NULL
    LEFT JOIN LATERAL (
        -- Chips in a stack are played without being asked about again: they count from the moment in which they are bought.
        SELECT (protection_stakes_in_play(p.id, wanted) + coalesce(sum(a.balance), 0))::bigint AS cents
        FROM wallet_account AS a
        WHERE a.player_id = p.id AND a.kind = 'stack' AND a.currency = wanted
    ) AS o ON coalesce(l.day, l.week, l.month) IS NOT NULL
    LEFT JOIN LATERAL (
        -- Time at two tables at once is counted once.
        SELECT floor(extract(epoch FROM sum(upper(span) - lower(span))) / 60)::int AS minutes
        FROM unnest((
            SELECT range_agg(tstzrange(greatest(started, f.midnight), greatest(coalesce(ended, f.at), started, f.midnight)))
            FROM players_playsession
            WHERE player_id = p.id AND currency = wanted AND (ended IS NULL OR ended > f.midnight)
        )) AS span
    ) AS m ON l.minutes IS NOT NULL
    WHERE p.id = ANY(players);
END $$;
"""
RECORD = """
CREATE TRIGGER protection_limit_stays BEFORE UPDATE OF player_id, kind, period, value, requested_at, starts OR DELETE OR TRUNCATE
    ON protection_limit FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_pause_stays BEFORE UPDATE OF player_id, starts, ends OR DELETE OR TRUNCATE
    ON protection_pause FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_exclusion_stays BEFORE UPDATE OF player_id, source, reference, starts, requested_until OR DELETE OR TRUNCATE
    ON protection_exclusion FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_realitycheck_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON protection_realitycheck FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
-- An exclusion of one's own lasts three months at least, whoever writes it; an early end comes a month after its notice.
ALTER TABLE protection_exclusion ADD CONSTRAINT own_exclusions_last CHECK (
    source <> 'own' OR ends IS NULL OR (
        (ends AT TIME ZONE 'Europe/Lisbon') >= (starts AT TIME ZONE 'Europe/Lisbon') + interval '3 months'
        AND (noticed IS NULL OR ends IS NOT DISTINCT FROM requested_until
             OR (ends AT TIME ZONE 'Europe/Lisbon') >= (noticed AT TIME ZONE 'Europe/Lisbon') + interval '1 month')
    )
);
ALTER TABLE protection_pause ADD CONSTRAINT a_pause_is_short CHECK (
    (ends AT TIME ZONE 'Europe/Lisbon') BETWEEN (starts AT TIME ZONE 'Europe/Lisbon') + interval '1 day'
        AND (starts AT TIME ZONE 'Europe/Lisbon') + interval '42 days'
);
REVOKE INSERT, UPDATE, DELETE ON protection_staked FROM house_app;
REVOKE UPDATE, DELETE ON protection_realitycheck FROM house_app;
REVOKE DELETE ON protection_limit, protection_pause, protection_exclusion, protection_report, protection_nationallist,
    protection_nationalfeed FROM house_app;
"""
UNDO = """
ALTER TABLE protection_pause DROP CONSTRAINT a_pause_is_short;
ALTER TABLE protection_exclusion DROP CONSTRAINT own_exclusions_last;
DROP TRIGGER protection_realitycheck_append_only ON protection_realitycheck;
DROP TRIGGER protection_exclusion_stays ON protection_exclusion;
DROP TRIGGER protection_pause_stays ON protection_pause;
DROP TRIGGER protection_limit_stays ON protection_limit;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("protection", "0001_initial"),
        ("wallet", "0002_laws"),
        ("casino", "0002_rights"),
    ]
    operations = [
        migrations.RunSQL(STAKES_IN_PLAY, "DROP FUNCTION protection_stakes_in_play(bigint, text)"),
        migrations.RunSQL(STANDING, "DROP FUNCTION protection_standing"),
        migrations.RunSQL(RECORD, UNDO),
    ]
