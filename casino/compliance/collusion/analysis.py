"""A look at the record: what is new is read, the days are compared, and what stands out beyond chance is in a case afterwards."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import msgspec
import structlog
from django.db import connection, transaction

from casino.compliance.collusion import new_hands
from casino.compliance.collusion.cases import case_for, evidence_add, key_of
from casino.compliance.collusion.collusion_statistics import (
    FLOW,
    PACE,
    PARTS,
    SPARE,
    WATCHED,
    Finding,
    Limits,
    Weighed,
    weigh,
)
from casino.compliance.collusion.hand_statistics import Book
from casino.compliance.collusion.models import Case, Evidence, Look
from casino.compliance.reading import rows
from players.shared import clock

log = structlog.get_logger(__name__)
LOCK = 0x1D7E
ROUNDS = 12  # that a piece of evidence names
# The same thing is told again when it has become this much less likely.
SURER = 100.0


def look(limits: Limits | None = None, *, days: int = new_hands.DAYS) -> Look | None:
    """One look; None where another one is under way."""
    limits = limits or Limits()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return None
        fresh = new_hands.catch_up()
        since = clock.day_of(clock.now()) - timedelta(days=days)
        book = new_hands.book_since(since)
        seen = weigh(book, limits)
        made = _look_write(seen, since, fresh, limits)
        cases = [finding_take(finding, book, made) for finding in seen.findings]
    log.info(
        "integrity looked",
        hands=seen.hands,
        fresh=fresh,
        findings=len(seen.findings),
        new=sum(map(bool, cases)),
    )
    return made


def _look_write(seen: Weighed, since: date, fresh: int, limits: Limits) -> Look:
    told = msgspec.to_builtins(limits)
    return Look.objects.create(
        since=since,
        fresh=fresh,
        hands=seen.hands,
        pairs=seen.pairs,
        people=seen.people,
        findings=len(seen.findings),
        limits={**told, "widths": {kind: round(width, 4) for kind, width in seen.widths.items()}},
    )


def finding_take(finding: Finding, book: Book, look: Look) -> Evidence | None:
    """The finding as evidence of its case; None where the case says as much already, or people have decided about as much."""
    players = [finding.one] if finding.kind == PACE else [finding.one, finding.two]
    kind = Case.Kind.ONE if finding.kind == PACE else Case.Kind.PAIR
    last = _said_last(kind, players, finding.kind)
    if last is not None and finding.chance * SURER > (last.chance or 1.0):
        return None
    case = case_for(kind, players)
    said, rounds = dict(finding.said), rounds_of(finding, book)
    if kind == Case.Kind.PAIR:
        said |= between(book, finding.one, finding.two)
    if finding.kind == FLOW:
        said["cents"] = net_passed(book, said["giver"], said["taker"])
    return evidence_add(
        case=case, kind=finding.kind, said=said, rounds=rounds, chance=finding.chance, look=look
    )


def _said_last(kind: str, players: list[int], finding: str) -> Evidence | None:
    return (
        Evidence.objects.filter(case__kind=kind, case__key=key_of(players), kind=finding)
        .order_by("-pk")
        .first()
    )


def between(book: Book, one: int, two: int) -> dict[str, Any]:
    """What passed between two players in all: hands together, and the days and tables at which they met."""
    shared = [hand for hand in book.hands if one in hand.players and two in hand.players]
    met = {(hand.day, hand.table) for hand in shared}
    mine = [{(hand.day, hand.table) for hand in book.hands if who in hand.players} for who in (one, two)]
    return {"shared": len(shared), "met": len(met), "stays": [len(stays) for stays in mine]}


def net_passed(book: Book, giver: int, taker: int) -> int:
    ways = (
        (hand.players, hand.nets) for hand in book.hands if giver in hand.players and taker in hand.players
    )
    return sum(passed(*way, giver, taker) - passed(*way, taker, giver) for way in ways)


def rounds_of(finding: Finding, book: Book) -> list[int]:
    """The hands to look at first: where most went the way it should not have; of a pace, the last ones."""
    if finding.kind == PACE:
        return [hand.round for hand in book.hands if finding.one in hand.players][-ROUNDS:]
    shared = [hand for hand in book.hands if finding.one in hand.players and finding.two in hand.players]
    if finding.kind == FLOW:
        giver, taker = finding.said["giver"], finding.said["taker"]
        ways = [(passed(hand.players, hand.nets, giver, taker), hand.round) for hand in shared]
        return [number for cents, number in sorted(ways, reverse=True)[:ROUNDS] if cents > 0]
    return _decided(finding, [hand.round for hand in shared][-400:])[:ROUNDS]


def passed(players: tuple[int, ...], nets: tuple[int, ...], giver: int, taker: int) -> int:
    """How many cents of what the first lost the second won, where pots are won in parts."""
    by = dict(zip(players, nets, strict=True))
    lost, won = -by.get(giver, 0), by.get(taker, 0)
    total = sum(net for net in nets if net > 0)
    return lost * won // total if lost > 0 and won > 0 and total else 0


def _decided(finding: Finding, rounds: list[int]) -> list[int]:
    """Of these hands, the last ones in which the watched moment came between the two."""
    moments, sign = (
        (sum((WATCHED[part][0] for part in PARTS), ()), -1)
        if finding.kind == SPARE
        else WATCHED[finding.kind]
    )
    found = rows("SELECT id, table_id, ended, (SELECT (data::json->>'minimum')::bigint FROM games_tablesetting WHERE id = setting_id) "
                 "AS minimum FROM games_round WHERE id = ANY(%s)", [rounds])  # fmt: skip
    pair = {finding.one, finding.two}
    telling = [
        round["id"]
        for round, hand in new_hands.hands_of(found)
        if any(
            {each.player, each.other} == pair and each.moment in moments and each.done == (sign > 0)
            for each in hand.decisions
        )
    ]
    return sorted(telling, reverse=True)
