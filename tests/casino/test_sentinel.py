"""Valkey with Sentinel: the master is stopped, another server becomes the master, and play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import kombu
import msgspec
import pytest
import redis
from django.core.cache import cache
from django.db import connection
from django.test import override_settings

from casino import env
from casino.services.postgres import tie_to_parent
from casino.services.valkey import binary
from games.models import Event, Table
from games.tables.croupier.process import Croupier
from games.tables.transport import envelope, registry
from games.tables.transport.envelope import MessageBatch, QueuedMessage
from games.tables.transport.keyring import WEB, Keyring
from games.tables.web.subscription import Subscription
from players.models import Player
from players.shared.valkey_addresses import SENTINEL_TIMEOUT
from players.shared.valkey_clients import connect
from tests.live_table import players_with, seal_key, table_open
from tests.sessions import sign_in

pytestmark = pytest.mark.usefixtures("lasting_db")
DOWN_AFTER = 1.0  # seconds of silence after which Sentinels look for another master
TIMEOUT = 60.0
SENTINEL = """
port {port}
bind 127.0.0.1
dir {folder}
sentinel monitor house 127.0.0.1 {master} 2
sentinel down-after-milliseconds house {milliseconds}
sentinel failover-timeout house 5000
"""


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for listener in sockets:
            listener.bind(("127.0.0.1", 0))
        return [int(listener.getsockname()[1]) for listener in sockets]


class Servers:
    """Two servers of Valkey and three Sentinels on this machine."""

    def __init__(self, folder: Path) -> None:
        self.master_port, self.replica_port, *self.sentinel_ports = free_ports(5)
        self.folder = folder  # a replica writes its copy of the master where it runs
        self.processes: list[subprocess.Popen[bytes]] = []
        self.master = self._start("--port", str(self.master_port))
        self._start("--port", str(self.replica_port), "--replicaof", f"127.0.0.1 {self.master_port}")
        for port in self.sentinel_ports:
            file = folder / f"sentinel-{port}.conf"
            milliseconds = int(DOWN_AFTER * 1000)
            file.write_text(
                SENTINEL.format(port=port, folder=folder, master=self.master_port, milliseconds=milliseconds)
            )
            self._start(str(file), "--sentinel", plain=True)
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.sentinel_ports)
        self.url = f"redis+sentinel://{hosts}/house/0"

    def _start(self, *arguments: str, plain: bool = False) -> subprocess.Popen[bytes]:
        data = () if plain else ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        program = [str(binary()), *arguments, *data, "--loglevel", "warning"]
        self.processes.append(
            subprocess.Popen(
                tie_to_parent(program, signal_number=signal.SIGTERM),
                stdout=subprocess.DEVNULL,
                cwd=self.folder,
            )
        )
        return self.processes[-1]

    def wait(self) -> None:
        """Until every Sentinel knows the replica and the other two."""
        for port in self.sentinel_ports:
            with redis.Redis(port=port, decode_responses=True) as sentinel:
                until(lambda client=sentinel: _is_complete(client))

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait(10)


def _is_complete(sentinel: redis.Redis) -> bool:
    try:
        state: Any = sentinel.sentinel_master("house")
    except redis.RedisError:
        return False
    return int(state["num-slaves"]) == 1 and int(state["num-other-sentinels"]) == 2


def until(condition: Any, timeout: float = TIMEOUT) -> float:
    """Seconds until the condition holds."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < timeout
        time.sleep(0.1)
    return time.monotonic() - begun


@pytest.fixture
def sentinels(tmp_path: Path) -> Iterator[Servers]:
    running = Servers(tmp_path)
    try:
        running.wait()
        yield running
    finally:
        running.close()


@pytest.fixture
def croupier(sentinels: Servers, tmp_path: Path, settings: Any) -> Iterator[Croupier]:
    settings.REDIS_URL, settings.SEAL_KEY_FILE = sentinels.url, seal_key(tmp_path)
    running = Croupier()

    def run() -> None:
        running.run()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    yield running
    running.stop()
    thread.join(30)


def send(
    keyring: Keyring, url: str, table: Table, player: Player, proof: bytes, command: dict[str, Any]
) -> None:
    """As a web process sends it: what Valkey loses, the browser repeats."""
    message = QueuedMessage(1, player.pk, table.pk, msgspec.json.encode(command), proof=proof)
    batch = envelope.seal_batch(keyring, MessageBatch(keyring.id, [message]))
    with (
        contextlib.suppress(redis.RedisError),
        connect(url, socket_connect_timeout=1, socket_timeout=2) as valkey,
    ):
        valkey.rpush(envelope.command_list(table.pk), batch)


