"""What the pages of the desk show, asked as the role that reads: set by set, and nothing that lies sealed."""

from __future__ import annotations

import json
from typing import Any

from casino.compliance.collusion.analysis import passed
from casino.compliance.reading import rows

A_PAGE = 50
BESIDE = 5  # others whom the money of a pair is compared with
CASES = """
SELECT c.id, c.kind, c.state, c.opened, c.decision, c.proposer_id IS NOT NULL AS waits,
  (SELECT array_agg(p.alias ORDER BY p.alias) FROM integrity_party AS q JOIN players_player AS p ON p.id = q.player_id
   WHERE q.case_id = c.id) AS names,
  (SELECT array_agg(DISTINCT e.kind) FROM integrity_evidence AS e WHERE e.case_id = c.id) AS kinds,
  (SELECT min(e.chance) FROM integrity_evidence AS e WHERE e.case_id = c.id) AS chance,
  count(*) OVER () AS all
FROM integrity_case AS c
WHERE (%(state)s = '' OR c.state = %(state)s) AND (%(kind)s = '' OR c.kind = %(kind)s)
  AND (%(player)s = '' OR EXISTS (SELECT FROM integrity_party AS q JOIN players_player AS p ON p.id = q.player_id
    WHERE q.case_id = c.id AND lower(p.alias) = lower(%(player)s)))
ORDER BY c.state = 'closed', c.id DESC LIMIT %(most)s OFFSET %(from)s
"""
CASE = """
SELECT c.id, c.kind, c.key, c.state, c.opened, c.decision, c.reason, c.closed, c.proposer_id, a.email AS proposer, b.email AS signer
FROM integrity_case AS c
LEFT JOIN players_person AS a ON a.id = c.proposer_id LEFT JOIN players_person AS b ON b.id = c.signer_id
WHERE c.id = %s
"""
PARTIES = """
SELECT p.id, p.alias, p.status, p.person_id FROM integrity_party AS q JOIN players_player AS p ON p.id = q.player_id
WHERE q.case_id = %s ORDER BY p.id
"""
STEPS = """
SELECT s.verb, s.reason, s.decision, s.round, s.at, a.email FROM integrity_step AS s JOIN players_person AS a ON a.id = s.person_id
WHERE s.case_id = %s ORDER BY s.id
"""
SHARED = """
SELECT 'address' AS what, host(address) AS which, count(*) AS times FROM identity_signin
WHERE person_id = ANY(%(people)s) AND address IS NOT NULL GROUP BY address HAVING count(DISTINCT person_id) > 1
UNION ALL
SELECT 'device', device, count(*) FROM identity_signin
WHERE person_id = ANY(%(people)s) AND device <> '' GROUP BY device HAVING count(DISTINCT person_id) > 1
ORDER BY what, times DESC LIMIT 20
"""
STAYS = """
SELECT count(*) FILTER (WHERE s.player_id = %(one)s) AS one, count(*) FILTER (WHERE s.player_id = %(two)s) AS two,
  count(*) FILTER (WHERE s.player_id = %(one)s AND EXISTS (
    SELECT FROM players_playsession AS o WHERE o.player_id = %(two)s AND o."table" = s."table"
      AND o.started < coalesce(s.ended, 'infinity') AND s.started < coalesce(o.ended, 'infinity'))) AS together
FROM players_playsession AS s WHERE s.player_id IN (%(one)s, %(two)s) AND s.system = 'holdem' AND s.currency = 'EUR'
"""
WAITING = """
SELECT p.id, p.player_id, p.cents, p.status, p.made FROM cashier_payment AS p
WHERE p.player_id = ANY(%s) AND p.direction = 'withdrawal' AND p.status IN ('asked', 'pending', 'held', 'released')
ORDER BY p.made DESC LIMIT 20
"""
HANDS = 'SELECT round, "table", at, players, nets FROM integrity_hand WHERE players && %s::bigint[] ORDER BY round DESC LIMIT 20000'
LOOK = "SELECT at, since, fresh, hands, pairs, people, findings, limits::text AS limits FROM integrity_look ORDER BY id DESC LIMIT 1"
EVIDENCE = (
    "SELECT id, kind, at, chance, said::text AS said, rounds FROM integrity_evidence WHERE case_id = %s "
)
EVIDENCE += "ORDER BY at DESC, chance NULLS FIRST, id DESC"
ROUNDS = """
SELECT r.id, r.number, r.ended, r.staked, t.name FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id WHERE r.id = ANY(%s)
ORDER BY r.id DESC
"""


def cases(state: str = "", kind: str = "", player: str = "", page: int = 1) -> list[dict[str, Any]]:
    asked = {"state": state, "kind": kind, "player": player, "most": A_PAGE, "from": A_PAGE * (page - 1)}
    return rows(CASES, asked)


def last_look() -> dict[str, Any] | None:
    found = rows(LOOK)
    return {**found[0], "limits": json.loads(found[0]["limits"])} if found else None


def case(pk: int) -> dict[str, Any] | None:
    found = rows(CASE, [pk])
    return found[0] if found else None


def evidence(pk: int) -> list[dict[str, Any]]:
    return rows(EVIDENCE, [pk])


def parties(pk: int) -> list[dict[str, Any]]:
    return rows(PARTIES, [pk])


def steps(pk: int) -> list[dict[str, Any]]:
    return rows(STEPS, [pk])


def names_of(players: list[int]) -> dict[int, str]:
    return {
        row["id"]: row["alias"]
        for row in rows("SELECT id, alias FROM players_player WHERE id = ANY(%s)", [players])
    }


def context(parties: list[dict[str, Any]]) -> dict[str, Any]:
    """What says nothing by itself: sign-ins from one place, stays at one table, money that is about to leave."""
    players, people = [each["id"] for each in parties], [each["person_id"] for each in parties]
    told: dict[str, Any] = {"waiting": rows(WAITING, [players]) if players else []}
    if len(parties) == 2:
        one, two = players
        told["shared"] = rows(SHARED, {"people": people})
        told["stays"] = rows(STAYS, {"one": one, "two": two})[0]
    return told


def flows(parties: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """How money passed between the first player and the second, and between each of them and those they played with most."""
    if len(parties) != 2:
        return []
    one, two = (each["id"] for each in parties)
    found = rows(HANDS, [[one, two]])
    beside: dict[tuple[int, int], list[int]] = {(one, two): []}
    for hand in reversed(found):
        players, nets = tuple(hand["players"]), tuple(hand["nets"])
        for who in {one, two} & set(players):
            for other in players:
                if other != who and (who, other) != (two, one):
                    way = passed(players, nets, other, who) - passed(players, nets, who, other)
                    beside.setdefault((who, other), []).append(way)
    names = names_of(sorted({who for pair in beside for who in pair}))
    most = sorted((pair for pair in beside if pair != (one, two)), key=lambda pair: -len(beside[pair]))[
        :BESIDE
    ]
    return [
        {
            "one": names.get(who, "–"),
            "two": names.get(other, "–"),
            "ways": beside[who, other],
            "pair": (who, other) == (one, two),
        }
        for who, other in [(one, two), *most]
    ]


def rounds(numbers: list[int]) -> dict[int, dict[str, Any]]:
    return {row["id"]: row for row in rows(ROUNDS, [numbers])}
