"""A web process's subscription to Valkey: one connection for all channels, renewed if it breaks or stalls.

A server that loses its power or its network closes no connection. So the process pings over the subscription,
and a connection on which nothing arrives counts as broken, the answers to the pings included.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import Any

import structlog
from django.conf import settings
from redis.exceptions import ConnectionError as ValkeyConnectionError
from redis.exceptions import RedisError

from players.shared.valkey_clients import connect_async, follows_master

log = structlog.get_logger("web")
PING_INTERVAL = 0.5  # seconds between two pings
SILENT_AFTER = 2.0  # seconds without any message after which the connection counts as broken
RECONNECT_AFTER = 0.3  # seconds before a lost connection is tried again


class Subscription:
    """Calls `receive` with each message, and `renewed` when messages may have been missed."""

    def __init__(
        self,
        channels: Callable[[], Iterable[str]],
        receive: Callable[[str, bytes], None],
        renewed: Callable[[], None],
    ) -> None:
        self.channels, self.receive, self.renewed = channels, receive, renewed
        self.pubsub: Any = None  # while the subscription is open
        self.last_message = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since the last sign of life of Valkey on this connection."""
        return time.monotonic() - self.last_message

    async def add(self, channel: str) -> None:
        if self.pubsub is not None:
            with contextlib.suppress(RedisError):  # a renewed subscription has every channel
                await self.pubsub.subscribe(channel)

    async def remove(self, channel: str) -> None:
        if self.pubsub is not None:
            with contextlib.suppress(RedisError):
                await self.pubsub.unsubscribe(channel)

    async def run(self) -> None:
        is_first = True
        while True:
            try:
                client = connect_async(settings.REDIS_URL, socket_connect_timeout=1)
                async with client, client.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(*self.channels())
                    self.pubsub, self.last_message = pubsub, time.monotonic()
                    if not is_first:
                        self.renewed()
                    is_first = False
                    await self._read_until_silent(client, pubsub)
            except (RedisError, OSError) as error:
                log.warning("valkey away", error=str(error))
            except Exception:
                log.exception("a message could not be relayed")
            self.pubsub = None
            await asyncio.sleep(RECONNECT_AFTER)

    async def _read_until_silent(self, client: Any, pubsub: Any) -> None:
        reading = asyncio.create_task(self._read(pubsub))
        try:
            while not reading.done():
                await pubsub.ping()  # first: its answer is a sign of life, however long the Sentinels take
                if not await follows_master(client):
                    raise ValkeyConnectionError("the master has moved")
                await asyncio.wait([reading], timeout=PING_INTERVAL)
                if self.age > SILENT_AFTER:
                    raise ValkeyConnectionError(f"nothing received for {SILENT_AFTER:.0f} seconds")
            reading.result()
        finally:
            reading.cancel()

    async def _read(self, pubsub: Any) -> None:
        async for message in pubsub.listen():
            self.last_message = time.monotonic()
            if message["type"] == "message":
                self.receive(message["channel"].decode(), message["data"])
