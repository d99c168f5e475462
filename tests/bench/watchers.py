"""Four hundred people without an account come to watch a table at once: how long a bet takes meanwhile.

Each watcher needs a snapshot of the table. The croupier makes one for all of them.
"""

from __future__ import annotations

import asyncio

from tests.bench.measure import CLOCK, detail, goal, percentile
from tests.bench.table import (
    CALM_SECONDS,
    CENTS,
    MONEY,
    BettingClient,
    Measurement,
    Side,
    measure_calm_load,
    seat_players,
)
from tests.bench.wire import SocketClient, close_clients, open_clients, run

BETTORS = 50
WATCHERS = 400
REPEATS = 3
MOST_MS = 50  # what nobody notices
MOST_TIMES = 2.0  # as long as without them


async def _p95(players: list[BettingClient], measurement: Measurement) -> float:
    await measure_calm_load(players, measurement, CALM_SECONDS)
    return percentile(measurement.waits, 0.95) * 1000


async def _with_watchers(side: Side, players: list[BettingClient], measurement: Measurement) -> float:
    """All watchers come while the players bet."""
    host = side.url.split("/")[2]
    opening = asyncio.create_task(
        open_clients([lambda: SocketClient(side.path, host)] * WATCHERS, side.url, together=WATCHERS)
    )
    waited = await _p95(players, measurement)
    watchers = await opening
    if any(not watcher.frames for watcher in watchers):
        raise AssertionError("somebody who watches has seen nothing")
    await close_clients(watchers)
    return waited


async def _compared(side: Side, cookies: list[str]) -> tuple[list[float], list[float]]:
    players, measurement = await seat_players(side, cookies)
    try:
        alone, watched = [], []
        for _ in range(REPEATS):
            alone.append(await _p95(players, measurement))
            watched.append(await _with_watchers(side, players, measurement))
        return alone, watched
    finally:
        await close_clients(players)


def watchers_bench(own_url: str, _plain_url: str) -> None:
    from tests.live_table import players_with, table_open
    from tests.proofs.running_system import cookie

    cookies = [cookie(player.person) for player in players_with(MONEY, BETTORS)]
    table = table_open(seats=BETTORS, minimum=CENTS, betting_seconds=3600).pk
    alone, watched = run(_compared(Side(own_url, f"/ws/table/{table}/", 0, True), cookies))
    for name, values in (("alone", alone), (f"while {WATCHERS} come to watch", watched)):
        detail(f"p95 of a bet {name}: " + ", ".join(f"{value:.3g} ms" for value in values))
    ratios = [a / b for a, b in zip(watched, alone, strict=True)]
    goal("watchers-p95-ms", watched, most=MOST_MS, beside="what nobody notices", machine=CLOCK)
    goal("watchers-p95", ratios, most=MOST_TIMES, beside="the same without watchers")
