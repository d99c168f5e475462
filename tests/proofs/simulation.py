"""`python -m tests.proofs.simulation --actions N --seed S`: whole tables of all seven games, simulated by chance that can be told again.

Everything above the database is the product's own: stations with their desks, the pure table, the engines, the draw, the frames.
Below stands the record in memory (`memory_record`). People bet, blunder, say things twice and too late, leave in the middle of a hand
and come back; two croupiers take turns with stale memories and are killed before any statement, before a commit and after one; the
connection breaks, transactions deadlock, time is lost, rules and settings change, tables are held, released, drained and opened.
After every transaction `simulation_checks` looks whether every promise still holds. A failure names its seed and its action.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ.setdefault("HOUSE_PURE", "1")
    os.environ.setdefault("SECRET_KEY", "unused")
    import django

    django.setup()

from games.tables.croupier import automatic_steps, worker
from games.tables.croupier.keys import SealKey
from games.tables.croupier.worker import HOUSE, Station
from games.tables.transport import envelope
from games.tables.transport.envelope import Carried
from players.protection.eligibility import Eligibility
from tests.proofs.crowd import FAULTS, WEB, Crowd
from tests.proofs.fancies import SHEETS, lawful
from tests.proofs.memory_instead import Log, instead
from tests.proofs.memory_record import Killed, Memory, deadlock, lost
from tests.proofs.simulation_checks import Browser, Checks
from tests.room import seal_key

TABLES = (
    *((system, False) for system in SHEETS),
    ("french-roulette", True),
    ("blackjack", True),
    ("macau-stud", True),
    ("holdem", False),
)
PEOPLE = 12
CALM_EVERY = 2_000  # actions after which everything is left alone, to see that every round ends
MINUTE = 60_000
STANDINGS = (None, None, Eligibility("paused"), Eligibility("", 5_000, "day"), Eligibility("", 0, "week"))


class Croupier:
    """One process: its stations with what they remember."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.stations: dict[int, Station] = {}

    def at(self, table: int) -> Station:
        if table not in self.stations:
            self.stations[table] = Station(table, self.simulation.key, self.simulation.hear)
        return self.stations[table]


