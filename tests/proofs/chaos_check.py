"""What the chaos proof finds in the record. It reads the players' journals and the database, and asks the house nothing.

The prizes are counted here a second time, from the regulation's figures, sharing no code with the engine.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Prize per stake, and the numbers covered, of the places that the players of the roulettes use.
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

# Accounts that hold something else than their transfers say.
DRIFT = """
SELECT a.id FROM wallet_account AS a LEFT JOIN (
    SELECT id, sum(cents) AS cents
    FROM (SELECT target_id AS id, cents FROM wallet_transfer UNION ALL SELECT source_id, -cents FROM wallet_transfer) AS sides
    GROUP BY id
) AS moved ON moved.id = a.id
WHERE a.balance <> coalesce(moved.cents, 0)
"""


@dataclass
class Found:
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    # Refused, and taken when asked again: a croupier that takes over does not know what the one that fell refused.
    taken_later: list[str] = field(default_factory=list)
    ledger: int = 0
    stands: set[str] = field(default_factory=set)
    rounds: Counter[str] = field(default_factory=Counter)

    def clean(self) -> bool:
        return not (self.lost or self.twice or self.wrong or self.ledger)


def check(journals: list[Path], systems: dict[int, str], query: Any) -> Found:
    """`systems` is which game each table plays; `query(sql, values)` gives rows."""
    found, tables = Found(), list(systems)
    said: dict[str, list[str]] = defaultdict(list)
    for journal in journals:
        for line in journal.read_text().splitlines():
            kind, id, *more = line.split(" ", 3)
            if kind in "AR":
                said[id].append(more[0] if kind == "R" else "ok")
    recorded: dict[str, list[int]] = defaultdict(list)
    for command, at in query(
        "SELECT command, (extract(epoch FROM at) * 1000)::bigint FROM games_event WHERE table_id = ANY(%s) AND command IS NOT NULL",
        [tables],
    ):
        recorded[str(command)].append(at)
    for id, answers in said.items():
        found.acknowledged += "ok" in answers
        if "ok" in answers and not recorded[id]:
            found.lost.append(id)
        if "ok" in answers and (refusals := set(answers[answers.index("ok") :]) - {"ok"}):
            found.wrong.append(f"accepted and then refused as {', '.join(sorted(refusals))}: {id}")
        if recorded[id] and answers[0] != "ok":
            found.taken_later.append(id)
    found.stands = {id for id, times in recorded.items() if times}
    found.twice += [f"{id} stands {len(times)} times" for id, times in recorded.items() if len(times) > 1]
    for status, count in query(
        "SELECT status, count(*) FROM games_round WHERE table_id = ANY(%s) GROUP BY 1", [tables]
    ):
        found.rounds[status] += count
    _rounds(found, [table for table, system in systems.items() if system == "american-roulette"], query)
    found.ledger = sum(
        abs(total)
        for (total,) in query("SELECT sum(balance)::bigint FROM wallet_account GROUP BY currency", [])
    )
    for table, kind, left in query(
        "SELECT \"table\", kind, balance FROM wallet_account WHERE \"table\" = ANY(%s) AND kind IN ('stakes', 'held') AND balance <> 0",
        [tables],
    ):
        found.wrong.append(f"{left} cents are left in {kind} of table {table}")
    drift = query(DRIFT, [])
    found.wrong += [f"account {id} does not hold what its transfers say" for (id,) in drift]
    return found


def different(answers: dict[str, str]) -> list[str]:
    """What stands on the record, and was answered otherwise when it was asked once more in the end."""
    return [
        f"refused as {answer} although it stands on the record: {id}"
        for id, answer in answers.items()
        if answer != "ok"
    ]


def _rounds(found: Found, tables: list[int], query: Any) -> None:
    """Every round once more: what each seat staked, what the number makes of it, and what was really moved."""
    staked: dict[int, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    undone: Counter[tuple[int, int]] = Counter()
    for round, kind, data in query(
        "SELECT round_id, kind, data FROM games_event WHERE table_id = ANY(%s) AND kind IN ('bet-placed', 'bet-taken')",
        [tables],
    ):
        event = json.loads(data)
        if kind == "bet-placed":
            staked[round][event["seat"]].update(event["on"])
        else:
            staked[round][event["seat"]].subtract(event["on"])
            undone[round, event["seat"]] += sum(event["on"].values())
    moved: dict[tuple[int, int, str], int] = {}
    for round, seat, kind, cents in query(
        "SELECT t.round, t.seat, t.kind, sum(t.cents)::bigint FROM wallet_transfer t JOIN games_round r ON r.id = t.round "
        "WHERE r.table_id = ANY(%s) GROUP BY 1, 2, 3",
        [tables],
    ):
        moved[round, seat, kind] = cents
    for round, status, outcome in query(
        "SELECT id, status, outcome FROM games_round WHERE table_id = ANY(%s)", [tables]
    ):
        for seat, on in staked[round].items():
            due = _due(on, status, outcome)
            due["stake"] += undone[round, seat]
            due["stake-back"] += undone[round, seat]
            for kind in ("stake", "stake-back", "stake-lost", "prize"):
                real = moved.get((round, seat, kind), 0)
                if real != due[kind]:
                    line = f"round {round} seat {seat}: {kind} {real} instead of {due[kind]}"
                    (found.twice if real > due[kind] else found.wrong).append(line)


def _due(on: Counter[str], status: str, outcome: str) -> Counter[str]:
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
