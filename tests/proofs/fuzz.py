"""Send invalid messages: `python -m tests.proofs.fuzz --frames N --sockets M --seed S`.

N messages go to table workers in memory, M over real sockets to a running installation. A message is a valid
one with a word changed, cut, doubled or exchanged; many are repeated. In memory, all checks of the simulation
run after every message. Over sockets, these hold at the end: no process restarted or grew, no table is on
hold, no refused command is recorded, and all accounts add up to zero.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

from casino.services.folder import PROJECT
from games.tables.transport import protocol  # noqa: F401  (tests spoil it here)
from tests.proofs.random_decisions import NONSENSE, mutated
from tests.running import house_environment

MUTATED_SHARE = 0.6
FRAMES_PER_SEED = 2_000  # frames of one simulated house
GROWTH = 1.05
LOG_ERRORS = ("table on hold", "turn failed", "Traceback")


def memory(process: int) -> int:
    """The memory of a process, in kilobytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(f"{process} is gone")


def fuzz_workers(frames: int, seed: int) -> tuple[int, list[int]]:
    """Send frames to simulated tables; return how many were sent, and the memory use after every seed.

    Memory is counted in Python's allocated blocks: the resident size never shrinks below its peak.
    """
    from games.tables import journal_reading  # for these Django must have been set up
    from tests.proofs.simulation import simulated

    sent, memory_use = 0, []
    while sent < frames:
        with simulated(seed, MUTATED_SHARE) as simulation:
            while simulation.players_online.frames < min(FRAMES_PER_SEED, frames - sent):
                simulation.run(200)
            sent += simulation.players_online.frames
        for cached in (
            journal_reading.rules_of,
            journal_reading.is_setting_allowed,
        ):  # another seed has other sheets
            cached.cache_clear()
        gc.collect()
        memory_use.append(sys.getallocatedblocks())
        seed += 1
    return sent, memory_use


