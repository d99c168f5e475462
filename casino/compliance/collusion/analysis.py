"""The analysis: read new hands, compare players over many days, and add what exceeds chance to cases."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import structlog
from django.db import connection, transaction

from casino.compliance.collusion import new_hands
from casino.compliance.collusion.cases import add_evidence, case_key, get_or_open_case
from casino.compliance.collusion.collusion_statistics import PARTS, WATCHED, AnalysisResult, analyse
from casino.compliance.collusion.findings import FLOW, PACE, SPARE, Finding, Thresholds, cents_passed
from casino.compliance.collusion.hand_statistics import HandResult, HandStatistics
from casino.compliance.collusion.hands import WatchedDecision
from casino.compliance.collusion.models import AnalysisRun, Case, Evidence
from casino.compliance.reading import rows
from players.shared import clock

log = structlog.get_logger(__name__)
LOCK = 0x1D7E
MAX_ROUNDS = 12  # of one piece of evidence
# A finding is added again once it has become this many times less likely.
REPEAT_FACTOR = 100.0


def run_analysis(limits: Thresholds | None = None, *, days: int = new_hands.DAYS) -> AnalysisRun | None:
    """Run one analysis. Returns None if another one is running."""
    limits = limits or Thresholds()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return None
        new = new_hands.read_new_hands()
        since = clock.day_of(clock.now()) - timedelta(days=days)
        statistics = new_hands.statistics_since(since)
        result = analyse(statistics, limits)
        run = _store_run(result, since, new, limits)
        evidence = [add_finding(finding, statistics, run) for finding in result.findings]
    log.info(
        "collusion analysis finished",
        hands=result.hands,
        new_hands=new,
        findings=len(result.findings),
        new_findings=sum(map(bool, evidence)),
    )
    return run


def _store_run(result: AnalysisResult, since: date, new: int, limits: Thresholds) -> AnalysisRun:
    widths = {kind: round(width, 4) for kind, width in result.widths.items()}
    return AnalysisRun.objects.create(
        since=since,
        new_hands=new,
        hands=result.hands,
        pairs=result.pairs,
        people=result.players,
        findings=len(result.findings),
        limits={**msgspec.to_builtins(limits), "widths": widths},
    )


def add_finding(finding: Finding, statistics: HandStatistics, run: AnalysisRun) -> Evidence | None:
    """Add the finding to its case. Returns None if the last evidence of these players is about as strong."""
    players = [finding.one] if finding.kind == PACE else [finding.one, finding.two]
    kind = Case.Kind.ONE if finding.kind == PACE else Case.Kind.PAIR
    last = _last_evidence(kind, players, finding.kind)
    if last is not None and finding.chance * REPEAT_FACTOR > (last.chance or 1.0):
        return None
    case = get_or_open_case(kind, players)
    figures = dict(finding.figures)
    if kind == Case.Kind.PAIR:
        figures |= shared_play(statistics, finding.one, finding.two)
    if finding.kind == FLOW:
        figures["cents"] = net_flow(statistics, figures["giver"], figures["taker"])
    return add_evidence(
        case=case,
        kind=finding.kind,
        figures=figures,
        rounds=rounds_to_review(finding, statistics),
        chance=finding.chance,
        run=run,
    )


def _last_evidence(kind: str, players: list[int], finding: str) -> Evidence | None:
    return (
        Evidence.objects.filter(case__kind=kind, case__key=case_key(players), kind=finding)
        .order_by("-pk")
        .first()
    )


def shared_play(statistics: HandStatistics, one: int, two: int) -> dict[str, object]:
    """How many hands two players shared, and on how many days and tables each played and both met."""
    shared = _shared_hands(statistics, one, two)
    met = {(hand.day, hand.table) for hand in shared}
    return {
        "shared": len(shared),
        "met": len(met),
        "stays": [_stays(statistics, one), _stays(statistics, two)],
    }


def _shared_hands(statistics: HandStatistics, one: int, two: int) -> list[HandResult]:
    return [hand for hand in statistics.hands if one in hand.players and two in hand.players]


def _stays(statistics: HandStatistics, player: int) -> int:
    return len({(hand.day, hand.table) for hand in statistics.hands if player in hand.players})


def net_flow(statistics: HandStatistics, giver: int, taker: int) -> int:
    """The net cents that went from one player to the other."""
    hands = _shared_hands(statistics, giver, taker)
    given = sum(cents_passed(hand.players, hand.nets, giver, taker) for hand in hands)
    returned = sum(cents_passed(hand.players, hand.nets, taker, giver) for hand in hands)
    return given - returned


def rounds_to_review(finding: Finding, statistics: HandStatistics) -> list[int]:
    """The rounds that show the finding best; for decision times, the last rounds."""
    if finding.kind == PACE:
        played = [hand.round_id for hand in statistics.hands if finding.one in hand.players]
        return played[-MAX_ROUNDS:]
    shared = _shared_hands(statistics, finding.one, finding.two)
    if finding.kind == FLOW:
        giver, taker = finding.figures["giver"], finding.figures["taker"]
        amounts = [(cents_passed(hand.players, hand.nets, giver, taker), hand.round_id) for hand in shared]
        largest = sorted(amounts, reverse=True)[:MAX_ROUNDS]
        return [round_id for cents, round_id in largest if cents > 0]
    return _rounds_with_decision(finding, [hand.round_id for hand in shared][-400:])[:MAX_ROUNDS]


ROUNDS = """
SELECT id, table_id, ended,
       (SELECT (data::json->>'minimum')::bigint FROM games_tablesetting WHERE id = setting_id) AS minimum
FROM games_round WHERE id = ANY(%s)
"""


def _rounds_with_decision(finding: Finding, round_ids: list[int]) -> list[int]:
    """The rounds in which one of the pair made the watched choice against the other, the newest first."""
    if finding.kind == SPARE:
        moments, sign = tuple(moment for part in PARTS for moment in WATCHED[part][0]), -1
    else:
        moments, sign = WATCHED[finding.kind]
    pair = {finding.one, finding.two}

    def is_watched(decision: WatchedDecision) -> bool:
        is_pair = {decision.player, decision.other} == pair
        return is_pair and decision.moment in moments and decision.done == (sign > 0)

    hands = new_hands.hands_of(rows(ROUNDS, [round_ids]))
    return sorted((row["id"] for row, hand in hands if any(map(is_watched, hand.decisions))), reverse=True)
