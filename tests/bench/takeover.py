"""A croupier that serves two thousand tables stands still, and another takes them over: how long bets at them
wait, and how soon all of them are served.

Everybody is connected and plays alone. Bets come at a steady rate, each from somebody by chance, before and
after. Clients behave as a browser does: a command without a reply is sent again with its id, and who misses
frames asks for a snapshot. The leases of the silent croupier must end first: that time is stated apart.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Sequence
from typing import Any

from tests.bench import environment
from tests.bench.crowd import ANOTHER, another_croupier
from tests.bench.measure import CLOCK, detail, goal, percentile
from tests.bench.places import places
from tests.bench.table import CENTS, MONEY, BettingClient, Measurement
from tests.bench.wire import close_clients, open_clients, run
from tests.running import RunningHouse

TABLES = int(os.environ.get("TAKEOVER_TABLES", "2000"))
A_SECOND = 100  # bets of all players together
BEFORE, AFTER = 2.0, 12.0  # seconds of bets before the croupier stands still, and after
RETRY_AFTER = 2.0  # as static/js/table/socket.js
ROUND = 1
RENEWED = """
SELECT count(*), extract(epoch FROM max(at))::float8 FROM (
    SELECT table_id, min(at) AS at FROM games_event
    WHERE kind = 'clocks-renewed' AND table_id = ANY(%s) AND at > to_timestamp(%s) GROUP BY table_id
) AS first
"""
BACKENDS = "SELECT pid FROM pg_stat_activity WHERE usename = 'house_croupier'"


class Waiting(Measurement):
    """When each bet was sent first, and when its reply came."""

    def __init__(self) -> None:
        super().__init__()
        self.answered: list[tuple[float, float]] = []


class RepeatingPlayer(BettingClient):
    """Plays alone at a table. Repeats what is not answered, and asks for a snapshot where frames are
    missing.
    """

    def __init__(self, path: str, host: str, cookie: str, waiting: Waiting) -> None:
        super().__init__(path, host, cookie, waiting)
        self.waiting, self.unanswered = waiting, dict[bytes, list[Any]]()

    def sit(self) -> None:
        command_id = self.id()
        self._ask(command_id, b'{"t":"sit","id":"%s"}' % command_id)

    def bet(self) -> None:
        command_id, self.count = self.id(), self.count + 1
        on = b",".join(b'"%s":%d' % (place, CENTS) for place in places(self.count))
        text = b'{"t":"do","id":"%s","round":%d,"do":{"t":"bet","on":{%s}}}' % (command_id, ROUND, on)
        self._ask(command_id, text)

    def _ask(self, command_id: bytes, text: bytes) -> None:
        now = time.time()
        self.unanswered[command_id] = [now, now, text]
        self.send(text)

    def repeat_late(self, now: float) -> None:
        for asked in self.unanswered.values():
            if now - asked[1] > RETRY_AFTER:
                asked[1] = now
                self.send(asked[2])

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(b'{"t":"beat"', start):
            if b'"v":9007199254740992' in data[start:end]:
                self.send(b'{"t":"look"}')
        elif data.startswith((b'{"t":"ok"', b'{"t":"no"'), start):
            at = data.index(b"-", start) - 8
            asked = self.unanswered.pop(data[at : at + 36], None)
            if asked is not None:
                self.waiting.answered.append((asked[0], time.time()))
            if data.startswith(b'{"t":"no"', start):
                self.waiting.refused = data[start:end]


class Lists:
    """Which croupier takes messages from which lists."""

    def __init__(self) -> None:
        import redis
        from django.conf import settings

        from games.tables.croupier.leases import LEASES

        self.valkey, self.names = redis.Redis.from_url(settings.REDIS_URL), LEASES

    def owners(self) -> list[bytes | None]:
        owners: Any = self.valkey.mget(self.names)
        return list(owners)

    def of(self, croupier: bytes | None) -> list[int]:
        return [number for number, owner in enumerate(self.owners()) if owner == croupier]

    async def taken_by_one(self) -> tuple[float, float]:
        """When the lists of one croupier were free, and when the last of them was another one's."""
        freed = 0.0
        while True:
            owners = self.owners()
            if not freed and (None in owners or len(set(owners)) == 1):
                freed = time.time()
            if None not in owners and len(set(owners)) == 1:
                return freed, time.time()
            await asyncio.sleep(0.005)


def _tables_in(lists: Sequence[int]) -> list[int]:
    """New tables, one by one, all of whose commands go to these lists."""
    from games.models import SHARDS
    from tests.live_table import table_open

    wanted, numbers = set(lists), list[int]()
    while len(numbers) < TABLES:
        ((last,),) = environment.query("SELECT last_value FROM games_table_id_seq")
        if (last + 1) % SHARDS in wanted:
            numbers.append(table_open(seats=1, minimum=CENTS, betting_seconds=3600).pk)
        else:
            environment.query("SELECT nextval('games_table_id_seq')")
    return numbers


