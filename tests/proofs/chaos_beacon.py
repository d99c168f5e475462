"""Tables that draw with the sandbox beacon while its processes are killed and stalled: `chaos --beacon`.

The check reads the record of the rounds and recomputes from it: which value the close picked, whether the
beacon signed the one that was used, and whether a round that got none was void exactly by its sheet.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.draw.beacon import Chain, is_genuine
from tests.running import RunningHouse

VICTIMS = ("beacon", "sandbox-beacon")
DRAW = {"beacon": "sandbox", "margin_ms": 300, "wait_seconds": 5}
# Half of the attacks on these processes are a stall: shorter and longer than the sheet lets a round wait.
STALL_SECONDS = (0.5, 9.0)
# The time in which the croupier notices that a wait is over, when it is killed as well.
NOTICED_WITHIN_MS = 60_000
# The time for rounds that wait for a value when the players stop.
FINISHED_WITHIN = 90.0  # seconds
Query = Callable[[str, list[Any]], list[tuple[Any, ...]]]
KINDS = ("bets-opened", "beacon-number-chosen", "beacon-value-used", "round-ended")
ROUNDS = """
SELECT e.round_id, t.system, e.kind, e.data, (extract(epoch FROM e.at) * 1000)::bigint, r.status, r.cause,
       r.outcome
FROM games_event AS e JOIN games_round AS r ON r.id = e.round_id JOIN games_table AS t ON t.id = e.table_id
WHERE e.table_id = ANY(%s) AND e.kind = ANY(%s) ORDER BY e.round_id, e.seq
"""


def sheet_for(*, with_beacon: bool) -> dict[str, Any] | None:
    """What a rule sheet says differently; None to take the sheet in force."""
    return {"draw": DRAW} if with_beacon else None


def victims(others: tuple[str, ...]) -> tuple[str, ...]:
    """The processes to attack; those of the beacon twice as often as each of the others."""
    return (*others, *VICTIMS, *VICTIMS)


def stalled(house: RunningHouse, name: str, number: int, rng: random.Random) -> bool:
    """Stops that process for a while, half of the times, if it belongs to the beacon."""
    if name not in VICTIMS or rng.random() < 0.5:
        return False
    seconds = rng.uniform(*STALL_SECONDS)
    try:
        process = house.process_id(name)
        os.kill(process, signal.SIGSTOP)
    except (ProcessLookupError, FileNotFoundError, KeyError, ValueError):
        return False
    print(f"{number + 1:4} {name} stands still for {seconds:.1f} s", file=sys.stderr, flush=True)
    time.sleep(seconds)
    os.kill(process, signal.SIGCONT)
    return True


class BeaconReport(msgspec.Struct):
    """The rounds whose sheet names the beacon."""

    decided: int = 0  # with a valid value
    void: Counter[str] = msgspec.field(default_factory=Counter)  # after their close, by cause
    lost: list[int] = msgspec.field(default_factory=list)  # closed, and neither ended nor void
    wrong: list[str] = msgspec.field(default_factory=list)

    def line(self) -> str:
        voids = ", ".join(f"{count} {cause}" for cause, count in sorted(self.void.items())) or "0"
        return (
            f"beacon: {self.decided} rounds decided by a valid value, {len(self.wrong)} without one or "
            f"against the sheet, {len(self.lost)} lost; void after their close: {voids}"
        )


def check_rounds(tables: list[int], query: Query) -> BeaconReport:
    rounds: dict[int, dict[str, Any]] = {}
    for round_id, system, kind, data, at, *ending in query(ROUNDS, [tables, list(KINDS)]):
        ended = dict(zip(("status", "cause", "outcome"), ending, strict=True))
        facts = rounds.setdefault(round_id, {"system": system, **ended})
        facts[kind] = {"at": at, **json.loads(data)}
    report = BeaconReport()
    for round_id, facts in rounds.items():
        if facts["status"] not in ("ended", "void"):
            report.lost += [round_id] if "beacon-number-chosen" in facts else []
        elif wrong := judge(facts, report):
            report.wrong.append(f"round {round_id} ({facts['system']}): {wrong}")
    return report


def print_check(tables: list[int], query: Query) -> list[str]:
    end = time.monotonic() + FINISHED_WITHIN
    while (report := check_rounds(tables, query)).lost and time.monotonic() < end:
        time.sleep(0.5)
    print(report.line(), flush=True)
    lost = [f"round {round_id} closed and never ended" for round_id in report.lost]
    return [*report.wrong, *lost] if report.decided else ["no round was decided by a value of the beacon"]


def judge(facts: Mapping[str, Any], report: BeaconReport) -> str:
    """What is wrong with a round; empty if nothing is."""
    opened, chosen = facts.get("bets-opened", {}), facts.get("beacon-number-chosen")
    rule, used = opened.get("beacon"), facts.get("beacon-value-used")
    if rule is None:
        return "its sheet names no beacon" if opened else ""
    if chosen is None:  # nobody bet or played, or it was void before its close
        return "decided without a number" if used or facts["outcome"] else ""
    chain = msgspec.convert(rule["chain"], type=Chain)
    if chosen["number"] != chain.first_from(chosen["at"] + rule["margin"]):
        return "the close picked another value"
    if used is not None and not is_genuine(chain.public_key, chosen["number"], used["signature"]):
        return "the value is not genuine"
    if used is not None and used["at"] < chain.scheduled_ms(chosen["number"]):
        return "the value was used before its time"
    if facts["status"] == "ended":
        report.decided += used is not None
        return "" if used else "decided without a value"
    if facts["status"] == "void":
        report.void[facts["cause"]] += 1
        if facts["cause"] == "no-beacon":
            late = facts["round-ended"]["at"] - chain.scheduled_ms(chosen["number"])
            if used or not rule["wait"] * 1000 <= late < rule["wait"] * 1000 + NOTICED_WITHIN_MS:
                return f"void {late} ms after its value was due"
        elif facts["cause"] != "not-resumed":
            return f"void because of {facts['cause']}"
    return ""
