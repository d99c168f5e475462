"""What the protection of players needs from play: stakes added up by day, and what lies on tables in rounds that have not ended.

Both stand here because they read the tables of games; `players.protection` names none of them.
"""

from django.db import migrations

# One statement for each set of stakes of a round that ended. A void round counts nothing, and demonstration credits are no money.
DAILY_STAKES = """
CREATE FUNCTION games_stakes_add_up() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO protection_staked AS s (player_id, currency, day, cents)
    SELECT posted.player_id, t.currency, (posted.at AT TIME ZONE 'Europe/Lisbon')::date, sum(posted.staked)
    FROM posted
    JOIN games_round AS r ON r.id = posted.round_id AND r.status <> 'void'
    JOIN games_table AS t ON t.id = r.table_id AND t.currency <> 'DEMO'
    WHERE posted.staked > 0
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    ON CONFLICT (player_id, currency, day) DO UPDATE SET cents = s.cents + excluded.cents;
    RETURN NULL;
END $$;
CREATE TRIGGER games_stakes_add_up AFTER INSERT ON games_stake
    REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION games_stakes_add_up();
"""
# The number of the event that caused a transfer of a table: 54 bits of the transfer's id, as `transfer_id` of the tables builds it.
TRANSFER_EVENT = """
CREATE FUNCTION games_event_of_transfer(id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT (substring(bits FROM 53 FOR 12) || substring(bits FROM 67 FOR 42))::bit(54)::bigint
    FROM (SELECT ('x' || replace(id::text, '-', ''))::bit(128) AS bits) AS read
$$;
"""
# Replaces the placeholder of players.protection (migration 0002). A stake that comes back with a result was staked: only a bet that was
# taken back before the bets closed leaves room for another. The chips of a stack are counted by players.protection itself.
STAKES_IN_PLAY = """
CREATE OR REPLACE FUNCTION protection_stakes_in_play(the_player bigint, wanted text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT coalesce(sum(CASE WHEN paid THEN moved.cents ELSE -moved.cents END), 0)::bigint
        FROM players_playsession AS session
        JOIN games_table AS t ON t.id = session."table"
        JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
        JOIN wallet_account AS a ON a.player_id = the_player AND a.kind IN ('wallet', 'stack') AND a.currency = wanted
        -- A minute of grace: a transfer is dated by the beginning of its transaction, which may have waited for the table.
        CROSS JOIN LATERAL (
            SELECT w.cents, true AS paid FROM wallet_transfer AS w
            WHERE w.source_id = a.id AND w.at >= r.opened - interval '1 minute' AND w.round = r.id
              AND w.kind IN ('stake', 'chips', 'jackpot-bet')
            UNION ALL
            SELECT w.cents, false FROM wallet_transfer AS w
            WHERE w.target_id = a.id AND w.at >= r.opened - interval '1 minute' AND w.round = r.id
              AND (w.kind = 'chips-back' OR (w.kind = 'stake-back' AND EXISTS (
                  SELECT FROM games_event AS e
                  WHERE e.table_id = t.id AND e.seq = games_event_of_transfer(w.id) AND e.kind = 'bet-taken'
              )))
        ) AS moved
        WHERE session.player_id = the_player AND session.ended IS NULL AND session.currency = wanted
    );
END $$;
"""
PLACEHOLDER = """
CREATE OR REPLACE FUNCTION protection_stakes_in_play(the_player bigint, wanted text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT 0::bigint
$$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_laws"),
        ("history", "0002_laws"),
        ("protection", "0002_laws"),
        ("wallet", "0002_laws"),
    ]
    operations = [
        migrations.RunSQL(DAILY_STAKES, "DROP TRIGGER games_stakes_add_up ON games_stake; DROP FUNCTION games_stakes_add_up"),
        migrations.RunSQL(TRANSFER_EVENT, "DROP FUNCTION games_event_of_transfer(uuid)"),
        migrations.RunSQL(STAKES_IN_PLAY, PLACEHOLDER),
        # Stakes are found by their hour, without an index entry for each.
        migrations.RunSQL(
            "CREATE INDEX stake_by_hour ON games_stake USING brin (at) WITH (pages_per_range = 16, autosummarize = on)",
            "DROP INDEX stake_by_hour",
        ),
    ]
