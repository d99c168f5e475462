"""The check of the chaos proof. It reads the players' journals and the database, and runs no product code.

The prizes are calculated a second time from the regulation's figures.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Prize per stake, and the covered numbers, of the roulette bets that the players place.
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
COVERS: dict[str, tuple[int, set[int]]] = {
    "red": (1, RED),
    "black": (1, set(range(1, 37)) - RED),
    "even": (1, set(range(2, 37, 2))),
    "odd": (1, set(range(1, 37, 2))),
    "low": (1, set(range(1, 19))),
    "high": (1, set(range(19, 37))),
    "dozen:1-12": (2, set(range(1, 13))),
    "dozen:13-24": (2, set(range(13, 25))),
    "corner:1-2-4-5": (8, {1, 2, 4, 5}),
    "column:34": (2, set(range(1, 35, 3))),
    "straight:17": (35, {17}),
    "straight:0": (35, {0}),
    "split:1-2": (17, {1, 2}),
}

# Accounts whose balance differs from the sum of their transfers.
DRIFT = """
SELECT a.id FROM wallet_account AS a LEFT JOIN (
    SELECT id, sum(cents) AS cents
    FROM (SELECT target_id AS id, cents FROM wallet_transfer
        UNION ALL SELECT source_id, -cents FROM wallet_transfer) AS sides
    GROUP BY id
) AS moved ON moved.id = a.id
WHERE a.balance <> coalesce(moved.cents, 0)
"""


@dataclass
class Report:
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    # Refused, and accepted on a retry: a croupier that takes over does not know its predecessor's refusals.
    taken_later: list[str] = field(default_factory=list)
    ledger: int = 0
    recorded_ids: set[str] = field(default_factory=set)
    rounds: Counter[str] = field(default_factory=Counter)

    def clean(self) -> bool:
        return not (self.lost or self.twice or self.wrong or self.ledger)


def check(journals: list[Path], systems: dict[int, str], query: Any) -> Report:
    """`systems` maps tables to their games; `query(sql, values)` returns rows."""
    report, tables = Report(), list(systems)
    replies: dict[str, list[str]] = defaultdict(list)
    for journal in journals:
        for line in journal.read_text().splitlines():
            kind, command_id, *details = line.split(" ", 3)
            if kind in "AR":
                replies[command_id].append(details[0] if kind == "R" else "ok")
    recorded: dict[str, list[int]] = defaultdict(list)
    for command, at in query(
        "SELECT command, (extract(epoch FROM at) * 1000)::bigint FROM games_event WHERE table_id = ANY(%s) "
        "AND command IS NOT NULL",
        [tables],
    ):
        recorded[str(command)].append(at)
    for command_id, answers in replies.items():
        report.acknowledged += "ok" in answers
        if "ok" in answers and not recorded[command_id]:
            report.lost.append(command_id)
        if "ok" in answers and (refusals := set(answers[answers.index("ok") :]) - {"ok"}):
            report.wrong.append(f"accepted and then refused as {', '.join(sorted(refusals))}: {command_id}")
        if recorded[command_id] and answers[0] != "ok":
            report.taken_later.append(command_id)
    report.recorded_ids = {command_id for command_id, times in recorded.items() if times}
    report.twice += [
        f"{command_id} stands {len(times)} times" for command_id, times in recorded.items() if len(times) > 1
    ]
    for status, count in query(
        "SELECT status, count(*) FROM games_round WHERE table_id = ANY(%s) GROUP BY 1", [tables]
    ):
        report.rounds[status] += count
    _rounds(report, [table for table, system in systems.items() if system == "american-roulette"], query)
    report.ledger = sum(
        abs(total)
        for (total,) in query("SELECT sum(balance)::bigint FROM wallet_account GROUP BY currency", [])
    )
    for table, kind, left in query(
        'SELECT "table", kind, balance FROM wallet_account WHERE "table" = ANY(%s) '
        "AND kind IN ('stakes', 'held') AND balance <> 0",
        [tables],
    ):
        report.wrong.append(f"{left} cents remain in {kind} of table {table}")
    drift = query(DRIFT, [])
    report.wrong += [
        f"account {command_id} does not equal the sum of its transfers" for (command_id,) in drift
    ]
    return report


def contradicting_replies(answers: dict[str, str]) -> list[str]:
    """Recorded commands that are refused when they are sent again at the end."""
    return [
        f"refused as {answer} although it stands on the record: {command_id}"
        for command_id, answer in answers.items()
        if answer != "ok"
    ]


def _rounds(report: Report, tables: list[int], query: Any) -> None:
    """Recalculate every round from the stakes and the number, and compare it with the transfers."""
    staked: dict[int, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    undone: Counter[tuple[int, int]] = Counter()
    for round_id, kind, data in query(
        "SELECT round_id, kind, data FROM games_event WHERE table_id = ANY(%s) "
        "AND kind IN ('bet-placed', 'bet-taken')",
        [tables],
    ):
        event = json.loads(data)
        if kind == "bet-placed":
            staked[round_id][event["seat"]].update(event["on"])
        else:
            staked[round_id][event["seat"]].subtract(event["on"])
            undone[round_id, event["seat"]] += sum(event["on"].values())
    moved: dict[tuple[int, int, str], int] = {}
    for round_id, seat, kind, cents in query(
        "SELECT t.round, t.seat, t.kind, sum(t.cents)::bigint FROM wallet_transfer t "
        "JOIN games_round r ON r.id = t.round "
        "WHERE r.table_id = ANY(%s) GROUP BY 1, 2, 3",
        [tables],
    ):
        moved[round_id, seat, kind] = cents
    for round_id, status, outcome in query(
        "SELECT id, status, outcome FROM games_round WHERE table_id = ANY(%s)", [tables]
    ):
        for seat, on in staked[round_id].items():
            due = stakes_due(on, status, outcome)
            due["stake"] += undone[round_id, seat]
            due["stake-back"] += undone[round_id, seat]
            for kind in ("stake", "stake-back", "stake-lost", "prize"):
                real = moved.get((round_id, seat, kind), 0)
                if real != due[kind]:
                    line = f"round {round_id} seat {seat}: {kind} {real} instead of {due[kind]}"
                    (report.twice if real > due[kind] else report.wrong).append(line)


def stakes_due(on: Mapping[str, int], status: str, outcome: str) -> Counter[str]:
    """What a round that ended so moves for these stakes, by the kind of the transfer."""
    due: Counter[str] = Counter(stake=sum(on.values()))
    if status == "void":
        due["stake-back"] = due["stake"]
    elif status == "ended":
        for place, cents in on.items():
            times, numbers = COVERS[place]
            if int(outcome) in numbers:
                due["stake-back"] += cents
                due["prize"] += times * cents
            else:
                due["stake-lost"] += cents
    return due
