"""The queries of the canonical facts: one period, and no row of a test account, a visitor or a house
player.
"""

from __future__ import annotations

# Both sides of the transfers in euros of the period. What moves between a player's own accounts is left out.
SIDES = """
    SELECT target_id AS account, cents AS amount, id, kind, round, seat, at FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR' AND kind <> ALL(%(internal)s)
    UNION ALL
    SELECT source_id, -cents, id, kind, round, seat, at FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR' AND kind <> ALL(%(internal)s)
"""
MOVEMENTS = f"""
SELECT a.player_id, s.id, s.kind, s.round, s.seat, s.at, s.amount::bigint
FROM ({SIDES}) AS s
JOIN wallet_account AS a ON a.id = s.account AND a.kind IN ('wallet', 'stack')
JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing
ORDER BY a.player_id, s.at, s.id
"""
# The opening balance is computed back from the current one, so that earlier transfers are not read. It is
# computed once for each account, not for each of its movements.
ACCOUNTS = f"""
WITH playing AS MATERIALIZED (
    SELECT a.player_id FROM ({SIDES}) AS s
    JOIN wallet_account AS a ON a.id = s.account AND a.kind IN ('wallet', 'stack')
    UNION
    SELECT s.player_id FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id
    JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
    WHERE s.at >= %(since)s AND s.at < %(until)s
)
SELECT p.id, min(a.id) FILTER (WHERE a.kind = 'wallet'), h.email,
       sum(a.balance
           - coalesce((SELECT sum(cents) FROM wallet_transfer
                       WHERE target_id = a.id AND at >= %(since)s), 0)
           + coalesce((SELECT sum(cents) FROM wallet_transfer
                       WHERE source_id = a.id AND at >= %(since)s), 0))::bigint
FROM players_player AS p JOIN players_person AS h ON h.id = p.person_id
JOIN wallet_account AS a ON a.player_id = p.id AND a.kind IN ('wallet', 'stack') AND a.currency = 'EUR'
WHERE p.id IN (SELECT player_id FROM playing) AND NOT p.testing
GROUP BY p.id, h.email ORDER BY p.id
"""
# A round that ends later than the period has no end yet, and is not void yet.
ROUNDS = """
SELECT r.id, r.number, r.table_id, t.name, t.system, r.setting_id, r.opened,
       CASE WHEN r.ended < %(until)s THEN r.ended END,
       r.status = 'void' AND r.ended < %(until)s, r.seed
FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
WHERE r.id IN (
    SELECT round FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR' AND round IS NOT NULL
    UNION
    SELECT round_id FROM games_stake WHERE at >= %(since)s AND at < %(until)s
)
"""
# Of the rounds that ended in the period. A round that lasts longer than a day is told without its cards.
EVENTS = """
SELECT e.round_id, e.seq, e.kind, e.data FROM games_event AS e
JOIN games_round AS r ON r.id = e.round_id AND r.ended >= %(since)s AND r.ended < %(until)s
JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
WHERE e.at >= %(since)s - interval '1 day' AND e.at < %(until)s + interval '1 minute'
  AND e.kind = ANY(%(kinds)s)
ORDER BY e.round_id, e.seq
"""
# Who staked nothing in a round has no result in it: what it paid is a bet of an earlier round that came back.
STAKES = """
SELECT s.player_id, s.round_id, s.seat, s.at, s.commission,
       CASE WHEN s.staked > 0 THEN s.back + s.prize - s.commission - s.staked END
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id
JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
WHERE s.at >= %(since)s AND s.at < %(until)s ORDER BY s.player_id
"""
VISIT = """
SELECT n.id, p.id, n.began, n.ended, coalesce(host(n.address), ''), n.device
FROM identity_signin AS n JOIN players_player AS p ON p.person_id = n.person_id AND NOT p.testing
  AND p.status NOT IN ('visitor', 'partner')
"""
VISITS = """
WITH visit AS MATERIALIZED (
    SELECT id, person_id, began, ended, address, device FROM identity_signin
    WHERE began >= %(since)s AND began < %(until)s
    UNION ALL
    SELECT id, person_id, began, ended, address, device FROM identity_signin
    WHERE ended >= %(since)s AND ended < %(until)s AND began < %(since)s
)
SELECT n.id, p.id, n.began, n.ended, coalesce(host(n.address), ''), n.device
FROM visit AS n JOIN players_player AS p ON p.person_id = n.person_id AND NOT p.testing
  AND p.status NOT IN ('visitor', 'partner')
ORDER BY n.id
"""
# Of everybody with play in the period: the visits in it, and the last one before.
VISITS_OF_PLAYERS = f"""
WITH playing AS MATERIALIZED (
    SELECT a.player_id FROM ({SIDES}) AS s
    JOIN wallet_account AS a ON a.id = s.account AND a.kind IN ('wallet', 'stack')
    UNION SELECT player_id FROM games_stake WHERE at >= %(since)s AND at < %(until)s
)
SELECT v.* FROM playing AS m CROSS JOIN LATERAL (
    ({VISIT} WHERE p.id = m.player_id AND n.began < %(since)s ORDER BY n.began DESC LIMIT 1)
    UNION ALL
    ({VISIT} WHERE p.id = m.player_id AND n.began >= %(since)s AND n.began < %(until)s)
) AS v ORDER BY 2, 3
"""
# The stays at tables that may have been played in the period.
STAYS = """
SELECT s.id, s.player_id, s."table", s.started FROM (
    SELECT id, player_id, currency, "table", started FROM players_playsession WHERE ended >= %(since)s
    UNION ALL
    SELECT id, player_id, currency, "table", started FROM players_playsession WHERE ended IS NULL
    OFFSET 0  -- or else all that began before may be read, which is the whole history
) AS s WHERE s.currency = 'EUR' AND s.started < %(until)s ORDER BY 4
"""
# The kinds of audit lines that change the register.
REGISTER_ACTS = ["account.", "identity.", "terms.", "access.email-changed"]
CHANGES = """
SELECT l.player_id, max(l.at)
FROM audit_line AS l JOIN players_player AS p ON p.id = l.player_id AND NOT p.testing
  AND p.status NOT IN ('visitor', 'partner')
WHERE l.at >= %(since)s AND l.at < %(until)s
  AND EXISTS (SELECT FROM unnest(%(acts)s::text[]) AS act WHERE starts_with(l.kind, act))
GROUP BY l.player_id
"""
PEOPLE = """
SELECT p.id, coalesce(w.id, 0), h.email, p.alias, p.status, coalesce(i.name, ''), i.birth,
       coalesce(i.nationality, ''), coalesce(i.profession, ''), coalesce(i.address, ''),
       coalesce(i.postcode, ''), coalesce(i.town, ''), coalesce(i.district, ''),
       coalesce(i.country, ''), coalesce(i.telephone, ''),
       coalesce(i.document_kind, ''), coalesce(i.document_number, ''), coalesce(i.nif, ''),
       coalesce(i.state, ''), coalesce(i.reference, ''), coalesce(y.method, ''), i.papers, i.sealed
FROM players_player AS p JOIN players_person AS h ON h.id = p.person_id
LEFT JOIN identity_identity AS i ON i.player_id = p.id
LEFT JOIN LATERAL (
    SELECT id FROM wallet_account
    WHERE player_id = p.id AND kind = 'wallet' AND currency = 'EUR' ORDER BY id LIMIT 1
) AS w ON true
LEFT JOIN LATERAL (
    SELECT method FROM cashier_payment WHERE player_id = p.id AND status = 'paid' AND direction = 'deposit'
    ORDER BY credited DESC LIMIT 1
) AS y ON true
WHERE p.id = ANY(%(players)s) ORDER BY p.id
"""
EXCLUSIONS = """
SELECT x.id, x.player_id, x.starts, coalesce(x.requested_until, x.ends), x.reason, x.occupation
FROM protection_exclusion AS x JOIN players_player AS p ON p.id = x.player_id AND NOT p.testing
WHERE x.source = 'own' AND x.starts >= %(since)s AND x.starts < %(until)s ORDER BY x.id
"""
# By the ledger: what players staked, were paid and were refunded, and what they paid as commission. A
# payment in a void round is a refund if the round was void before that hour was over.
TOTALS = f"""
WITH moved AS (
    SELECT t.system, s.kind, s.amount,
           r.status = 'void' AND r.ended < date_trunc('hour', s.at) + interval '1 hour' AS is_void
    FROM ({SIDES}) AS s
    JOIN wallet_account AS a ON a.id = s.account AND a.kind IN ('wallet', 'stack')
    JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing
    JOIN games_round AS r ON r.id = s.round JOIN games_table AS t ON t.id = r.table_id
    WHERE s.kind = ANY(%(play)s)
), ended AS (
    SELECT t.system, sum(s.commission) AS commission FROM games_stake AS s
    JOIN games_round AS r ON r.id = s.round_id
    JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
    JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
    WHERE s.at >= %(since)s AND s.at < %(until)s GROUP BY 1
), played AS (
    SELECT system, -coalesce(sum(amount) FILTER (WHERE kind = ANY(%(staking)s)), 0) AS staked,
           coalesce(sum(amount) FILTER (WHERE kind <> ALL(%(staking)s) AND kind <> %(entry)s
               AND kind <> %(unmatched)s AND NOT is_void), 0) AS gained,
           coalesce(sum(amount) FILTER (WHERE kind = %(unmatched)s OR (is_void
               AND kind <> ALL(%(staking)s) AND kind <> %(entry)s)), 0) AS refunded,
           -coalesce(sum(amount) FILTER (WHERE kind = %(entry)s), 0) AS entries
    FROM moved GROUP BY 1
)
SELECT system, coalesce(staked, 0)::bigint, coalesce(gained, 0)::bigint, coalesce(refunded, 0)::bigint,
       (coalesce(entries, 0) + coalesce(ended.commission, 0))::bigint
FROM played FULL JOIN ended USING (system) ORDER BY system
"""
