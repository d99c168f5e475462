"""`python -m tests.proofs.fuzz --frames N --sockets M --seed S`: messages that nobody should send, N at the stations, M over real sockets.

Each is a lawful message, most of them for the round that runs, with a word changed, cut, doubled or exchanged; many are said again.
At the stations every promise of the simulation is checked after each; over sockets a whole house runs, and afterwards its processes are
the same ones, no larger than before, no table is on hold, no refused id stands in the record, and all accounts together are zero.
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
from tests.proofs.fancies import NONSENSE, mutated
from tests.running import outside

SPOILT = 0.6
EACH = 2_000  # frames of one simulated house
GROWTH = 1.05
TROUBLE = ("table on hold", "turn failed", "Traceback")


def memory(process: int) -> int:
    """What a process holds, in kilobytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(f"{process} is gone")


def at_stations(frames: int, seed: int) -> tuple[int, list[int]]:
    """Says so many frames to simulated houses, one after the other; how many were said, and what this process held after each house.

    That is counted in blocks of Python's own: what the system says of a process grows with the largest house there ever was.
    """
    from games.tables.croupier import journal  # for these Django must have been set up
    from tests.proofs.simulation import simulated

    said, held = 0, []
    while said < frames:
        with simulated(seed, SPOILT) as simulation:
            while simulation.crowd.frames < min(EACH, frames - said):
                simulation.run(200)
            said += simulation.crowd.frames
        for known in (journal.rules, journal.lawful):  # another house has other sheets
            known.cache_clear()
        gc.collect()
        held.append(sys.getallocatedblocks())
        seed += 1
    return said, held


