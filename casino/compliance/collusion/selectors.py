"""What the integrity pages show, queried as the read-only role."""

from __future__ import annotations

import json
from typing import Any

from casino.compliance.collusion.findings import cents_passed
from casino.compliance.reading import rows

# The stakes name the players who paid chips; the events name those who folded without paying.
SEATS = """
SELECT round_id, seat, player_id AS player FROM games_stake WHERE round_id = ANY(%(ids)s)
UNION
SELECT round_id, (data::json->>'seat')::int, player FROM games_event
WHERE round_id = ANY(%(ids)s) AND kind IN ('folded', 'checked') AND player IS NOT NULL
"""
EVENTS = """
SELECT round_id, kind, data, (extract(epoch FROM at) * 1000)::bigint AS at
FROM games_event WHERE round_id = ANY(%s) AND kind = ANY(%s) ORDER BY round_id, seq
"""
PAGE_SIZE = 50
MAX_COMPARED = 5  # other opponents whose flows are shown beside a pair
CASES = """
SELECT c.id, c.kind, c.state, c.opened, c.decision, c.proposer_id IS NOT NULL AS waits,
  (SELECT array_agg(p.alias ORDER BY p.alias) FROM collusion_casemember AS q
   JOIN players_player AS p ON p.id = q.player_id WHERE q.case_id = c.id) AS names,
  (SELECT array_agg(DISTINCT e.kind) FROM collusion_evidence AS e WHERE e.case_id = c.id) AS kinds,
  (SELECT min(e.chance) FROM collusion_evidence AS e WHERE e.case_id = c.id) AS chance,
  count(*) OVER () AS all
FROM collusion_case AS c
WHERE (%(state)s = '' OR c.state = %(state)s) AND (%(kind)s = '' OR c.kind = %(kind)s)
  AND (%(player)s = '' OR EXISTS (
    SELECT FROM collusion_casemember AS q JOIN players_player AS p ON p.id = q.player_id
    WHERE q.case_id = c.id AND lower(p.alias) = lower(%(player)s)))
ORDER BY c.state = 'closed', c.id DESC LIMIT %(limit)s OFFSET %(offset)s
"""
CASE = """
SELECT c.id, c.kind, c.key, c.state, c.opened, c.decision, c.reason, c.closed, c.proposer_id,
  proposer.email AS proposer, signer.email AS signer
FROM collusion_case AS c
LEFT JOIN players_person AS proposer ON proposer.id = c.proposer_id
LEFT JOIN players_person AS signer ON signer.id = c.signer_id
WHERE c.id = %s
"""
PARTIES = """
SELECT p.id, p.alias, p.status, p.person_id
FROM collusion_casemember AS q JOIN players_player AS p ON p.id = q.player_id
WHERE q.case_id = %s ORDER BY p.id
"""
STEPS = """
SELECT s.verb, s.reason, s.decision, s.round, s.at, a.email
FROM collusion_step AS s JOIN players_person AS a ON a.id = s.person_id
WHERE s.case_id = %s ORDER BY s.id
"""
SHARED_SIGN_INS = """
SELECT 'address' AS what, host(address) AS which, count(*) AS times FROM identity_signin
WHERE person_id = ANY(%(people)s) AND address IS NOT NULL
GROUP BY address HAVING count(DISTINCT person_id) > 1
UNION ALL
SELECT 'device', device, count(*) FROM identity_signin
WHERE person_id = ANY(%(people)s) AND device <> '' GROUP BY device HAVING count(DISTINCT person_id) > 1
ORDER BY what, times DESC LIMIT 20
"""
STAYS = """
SELECT count(*) FILTER (WHERE s.player_id = %(one)s) AS one,
  count(*) FILTER (WHERE s.player_id = %(two)s) AS two,
  count(*) FILTER (WHERE s.player_id = %(one)s AND EXISTS (
    SELECT FROM players_playsession AS o WHERE o.player_id = %(two)s AND o."table" = s."table"
      AND o.started < coalesce(s.ended, 'infinity') AND s.started < coalesce(o.ended, 'infinity')
  )) AS together
FROM players_playsession AS s
WHERE s.player_id IN (%(one)s, %(two)s) AND s.system = 'holdem' AND s.currency = 'EUR'
"""
OPEN_WITHDRAWALS = """
SELECT p.id, p.player_id, p.cents, p.status, p.made FROM cashier_payment AS p
WHERE p.player_id = ANY(%s) AND p.direction = 'withdrawal'
  AND p.status IN ('asked', 'pending', 'held', 'released')
ORDER BY p.made DESC LIMIT 20
"""
HANDS = """
SELECT players, nets FROM collusion_hand WHERE players && %s::bigint[] ORDER BY round DESC LIMIT 20000
"""
LAST_RUN = """
SELECT at, since, new_hands, hands, pairs, people, findings, limits::text AS limits
FROM collusion_analysisrun ORDER BY id DESC LIMIT 1
"""
EVIDENCE = """
SELECT id, kind, at, chance, figures::text AS figures, rounds FROM collusion_evidence
WHERE case_id = %s ORDER BY at DESC, chance NULLS FIRST, id DESC
"""
ROUNDS = """
SELECT r.id, r.number, r.ended, r.staked, t.name
FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id WHERE r.id = ANY(%s)
ORDER BY r.id DESC
"""


