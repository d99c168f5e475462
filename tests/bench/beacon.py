"""How long a round with a beacon takes from its close to its result, as browsers see it over real sockets,
and whether a bet takes longer at a table with a beacon than at one without.

The first once with the sandbox beacon's period of one second, and once with that of quicknet, three seconds.
Each table has one player, who launches the ball when bets open, so that closes fall anywhere in a period.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from casino.services.folder import Folder
from games.beacons.sandbox import new_chain
from games.draw.beacon import QUICKNET
from tests.bench import environment
from tests.bench.measure import detail, goal, percentile, spread
from tests.bench.table import CENTS, MONEY, BettingClient, Measurement, Side, measure_calm_load, seat_players
from tests.bench.wire import SocketClient, close_clients, open_clients, run
from tests.proofs.running_system import connected
from tests.running import RunningHouse, start

TABLES = 40
SECONDS = float(os.environ.get("BEACON_SECONDS", "30"))
# By the name of the timing: seconds from one value to the next, the sheet's margin and the goal in seconds.
TIMINGS = {"sandbox": (1, 300, 1.5), "quicknet": (QUICKNET.period, 500, 4.0)}


class LaunchingClient(SocketClient):
    """Bets and launches in every round; notes the seconds from each close to its number."""

    numbers = 0

    def __init__(self, path: str, host: str, cookie: str, waits: list[float]) -> None:
        super().__init__(path, host, cookie)
        self.waits, self.round, self.closed = waits, 0, 0.0

    def command(self, text: bytes) -> None:
        LaunchingClient.numbers += 1
        self.send(text.replace(b"ID", b"00000000-0000-4000-8000-%012x" % LaunchingClient.numbers))

    def sit(self) -> None:
        self.command(b'{"t":"sit","id":"ID"}')

    def play(self) -> None:
        for do in (b'{"t":"bet","on":{"red":500}}', b'{"t":"launch"}'):
            self.command(b'{"t":"do","id":"ID","round":%d,"do":%b}' % (self.round, do))

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        arrived = time.perf_counter()
        frame = json.loads(data[start:end])
        changed = frame.get("set") or frame.get("table") or {}
        self.round = changed.get("round", self.round) if frame["t"] in ("table", "snapshot") else self.round
        for news in frame.get("news", ()):
            match news.get("t"):
                case "bets-opened":
                    # Not at once: otherwise every close would fall on the same part of a period.
                    asyncio.get_running_loop().call_later(random.uniform(0.1, 3.1), self.play)
                case "bets-closed":
                    self.closed = arrived
                case "number-drawn" if self.closed:
                    self.waits.append(arrived - self.closed)


@contextlib.contextmanager
def house_with_period(period: int) -> Iterator[RunningHouse]:
    """An installation whose sandbox beacon has that period."""
    environment.alone()
    with contextlib.ExitStack() as kept:
        place = Path(kept.enter_context(tempfile.TemporaryDirectory()))
        folder = Path(tempfile.mkdtemp(prefix="feltro-house-"))
        folder.chmod(0o711)
        kept.callback(shutil.rmtree, folder, ignore_errors=True)
        files = Folder(folder)
        files.make()
        secret = int(files.beacon_key().read_text(), 16)
        chain = structs.replace(new_chain(secret), period=period)
        (files.keys / "beacon_chain.json").write_bytes(msgspec.json.encode(chain))
        log = place / "house.log"
        running = RunningHouse(folder, start(folder, log, PORT="0", LOG_LEVEL="WARNING"), log)
        kept.callback(running.close)
        running.wait_until_open()
        kept.enter_context(connected(folder))
        from django.db import connections

        kept.callback(connections.close_all)
        yield running


def beacon(name: str) -> None:
    period, margin, most = TIMINGS[name]
    with house_with_period(period) as running:
        waits = run(play(running.url, *tables(margin)))
    waits_ms = [1000 * wait for wait in waits]
    half, late = (percentile(waits_ms, of) for of in (0.5, 0.95))
    worst = max(waits_ms, default=float("nan"))
    detail(
        f"ms from close to result with {name} timing, {len(waits)} rounds at {TABLES} tables: "
        f"p50 {half:,.0f}, p95 {late:,.0f}, slowest {worst:,.0f}"
    )
    goal(f"beacon-{name}", late / 1000, most=most, beside="its period and margin")


def tables(margin: int) -> tuple[list[str], list[str]]:
    """The addresses of the tables, and the cookie of the player of each."""
    from tests.live_table import players_with, table_open
    from tests.proofs.running_system import cookie

    draw: dict[str, Any] = {"draw": {"beacon": "sandbox", "margin_ms": margin, "wait_seconds": 20}}
    paths = []
    for number in range(TABLES):
        # The first table puts the sheet in force.
        sheet = None if paths else draw
        alone = {"mode": "individual", "minimum": 100, "rest_seconds": 5}
        table = table_open(sheet=sheet, name=f"Farol {number}", **alone)
        paths.append(f"/ws/table/{table.pk}/")
    return paths, [cookie(player.person) for player in players_with(1_000_000_000, TABLES)]


async def play(url: str, paths: Sequence[str], cookies: Sequence[str]) -> list[float]:
    waits: list[float] = []
    host = url.split("/")[2]
    clients = await open_clients(
        [
            lambda path=path, cookie=cookie: LaunchingClient(path, host, cookie, waits)
            for path, cookie in zip(paths, cookies, strict=True)
        ],
        url,
    )
    for client in clients:
        client.sit()
    await asyncio.sleep(SECONDS)
    await close_clients(clients)
    return waits


# --- bets

BETTORS = 50
REPEATS = 5
BET_SECONDS = 4.0
MOST_TIMES = 1.1  # as long as at a table without a beacon
BEACONS = ("none", "sandbox")


def bets(url: str) -> None:
    """The same bets at two tables of one game in turn: the open round of one has a beacon, that of the other
    none.
    """
    from tests.live_table import players_with
    from tests.proofs.running_system import cookie

    cookies = [cookie(player.person) for player in players_with(MONEY, BETTORS * len(BEACONS))]
    p50, p99 = run(_compared_bets(url, cookies))
    for name in BEACONS:
        detail(f"ms of a bet with beacon {name}: p50 {spread(p50[name])}, p99 {spread(p99[name])}")
    ratios = [late / early for late, early in zip(p50["sandbox"], p50["none"], strict=True)]
    goal("beacon-bets", ratios, most=MOST_TIMES, beside="a table without a beacon")


async def _compared_bets(
    url: str, cookies: Sequence[str]
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    seated: dict[str, tuple[list[BettingClient], Measurement]] = {}
    for at, name in enumerate(BEACONS):
        # A round keeps the sheet under which it was opened, so the first stays without a beacon.
        path = await asyncio.to_thread(_table_with, name)
        own = cookies[at * BETTORS : (at + 1) * BETTORS]
        seated[name] = await seat_players(Side(url, path, 0, True), own)
    p50: dict[str, list[float]] = {name: [] for name in BEACONS}
    p99: dict[str, list[float]] = {name: [] for name in BEACONS}
    try:
        for _ in range(REPEATS):
            for name, (players, measurement) in seated.items():
                rate = await measure_calm_load(players, measurement, BET_SECONDS)
                p50[name].append(rate.p50)
                p99[name].append(rate.p99)
    finally:
        for players, _ in seated.values():
            await close_clients(players)
    return p50, p99


def _table_with(name: str) -> str:
    from tests.live_table import table_open

    sheet = {"draw": {"beacon": name, "margin_ms": 300, "wait_seconds": 20}}
    table = table_open(sheet=sheet, seats=BETTORS, minimum=CENTS, betting_seconds=3600)
    return f"/ws/table/{table.pk}/"