@dataclass
class Fired:
    """What came of the frames that were sent over sockets."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    refused: set[tuple[int, str]] = field(default_factory=set)
    accepted: set[tuple[int, str]] = field(default_factory=set)
    closed: int = 0
    held: dict[str, list[int]] = field(
        default_factory=dict
    )  # kB of each process after each quarter of the frames


class Shooter:
    """One person at one table, who means harm."""

    def __init__(self, address: str, cookie: str, player: int, seed: int, fired: Fired) -> None:
        self.address, self.cookie, self.player, self.fired = address, cookie, player, fired
        self.random, self.round, self.game = Random(seed), 0, ""
        self.said: list[bytes] = []

    async def shoot(self, frames: int) -> None:
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
                    hearing = asyncio.create_task(self._hear(socket))
                    try:
                        await socket.send(json.dumps({"t": "sit", "id": str(uuid4())}))
                        await socket.send('{"t":"look"}')
                        while left > 0:
                            left -= 1
                            self.fired.sent += 1
                            await socket.send(self._next(), text=self.random.random() < 0.97)
                            await asyncio.sleep(0.02 if self.random.random() < 0.3 else 0)
                        await asyncio.sleep(0.5)
                    finally:
                        hearing.cancel()
            self.fired.closed += left > 0

    def _origin(self) -> Any:
        return "http://" + self.address.split("/")[2]

    def _next(self) -> bytes:
        if self.said and self.random.random() < 0.2:
            return self.random.choice(self.said[-40:])
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
        said = json.dumps(message).encode()
        said = mutated(self.random, said) if self.random.random() < 0.8 else said
        self.said.append(said)
        return said[:6_000]

    async def _hear(self, socket: Any) -> None:
        async for frame in socket:
            said = json.loads(frame)
            if said["t"] == "snapshot":
                self.round = said["table"].get("round", self.round)
            elif said["t"] == "table":
                self.round = said["set"].get("round", self.round)
            elif said["t"] in ("ok", "no"):
                self.fired.answers[said.get("code", "ok")] += 1
                if said.get("id"):
                    (self.fired.accepted if said["t"] == "ok" else self.fired.refused).add(
                        (self.player, said["id"])
                    )


def over_sockets(frames: int, seed: int, folder: Path) -> tuple[Fired, list[str]]:
    """Opens a house and fires at all its games; what came of it, and every promise that does not hold."""
    from tests.proofs.joined import cookie, joined
    from tests.running import RunningHouse

    fired, wrong = Fired(), []
    with RunningHouse.opened(folder, TABLE_MESSAGES_A_SECOND="100000") as house, joined(house.folder):
        from tests.room import SETTINGS, players_with, table_open

        tables = [table_open(system, name=f"Alvo {system}").pk for system in SETTINGS]
        people = players_with(1_000_000, 2 * len(tables))
        address = house.url.replace("http://", "ws://").rstrip("/")
        shooters = [
            Shooter(
                f"{address}/ws/table/{tables[n % len(tables)]}/",
                cookie(player.person),
                player.pk,
                seed + n,
                fired,
            )
            for n, player in enumerate(people)
        ]

        async def everybody(each: int) -> None:
            await asyncio.gather(*(shooter.shoot(each) for shooter in shooters))

        processes = {name: house.number(name) for name in ("web", "croupier")}
        for _ in range(4):
            asyncio.run(everybody(max(20, -(-frames // 4 // len(shooters)))))
            time.sleep(1)
            for name, process in processes.items():
                if house.number(name) == process:
                    fired.held.setdefault(name, []).append(memory(process))
        for name, process in processes.items():
            held = fired.held.get(name, [])
            if house.number(name) != process:
                wrong.append(f"{name} fell")
            elif (
                frames >= 5_000 and held[-1] > held[1] * GROWTH
            ):  # what the first half makes it hold is no leak
                wrong.append(f"{name} grew from {held[1]} kB to {held[-1]} kB")
        wrong += _record(tables, fired)
        text = house.log.read_text(errors="replace")
        wrong += [
            f"the log says «{word}»: {text[text.index(word) : text.index(word) + 1500]}"
            for word in TROUBLE
            if word in text
        ]
    return fired, wrong


def run_apart(frames: int, seed: int, folder: Path) -> tuple[int, str]:
    """The same as a process of its own, for a test that has a record of its own: frames sent, and what was wrong."""
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
    done = subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, timeout=1_800, env=outside(folder)
    )
    found = re.search(r"([\d,]+) frames over sockets", done.stdout)
    return int(
        found[1].replace(",", "")
    ) if found else 0, "" if done.returncode == 0 else done.stdout + done.stderr


def _record(tables: list[int], fired: Fired) -> list[str]:
    from games.models import Event, Table
    from players.wallet import ledger

    wrong = [
        f"{table} is on hold: {table.reason}" for table in Table.objects.filter(pk__in=tables, status="held")
    ]
    refused = fired.refused - fired.accepted
    there = Event.objects.filter(command__in=[id for _, id in refused]).values_list("player", "command")
    wrong += [
        f"{id} was refused and stands in the record" for player, id in there if (player, str(id)) in refused
    ]
    wrong += [f"accounts hold {total}" for total in ledger.total().values() if total]
    return wrong


def _pure() -> None:
    """Django as far as the stations need it: no house, no server."""
    os.environ.update(DJANGO_SETTINGS_MODULE="casino.settings", SECRET_KEY="unused", HOUSE_PURE="1")
    import django

    django.setup()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=180_000)
    parser.add_argument("--sockets", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    seed = asked.seed if asked.seed is not None else Random().getrandbits(32)
    print(f"seed {seed}", flush=True)
    wrong: list[str] = []
    if asked.frames:
        _pure()
        said, held = at_stations(asked.frames, seed)
        first = held[min(4, len(held) - 1)]
        quarters = [held[max(0, len(held) * quarter // 4 - 1)] for quarter in (1, 2, 3, 4)]
        print(
            f"{said:,} frames at stations, {first:,} blocks held after the first houses; after each quarter {quarters}",
            flush=True,
        )
        wrong += [f"memory grows: {first} to {held[-1]} blocks"] if held[-1] > first * GROWTH else []
    with tempfile.TemporaryDirectory() as folder:
        if asked.sockets and asked.frames:
            sent, trouble = run_apart(asked.sockets, seed, Path(folder))
            wrong += [trouble] if trouble else []
            print(f"{sent:,} frames over sockets", flush=True)
        elif asked.sockets:
            fired, found = over_sockets(asked.sockets, seed, Path(folder))
            wrong += found
            print(
                f"{fired.sent:,} frames over sockets, {fired.closed} times cut off, answers {dict(fired.answers.most_common(8))}, "
                f"kB after each quarter {fired.held}",
                flush=True,
            )
    for line in wrong:
        print("  ", line)
    print(f"{len(wrong)} promises broken")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