async def _seat(players: Sequence[RepeatingPlayer], tables: Sequence[int]) -> None:
    from tests.bench.crowd import _wait

    for player in players:
        player.send(b'{"t":"look"}')
        player.sit()
    await _answered(players)
    opened = "SELECT count(*) FROM games_round WHERE status = 'open' AND table_id = ANY(%s)"
    await asyncio.to_thread(_wait, opened, list(tables), len(tables))


def _repeat_late(players: Sequence[RepeatingPlayer]) -> None:
    now = time.time()
    for player in players:
        if player.unanswered:
            player.repeat_late(now)


async def _answered(players: Sequence[RepeatingPlayer]) -> None:
    """Until every command has a reply."""
    end = time.monotonic() + 300
    while any(player.unanswered for player in players):
        assert time.monotonic() < end, "commands without a reply"
        await asyncio.sleep(0.1)
        _repeat_late(players)


async def _bets(players: Sequence[RepeatingPlayer], until: asyncio.Event) -> None:
    """Steadily, at fixed times, from anybody by chance."""
    begun, number, chance = time.perf_counter(), 0, random.Random(1)
    while not until.is_set():
        number += 1
        await asyncio.sleep(max(0.0, begun + number / A_SECOND - time.perf_counter()))
        free = (player for player in chance.sample(players, 20) if not player.unanswered)
        if (player := next(free, None)) is not None:
            player.bet()
        if number % 10 == 0:
            _repeat_late(players)


class Takeover:
    """The moments of a takeover, and what was seen in it."""

    def __init__(self, stood_still: float, freed: float, taken: float) -> None:
        self.stood_still, self.freed, self.taken = stood_still, freed, taken
        self.waits: list[float] = []
        self.all_served = 0.0
        self.processor: dict[str, float] = {}


async def _measured(
    house: RunningHouse, successor: int, tables: Sequence[int], cookies: Sequence[str]
) -> Takeover:
    waiting, host = Waiting(), house.url.split("/")[2]
    players = await open_clients(
        [
            lambda t=table, c=cookie: RepeatingPlayer(f"/ws/table/{t}/", host, c, waiting)
            for table, cookie in zip(tables, cookies, strict=True)
        ],
        house.url,
    )
    stop, silent = asyncio.Event(), house.process_id("croupier")
    try:
        await _seat(players, tables)
        await asyncio.sleep(2)
        lists = Lists()
        betting = asyncio.create_task(_bets(players, stop))
        await asyncio.sleep(BEFORE)
        used = await asyncio.to_thread(_processor_seconds, successor)
        os.kill(silent, signal.SIGSTOP)
        stood_still = time.time()
        result = Takeover(stood_still, *await lists.taken_by_one())
        await asyncio.sleep(AFTER)
        stop.set()
        await betting
        now = await asyncio.to_thread(_processor_seconds, successor)
        result.processor = {name: now[name] - used[name] for name in used}
        await _answered(players)
        if waiting.refused:
            raise AssertionError(f"refused: {waiting.refused!r}")
        result.waits = [
            at - max(sent, result.taken)
            for sent, at in waiting.answered
            if at > result.taken and sent > result.stood_still
        ]
        ((count, last),) = await asyncio.to_thread(
            environment.query, RENEWED, [list(tables), result.stood_still]
        )
        if count != len(tables):
            raise AssertionError(f"{count} of {len(tables)} tables were served again")
        result.all_served = last - result.taken
        return result
    finally:
        os.kill(silent, signal.SIGCONT)
        await close_clients(players)


def _processor_seconds(croupier: int) -> dict[str, float]:
    import psutil

    def of(pid: int) -> float:
        times = psutil.Process(pid).cpu_times()
        return times.user + times.system

    children = {child.pid for child in psutil.Process(croupier).children(recursive=True)}
    return {
        "croupier": of(croupier) + sum(map(of, children)),
        "PostgreSQL": sum(of(pid) for (pid,) in environment.query(BACKENDS)),
    }


def takeover(house: RunningHouse) -> None:
    from tests.live_table import players_with
    from tests.proofs.running_system import cookie

    people = players_with(MONEY, TABLES)
    with another_croupier(house) as successor:
        lists = Lists()
        (first,) = set(lists.owners()) - {ANOTHER.encode()}
        tables = _tables_in(lists.of(first))
        result = run(_measured(house, successor, tables, [cookie(player.person) for player in people]))
    waits = result.waits
    detail(
        f"{TABLES} tables come to another croupier, {A_SECOND} bets a second at any of them: it has their "
        f"lists {result.taken - result.stood_still:.2f} s after the other fell silent, which the leases take"
    )
    detail(
        f"from then on: {len(waits)} bets wait p50 {percentile(waits, 0.5) * 1000:.0f} ms, p99 "
        f"{percentile(waits, 0.99) * 1000:.0f} ms, the longest {max(waits) * 1000:.0f} ms; every table is "
        f"served after {result.all_served:.2f} s, {TABLES / result.all_served:.0f} tables/s"
    )
    detail(
        f"processor time of the {BEFORE + AFTER:.0f} s: "
        + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in result.processor.items())
    )
    goal("takeover-longest-bet-s", max(waits), most=1, beside="no peer", machine=CLOCK)
    goal("takeover-all-s", result.all_served, most=5, beside="no peer", machine=CLOCK)
