"""Memory: all processes at rest, one more socket in the web process, and one more idle table in the
croupier.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil

from tests.bench import environment
from tests.bench.measure import detail, goal
from tests.bench.places import stakes
from tests.bench.wire import SocketClient, close_clients, open_clients, run
from tests.running import RunningHouse

REST = 8.0  # seconds of quiet before a weighing
SOCKETS = 400
TABLES = 100
KB, MB = 1024, 1024 * 1024
CENTS = 50


def weight(pid: int) -> int:
    """The bytes that a process uses, with its part of the shared ones."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * KB
    return 0


def named(process: psutil.Process, known: dict[int, str]) -> str:
    """The name of a process: a child of the supervisor by its name there, PostgreSQL's processes by their
    titles.
    """
    words = process.cmdline()
    if process.pid in known:
        return known[process.pid]
    if words and words[0].startswith("postgres:"):
        title = " ".join(words[0].split()[1:])
        return f"postgres, {'a connection' if title.startswith('house') else title}"
    for name in ("postgres", "valkey"):
        if words and Path(words[0]).name.startswith(name):
            return f"{name}, the server"
        if "casino.services.server_keeper" in words and name in words:
            return f"{name}, its keeper"
    return "supervisor" if "casino.services" in words else " ".join(words)[:60]


def idle() -> None:
    with (
        tempfile.TemporaryDirectory() as place,
        RunningHouse.opened(Path(place), LOG_LEVEL="WARNING") as house,
    ):
        time.sleep(REST)
        known = {number: name for name, number in house.state["children"].items()}
        top = psutil.Process(house.process.pid)
        weights: dict[str, list[int]] = {}
        for process in (top, *top.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, FileNotFoundError):  # a copy of the journal, for a moment
                weights.setdefault(named(process, known), []).append(weight(process.pid))
    detail("the demonstration house at rest, MB resident (shared pages counted once):")
    for name, sizes in sorted(weights.items(), key=lambda item: -sum(item[1])):
        detail(f"  {sum(sizes) / MB:7.1f}  {name}{f' x {len(sizes)}' if len(sizes) > 1 else ''}")
    goal("memory-house-mb", sum(map(sum, weights.values())) / MB, most=700, beside="no peer")


async def _per_socket(house: RunningHouse, table: int, cookies: list[str]) -> float:
    """Bytes in the web process for each connected player without a seat, who receives every frame."""
    web, host = house.process_id("web"), house.url.split("/")[2]

    def at_table(cookie: str) -> SocketClient:
        return SocketClient(f"/ws/table/{table}/", host, cookie)

    # The first ones bring what is loaded once for all.
    first = await open_clients([lambda c=c: at_table(c) for c in cookies[:40]], house.url)
    await asyncio.sleep(3)
    before = weight(web)
    rest = await open_clients([lambda c=c: at_table(c) for c in cookies[40:]], house.url)
    for client in rest:
        client.send(b'{"t":"look"}')
    await _until_first_frames(rest)
    await asyncio.sleep(3)
    after = weight(web)
    await close_clients(first + rest)
    return (after - before) / len(rest)


async def _until_first_frames(clients: list[SocketClient]) -> None:
    while not all(client.frames for client in clients):
        await asyncio.sleep(0.1)


async def _per_table(house: RunningHouse, tables: list[int]) -> float:
    """Bytes in the croupier for each table where a round was played and all players have left."""
    croupier, host = house.process_id("croupier"), house.url.split("/")[2]
    first = len(tables) // 4
    await _request_snapshots(house.url, host, tables[:first])
    await asyncio.sleep(2)
    before = weight(croupier)
    await _request_snapshots(house.url, host, tables[first:])
    await asyncio.sleep(2)
    return (weight(croupier) - before) / (len(tables) - first)


async def _request_snapshots(url: str, host: str, tables: list[int]) -> None:
    clients = await open_clients([lambda t=t: SocketClient(f"/ws/table/{t}/", host) for t in tables], url)
    for client in clients:
        client.send(b'{"t":"look"}')
    await _until_first_frames(clients)
    await close_clients(clients)


def _leave_tables_idle(folder: Path, people: list[Any]) -> list[int]:
    """Plays a round by two at each table, which all players then leave. Returns the tables."""
    from games.tables.domain.commands import CommandRequest
    from games.tables.transport import protocol
    from tests.bench.own_table import BACK, OwnTable

    tables = [OwnTable(folder, people[2 * n : 2 * n + 2], CENTS) for n in range(TABLES)]
    for own in tables:
        own.until("bets-opened")
        own.accepted(own.bets([(player, stakes(n, CENTS)) for n, player in enumerate(own.players)]))
    for own in tables:  # the values of their beacons come meanwhile
        own.step()
    for own in tables:
        own.until("round-ended", after=0)
        own.accepted([CommandRequest(player, protocol.Leave(uuid4()), BACK) for player in own.players])
    return [own.table for own in tables]


def memory() -> None:
    idle()
    with environment.house() as house:
        from tests.live_table import players_with, table_open
        from tests.proofs.running_system import cookie

        people = players_with(1_000_000, SOCKETS)
        socket = run(_per_socket(house, table_open().pk, [cookie(player.person) for player in people]))
        detail(f"{SOCKETS} sockets of players who have signed in, at one table")
        goal("memory-socket-kb", socket / KB, most=25, beside="no peer")
        with tempfile.TemporaryDirectory() as place:
            tables = _leave_tables_idle(Path(place), people)
        asleep = run(_per_table(house, tables))
        detail(f"{TABLES} tables, at each a round played by two and nobody left")
        goal("memory-table-kb", asleep / KB, most=30, beside="no peer")
