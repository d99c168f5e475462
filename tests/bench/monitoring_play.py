"""The rules over what people do while 300 people play: how much slower bets become, how soon an alert is
there, and how soon a player's open table is told of a message.

The pairs are of one run and one house: the rules follow the record, or stand still. Their positions are put a
hundred years ahead meanwhile, so that everything else goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections.abc import Sequence
from typing import Any

import psutil

from tests.bench import environment
from tests.bench.every import RepeatingClient, words
from tests.bench.measure import CLOCK, detail, goal, percentile, spread
from tests.bench.table import CENTS, MONEY, BettingClient, Measurement, measure_full_load, wait_for_round
from tests.bench.wire import close_clients, open_clients, run
from tests.running import RunningHouse

PLAYERS, TABLES = 300, 3  # who play rounds, to whose end the rules look
BETTING = 60  # who bet again when answered, at a table of their own
PAIRS = int(os.environ.get("MONITORING_PAIRS", "12"))
SECONDS = 4.0
PLAY_SECONDS = float(os.environ.get("MONITORING_SECONDS", "90"))
SLOWER = 1.02  # bets without the rules beside bets with them
ALERT, MESSAGE = 10.0, 15.0  # seconds, of 99 in a hundred
STEADY = 5.0  # seconds that the rules are behind, at most, when a measurement begins
LAG = "SELECT extract(epoch FROM clock_timestamp() - min(until))::float8 FROM monitoring_shard"
ALERTS = "SELECT id, extract(epoch FROM at)::float8 FROM monitoring_alert WHERE at >= to_timestamp(%s)"
MESSAGES = """
SELECT m.id, extract(epoch FROM a.at)::float8 FROM protection_caremessage AS m
JOIN monitoring_alert AS a ON a.id = m.alert WHERE m.id = ANY(%s)
"""
SPOKEN = """
name = "bench-message"
kind = "care"
answers = "bench"
condition = "rounds >= 3"
quiet = "1 minute"
title = { pt = "Prova", en = "Proof" }
why = { pt = "Para a prova.", en = "For the proof." }
sentence = { pt = "%(rounds)s jogadas.", en = "%(rounds)s rounds." }
[windows.rounds]
watches = ["round"]
adds = "events"
[[follows]]
kind = "message"
title = { pt = "Prova", en = "Proof", es = "Prueba" }
text = { pt = "%(rounds)s jogadas.", en = "%(rounds)s rounds.", es = "%(rounds)s rondas." }
"""


class PlayingClient(BettingClient):
    """Bets once in a round, and notes when the table is told of a message."""

    def __init__(self, path: str, host: str, cookie: str, measurement: Measurement) -> None:
        super().__init__(path, host, cookie, measurement)
        self.told: dict[int, float] = {}

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(b'{"t":"care"', start):
            self.told.setdefault(json.loads(data[start:end])["n"], time.time())
        else:
            super().frame_received(data, start, end)


def monitoring_play(house: RunningHouse) -> None:
    from tests.live_table import limit_stakes, players_with, table_open
    from tests.proofs.running_system import cookie

    people = players_with(MONEY, PLAYERS + BETTING)
    limit_stakes(people, PLAYERS * MONEY)
    cookies = [cookie(player.person) for player in people]
    tables = [
        table_open(seats=PLAYERS // TABLES, minimum=CENTS, betting_seconds=5, rest_seconds=5 + number).pk
        for number in range(TABLES)
    ]
    apart = table_open(seats=BETTING, minimum=CENTS, betting_seconds=3600).pk
    run(measured(house, tables, apart, cookies))


async def measured(house: RunningHouse, tables: Sequence[int], apart: int, cookies: Sequence[str]) -> None:
    host, ignored, measurement = house.url.split("/")[2], Measurement(), Measurement()
    playing = await open_clients(
        [
            lambda c=c, n=n: PlayingClient(f"/ws/table/{tables[n % TABLES]}/", host, c, ignored)
            for n, c in enumerate(cookies[:PLAYERS])
        ],
        house.url,
    )
    path = f"/ws/table/{apart}/"
    betting = await open_clients(
        [
            lambda c=c, n=n: RepeatingClient(path, host, c, measurement, words("american-roulette", n + 1))
            for n, c in enumerate(cookies[PLAYERS:])
        ],
        house.url,
    )
    try:
        for player in (*playing, *betting):
            player.sit()
        await asyncio.wait_for(asyncio.gather(*(player.seated for player in (*playing, *betting))), 120)
        opened = await asyncio.to_thread(wait_for_round, path)
        for player in betting:
            player.round = opened
        rounds = asyncio.create_task(play_rounds(tables, playing))
        try:
            await measure_pairs(house, betting, measurement)
            await measure_delays(playing)
        finally:
            rounds.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await rounds
    finally:
        await close_clients([*playing, *betting])


async def play_rounds(tables: Sequence[int], players: Sequence[PlayingClient]) -> None:
    """Everybody bets once in each round of the own table."""
    known: dict[int, int] = {}
    sql = "SELECT table_id, number FROM games_round WHERE table_id = ANY(%s) AND status = 'open'"
    while True:
        for table, number in await asyncio.to_thread(environment.query, sql, [list(tables)]):
            if known.get(table) != number:
                known[table] = number
                for player in players[tables.index(table) :: TABLES]:
                    player.round = number
                    player.bet()
        await asyncio.sleep(0.3)


async def measure_pairs(house: RunningHouse, players: Sequence[Any], measurement: Measurement) -> None:
    rates: dict[bool, list[float]] = {True: [], False: []}
    used: dict[bool, list[float]] = {True: [], False: []}
    for number in range(PAIRS):
        for follows in (True, False) if number % 2 else (False, True):
            await asyncio.to_thread(set_following, follows=follows)
            before, begun = worker_seconds(house), time.perf_counter()
            rate = await measure_full_load(list(players), measurement, SECONDS)
            rates[follows].append(rate.acknowledged)
            used[follows].append((worker_seconds(house) - before) / (time.perf_counter() - begun))
            if not follows:
                await asyncio.to_thread(set_following, follows=True)
    detail(f"{BETTING} people bet again when answered, while {PLAYERS} play rounds (acknowledged/s):")
    detail(
        f"  the rules follow: {spread(rates[True])}; share of a processor of the worker {spread(used[True])}"
    )
    detail(f"  they stand still: {spread(rates[False])}; {spread(used[False])}")
    goal(
        "monitoring-bets",
        [still / follows for still, follows in zip(rates[False], rates[True], strict=True)],
        most=SLOWER,
        beside="the same house without the rules",
    )


def set_following(*, follows: bool) -> None:
    """Puts the positions where the rules go on, or where nothing is left for them to read."""
    sign, ahead = ("-", ">") if follows else ("+", "<")
    environment.execute(
        f"UPDATE monitoring_shard SET until = until {sign} interval '100 years' "
        f"WHERE until {ahead} clock_timestamp() + interval '1 year'"
    )
    while follows and environment.query(LAG)[0][0] > STEADY:
        time.sleep(0.2)


def worker_seconds(house: RunningHouse) -> float:
    worker = psutil.Process(house.process_id("worker"))
    times = [process.cpu_times() for process in (worker, *worker.children(recursive=True))]
    return sum(one.user + one.system for one in times)


async def measure_delays(players: Sequence[PlayingClient]) -> None:
    """Of the alerts and messages of some rounds, from the event that the rule looked at."""
    await asyncio.to_thread(bring_rules)
    begun = time.time()
    seen: dict[int, float] = {}
    made: dict[int, float] = {}
    while time.time() < begun + PLAY_SECONDS:
        rows = await asyncio.to_thread(environment.query, ALERTS, [begun])
        now = time.time()
        for number, at in rows:
            seen.setdefault(number, now)
            made[number] = at
        await asyncio.sleep(0.2)
    told = {number: at for player in players for number, at in player.told.items() if number}
    asked = dict(await asyncio.to_thread(environment.query, MESSAGES, [list(told)]))
    delays = {
        "alert": [seen[number] - at for number, at in made.items()],
        "message": [told[number] - at for number, at in asked.items() if at >= begun],
    }
    for what, most in (("alert", ALERT), ("message", MESSAGE)):
        waits = delays[what]
        assert len(waits) >= PLAYERS, f"only {len(waits)} of kind {what} within {PLAY_SECONDS:g} s"
        half = percentile(waits, 0.5)
        detail(
            f"{len(waits)} of kind {what}: p50 {half:.2f} s, the slowest {max(waits):.2f} s after its event"
        )
        goal(f"monitoring-{what}-p99", percentile(waits, 0.99), most=most, beside="no peer", machine=CLOCK)


def bring_rules() -> None:
    from casino.compliance.monitoring.models import RuleVersion
    from players.shared import clock
    from tests.proofs import chaos_monitoring

    chaos_monitoring.bring_rules()
    version = RuleVersion.objects.create(name="bench-message", number=1, kind="care", source=SPOKEN)
    RuleVersion.objects.filter(pk=version.pk).update(state="in-force", decided=clock.now())
