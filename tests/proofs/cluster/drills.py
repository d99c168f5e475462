"""The drills: each causes one kind of fault during play, and reports how it ended.

A drill's function causes the fault and returns a function that ends it. The longest wait of a player for a
reply, from the fault until full recovery, is compared with the drill's limit.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.proofs.cluster import attacks, changes
from tests.proofs.cluster.configuration import POSTGRES
from tests.proofs.cluster.network import NetworkError
from tests.proofs.cluster.party import Findings, Party, playing
from tests.proofs.cluster.system import ClusterError, System

Undo = Callable[[], None]
DATABASE_LOST, ELSE_LOST = 30.0, 5.0  # seconds until play continues, at most
PATIENCE = 120.0  # seconds after which a drill gives up
MANY_KEYS = 200_000
PAUSE = 10.0  # seconds for which a process is stopped, or a server cannot be reached


@dataclass(frozen=True)
class Drill:
    name: str
    harm: Callable[[System, list[int]], Undo]  # of the tables that are played at
    mark: float = ELSE_LOST
    # Seconds of the fault itself, in which play is impossible; they do not count as waiting.
    outage: float = 0.0
    # Whether pages must answer too: no request may fail that a browser would not repeat by itself.
    pages_answer: bool = False


def leader_host_silent(system: System, _tables: list[int]) -> Undo:
    system.network.silence(system.the_primary())
    return system.network.heal


def standby_lost(system: System, _tables: list[int]) -> Undo:
    """PostgreSQL and Patroni of the first standby are killed."""
    standby = system.standbys()[0]
    patroni = system.programs[f"patroni-{standby.name}"]
    patroni.kill()
    lock = system.place / standby.name / "patroni" / "postgres" / "postmaster.pid"
    with suppress(ProcessLookupError, OSError, ValueError):
        os.kill(int(lock.read_text().split()[0]), signal.SIGKILL)
    return patroni.start


def etcd_minority(system: System, _tables: list[int]) -> Undo:
    """The etcd on the primary's host is killed: Patroni there asks the others."""
    etcd = system.programs[f"etcd-{system.the_primary().name}"]
    etcd.kill()
    return etcd.start


def valkey_moved(system: System, _tables: list[int]) -> Undo:
    master = system.valkey_master()
    if master is None:
        raise ClusterError("no Valkey is the master")
    valkey = system.programs[f"valkey-{master.name}"]
    valkey.kill()
    return valkey.start


def valkey_handed_over(system: System, _tables: list[int]) -> Undo:
    """A Sentinel moves the master, which goes on running and closes no connection."""
    system.hand_valkey_over()
    return nothing


def application_host_lost(system: System, _tables: list[int]) -> Undo:
    """A host that has neither the primary nor the master of Valkey falls silent."""
    spared = {system.the_primary(), system.valkey_master()}
    system.network.silence(next(host for host in reversed(system.hosts) if host not in spared))
    return system.network.heal


def database_unreachable(system: System, _tables: list[int]) -> Undo:
    """Nothing reaches the primary for a while, and no connection is refused or ended."""
    primary = system.the_primary()
    for host in system.hosts:
        if host != primary:
            system.network.drop(host, primary, POSTGRES)
    time.sleep(PAUSE)
    system.network.heal()
    return nothing


def croupier_cut_off(system: System, tables: list[int]) -> Undo:
    """The host of a table's croupier no longer reaches the database; the other croupier's does."""
    primary = system.the_primary()
    serving = (system.croupier_of(table) for table in tables)
    croupier = next((program for program in serving if program.host != primary), None)
    if croupier is None:
        raise ClusterError("every table's croupier is on the host of the primary")
    system.network.drop(croupier.host, primary, POSTGRES)
    return system.network.heal


def croupier_paused(system: System, tables: list[int]) -> Undo:
    """A table's croupier stops for a while and wakes as the writer of a table that another one serves."""
    croupier = system.croupier_of(tables[0])
    croupier.send(signal.SIGSTOP)
    time.sleep(PAUSE)
    croupier.send(signal.SIGCONT)
    return nothing


