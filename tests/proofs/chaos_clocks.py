"""Whether a kill cost anybody a decision: who was deciding as each process was killed, and what the record says became of it.

A decision counts if its player's socket was open when the fault began, and open again before anything was decided by default. The
default may only come after the clocks were renewed, and not before the new time was over.
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
UNDER_WAY = (
    50  # ms after a kill in which a default that was being written as it fell may still reach the record
)
SHORTEST = 3_000 - 100  # ms of the shortest extra time at these tables, less what two clocks may differ by
LEAST_KILLS, LEAST_DECISIONS = 50, 200  # what a run of the usual length must have seen
EVENTS = """
SELECT kind, (extract(epoch FROM at) * 1000)::bigint, player, command IS NOT NULL FROM games_event
WHERE table_id = %s AND at >= to_timestamp(%s / 1000.0) AND at < to_timestamp(%s / 1000.0) ORDER BY seq
"""
WATCHED = 60_000  # ms after a kill in which its effects are looked for


@dataclass(frozen=True)
class Decision:
    """Somebody was deciding at that moment, with an open socket, as a process was killed."""

    kill: int
    victim: str
    at: float  # in seconds, by the machine's clock, which the database shares
    player: ChaosPlayer


def open_decisions(players: Iterable[ChaosPlayer], kill: int, victim: str) -> list[Decision]:
    at = time.time()
    return [Decision(kill, victim, at, player) for player in players if player.connected and decides(player)]


def decides(player: ChaosPlayer) -> bool:
    """By what the player sees: is it the player's turn to decide?"""
    options = player.mine.get("game", {}).get("options") or {}
    if player.table.get("phase") != "choosing" or not options or player.mine.get("ended"):
        return False
    wanted = player.fancy(random.Random(1), options, player.knows)
    return wanted is not None and wanted["t"] in DECISIONS


def judged(decisions: list[Decision], query: Query) -> tuple[int, list[str]]:
    """How many decisions count, and each that was taken from its player by a kill."""
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
    """Nothing where all is well, what is wrong, or None where the decision does not count."""
    began, player = int(decision.at * 1000), decision.player
    renewed = 0
    for kind, at, who, asked in query(EVENTS, [player.table_id, began, began + WATCHED]):
        if kind in ("clocks-renewed", "resumed"):
            renewed = at
        if kind == "round-ended":
            return ""
        if who != player.id or not (asked or kind in DEFAULTS):
            continue
        if asked:
            return ""
        if at - began < UNDER_WAY or not player.was_connected(decision.at, at / 1000):
            return None
        if not renewed:
            return f"{kind} after {at - began} ms, and no clock was renewed"
        return (
            "" if at - renewed >= SHORTEST else f"{kind} only {at - renewed} ms after the clocks were renewed"
        )
    return ""
