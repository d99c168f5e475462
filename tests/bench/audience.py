"""Five thousand people watch one table at which three hundred bet, through two web processes: how old a frame
is when it reaches them, what one of them costs in memory, and whether anybody is cut off.

A frame says when it was made. The age counts until the bench has read it, so the bench's own work is in it:
it reads every frame, and looks at the time in one socket of ten.
"""

from __future__ import annotations

import asyncio
import os
import time
from array import array
from collections.abc import Sequence

from tests.bench import environment
from tests.bench.measure import CLOCK, detail, goal, percentile, quickly
from tests.bench.memory import KB, weight
from tests.bench.table import (
    A_SECOND,
    CENTS,
    MONEY,
    BettingClient,
    Measurement,
    measure_calm_load,
    wait_for_round,
)
from tests.bench.wire import SocketClient, close_clients, open_clients, run
from tests.running import RunningHouse

WATCHING = int(os.environ.get("AUDIENCE_WATCHING", "5000"))
BETTING = int(os.environ.get("AUDIENCE_BETTING", "300"))
SECONDS = quickly(5.0, 15.0)
ONE_OF = 10  # sockets looks at the time
REST = 4.0  # seconds of quiet before a weighing
MOST_SECONDS, MOST_KB = 0.5, 20


class Watcher(SocketClient):
    """Watches, and notes how old the table's frames are as they arrive."""

    def __init__(self, path: str, host: str, ages: array[float] | None) -> None:
        super().__init__(path, host)
        self.ages = ages

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        if self.ages is not None and data.startswith(b'{"t":"table"', start):
            at = data.index(b'"now":', start) + 6
            made = int(data[at : data.index(b",", at)])
            self.ages.append(time.time() - made / 1000)


def _host(urls: Sequence[str]) -> str:
    """Both processes stand behind one address."""
    return urls[0].split("/")[2]


async def _seated(
    urls: Sequence[str], path: str, cookies: Sequence[str]
) -> tuple[list[BettingClient], Measurement]:
    measurement, players = Measurement(), list[BettingClient]()
    for number, url in enumerate(urls):
        own, host = cookies[number :: len(urls)], _host(urls)
        players += await open_clients(
            [lambda c=c, h=host: BettingClient(path, h, c, measurement) for c in own], url
        )
    for player in players:
        player.sit()
    await asyncio.wait_for(asyncio.gather(*(player.seated for player in players)), 120)
    open_round = await asyncio.to_thread(wait_for_round, path)
    for player in players:
        player.round = open_round
    return players, measurement


async def _watched(urls: Sequence[str], path: str, ages: array[float]) -> list[Watcher]:
    watchers: list[Watcher] = []
    for number, url in enumerate(urls):
        host = _host(urls)
        make = [
            lambda n=n, h=host: Watcher(path, h, None if n // len(urls) % ONE_OF else ages)
            for n in range(number, WATCHING, len(urls))
        ]
        watchers += await open_clients(make, url, together=50)
    for watcher in watchers:
        watcher.send(b'{"t":"look"}')  # as a page begins
    while not all(watcher.frames for watcher in watchers):
        await asyncio.sleep(0.1)
    return watchers


async def _measured(
    urls: Sequence[str], pids: Sequence[int], path: str, cookies: Sequence[str]
) -> tuple[array[float], float, int, float]:
    """The ages of frames, bytes a watcher, connections lost, and p99 of the bets in ms."""
    players, measurement = await _seated(urls, path, cookies)
    ages = array("d")
    await asyncio.sleep(REST)
    before = sum(map(weight, pids))
    watchers = await _watched(urls, path, ages)
    await asyncio.sleep(REST)
    bytes_each = (sum(map(weight, pids)) - before) / WATCHING
    del ages[:]
    rate = await measure_calm_load(players, measurement, SECONDS)
    await asyncio.sleep(1)
    lost = sum(client.shut.done() for client in (*players, *watchers))
    await close_clients([client for client in (*players, *watchers) if not client.shut.done()])
    return ages, bytes_each, lost, rate.p99


def audience(house: RunningHouse) -> None:
    from tests.live_table import players_with, table_open
    from tests.proofs.running_system import cookie

    cookies = [cookie(player.person) for player in players_with(MONEY, BETTING)]
    table = table_open(seats=BETTING, minimum=CENTS, betting_seconds=3600).pk
    with environment.another_web(house) as (url, pid):
        urls, pids = (house.url, url), (house.process_id("web"), pid)
        ages, bytes_each, lost, p99 = run(_measured(urls, pids, f"/ws/table/{table}/", cookies))
    middle, slowest, oldest = (
        1000 * age for age in (percentile(ages, 0.5), percentile(ages, 0.99), max(ages))
    )
    detail(
        f"{WATCHING} watch one table through two web processes, where {BETTING} lay {A_SECOND} bets/s: "
        f"{len(ages)} frames are p50 {middle:.0f} ms old, p99 {slowest:.0f} ms, the oldest {oldest:.0f} ms; "
        f"p99 of a bet {p99:.0f} ms; {lost} cut off"
    )
    goal("audience-p99-s", percentile(ages, 0.99), most=MOST_SECONDS, beside="no peer", machine=CLOCK)
    goal("audience-watcher-kb", bytes_each / KB, most=MOST_KB, beside="no peer")
    goal("audience-cut-off", lost, most=0, beside="no peer")