def many_keys(system: System, _tables: list[int]) -> Undo:
    """200,000 foreign keys fill Valkey; the system's speed must not depend on their number."""
    master = system.valkey_master()
    if master is None:
        raise ClusterError("no Valkey is the master")
    for first in range(0, MANY_KEYS, 1000):
        pairs = " ".join(f"foreign:{number} {number}" for number in range(first, first + 1000))
        system.ask_valkey(master, f"MSET {pairs}")
    if f"keys={MANY_KEYS // 1000}" not in system.ask_valkey(master, "INFO keyspace"):
        raise ClusterError("the keys were not written")

    def remove() -> None:
        for first in range(0, MANY_KEYS, 1000):
            names = " ".join(f"foreign:{number}" for number in range(first, first + 1000))
            system.ask_valkey(master, f"DEL {names}")

    return remove


def stranger(system: System, _tables: list[int]) -> Undo:
    """Somebody on the network of the hosts tries every server without the keys of the cluster."""
    print(f"  {attacks.check(system)} attempts of a stranger were refused", flush=True)
    return nothing


def nothing() -> None:
    """What undoes a harm that is over."""


DRILLS = (
    Drill("leader host silent", leader_host_silent, DATABASE_LOST),
    Drill("standby lost", standby_lost),
    Drill("etcd minority", etcd_minority),
    Drill("Valkey moved", valkey_moved),
    Drill("Valkey handed over", valkey_handed_over),
    Drill("application host lost", application_host_lost),
    Drill("database unreachable", database_unreachable, outage=PAUSE),
    Drill("croupier cut off from the database", croupier_cut_off),
    Drill("croupier paused", croupier_paused),
    Drill("200,000 keys", many_keys),
    Drill("stranger on the network", stranger),
    Drill("1 to 16 croupiers and back", changes.croupiers_1_16_1),
    Drill("clock of a croupier an hour ahead", changes.clock_ahead),
    Drill("disk full", changes.disk_full, DATABASE_LOST),
    Drill("rolling upgrade", changes.rolling_upgrade, pages_answer=True),
)


@dataclass
class Result:
    drill: Drill
    wait: float
    findings: Findings
    ended: list[str]

    def problems(self) -> list[str]:
        allowed = self.drill.mark + self.drill.outage
        late = f"a player waited {self.wait:.1f} s, and may wait {allowed:.0f}"
        return [
            *([late] if self.wait > allowed else []),
            *self.findings.problems(),
            *(f"a page failed: {failed}" for failed in self._failed_pages()),
            *(f"{name} has ended" for name in self.ended),
        ]

    def _failed_pages(self) -> list[str]:
        return self.findings.failed_reads if self.drill.pages_answer else []

    def line(self) -> str:
        report, findings = self.findings.report, self.findings
        outage = f", {self.drill.outage:.0f} of them the outage" if self.drill.outage else ""
        parts = (
            f"longest wait {self.wait:.1f} s{outage}",
            f"{report.acknowledged} bets acknowledged, {len(report.lost)} lost, "
            f"{len(report.twice)} paid twice",
            f"{findings.rounds} rounds, {report.rounds['void']} void",
            f"books {report.ledger}",
            f"{findings.reads} reads, {len(findings.contradictions)} unexplained, "
            f"{len(findings.failed_reads)} failed",
            f"prove: {findings.prove}",
        )
        return f"{'FAILED ' if self.problems() else ''}{self.drill.name}: {'; '.join(parts)}"


def run(system: System, drill: Drill, place: Path, number: int) -> Result:
    system.wait_until_whole()
    system.wait_until_ready()
    with playing(system, place, number) as party:
        begun = time.monotonic()
        try:
            undo = drill.harm(system, party.tables)
            _play_on(party, drill)
            undo()
        finally:
            with suppress(NetworkError):
                system.network.heal()
        system.wait_until_whole()
        system.wait_until_ready()
        party.wait_until_playing(PATIENCE)
        wait = party.longest_wait(begun, time.monotonic())
        return Result(drill, wait, party.findings(), system.ended())


def _play_on(party: Party, drill: Drill) -> None:
    """Until play continues without the lost part; otherwise the wait shows it at the end."""
    with suppress(ClusterError):
        party.wait_until_playing(drill.mark + PATIENCE / 2)


def find(words: str) -> list[Drill]:
    """The drills that these words name: `all`, or the beginning of names, separated by commas."""
    if words == "all":
        return list(DRILLS)
    chosen = []
    for word in words.split(","):
        matching = [drill for drill in DRILLS if drill.name.lower().startswith(word.strip().lower())]
        if not matching:
            names = ", ".join(drill.name for drill in DRILLS)
            raise SystemExit(f"There is no drill {word.strip()!r}. Drills: all, {names}.")
        chosen += matching
    return chosen
