"""`python -m tests.bench.way_of_a_bet`: where the milliseconds of a bet go at a calm table, from socket to
socket.

A house with a trace of every command, three hundred players at one table, and a bet at a time. The spans are
those of docs/operating/monitoring.md; what a client waits besides them is the wire, its own loop and uvicorn.
Tracing each command costs some time itself.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

from tests.bench import environment
from tests.bench.measure import percentile
from tests.bench.table import CENTS, MONEY, PLAYERS, Side, measure_calm_load, seat_players
from tests.bench.traces import Collector, collector
from tests.bench.wire import close_clients, run

Span = tuple[int, int]  # its beginning and its end, in nanoseconds
# From one span's side to another's: what happens there.
PARTS = (
    ("receive", "the web process reads, checks and hands it on"),
    ("queue", "sealed, through Valkey, opened, until a thread of the croupier takes it"),
    ("transaction", "locks, questions, decision, COPY, commit"),
    ("publish", "replies and frames are made, sealed and given to Valkey"),
    ("back", "Valkey to the web process, which opens it; below 0 where it is faster than Valkey's answer"),
    ("frame", "from the reply's arrival until the socket has it"),
    ("outside", "the wire twice, uvicorn's reading and the client"),
)


def lengths(spans: dict[str, Span]) -> dict[str, float]:
    """Milliseconds of each part of one bet but the last."""
    parts = {name: (end - begun) / 1e6 for name, (begun, end) in spans.items()}
    parts["back"] = (spans["frame"][0] - spans["publish"][1]) / 1e6
    return parts


def report(bets: Sequence[dict[str, Span]], waits: Sequence[float]) -> None:
    measured = [lengths(spans) for spans in bets]
    whole = [1000 * wait for wait in waits]
    inside = [parts["command"] for parts in measured]
    rows = [(name, what, [parts[name] for parts in measured]) for name, what in PARTS[:-1]]
    name, what = PARTS[-1]
    outside = sum(whole) / len(whole) - sum(inside) / len(inside)
    print("| part | what it is | mean ms | p50 | p99 |\n| --- | --- | ---: | ---: | ---: |")
    for part, meaning, values in rows:
        print(f"| {part} | {meaning} | {_figures(values)} |")
    print(f"| {name} | {what} | {outside:.2f} | | |")
    print(f"| whole | as the client sees it, {len(whole)} bets | {_figures(whole)} |")
    sys.stdout.flush()


def _figures(values: Sequence[float]) -> str:
    half, slowest = percentile(values, 0.5), percentile(values, 0.99)
    return f"{sum(values) / len(values):.2f} | {half:.2f} | {slowest:.2f}"


async def _measured(side: Side, cookies: Sequence[str], seconds: float, a_second: float) -> list[float]:
    players, measurement = await seat_players(side, cookies)
    try:
        await measure_calm_load(players, measurement, 2.0, a_second)
        Collector.traces.clear()
        await measure_calm_load(players, measurement, seconds, a_second)
        return list(measurement.waits)
    finally:
        await close_clients(players)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.way_of_a_bet", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--a-second", type=float, default=100.0, help="bets of all players together")
    options = parser.parse_args()
    with (
        collector() as address,
        environment.house(TRACES_URL=address, TRACES_EVERY="1") as house,
    ):
        from tests.live_table import limit_stakes, players_with, table_open
        from tests.proofs.running_system import cookie

        people: list[Any] = players_with(MONEY, PLAYERS)
        limit_stakes(people, PLAYERS * MONEY)
        table = table_open(seats=PLAYERS, minimum=CENTS, betting_seconds=3600).pk
        side = Side(house.url, f"/ws/table/{table}/", 0, True)
        cookies = [cookie(player.person) for player in people]
        waits = run(_measured(side, cookies, options.seconds, options.a_second))
        time.sleep(8)  # the last spans are sent every five seconds
        names = {"command", *(name for name, _ in PARTS)} - {"back", "outside"}
        bets = [spans for spans in Collector.traces.values() if names <= spans.keys()]
    report(bets, waits)
    return 0


if __name__ == "__main__":
    sys.exit(main())
