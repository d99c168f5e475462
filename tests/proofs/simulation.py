"""Simulate tables of all seven games from a seed: `python -m tests.proofs.simulation --actions N --seed S`.

Everything above the database is product code: table workers and transactions, the pure table, the engines,
the draw and the frames. The database is replaced by a record in memory (`memory_record`). Players bet, make
mistakes, repeat commands, send them late, leave in the middle of a hand and return. Two croupiers with stale
state take turns and are killed before a statement, before a commit and after one. Connections break,
transactions deadlock, time jumps, rules and settings change, and tables are held, released, drained and
opened. Two of three rule sheets draw with a beacon, whose values come late or stay away. After every
transaction `simulation_checks` checks every guarantee. A failure names its seed and action.
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

from games.draw.seal_key import SealKey
from games.tables.croupier import automatic_steps, common_turn, transaction, worker
from games.tables.croupier.turn import Inbox
from games.tables.croupier.worker import INTERNAL, TableWorker, ViewerFacts
from games.tables.transport import envelope
from games.tables.transport.envelope import QueuedMessage
from players.protection.eligibility import Eligibility
from tests.live_table import seal_key
from tests.proofs.memory_beacon import DRAWS
from tests.proofs.memory_faults import Killed
from tests.proofs.memory_patches import Log, patched_database
from tests.proofs.memory_record import Memory
from tests.proofs.random_decisions import SHEETS, lawful
from tests.proofs.simulated_players import WEB, SimulatedPlayers
from tests.proofs.simulation_checks import Browser, Checks
from tests.proofs.simulation_faults import Faults

TABLES = (
    *((system, False) for system in SHEETS),
    ("french-roulette", True),
    ("blackjack", True),
    ("macau-stud", True),
    ("holdem", False),
)
PEOPLE = 12
CALM_EVERY = 2_000  # actions after which no more commands are sent, to check that every round ends
MINUTE = 60_000


class Croupier:
    """One process: its table workers with their state in memory."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.workers: dict[int, TableWorker] = {}

    def at(self, table: int) -> TableWorker:
        if table not in self.workers:
            self.workers[table] = TableWorker(table, self.simulation.key, self.simulation.publish)
        return self.workers[table]