class Simulation:
    def __init__(self, seed: int, folder: Path, spoilt: float = 0.04) -> None:
        self.seed, self.random, self.spoilt = (
            seed,
            Random(seed),
            spoilt,
        )  # so many of the messages are spoilt on their way
        self.key = SealKey(seal_key(folder))
        self.memory, self.log = Memory(), Log()
        self.rules: dict[str, list[tuple[bytes, bytes]]] = {}
        self.actions = self.turns = 0
        self.counted: Counter[str] = Counter()
        self.outbox: list[tuple[str, bytes]] = []
        self.people = [
            self.memory.player_come(self.random.choice((3_000, 60_000, 400_000))) for _ in range(PEOPLE)
        ]
        self.tables = [self._open(system, individual) for system, individual in TABLES]
        self.alone = {table: individual for table, (_, individual) in zip(self.tables, TABLES, strict=True)}
        self.croupiers = [Croupier(self), Croupier(self)]
        self.checks = Checks(self)
        self.crowd = Crowd(self)
        self.browsers = {table: {0: Browser(0)} for table in self.tables}
        self.last: dict[int, int] = {}
        self.held: set[int] = set()
        # Tables between players, which may run by sessions; by table what was called together last.
        self.meetings = [
            table for table, (system, _) in zip(self.tables, TABLES, strict=True) if system == "holdem"
        ]
        self.sessions, self.called = 0, dict[int, tuple[int, int, list[int]]]()
        self.untold: set[int] = set()  # tables where a croupier fell before it told everything
        self.calm = False

    def _open(self, system: str, individual: bool) -> int:
        table = self.memory.table_open(system)
        self._change_rules(system, table, individual, new=system not in self.memory.in_force)
        return table

    def _change_rules(self, system: str, table: int, individual: bool, *, new: bool) -> None:
        """Another setting, or another sheet with settings that go with it at every table of the game."""
        pairs = lawful(system, individual)
        if not new:
            in_force = self.memory.sheets[self.memory.in_force[system]]
            self.memory.setting_change(
                table, self.random.choice([setting for sheet, setting in pairs if sheet == in_force])
            )
            return
        sheet = self.random.choice(pairs)[0]
        self.memory.sheet_in_force(system, sheet)
        for other, (played, alone) in zip(
            self.tables if hasattr(self, "tables") else [], TABLES, strict=False
        ):
            if played == system:
                self.memory.setting_change(
                    other,
                    self.random.choice(
                        [setting for found, setting in lawful(system, alone) if found == sheet]
                    ),
                )
        if self.memory.tables[table]["setting"] is None:
            self._change_rules(system, table, individual, new=False)

    def seed_new(self) -> bytes:
        return self.random.randbytes(32)

    # One turn after the other.

    def run(self, actions: int) -> None:
        end, calm = self.actions + actions, self.actions + CALM_EVERY
        while self.actions < end:
            self.turns += 1
            if self.actions >= calm:
                self.quiet()
                calm = self.actions + CALM_EVERY
            draw = self.random.random()
            if draw < 0.66:
                self.people_ask()
            elif draw < 0.95:
                self.bell()
            else:
                self.fault()
        self.quiet()
        self.closing_time()

    def people_ask(self) -> None:
        """Some people say something to one table, together or one alone; one in seven says what somebody said before."""
        self.memory.now += self.random.choice((1, 7, 40, 150, 400))
        table = next(
            (
                table
                for table in self.random.choices(self.tables, k=6)
                if self.crowd.has_something_to_say(table)
            ),
            self.tables[0],
        )
        wishes = [
            wish for _ in range(self.random.choice((1, 1, 1, 2, 3, 6))) for wish in self.crowd.wish(table)
        ]
        self.work(table, wishes)

    def bell(self) -> None:
        """The next hour that a table waits for comes; sometimes it is heard a little late."""
        rows = self.memory.tables.items()
        hours = [
            (row["due"], table) for table, row in rows if row["due"] is not None and row["status"] != "held"
        ]
        if not hours:
            self.people_ask()
            return
        due = min(hours)[0]
        self.memory.now = max(self.memory.now, due + self.random.choice((0, 0, 1, 30, 900)))
        for hour, table in sorted(hours):
            if hour <= self.memory.now:
                self.work(
                    table,
                    [wish for _ in range(self.random.random() < 0.15) for wish in self.crowd.wish(table)],
                    step=True,
                )

    def fault(self) -> None:
        random, table = self.random, self.random.choice(self.tables)
        row, system = self.memory.tables[table], self.memory.tables[table]["system"]
        what = random.choice(FAULTS)
        self.counted[what] += 1
        self.actions += 1
        match what:
            case "time lost":
                self.memory.now += random.choice(
                    (5_000, 14_000, 19_000, 31_000, 90_000, 119_000, 121_000, 400_000)
                )
            case "killed" | "connection lost" | "deadlock":
                self._break(what)
                if random.random() < 0.5:
                    self.people_ask()
                else:
                    self.bell()
                self.memory.fail_in, self.memory.at_commit = None, ""
            case "sheet":
                self._change_rules(system, table, self.alone[table], new=True)
            case "setting":
                self._change_rules(system, table, self.alone[table], new=False)
            case "held":
                self._hold(table)
            case "released":
                self.release(random.choice(sorted(self.held)) if self.held else table)
            case "drained":
                row["status"] = (
                    row["status"] if row["status"] == "held" else random.choice(("draining", "closed"))
                )
            case "opened":
                self._reopen()
            case "sweep":
                self.house(table, {"t": "nudge"})
            case "convened":
                self._convene(random.choice(self.meetings), random.choice((60_000, 600_000, 3_600_000)))
            case "shown out":
                self._show_out(table, random.choice(self.people))
            case "deposit":
                self.memory.deposit(random.choice(self.people), random.choice((500, 20_000)))
            case "standing":
                self._standing(random.choice(self.people))

    def _convene(self, table: int, lasts: int) -> None:
        """A session of a table begins, or is said again while it runs; some have registered, one of them twice."""
        live, row = self.checks.shadows[table].live, self.memory.tables[table]
        if not live.session:
            self.sessions += 1
            row["status"] = "open" if row["status"] == "closed" else row["status"]
            self.called[table] = (
                self.sessions,
                self.memory.now + lasts,
                self.random.sample([*self.people, 999], 3),
            )
        session, ends, players = self.called[table]
        self.house(table, {"t": "convene", "session": session, "ends": ends, "players": players})

    def _break(self, what: str) -> None:
        self.memory.failure = {"killed": Killed, "connection lost": lost, "deadlock": deadlock}[what]
        if self.random.random() < 0.5 or what == "deadlock":
            self.memory.fail_in = self.random.randrange(14)
        else:
            self.memory.at_commit = self.random.choice(("before", "after"))

    def _hold(self, table: int) -> None:
        station = self.random.choice(self.croupiers).at(table)
        station._plan(station.desk.hold("a fault"), again=False)
        self.held.add(table)
        self.untold.add(table)
        self.checks.after(table)

    def release(self, table: int) -> None:
        """Staff have looked: the row is open again, and the croupier is told."""
        row = self.memory.tables[table]
        if row["status"] == "held":
            row["status"] = "open"
            self.held.discard(table)
        self.house(table, {"t": "release"})

    def _reopen(self) -> None:
        for table, row in self.memory.tables.items():
            if row["status"] in ("draining", "closed"):
                row["status"] = "open"
            elif row["status"] == "held":
                self.release(table)

    def house(self, table: int, message: dict[str, Any]) -> None:
        self.work(table, [(f"{HOUSE}:1", Carried(0, 0, table, json.dumps(message).encode()))])

    def _show_out(self, table: int, player: int) -> None:
        """The record decides who is shown out: it bars the player for this moment."""
        before = dict(self.memory.standings)
        self.memory.standings[player] = Eligibility("suspended")
        self.house(table, {"t": "part", "player": player, "cause": "house"})
        self.memory.standings = before

    def _standing(self, player: int) -> None:
        self.memory.standings.pop(player, None)
        standing = self.random.choice(STANDINGS)
        if standing is not None:
            self.memory.standings[player] = standing

    # The table's turn, and what is heard of it.

    def work(self, table: int, wishes: list[tuple[str, Carried]], *, step: bool = False) -> None:
        # Two croupiers at one table: mostly the one that had it last, now and then the other with what it remembers.
        croupier = self.croupiers[self.last.get(table, 0) ^ (self.random.random() < 0.12)]
        self.last[table] = self.croupiers.index(croupier)
        station = croupier.at(table)
        station.waiting.extend(wishes)
        station.step = step
        self.actions += max(1, len(wishes))
        self.checks.before(table, wishes, step)
        self.outbox.clear()
        if self.memory.at_commit or self.memory.fail_in is not None:
            self.untold.add(table)
        try:
            station.work()
        except Killed:
            self.counted["killed in the middle"] += 1
            self.croupiers[self.croupiers.index(croupier)] = Croupier(self)
            self.untold |= croupier.stations.keys()
        if self.memory.tables[table]["status"] == "held":
            self.held.add(table)
        self.checks.after(table, self.outbox)
        self._deliver(table)
        for other in self.croupiers:  # the bell for frames that waited
            if table in other.stations and other.stations[table].told.dirty and self.random.random() < 0.4:
                self.memory.now += 100
                self.outbox.clear()
                other.stations[table]._tell([], [])
                self._deliver(table)
        if table in croupier.stations:
            self.checks.hearing(table, croupier.stations[table])

    def hear(self, out: list[tuple[str, bytes]]) -> None:
        self.outbox.extend(out)

    def _deliver(self, table: int) -> None:
        """Browsers hear; who misses something asks again, at whichever croupier."""
        browsers = self.browsers[table]
        for player in self.checks.shadows[table].live.players:
            browsers.setdefault(player, Browser(player))
        for channel, message in self.outbox:
            if channel == envelope.table_channel(table):
                frames = msgspec.msgpack.decode(message, type=envelope.Frames)
                for player, browser in browsers.items():
                    browser.hear(frames.public)
                    if player in frames.players:
                        browser.hear(frames.players[player])
        lost_some = [player for player, browser in browsers.items() if browser.missed]
        if lost_some and not self.memory.at_commit and self.memory.fail_in is None:
            self.outbox.clear()
            station = self.random.choice(self.croupiers).at(table)
            station.waiting.extend(
                (WEB, Carried(player, player, table, b'{"t":"look"}')) for player in lost_some
            )
            station.work()
            for channel, message in list(self.outbox):
                if channel == envelope.web_channel(WEB):
                    for player, frame in envelope.decode_replies(message):
                        if player in browsers:
                            browsers[player].hear(frame)
            self.outbox = [
                (channel, message) for channel, message in self.outbox if channel != envelope.web_channel(WEB)
            ]
            if self.outbox:
                self._deliver(table)

    # Left alone, every round ends.

    def quiet(self) -> None:
        """No fault any more, nobody says anything: every round comes to its end within its time."""
        self._reopen()
        self.memory.standings.clear()
        since = self.memory.now
        running = {
            table: self.checks.shadows[table].live.round
            for table in self.tables
            if self.checks.must_end(table)
        }
        rings = 0
        while running:
            rings += 1
            self.checks.claim(
                self.memory.now - since < 30 * MINUTE and rings < 4_000, f"rounds {running} do not end"
            )
            self.bell_alone()
            running = {
                t: r
                for t, r in running.items()
                if self.checks.shadows[t].live.round == r and self.checks.must_end(t)
            }
            self._reopen()
        self.counted["calms"] += 1
        self.checks.whole()

    def _hours(self) -> list[int]:
        return [row["due"] for row in self.memory.tables.values() if row["due"] is not None]

    def bell_alone(self) -> None:
        rows = self.memory.tables.items()
        hours = [
            (row["due"], table) for table, row in rows if row["due"] is not None and row["status"] != "held"
        ]
        self.checks.claim(bool(hours), "a round runs, and nothing is due")
        self.memory.now = max(self.memory.now, min(hours)[0])
        self.work(min(hours)[1], [], step=True)

    def closing_time(self) -> None:
        """Everybody is shown out; when the last round is over nothing lies on any table, and no chip is left behind."""
        for _ in range(40):
            for table in self.tables:
                for player in list(self.checks.shadows[table].live.players):
                    self._show_out(table, player)
            self._reopen()
            if not any(self.checks.shadows[table].live.players for table in self.tables):
                break
            for _ in range(20):
                if self._hours():
                    self.bell_alone()
        self.checks.empty()

    def account(self) -> str:
        checks = self.checks
        told = f"{checks.ended} rounds, {checks.accepted} accepted, {sum(checks.refusals.values())} refused, story {self.story()}"
        return f"seed {self.seed}: {told}\n  {dict(self.counted)}\n  {dict(checks.refusals)}"

    def story(self) -> str:
        """What happened, as one number: the same seed tells the same."""
        digest = hashlib.sha256()
        for table in self.tables:
            digest.update(
                msgspec.json.encode(
                    [(seq, round, at, kind) for seq, round, at, kind, *_ in self.memory.events[table]]
                )
            )
        digest.update(msgspec.json.encode([(row[1], *row[5:]) for row in self.memory.posted]))
        return digest.hexdigest()[:16]


@contextmanager
def simulated(seed: int, spoilt: float = 0.04) -> Iterator[Simulation]:
    with tempfile.TemporaryDirectory() as folder:
        simulation, logs = Simulation(seed, Path(folder), spoilt), (automatic_steps.log, worker.log)
        automatic_steps.log = worker.log = simulation.log
        try:
            with instead(simulation.memory, simulation.seed_new):
                yield simulation
        finally:
            automatic_steps.log, worker.log = logs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--each", type=int, default=20_000, help="actions of one house, before the next seed")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else Random().getrandbits(32)
    done, began = 0, time.process_time()
    try:
        while done < options.actions:
            with simulated(seed) as simulation:
                simulation.run(min(options.each, options.actions - done))
            done += simulation.actions
            print(
                f"{simulation.account()}\n  {done:,} actions, {done / (time.process_time() - began):,.0f} a second",
                flush=True,
            )
            seed += 1
    except KeyboardInterrupt:
        print(f"stopped after {done:,} actions, at seed {seed}", file=sys.stderr)


if __name__ == "__main__":
    main()
