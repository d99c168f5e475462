"""Acknowledged commands per second of the seven games, over real sockets, at full tables.

Each player repeats a command that the game accepts any number of times before a deal: a stake placed and
taken back, or at hold'em a purchase of chips. The next command follows the reply.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from tests.bench import environment
from tests.bench.measure import detail, goal, library
from tests.bench.table import (
    MONEY,
    BettingClient,
    Measurement,
    Rate,
    Side,
    _rate,
    _wait_for_answers,
    wait_for_round,
)
from tests.bench.wire import close_clients, open_clients, run

PLAYERS = 60
SECONDS = 3.0
LAID = {
    "american-roulette": {"red": 50},
    "french-roulette": {"red": 50},
    "blackjack": {"1": 500},
    "baccarat": {"punto": 100},
    "caribbean-stud": {"ante": 100},
    "macau-stud": {"ante": 100},
}
SEATS = {
    "american-roulette": 60,
    "french-roulette": 60,
    "blackjack": 7,
    "baccarat": 9,
    "caribbean-stud": 7,
    "macau-stud": 7,
    "holdem": 6,
}


class RepeatingClient(BettingClient):
    """Repeats the command of its game; every second command takes the first back."""

    def __init__(
        self, path: str, host: str, cookie: str, measurement: Measurement, words: Callable[[int], bytes]
    ) -> None:
        super().__init__(path, host, cookie, measurement)
        self.words = words

    def bet(self) -> None:
        command_id, self.count = self.id(), self.count + 1
        self.sent_at[command_id] = time.perf_counter()
        words = self.words(self.count - 1)
        self.send(b'{"t":"do","id":"%s","round":%d,"do":%s}' % (command_id, self.round, words))


def words(system: str, seat: int) -> Callable[[int], bytes]:
    import msgspec

    if system == "holdem":
        return lambda turn: b'{"t":"top-up","cents":10000}' if turn else b'{"t":"buy-in"}'
    on = {str(seat): 500} if system == "blackjack" else LAID[system]
    commands = (msgspec.json.encode({"t": "bet", "on": on}), b'{"t":"undo"}')
    return lambda turn: commands[turn % 2]


async def _measure_full_load(url: str, players: Callable[[], Sequence[Any]], side: Side | None) -> Rate:
    measurement = Measurement()
    people = await open_clients([lambda make=make: make(measurement) for make in players()], url)
    try:
        if side is None:
            for person in people:
                person.sit()
            await _wait_for_seats(people, measurement)
        for person in people:
            person.round = side.round if side else await asyncio.to_thread(wait_for_round, person.path)
        for person in people:
            person.repeats = True
            person.bet()
        await asyncio.sleep(1.0)
        measurement.waits.clear()
        begun = time.perf_counter()
        await asyncio.sleep(SECONDS)
        rate = _rate(measurement, time.perf_counter() - begun)
        for person in people:
            person.repeats = False
        await _wait_for_answers(people, measurement)
        return rate
    finally:
        await close_clients(people)


async def _wait_for_seats(people: Sequence[Any], measurement: Measurement) -> None:
    _, waiting = await asyncio.wait([person.seated for person in people], timeout=60)
    if waiting or measurement.refused:
        raise AssertionError(f"{len(waiting)} of {len(people)} have no seat: {measurement.refused!r}")


def every(own_url: str, plain_url: str) -> None:
    from tests.live_table import SETTINGS, players_with, table_open
    from tests.proofs.running_system import cookie

    people = players_with(MONEY, PLAYERS)
    cookies, ids, host = (
        [cookie(player.person) for player in people],
        [player.pk for player in people],
        own_url.split("/")[2],
    )
    side = Side(plain_url, "/ws/bet/1/", environment.plain_round(1, 50, ids, MONEY), False)
    plain = run(
        _measure_full_load(
            plain_url,
            lambda: [lambda h, c=c: BettingClient(side.path, plain_url.split("/")[2], c, h) for c in cookies],
            side,
        )
    )
    detail(
        f"{PLAYERS} players of each game speak again when answered "
        "(acknowledged/s, frames/s, p50 ms, p99 ms):"
    )
    detail(
        f"  plain, nothing broadcast: {plain.acknowledged:,.4g}; {plain.frames:,.4g}; {plain.p50:,.4g}; "
        f"{plain.p99:,.4g}"
    )
    for system, seats in SEATS.items():
        setting = {**SETTINGS[system], "seats": seats, "betting_seconds": 3600} | (
            {"places_per_player": 1} if system == "blackjack" else {}
        )
        tables = [table_open(system, **setting).pk for _ in range(-(-PLAYERS // seats))]
        paths = [f"/ws/table/{tables[number // seats]}/" for number in range(PLAYERS)]

        def made(
            system: str = system, seats: int = seats, paths: list[str] = paths
        ) -> list[Callable[[Measurement], RepeatingClient]]:
            return [
                lambda measurement, n=n, p=path, c=c: RepeatingClient(
                    p, host, c, measurement, words(system, n % seats + 1)
                )
                for n, (path, c) in enumerate(zip(paths, cookies, strict=True))
            ]

        rate = run(_measure_full_load(own_url, made, None))
        detail(f"  {system}: {rate.acknowledged:,.4g}; {rate.frames:,.4g}; {rate.p50:,.4g}; {rate.p99:,.4g}")
        least, beside = 6 if system == "holdem" else 8, library("Django")
        goal(f"every-{system}", rate.acknowledged / plain.acknowledged, least=least, beside=beside)
        goal(f"every-{system}-p99", rate.p99 / plain.p99, most=1, beside=beside)