class Simulation:
    def __init__(self, seed: int, folder: Path, mutated_share: float = 0.04) -> None:
        self.seed, self.random = seed, Random(seed)
        self.mutated_share = mutated_share  # the share of messages that are mutated
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
        self.players_online, self.faults = SimulatedPlayers(self), Faults(self)
        self.browsers = {table: {0: Browser(0)} for table in self.tables}
        self.last: dict[int, int] = {}
        self.held: set[int] = set()
        # Tables between players may run in sessions; the last convened session of every table.
        self.session_tables = [
            table for table, (system, _) in zip(self.tables, TABLES, strict=True) if system == "holdem"
        ]
        self.sessions, self.convened = 0, dict[int, tuple[int, int, list[int]]]()
        self.unpublished: set[int] = set()  # tables whose croupier was killed before it published everything
        self.calm = False

    def _open(self, system: str, individual: bool) -> int:
        table = self.memory.table_open(system)
        self.change_rules(system, table, individual, new=system not in self.memory.in_force)
        return table

    def change_rules(self, system: str, table: int, individual: bool, *, new: bool) -> None:
        """Change a table's setting, or the game's sheet and with it the settings of all its tables."""
        pairs = lawful(system, individual, DRAWS)
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
                        [setting for candidate, setting in lawful(system, alone, DRAWS) if candidate == sheet]
                    ),
                )
        if self.memory.tables[table]["setting"] is None:
            self.change_rules(system, table, individual, new=False)

    def new_seed(self) -> bytes:
        return self.random.randbytes(32)

    # --- one turn after the other

    def run(self, actions: int) -> None:
        end, calm = self.actions + actions, self.actions + CALM_EVERY
        while self.actions < end:
            self.turns += 1
            if self.actions >= calm:
                self.let_rounds_end()
                calm = self.actions + CALM_EVERY
            draw = self.random.random()
            if draw < 0.66:
                self.send_commands()
            elif draw < 0.95:
                self.run_due_steps()
            else:
                self.faults.inject()
        self.let_rounds_end()
        self.empty_tables()

    def send_commands(self) -> None:
        """Send one or more commands to one table, or to several that take one turn."""
        self.memory.now += self.random.choice((1, 7, 40, 150, 400))
        candidates = [
            table
            for table in self.random.sample(self.tables, k=6)
            if self.players_online.has_command_for(table)
        ]
        count = self.random.choice((1, 1, 1, 2, 4))
        self.turn_of(
            {
                table: [
                    message
                    for _ in range(self.random.choice((1, 1, 1, 2, 3, 6)))
                    for message in self.players_online.next_messages(table)
                ]
                for table in candidates[:count] or self.tables[:1]
            }
        )

    def run_due_steps(self) -> None:
        """Advance to the next deadline of any table, sometimes a little past it, and run what is due."""
        rows = self.memory.tables.items()
        deadlines = [
            (row["due"], table) for table, row in rows if row["due"] is not None and row["status"] != "held"
        ]
        if not deadlines:
            self.send_commands()
            return
        due = min(deadlines)[0]
        self.memory.now = max(self.memory.now, due + self.random.choice((0, 0, 1, 30, 900)))
        for due, table in sorted(deadlines):
            if due <= self.memory.now:
                self.work(
                    table,
                    [
                        message
                        for _ in range(self.random.random() < 0.15)
                        for message in self.players_online.next_messages(table)
                    ],
                    step=True,
                )

    def release(self, table: int) -> None:
        """Staff release the table: its row is open again, and the croupier receives the command."""
        row = self.memory.tables[table]
        if row["status"] == "held":
            row["status"] = "open"
            self.held.discard(table)
        self.send_internal(table, {"t": "release"})

    def reopen(self) -> None:
        for table, row in self.memory.tables.items():
            if row["status"] in ("draining", "closed"):
                row["status"] = "open"
            elif row["status"] == "held":
                self.release(table)

    def send_internal(self, table: int, message: dict[str, Any]) -> None:
        self.work(table, [(f"{INTERNAL}:1", QueuedMessage(0, 0, table, json.dumps(message).encode()))])

    def remove_player(self, table: int, player: int) -> None:
        """Remove a player from the table: the record bars the player for this moment."""
        before = dict(self.memory.standings)
        self.memory.standings[player] = Eligibility("suspended")
        self.send_internal(table, {"t": "part", "player": player, "cause": "house"})
        self.memory.standings = before

    # --- the table's turn, and its frames

    def work(self, table: int, messages: list[tuple[str, QueuedMessage]], *, step: bool = False) -> None:
        self.turn_of({table: messages}, step=step)

    def turn_of(self, waiting: dict[int, list[tuple[str, QueuedMessage]]], *, step: bool = False) -> None:
        """One turn of these tables. Two croupiers share them: mostly the last one works, sometimes the other
        with its stale state.
        """
        first = next(iter(waiting))
        croupier = self.croupiers[self.last.get(first, 0) ^ (self.random.random() < 0.12)]
        for table, messages in waiting.items():
            self.last[table] = self.croupiers.index(croupier)
            table_worker = croupier.at(table)
            table_worker.queue.extend(messages)
            table_worker.step_due = step
            self.actions += max(1, len(messages))
        self.checks.before(waiting, step)
        self.outbox.clear()
        if self.memory.at_commit or self.memory.fail_in is not None:
            self.unpublished.update(waiting)
        try:
            common_turn.work([croupier.at(table) for table in waiting], self.publish)
        except Killed:
            self.counted["killed in the middle"] += 1
            self.croupiers[self.croupiers.index(croupier)] = Croupier(self)
            self.unpublished |= croupier.workers.keys()
        self.checks.after(waiting, self.outbox)
        for table in waiting:
            if self.memory.tables[table]["status"] == "held":
                self.held.add(table)
        published = list(self.outbox)
        for table in waiting:
            self._deliver_all(table, croupier, published)

    def _deliver_all(self, table: int, croupier: Croupier, published: list[tuple[str, bytes]]) -> None:
        """Deliver what was published, and the frames that a timer would send later."""
        self.outbox = list(published)
        self._deliver(table)
        for other in self.croupiers:
            if (own := other.workers.get(table)) and own.broadcast.has_changes and self.random.random() < 0.4:
                self.memory.now += 100
                self.outbox.clear()
                own._publish_results(Inbox(), ViewerFacts())
                self._deliver(table)
        if table in croupier.workers:
            self.checks.check_browsers(table, croupier.workers[table])

    def publish(self, out: list[tuple[str, bytes]]) -> None:
        self.outbox.extend(out)

    def _deliver(self, table: int) -> None:
        """Deliver frames to the browsers; one that missed a frame requests a snapshot."""
        browsers = self.browsers[table]
        for player in self.checks.shadows[table].live.players:
            browsers.setdefault(player, Browser(player))
        for channel, message in self.outbox:
            if channel == envelope.table_channel(table):
                frames = msgspec.msgpack.decode(message, type=envelope.Frames)
                for player, browser in browsers.items():
                    browser.receive(frames.public)
                    if player in frames.players:
                        browser.receive(frames.players[player])
        outdated = [player for player, browser in browsers.items() if browser.missed]
        if outdated and not self.memory.at_commit and self.memory.fail_in is None:
            self.outbox.clear()
            table_worker = self.random.choice(self.croupiers).at(table)
            table_worker.queue.extend(
                (WEB, QueuedMessage(player, player, table, b'{"t":"look"}')) for player in outdated
            )
            table_worker.work()
            for channel, message in list(self.outbox):
                if channel == envelope.web_channel(WEB):
                    for player, frame in envelope.decode_replies(message):
                        if player in browsers:
                            browsers[player].receive(frame)
            self.outbox = [
                (channel, message) for channel, message in self.outbox if channel != envelope.web_channel(WEB)
            ]
            if self.outbox:
                self._deliver(table)

    # --- without commands, every round ends

    def let_rounds_end(self) -> None:
        """Without faults and commands every round ends within its time."""
        self.reopen()
        self.memory.standings.clear()
        self.memory.beacon.come_back()
        since = self.memory.now
        running = {
            table: self.checks.shadows[table].live.round
            for table in self.tables
            if self.checks.must_end(table)
        }
        steps = 0
        while running:
            steps += 1
            self.checks.claim(
                self.memory.now - since < 30 * MINUTE and steps < 4_000, f"rounds {running} do not end"
            )
            self.run_next_step()
            running = {
                t: r
                for t, r in running.items()
                if self.checks.shadows[t].live.round == r and self.checks.must_end(t)
            }
            self.reopen()
        self.counted["calms"] += 1
        self.checks.check_all_tables()

    def _deadlines(self) -> list[int]:
        return [row["due"] for row in self.memory.tables.values() if row["due"] is not None]

    def run_next_step(self) -> None:
        rows = self.memory.tables.items()
        deadlines = [
            (row["due"], table) for table, row in rows if row["due"] is not None and row["status"] != "held"
        ]
        self.checks.claim(bool(deadlines), "a round runs, and nothing is due")
        self.memory.now = max(self.memory.now, min(deadlines)[0])
        self.work(min(deadlines)[1], [], step=True)

    def empty_tables(self) -> None:
        """Remove all players; after the last round no stake and no chip remains at any table."""
        for _ in range(40):
            for table in self.tables:
                for player in list(self.checks.shadows[table].live.players):
                    self.remove_player(table, player)
            self.reopen()
            if not any(self.checks.shadows[table].live.players for table in self.tables):
                break
            for _ in range(20):
                if self._deadlines():
                    self.run_next_step()
        self.checks.check_empty_tables()

    def summary(self) -> str:
        checks = self.checks
        refused = sum(checks.refusals.values())
        self.counted.update(self.log.warnings)
        totals = f"{checks.ended} rounds, {checks.accepted} accepted, {refused} refused"
        return (
            f"seed {self.seed}: {totals}, story {self.fingerprint()}\n"
            f"  {dict(self.counted)}\n  {dict(checks.refusals)}"
        )

    def fingerprint(self) -> str:
        """A digest of all events and transfers: the same seed gives the same."""
        digest = hashlib.sha256()
        for table in self.tables:
            digest.update(msgspec.json.encode([event[:4] for event in self.memory.events[table]]))
        digest.update(msgspec.json.encode([(row[1], *row[5:]) for row in self.memory.posted]))
        return digest.hexdigest()[:16]


@contextmanager
def simulated(seed: int, mutated_share: float = 0.04) -> Iterator[Simulation]:
    with tempfile.TemporaryDirectory() as folder:
        simulation = Simulation(seed, Path(folder), mutated_share)
        modules: tuple[Any, ...] = (automatic_steps, common_turn, transaction, worker)
        logs = [module.log for module in modules]
        for module in modules:
            module.log = simulation.log
        try:
            with patched_database(simulation.memory, simulation.new_seed):
                yield simulation
        finally:
            for module, log in zip(modules, logs, strict=True):
                module.log = log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--each", type=int, default=20_000, help="actions per seed")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else Random().getrandbits(32)
    done, began = 0, time.process_time()
    try:
        while done < options.actions:
            with simulated(seed) as simulation:
                simulation.run(min(options.each, options.actions - done))
            done += simulation.actions
            speed = done / (time.process_time() - began)
            print(f"{simulation.summary()}\n  {done:,} actions, {speed:,.0f} a second", flush=True)
            seed += 1
    except KeyboardInterrupt:
        print(f"stopped after {done:,} actions, at seed {seed}", file=sys.stderr)


if __name__ == "__main__":
    main()
