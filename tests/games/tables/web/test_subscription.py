"""A web process detects within three seconds that its Valkey has become silent, even if no connection was
closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis.asyncio as valkey

from games.tables.web.subscription import Subscription

NOTICED_WITHIN = 3.0
CHANNEL = "table:1"


class Wire:
    """Between a client and Valkey. A cut connection stays open and passes nothing on, as when a machine loses
    its power.
    """

    def __init__(self, path: str) -> None:
        self.path = path  # of the socket of Valkey
        self.connections: list[asyncio.Event] = []

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        yield server.sockets[0].getsockname()[1]
        server.close()

    def cut(self) -> None:
        for connection in self.connections:
            connection.set()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        cut = asyncio.Event()
        self.connections.append(cut)
        server_reader, server_writer = await asyncio.open_unix_connection(self.path)
        await asyncio.gather(self._pass(reader, server_writer, cut), self._pass(server_reader, writer, cut))

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, cut: asyncio.Event
    ) -> None:
        while data := await source.read(65536):
            if not cut.is_set():
                target.write(data)


async def until(condition: Callable[[], object], seconds: float = 10.0) -> float:
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < seconds
        await asyncio.sleep(0.02)
    return time.monotonic() - started


@pytest.fixture
async def wire(valkey_url: str, settings: Any) -> AsyncIterator[Wire]:
    parts = urlsplit(valkey_url)
    wire = Wire(parts.path)
    async with wire.open() as port:
        settings.REDIS_URL = f"redis://{parts.username}:{parts.password}@127.0.0.1:{port}"
        yield wire


async def test_a_silent_valkey_is_noticed_and_the_subscription_renewed(wire: Wire, valkey_url: str) -> None:
    received: list[bytes] = []
    renewals: list[float] = []
    subscription = Subscription(
        lambda: [CHANNEL],
        lambda channel, message: received.append(message),
        lambda: renewals.append(time.monotonic()),
    )
    running = asyncio.create_task(subscription.run())
    async with valkey.Redis.from_url(valkey_url) as publisher:
        await until(lambda: subscription.pubsub)
        await publisher.publish(CHANNEL, b"before")
        await until(lambda: received == [b"before"])

        wire.cut()
        assert await until(lambda: renewals) < NOTICED_WITHIN + 0.5  # and 0.3 s later it is made again
        await publisher.publish(CHANNEL, b"after")
        await until(lambda: received == [b"before", b"after"])
    running.cancel()


async def test_a_quiet_subscription_is_no_silent_one(wire: Wire) -> None:
    renewals: list[float] = []
    subscription = Subscription(
        lambda: [CHANNEL], lambda channel, message: None, lambda: renewals.append(0.0)
    )
    running = asyncio.create_task(subscription.run())
    await until(lambda: subscription.pubsub)
    connection = subscription.pubsub
    ages = []
    for _ in range(30):
        await asyncio.sleep(0.1)
        ages.append(subscription.age)
    assert max(ages) < 1.5 and renewals == [] and subscription.pubsub is connection
    running.cancel()