def cases(state: str = "", kind: str = "", player: str = "", page: int = 1) -> list[dict[str, Any]]:
    offset = PAGE_SIZE * (page - 1)
    filters = {"state": state, "kind": kind, "player": player}
    return rows(CASES, {**filters, "limit": PAGE_SIZE, "offset": offset})


def last_run() -> dict[str, Any] | None:
    runs = rows(LAST_RUN)
    return {**runs[0], "limits": json.loads(runs[0]["limits"])} if runs else None


def case(pk: int) -> dict[str, Any] | None:
    cases = rows(CASE, [pk])
    return cases[0] if cases else None


def evidence(pk: int) -> list[dict[str, Any]]:
    return rows(EVIDENCE, [pk])


def members(pk: int) -> list[dict[str, Any]]:
    return rows(PARTIES, [pk])


def steps(pk: int) -> list[dict[str, Any]]:
    return rows(STEPS, [pk])


def names_of(players: list[int]) -> dict[int, str]:
    return {
        row["id"]: row["alias"]
        for row in rows("SELECT id, alias FROM players_player WHERE id = ANY(%s)", [players])
    }


def context(members: list[dict[str, Any]]) -> dict[str, Any]:
    """Circumstances that prove nothing alone: shared sign-in addresses, shared tables, open withdrawals."""
    players, people = [member["id"] for member in members], [member["person_id"] for member in members]
    details: dict[str, Any] = {"withdrawals": rows(OPEN_WITHDRAWALS, [players]) if players else []}
    if len(members) == 2:
        one, two = players
        details["shared"] = rows(SHARED_SIGN_INS, {"people": people})
        details["stays"] = rows(STAYS, {"one": one, "two": two})[0]
    return details


def flows(members: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The net cents per hand between the two players, and between each and their most frequent opponents."""
    if len(members) != 2:
        return []
    one, two = (member["id"] for member in members)
    amounts: dict[tuple[int, int], list[int]] = {(one, two): []}
    for hand in reversed(rows(HANDS, [[one, two]])):
        players, nets = tuple(hand["players"]), tuple(hand["nets"])
        for player in {one, two} & set(players):
            for other in players:
                if other != player and (player, other) != (two, one):
                    won = cents_passed(players, nets, other, player)
                    lost = cents_passed(players, nets, player, other)
                    amounts.setdefault((player, other), []).append(won - lost)
    names = names_of(sorted({player for pair in amounts for player in pair}))
    others = [pair for pair in amounts if pair != (one, two)]
    most_frequent = sorted(others, key=lambda pair: -len(amounts[pair]))[:MAX_COMPARED]
    return [
        {
            "one": names.get(player, "–"),
            "two": names.get(other, "–"),
            "amounts": amounts[player, other],
            "pair": (player, other) == (one, two),
        }
        for player, other in [(one, two), *most_frequent]
    ]


def rounds(numbers: list[int]) -> dict[int, dict[str, Any]]:
    return {row["id"]: row for row in rows(ROUNDS, [numbers])}