@dataclass
class Totals:
    """The replies to the frames that were sent over sockets."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    refused: set[tuple[int, str]] = field(default_factory=set)
    accepted: set[tuple[int, str]] = field(default_factory=set)
    closed: int = 0
    memory_use: dict[str, list[int]] = field(
        default_factory=dict
    )  # kB of each process after each quarter of the frames


class Attacker:
    """A player at one table who sends invalid messages."""

    def __init__(self, address: str, cookie: str, player: int, seed: int, totals: Totals) -> None:
        self.address, self.cookie, self.player, self.totals = address, cookie, player, totals
        self.random, self.round, self.game = Random(seed), 0, ""
        self.sent_bodies: list[bytes] = []

    async def attack(self, frames: int) -> None:
        import websockets

        left = frames
        while left > 0:
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with websockets.connect(
                    self.address,
                    additional_headers={"Cookie": self.cookie},
                    origin=self._origin(),
                    open_timeout=20,
                    compression=None,
                ) as socket:
                    receiver = asyncio.create_task(self._receive(socket))
                    try:
                        await socket.send(json.dumps({"t": "sit", "id": str(uuid4())}))
                        await socket.send('{"t":"look"}')
                        while left > 0:
                            left -= 1
                            self.totals.sent += 1
                            await socket.send(self._next(), text=self.random.random() < 0.97)
                            await asyncio.sleep(0.02 if self.random.random() < 0.3 else 0)
                        await asyncio.sleep(0.5)
                    finally:
                        receiver.cancel()
            self.totals.closed += left > 0

    def _origin(self) -> Any:
        return "http://" + self.address.split("/")[2]

    def _next(self) -> bytes:
        if self.sent_bodies and self.random.random() < 0.2:
            return self.random.choice(self.sent_bodies[-40:])
        message: dict[str, Any] = {
            "t": "do",
            "id": str(UUID(int=self.random.getrandbits(128), version=4)),
            "round": self.round,
        }
        message["do"] = self.random.choice(
            (
                *NONSENSE,
                {"t": "bet", "on": {"red": 100}},
                {"t": "bet", "on": {"ante": 500}},
                {"t": "bet", "on": {"punto": 100}},
            )
        )
        if self.random.random() < 0.1:
            message = {"t": "nonce", "round": max(1, self.round + 1), "nonce": "0" * 32}
        body = json.dumps(message).encode()
        body = mutated(self.random, body) if self.random.random() < 0.8 else body
        self.sent_bodies.append(body)
        return body[:6_000]

    async def _receive(self, socket: Any) -> None:
        async for frame in socket:
            data = json.loads(frame)
            if data["t"] == "snapshot":
                self.round = data["table"].get("round", self.round)
            elif data["t"] == "table":
                self.round = data["set"].get("round", self.round)
            elif data["t"] in ("ok", "no"):
                self.totals.answers[data.get("code", "ok")] += 1
                if data.get("id"):
                    (self.totals.accepted if data["t"] == "ok" else self.totals.refused).add(
                        (self.player, data["id"])
                    )


def fuzz_sockets(frames: int, seed: int, folder: Path) -> tuple[Totals, list[str]]:
    """Start an installation and attack all its games; return the totals, and every check that failed."""
    from tests.proofs.chaos_beacon import sheet_for
    from tests.proofs.running_system import connected, cookie
    from tests.running import RunningHouse

    totals, wrong = Totals(), []
    with RunningHouse.opened(folder, TABLE_MESSAGES_A_SECOND="100000") as house, connected(house.folder):
        from tests.live_table import SETTINGS, players_with, table_open

        # Every second game draws with the sandbox beacon.
        sheets = {system: sheet_for(with_beacon=number % 2 == 0) for number, system in enumerate(SETTINGS)}
        tables = [table_open(system, name=f"Alvo {system}", sheet=sheets[system]).pk for system in SETTINGS]
        people = players_with(1_000_000, 2 * len(tables))
        address = house.url.replace("http://", "ws://").rstrip("/")
        attackers = [
            Attacker(
                f"{address}/ws/table/{tables[n % len(tables)]}/",
                cookie(player.person),
                player.pk,
                seed + n,
                totals,
            )
            for n, player in enumerate(people)
        ]

        async def attack_all(frames_per_attacker: int) -> None:
            await asyncio.gather(*(attacker.attack(frames_per_attacker) for attacker in attackers))

        processes = {name: house.process_id(name) for name in ("web", "croupier")}
        for _ in range(4):
            asyncio.run(attack_all(max(20, -(-frames // 4 // len(attackers)))))
            time.sleep(1)
            for name, process in processes.items():
                if house.process_id(name) == process:
                    totals.memory_use.setdefault(name, []).append(memory(process))
        for name, process in processes.items():
            memory_use = totals.memory_use.get(name, [])
            if house.process_id(name) != process:
                wrong.append(f"{name} fell")
            elif (
                frames >= 5_000 and memory_use[-1] > memory_use[1] * GROWTH
            ):  # the memory of the first half is no leak
                wrong.append(f"{name} grew from {memory_use[1]} kB to {memory_use[-1]} kB")
        wrong += _record(tables, totals)
        text = house.log.read_text(errors="replace")
        wrong += [
            f"the log says «{word}»: {text[text.index(word) : text.index(word) + 1500]}"
            for word in LOG_ERRORS
            if word in text
        ]
    return totals, wrong


def run_in_process(frames: int, seed: int, folder: Path) -> tuple[int, str]:
    """Run `fuzz_sockets` in a subprocess, since a test has its own database; return frames sent and
    errors.
    """
    command = [
        sys.executable,
        "-m",
        "tests.proofs.fuzz",
        "--frames",
        "0",
        "--sockets",
        str(frames),
        "--seed",
        str(seed),
    ]
    process = subprocess.run(
        command,
        check=False,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=1_800,
        env=house_environment(folder),
    )
    match = re.search(r"([\d,]+) frames over sockets", process.stdout)
    return int(
        match[1].replace(",", "")
    ) if match else 0, "" if process.returncode == 0 else process.stdout + process.stderr


def _record(tables: list[int], totals: Totals) -> list[str]:
    from games.models import Event, Table
    from players.wallet import ledger

    wrong = [
        f"{table} is on hold: {table.reason}" for table in Table.objects.filter(pk__in=tables, status="held")
    ]
    refused = totals.refused - totals.accepted
    recorded = Event.objects.filter(command__in=[command_id for _, command_id in refused]).values_list(
        "player", "command"
    )
    wrong += [
        f"{command_id} was refused and is recorded"
        for player, command_id in recorded
        if (player, str(command_id)) in refused
    ]
    wrong += [f"accounts hold {total}" for total in ledger.total().values() if total]
    return wrong


def _pure() -> None:
    """Set up Django without servers."""
    os.environ.update(DJANGO_SETTINGS_MODULE="casino.settings", SECRET_KEY="unused", HOUSE_PURE="1")
    import django

    django.setup()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=180_000)
    parser.add_argument("--sockets", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else Random().getrandbits(32)
    print(f"seed {seed}", flush=True)
    wrong: list[str] = []
    if options.frames:
        _pure()
        sent, memory_use = fuzz_workers(options.frames, seed)
        first = memory_use[min(4, len(memory_use) - 1)]
        quarters = [memory_use[max(0, len(memory_use) * quarter // 4 - 1)] for quarter in (1, 2, 3, 4)]
        print(
            f"{sent:,} frames at stations, {first:,} blocks held after the first houses; "
            f"after each quarter {quarters}",
            flush=True,
        )
        wrong += (
            [f"memory grows: {first} to {memory_use[-1]} blocks"] if memory_use[-1] > first * GROWTH else []
        )
    with tempfile.TemporaryDirectory() as folder:
        if options.sockets and options.frames:
            sent, error = run_in_process(options.sockets, seed, Path(folder))
            wrong += [error] if error else []
            print(f"{sent:,} frames over sockets", flush=True)
        elif options.sockets:
            totals, problems = fuzz_sockets(options.sockets, seed, Path(folder))
            wrong += problems
            print(
                f"{totals.sent:,} frames over sockets, {totals.closed} times cut off, "
                f"answers {dict(totals.answers.most_common(8))}, "
                f"kB after each quarter {totals.memory_use}",
                flush=True,
            )
    for line in wrong:
        print("  ", line)
    print(f"{len(wrong)} promises broken")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
