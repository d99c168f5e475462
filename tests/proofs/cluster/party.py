"""The players of one drill, from the first bet to the check of every reply."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.proofs.chaos_check import Report, check, stakes_due
from tests.proofs.cluster.players import JournalPlayer
from tests.proofs.cluster.system import ClusterError, System, wait_for
from tests.proofs.cluster.wallets import History, refused_for_good
from tests.proofs.running_system import cookie, drain, query, wait_until_settled

TABLES, PLAYERS_A_TABLE = 3, 2
INITIAL = 10_000_000  # cents in each wallet
SETTING = {"betting_seconds": 5, "rest_seconds": 5, "seats": 10}


@dataclass
class Findings:
    """What the check after a drill found."""

    report: Report
    reads: int = 0
    failed_reads: list[str] = field(default_factory=list)  # answered with an error, or not at all
    held: int = 0  # tables on hold
    contradictions: list[str] = field(default_factory=list)
    prove: str = ""
    rounds: int = 0

    def problems(self) -> list[str]:
        report = self.report
        return [
            *(f"acknowledged and lost: {command_id}" for command_id in report.lost),
            *(f"paid twice: {line}" for line in report.twice),
            *report.wrong,
            *self.contradictions,
            *([f"the books differ by {report.ledger}"] if report.ledger else []),
            *([f"{self.held} tables on hold"] if self.held else []),
            *([f"{void} void rounds"] if (void := report.rounds["void"]) else []),
            *([] if " 0 differences" in self.prove else [f"prove: {self.prove}"]),
        ]


class Party:
    def __init__(self, system: System, place: Path, seed: int) -> None:
        from tests.live_table import players_with, table_open

        self.system = system
        self.tables = [
            table_open("american-roulette", name=f"Drill {seed} {number}", **SETTING).pk
            for number in range(TABLES)
        ]
        people = players_with(INITIAL, TABLES * PLAYERS_A_TABLE)
        self.players = [
            JournalPlayer(
                system.site,
                cookie(player.person),
                self.tables[number % TABLES],
                place / f"{seed}-{number}.journal",
                seed * 1000 + number,
            )
            for number, player in enumerate(people)
        ]
        self.loop = asyncio.new_event_loop()
        self.stop = asyncio.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        async def everybody() -> None:
            await asyncio.gather(*(player.play(self.stop) for player in self.players))

        self.loop.run_until_complete(everybody())

    def start(self) -> None:
        self.thread.start()
        self.wait_until_playing(180)

    def wait_until_playing(self, seconds: float) -> float:
        """Until every player had a bet accepted that was sent after this moment."""
        begun = time.monotonic()
        return wait_for(
            lambda: all(player.accepted_since(begun) for player in self.players),
            seconds,
            "an accepted bet of every player",
        )

    def longest_wait(self, since: float, until: float) -> float:
        return max(player.longest_wait(since, until) for player in self.players)

    def end(self) -> None:
        if self.thread.is_alive():
            self.loop.call_soon_threadsafe(self.stop.set)
            self.thread.join(90)

    def findings(self) -> Findings:
        """Stop, let the rounds end, and check the record against the journals."""
        self.end()
        [(held,)] = query(
            "SELECT count(*) FROM games_table WHERE id = ANY(%s) AND status = 'held'", [self.tables]
        )
        if self.thread.is_alive():
            raise ClusterError("players still wait for answers")
        drain(self.tables)
        wait_until_settled(self.tables)
        journals = [player.path for player in self.players]
        report = check(journals, dict.fromkeys(self.tables, "american-roulette"), query)
        findings = Findings(report, prove=self._prove(), rounds=sum(report.rounds.values()), held=held)
        ends = round_ends(self.tables)
        for player in self.players:
            lines = player.path.read_text().splitlines()
            history = History(INITIAL, ends[player.table_id].returned, refused_for_good(lines))
            findings.contradictions += [f"{player.path.name}: {line}" for line in history.check(lines)]
            findings.reads += history.reads
            findings.failed_reads += player.failed_reads
        return findings

    def _prove(self) -> str:
        words = [word for table in self.tables for word in ("--table", str(table))]
        try:
            return self.system.manage("prove", *words).stdout.strip().splitlines()[-1]
        except ClusterError as error:
            return str(error)


@dataclass
class RoundEnds:
    """How the rounds of one table ended: number → status and outcome."""

    ends: Mapping[int, tuple[str, str]]

    def returned(self, number: int, stakes: Mapping[str, int]) -> int | None:
        """The cents that come back for these stakes."""
        status, outcome = self.ends.get(number, ("", ""))
        if status not in ("ended", "void"):
            return None
        due = stakes_due(stakes, status, outcome)
        return due["stake-back"] + due["prize"]


def round_ends(tables: list[int]) -> dict[int, RoundEnds]:
    rows = query(
        "SELECT table_id, number, status, outcome FROM games_round WHERE table_id = ANY(%s)", [tables]
    )
    return {
        table: RoundEnds(
            {number: (status, outcome) for owner, number, status, outcome in rows if owner == table}
        )
        for table in tables
    }


@contextlib.contextmanager
def playing(system: System, place: Path, seed: int) -> Iterator[Party]:
    party = Party(system, place, seed)
    try:
        party.start()
        yield party
    finally:
        party.end()


def join(system: System) -> None:
    """From now on Django works in this process, on the record of this system."""
    os.environ.update(system.owner_settings())
    import django

    django.setup()
