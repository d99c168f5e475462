"""Queries of every bet and payment name the time in which their transfers and events lie, so that they read few months.

Plans are kept: a plan made for its values would cost more than the query. With the bounds as variables, the months that cannot match
are left out when it starts.
"""

from django.db import migrations

STAKES_IN_PLAY = """
CREATE OR REPLACE FUNCTION protection_stakes_in_play(players bigint[], wanted text) RETURNS TABLE (player bigint, cents bigint)
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
    FROM unnest(players) AS one
    -- One player at a time, by indexes (OFFSET 0): no plan may read the accounts or sessions of everybody.
    CROSS JOIN LATERAL (
        SELECT a.id AS account, t.id AS place, r.id AS round, r.opened - interval '1 minute' AS begun
        FROM players_playsession AS session
        JOIN games_table AS t ON t.id = session."table"
        JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
        JOIN wallet_account AS a ON a.player_id = one AND a.kind IN ('wallet', 'stack') AND a.currency = wanted
        WHERE session.player_id = one AND session.ended IS NULL AND session.currency = wanted
        OFFSET 0
    ) AS open;
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
"""
PAYMENTS = """
CREATE OR REPLACE FUNCTION games_refuse_unfounded_payment(paying_table bigint, the_round bigint)
    RETURNS void LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    since timestamptz;
    excess bigint;
BEGIN
    SELECT r.opened - interval '1 minute' INTO since
    FROM games_round AS r WHERE r.id = the_round AND r.table_id = paying_table AND r.status = 'open';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a table pays players in an open round of its own' USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT account INTO excess FROM (
        SELECT CASE WHEN w.kind IN ('stake', 'jackpot-bet') THEN w.source_id ELSE w.target_id END AS account,
            coalesce(sum(w.cents) FILTER (WHERE w.kind IN ('stake', 'jackpot-bet')), 0) AS staked,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'prize'), 0) AS prizes,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'lost-back'), 0) AS undone,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'jackpot-prize'), 0) AS jackpot
        FROM wallet_transfer AS w
        WHERE w.round = the_round AND w.at >= since
            AND w.kind IN ('stake', 'jackpot-bet', 'prize', 'lost-back', 'jackpot-prize')
        GROUP BY 1
    ) AS sums
    -- No bet of the regulation pays more than 100 to 1. What a jackpot pays is in its account.  [CS-28a] [MS-9.2]
    WHERE prizes > 100 * staked OR undone > staked OR (jackpot > 0 AND staked = 0)
    LIMIT 1;
    IF excess IS NOT NULL THEN
        RAISE EXCEPTION 'the account % is paid more than its stake in round % can win', excess, the_round
            USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;
CREATE OR REPLACE FUNCTION games_payment_has_an_event()
    RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT EXISTS (
            SELECT FROM games_event AS e
            WHERE e.table_id = (SELECT a."table" FROM wallet_account AS a WHERE a.id = NEW.source_id)
                AND e.table_id = ('x' || left(replace(NEW.id::text, '-', ''), 12))::bit(48)::bigint
                AND e.seq = games_event_of_transfer(NEW.id)
                -- Both are written by one transaction.
                AND e.at >= NEW.at - interval '1 day' AND e.at < NEW.at + interval '1 day'
                AND (NEW.kind = 'jackpot-fill' OR e.round_id = NEW.round)  -- a jackpot may be filled between rounds
        ) THEN
        RAISE EXCEPTION 'a transfer of the kind % needs its event in the record', NEW.kind USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0009_commands")]
    # Going back leaves the new texts, which the release before can use.
    operations = [
        migrations.RunSQL(STAKES_IN_PLAY, migrations.RunSQL.noop),
        migrations.RunSQL(PAYMENTS, migrations.RunSQL.noop),
    ]
