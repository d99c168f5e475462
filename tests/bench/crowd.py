"""A thousand tables with one player each at one croupier, and a thousand spectators of one poker table. Apart
from that: what a second croupier adds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from uuid import uuid4

from casino.services.environment import seal_key_settings
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import database_url
from tests.bench import environment, fanout
from tests.bench.measure import CLOCK, detail, goal, library
from tests.bench.memory import KB, MB, weight
from tests.bench.places import stakes
from tests.bench.table import (
    CENTS,
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
from tests.running import RunningHouse

TABLES = int(os.environ.get("CROWD_TABLES", "1000"))
WATCHING = int(os.environ.get("CROWD_WATCHING", "1000"))
SECONDS = 6.0
BATCH, BATCHES = 8, 3  # bets of each table laid ready at once, so often
ANOTHER = "another"
CORES = 4  # from so many cores on a second croupier must be worth it


async def _measure_full_load(url: str, sides: Sequence[Side], cookies: Sequence[str], weigh: Any) -> Rate:
    """Every player, alone at a table, bets again after each reply."""
    measurement, host = Measurement(), url.split("/")[2]
    players = await open_clients(
        [
            lambda s=side, c=cookie: BettingClient(s.path, host, c, measurement)
            for side, cookie in zip(sides, cookies, strict=True)
        ],
        url,
    )
    try:
        weigh("connected")
        if sides[0].seats:
            # The first ones bring what is loaded once for all.
            first = len(players) // 10
            await _seat(players[:first])
            weigh("first seated")
            await _seat(players[first:])
        for player, side in zip(players, sides, strict=True):
            player.round = side.round or await asyncio.to_thread(wait_for_round, side.path)
        weigh("seated")
        for player in players:
            player.repeats = True
            player.bet()
        await asyncio.sleep(1.5)
        measurement.waits.clear()
        begun = time.perf_counter()
        await asyncio.sleep(SECONDS)
        rate = _rate(measurement, time.perf_counter() - begun)
        for player in players:
            player.repeats = False
        if sides[
            0
        ].seats:  # the other side may take minutes for what it still owes, and nothing more is counted
            await _wait_for_answers(players, measurement)
        return rate
    finally:
        await close_clients(players)


async def _seat(players: Sequence[BettingClient]) -> None:
    for player in players:
        player.sit()
    await asyncio.wait_for(asyncio.gather(*(player.seated for player in players)), 120)


def tables(house: RunningHouse, plain_url: str) -> None:
    from tests.live_table import players_with, table_open
    from tests.proofs.running_system import cookie

    people = players_with(MONEY, TABLES)
    cookies, ids = [cookie(player.person) for player in people], [player.pk for player in people]
    numbers = [table_open(seats=1, minimum=CENTS, betting_seconds=3600).pk for _ in people]
    pids = {name: house.process_id(name) for name in ("croupier", "web")}
    weights: dict[str, dict[str, int]] = {}

    def weigh(moment: str) -> None:
        time.sleep(2)
        weights[moment] = {name: weight(pid) for name, pid in pids.items()}

    weigh("before")
    own = run(
        _measure_full_load(
            house.url, [Side(house.url, f"/ws/table/{table}/", 0, True) for table in numbers], cookies, weigh
        )
    )
    detail(f"ours: {own.acknowledged:,.4g} acknowledged/s, p50 {own.p50:,.4g} ms, p99 {own.p99:,.4g} ms")
    rounds = [environment.plain_round(number, CENTS, [player], MONEY) for number, player in enumerate(ids, 1)]
    sides = [Side(plain_url, f"/ws/bet/{number}/", opened, False) for number, opened in enumerate(rounds, 1)]
    other = run(_measure_full_load(plain_url, sides, cookies, lambda _: None))
    detail(
        f"{TABLES} tables with one player each, everybody bets again when answered "
        "(acknowledged/s, p50 ms, p99 ms):"
    )
    for name, rate in (("ours, one croupier", own), ("plain, nothing broadcast", other)):
        detail(f"  {name}: {rate.acknowledged:,.4g}; {rate.p50:,.4g}; {rate.p99:,.4g}")
    detail(f"the croupier's time for each bet of a table by itself: {1000 / own.acknowledged:.3g} ms")
    goal("crowd-tables", own.acknowledged / other.acknowledged, least=5, beside=library("Django"))
    goal("crowd-lone-bets", own.acknowledged, least=1000, beside="no peer", machine=CLOCK)
    goal(
        "crowd-table-kb",
        (weights["seated"]["croupier"] - weights["first seated"]["croupier"]) / (TABLES - TABLES // 10) / KB,
        most=60,
        beside="no peer",
    )
    sockets = weights["connected"]["web"] - weights["before"]["web"]
    goal("crowd-player-kb", sockets / TABLES / KB, most=40, beside="no peer")
    held = ", ".join(f"{moment} {taken['croupier'] / MB:.0f}" for moment, taken in weights.items())
    detail(f"the croupier's memory, MB: {held}")


def watching(own_url: str, plain_url: str) -> None:
    """Sends a frame of a hold'em table to all its spectators."""
    from tests.live_table import table_open

    table, text = table_open("holdem").pk, fanout.frame(900)
    fanout.SOCKETS = WATCHING
    own, joined = run(
        fanout.measured(own_url, f"/ws/table/{table}/", fanout.own_publisher(table, text), len(text))
    )
    other, _ = run(
        fanout.measured(plain_url, f"/ws/listen/{table}/", fanout.plain_publisher(table, text), len(text))
    )
    detail(
        f"deliveries/s to {WATCHING} who watch one hold'em table, frames of {len(text)} bytes: "
        f"ours {own:,.4g}; group_send {other:,.4g}"
    )
    detail(
        f"joined: {joined:.3g} frames to a piece; every frame to everybody in {1000 * WATCHING / own:.3g} ms"
    )
    goal("crowd-watching", own / other, least=8, beside=f"group_send of {library('channels-redis')}")