class OpenRound:
    """A round at a table of one player, who repeats each command until it is on record."""

    def __init__(self, url: str) -> None:
        (self.player,) = players_with(10_000, 1)
        self.url, self.table = url, table_open(seats=1, betting_seconds=3600)
        self.proof, self.keyring = sign_in(self.player.person), Keyring(WEB)
        registry.register(self.keyring)
        sit = {"t": "sit", "id": str(uuid4())}
        until(lambda: self._is_recorded("bets-opened", sit))

    def seconds_until_a_bet_is_placed(self) -> float:
        bet = {"t": "do", "id": str(uuid4()), "round": 1, "do": {"t": "bet", "on": {"red": 100}}}
        return until(lambda: self._is_recorded("bet-placed", bet))

    def bets(self) -> int:
        return Event.objects.filter(table=self.table, kind="bet-placed").count()

    def _is_recorded(self, kind: str, command: dict[str, Any]) -> bool:
        registry.renew(self.keyring)
        send(self.keyring, self.url, self.table, self.player, self.proof, command)
        return Event.objects.filter(table=self.table, kind=kind).exists()


def test_play_continues_after_the_master_is_lost(
    sentinels: Servers, croupier: Croupier, record_property: Any
) -> None:
    round_of_ana = OpenRound(sentinels.url)
    sentinels.master.kill()
    seconds = round_of_ana.seconds_until_a_bet_is_placed()
    record_property("seconds", round(seconds, 1))
    print(f"Play went on {seconds:.1f} seconds after the master was killed.")
    assert round_of_ana.bets() == 1
    with redis.Redis(port=sentinels.replica_port, decode_responses=True) as promoted:
        assert promoted.info("replication")["role"] == "master"


HANDED_OVER_WITHIN = 3.0  # seconds. The Sentinels turn the old master into a replica after about ten.


def hand_over(sentinels: Servers) -> None:
    """A Sentinel moves the master, which goes on running and closes no connection."""
    with redis.Redis(port=sentinels.sentinel_ports[0]) as sentinel:
        until(lambda: accepted(sentinel))
        until(lambda: sentinel.sentinel_get_master_addr_by_name("house")[1] == sentinels.replica_port)


def accepted(sentinel: redis.Redis) -> bool:
    with contextlib.suppress(redis.ResponseError):  # no replica is good enough yet
        return bool(sentinel.sentinel_failover("house"))
    return False


def test_play_follows_a_master_that_is_moved_and_runs_on(sentinels: Servers, croupier: Croupier) -> None:
    round_of_ana = OpenRound(sentinels.url)
    hand_over(sentinels)
    assert round_of_ana.seconds_until_a_bet_is_placed() < HANDED_OVER_WITHIN
    assert sentinels.master.poll() is None
    assert round_of_ana.bets() == 1


def test_a_subscription_follows_a_master_that_is_moved_and_runs_on(sentinels: Servers, settings: Any) -> None:
    settings.REDIS_URL = sentinels.url
    received: list[bytes] = []
    renewed = threading.Event()

    async def listen() -> None:
        subscription = Subscription(lambda: ["news"], lambda _, data: received.append(data), renewed.set)
        running = asyncio.create_task(subscription.run())
        try:
            await asyncio.to_thread(until, lambda: subscription.pubsub is not None)
            await asyncio.to_thread(hand_over, sentinels)
            assert await asyncio.to_thread(renewed.wait, HANDED_OVER_WITHIN)
            with redis.Redis(port=sentinels.replica_port) as master:
                await asyncio.to_thread(until, lambda: master.publish("news", b"moved") == 1)
            await asyncio.to_thread(until, lambda: received == [b"moved"])
        finally:
            running.cancel()

    asyncio.run(listen())


def test_cache_and_broker_follow_the_master(sentinels: Servers) -> None:
    location = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": [sentinels.url],
            "OPTIONS": {"pool_class": "players.shared.valkey_clients.ConnectionPool"},
        }
    }
    url, options, _ = env.broker(sentinels.url)
    with override_settings(CACHES=location), kombu.Connection(url, transport_options=options) as broker:

        def works() -> bool:
            try:
                cache.set("key", 7)
                box = broker.SimpleQueue("test")
                box.put({"a": 1})
                box.get(timeout=2).ack()
                box.close()
                return bool(cache.get("key") == 7)
            except (redis.RedisError, OSError, kombu.exceptions.OperationalError, queue.Empty):
                broker.release()
                return False

        until(works)
        sentinels.master.kill()
        until(works)


def test_a_silent_sentinel_costs_its_timeout_once(sentinels: Servers) -> None:
    """The first Sentinel of the address takes connections and never answers, as on a host that hangs."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        known = sentinels.url.removeprefix("redis+sentinel://")
        url = f"redis+sentinel://127.0.0.1:{silent.getsockname()[1]},{known}"
        waits = []
        for _ in range(4):  # a client for each request, as the cache of a page makes it
            begun = time.monotonic()
            with connect(url, socket_timeout=5) as client:
                client.ping()
            waits.append(time.monotonic() - begun)
        assert waits[0] >= SENTINEL_TIMEOUT, "the silent one was not asked: nothing was tried"
        # By default the library asks the same one four times, with pauses, for every new client.
        assert min(waits) < SENTINEL_TIMEOUT / 2 and waits[0] < 8 * SENTINEL_TIMEOUT, waits
