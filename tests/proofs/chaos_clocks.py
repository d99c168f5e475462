"""Find decisions that a player lost because of a kill, from the record.

A decision counts if its player's socket was open at the kill, and open again before a decision by default.
The default may only follow after the clocks were renewed and the new time is over.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests.proofs.chaos_player import ChaosPlayer

Query = Callable[[str, list[Any]], list[tuple[Any, ...]]]
DECISIONS = frozenset(
    (
        "fold",
        "check",
        "call",
        "raise",
        "continue",
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "decline",
        "insure",
    )
)
DEFAULTS = ("folded", "checked", "card-asked", "hand-stood", "offer-declined")
GRACE_MS = 50  # after a kill, a default decision that was being written may still be recorded
SHORTEST_EXTRA_MS = 3_000 - 100  # the shortest extra time at these tables, less the difference of two clocks
# A run of the usual length has at least so many decisions open at its kills, a longer one more in proportion.
# A shorter run need not have any: its decisions are judged all the same.
MIN_KILLS, MIN_DECISIONS = 50, 200
EVENTS = """
SELECT kind, (extract(epoch FROM at) * 1000)::bigint, player, command IS NOT NULL FROM games_event
WHERE table_id = %s AND at >= to_timestamp(%s / 1000.0) AND at < to_timestamp(%s / 1000.0) ORDER BY seq
"""
WATCHED_MS = 60_000  # the effects of a kill are searched for this long


@dataclass(frozen=True)
class Decision:
    """A connected player had to decide when a process was killed."""

    kill: int
    victim: str
    at: float  # wall clock, in seconds
    player: ChaosPlayer


def needed_decisions(kills: int) -> int:
    """How many decisions a run with so many kills must have found open."""
    return MIN_DECISIONS * kills // MIN_KILLS if kills >= MIN_KILLS else 0


def open_decisions(players: Iterable[ChaosPlayer], kill: int, victim: str) -> list[Decision]:
    at = time.time()
    return [Decision(kill, victim, at, player) for player in players if player.connected and decides(player)]


def decides(player: ChaosPlayer) -> bool:
    """Whether the player's own view asks for a decision."""
    options = player.mine.get("game", {}).get("options") or {}
    if player.table.get("phase") != "choosing" or not options or player.mine.get("ended"):
        return False
    decision_now = player.random_decision(random.Random(1), options, player.rules)
    return decision_now is not None and decision_now["t"] in DECISIONS


def judged(decisions: list[Decision], query: Query) -> tuple[int, list[str]]:
    """The number of decisions that count, and those that a player lost because of a kill."""
    counted, wrong = 0, []
    for decision in decisions:
        fault = judge(decision, query)
        if fault is None:
            continue
        counted += 1
        if fault:
            wrong.append(
                f"kill {decision.kill} ({decision.victim}) at table {decision.player.table_id}: {fault}"
            )
    return counted, wrong


def judge(decision: Decision, query: Query) -> str | None:
    """An empty string if all is well, the fault, or None if the decision does not count."""
    began, player = int(decision.at * 1000), decision.player
    renewed = 0
    for kind, at, player_id, by_command in query(EVENTS, [player.table_id, began, began + WATCHED_MS]):
        if kind in ("clocks-renewed", "resumed"):
            renewed = at
        if kind == "round-ended":
            return ""
        if player_id != player.id or not (by_command or kind in DEFAULTS):
            continue
        if by_command:
            return ""
        if at - began < GRACE_MS or not player.was_connected(decision.at, at / 1000):
            return None
        if not renewed:
            return f"{kind} after {at - began} ms, and no clock was renewed"
        return (
            ""
            if at - renewed >= SHORTEST_EXTRA_MS
            else f"{kind} only {at - renewed} ms after the clocks were renewed"
        )
    return ""