@contextlib.contextmanager
def another_croupier(house: RunningHouse) -> Iterator[int]:
    """A second croupier, which holds its share of the lists under the name ANOTHER. Gives its process."""
    folder = Folder(house.folder)
    environment = os.environ | seal_key_settings(folder) | {"MALLOC_ARENA_MAX": "1"}
    environment |= {"DATABASE_URL": database_url(folder, "house_croupier"), "SUCCESSION": ANOTHER}
    process = subprocess.Popen([sys.executable, "manage.py", "croupier"], cwd=PROJECT, env=environment)
    try:
        _until_they_share()
        yield process.pid
    finally:
        process.terminate()
        process.wait(15)


def _until_they_share() -> None:
    import redis
    from django.conf import settings

    valkey, end = redis.Redis.from_url(settings.REDIS_URL), time.monotonic() + 60
    while time.monotonic() < end:
        owners = [valkey.get(f"lease:{shard}") for shard in range(64)]
        if len(set(owners) - {None}) == 2 and all(owners):
            return
        time.sleep(0.2)
    raise AssertionError("the second croupier took no lists")


def second_croupier(house: RunningHouse) -> None:
    """Bets of many tables wait in Valkey: how many per second one croupier accepts, and how many two."""
    from tests.live_table import players_with, table_open

    people = [player.pk for player in players_with(MONEY, min(TABLES, 400))]
    seats = [(table_open(seats=1, minimum=CENTS, betting_seconds=3600).pk, player) for player in people]
    _send_packs([(table, player, {"t": "sit", "id": str(uuid4())}) for table, player in seats])
    _wait(
        "SELECT count(*) FROM games_round WHERE status = 'open' AND table_id = ANY(%s)",
        [table for table, _ in seats],
        len(seats),
    )
    rates: dict[int, list[float]] = {1: [], 2: []}
    handed_over = []
    for _ in range(BATCHES):
        _decided(seats)  # the tables that came back are in memory
        rates[1].append(_decided(seats))
        with another_croupier(house):
            handed_over.append(_decided(seats))
            rates[2].append(_decided(seats))
        time.sleep(4)
    best = {count: max(values) for count, values in rates.items()}
    cores = os.cpu_count() or 1
    ((loaded,),) = environment.query("SELECT count(*) FROM games_table WHERE status = 'open'")
    detail(
        f"bets a second, {len(seats)} tables: one croupier {rates[1]}, two {rates[2]}, and {handed_over} "
        f"while half of all {loaded} tables come to the second; {cores} cores, also for PostgreSQL and Valkey"
    )
    if cores >= CORES:
        goal("crowd-two-croupiers", best[2] / best[1], least=1.6, beside="one croupier")
    else:
        detail(
            f"two croupiers decide {best[2] / best[1]:.3g} times what one does; "
            f"with {cores} cores for all that is no goal"
        )


def _decided(seats: Sequence[tuple[int, int]]) -> float:
    tables = [table for table, _ in seats]
    sql = "SELECT count(*) FROM games_event WHERE kind = 'bet-placed' AND table_id = ANY(%s)"
    before, wanted = int(environment.query(sql, [tables])[0][0]), len(seats) * BATCH
    commands = []
    for number in range(BATCH):
        for place, (table, player) in enumerate(seats):
            do = {"t": "bet", "on": stakes(number * 7 + place, CENTS)}
            commands.append((table, player, {"t": "do", "id": str(uuid4()), "round": 1, "do": do}))
    begun = time.perf_counter()
    _send_packs(commands)
    _wait(sql, tables, before + wanted)
    return round(wanted / (time.perf_counter() - begun), 1)


@cache
def _proof(player: int) -> bytes:
    """The session proof of this player. The session is opened with the player's first command."""
    from players.models import Player
    from tests.sessions import sign_in

    return sign_in(Player.objects.select_related("person").get(pk=player).person)


def _send_packs(commands: Sequence[tuple[int, int, dict[str, Any]]]) -> None:
    import msgspec
    import redis
    from django.conf import settings

    from games.models import SHARDS
    from games.tables.transport import envelope, registry
    from games.tables.transport.envelope import MessageBatch, QueuedMessage
    from games.tables.transport.keyring import WEB, Keyring

    keyring = Keyring(WEB)
    registry.register(keyring)
    packs: dict[int, list[QueuedMessage]] = {}
    for table, player, command in commands:
        carried = QueuedMessage(1, player, table, msgspec.json.encode(command), proof=_proof(player))
        packs.setdefault(table % SHARDS, []).append(carried)
    pipe = redis.Redis.from_url(settings.REDIS_URL).pipeline(transaction=False)
    for shard, messages in packs.items():
        for at in range(0, len(messages), 50):
            pack = MessageBatch(keyring.id, messages[at : at + 50])
            pipe.rpush(envelope.shard_list(shard), envelope.seal_batch(keyring, pack))
    pipe.execute()


def _wait(sql: str, tables: list[int], wanted: int) -> None:
    end = time.monotonic() + 90
    while (count := int(environment.query(sql, [tables])[0][0])) < wanted:
        if time.monotonic() > end:
            raise AssertionError(f"{count} of {wanted}: {sql}")
        time.sleep(0.05)


def crowd(house: RunningHouse, plain_url: str) -> None:
    tables(house, plain_url)
    watching(house.url, plain_url)
