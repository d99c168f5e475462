"""Every client of Valkey is made here: of one server, or of the master that Sentinels name.

After a failover, a client asks the Sentinels again with its next connection. A master that hands over without
ending closes no connection: long-lived clients ask about once a second (`follow_master`).
"""

from __future__ import annotations

import functools
import time
from contextlib import suppress
from typing import Any, cast

import redis
import redis.asyncio
import redis.asyncio.sentinel
import redis.sentinel
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import NoPermissionError, RedisError
from redis.retry import Retry

from players.shared.valkey_addresses import sentinel_address, tls_files


class ConnectionPool:
    """The pools of a blocking client; also for Django's cache, which calls `from_url`."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> redis.ConnectionPool:
        address = sentinel_address(url)
        tls_files(url)  # refuses a parameter that would turn the checks off
        if address is None:
            return redis.ConnectionPool.from_url(url, **options)
        return redis.sentinel.SentinelConnectionPool(
            address.master, _sentinels(url), **(options | address.connection)
        )


@functools.cache
def _sentinels(url: str) -> object:
    """The Sentinels of an address, for every blocking client of this process: the one that answered last is
    asked first, so that a silent one costs its timeout once and not with each new client.
    """
    address = sentinel_address(url)
    assert address is not None
    retry = Retry(NoBackoff(), 0)
    return redis.sentinel.Sentinel(
        address.sentinels, sentinel_kwargs=address.sentinel_connection | {"retry": retry}
    )


def connect(url: str, **options: Any) -> redis.Redis:
    return redis.Redis.from_pool(ConnectionPool.from_url(url, **options))


def server_time(client: redis.Redis) -> float:
    """The time of Valkey's host, in seconds: signs of life are compared by one clock, whatever the clocks of
    the other hosts say.
    """
    try:
        # The types describe the asynchronous client as well.
        seconds, microseconds = cast(tuple[int, int], client.time())
    except NoPermissionError:  # the users in Valkey are of an earlier release
        return time.time()
    return seconds + microseconds / 1_000_000


def connect_async(url: str, *, max_connections: int | None = None, **options: Any) -> redis.asyncio.Redis:
    """With `max_connections`, a client of one server waits up to five seconds for a free connection."""
    address = sentinel_address(url)
    tls_files(url)  # refuses a parameter that would turn the checks off
    pool: object
    if address is not None:
        # The next Sentinel is asked instead of the same one again.
        retry = AsyncRetry(NoBackoff(), 0)
        sentinel = redis.asyncio.sentinel.Sentinel(
            address.sentinels, sentinel_kwargs=address.sentinel_connection | {"retry": retry}
        )
        pool = redis.asyncio.sentinel.SentinelConnectionPool(
            address.master, sentinel, **(options | address.connection)
        )
    elif max_connections is not None:
        pool = redis.asyncio.BlockingConnectionPool.from_url(
            url, max_connections=max_connections, timeout=5, **options
        )
    else:
        pool = redis.asyncio.ConnectionPool.from_url(url, **options)
    client: redis.asyncio.Redis = redis.asyncio.Redis.from_pool(pool)
    return client


def follow_master(client: redis.Redis) -> None:
    """Asks whether the master is still the one that this client talks to. Otherwise the next command goes to
    the new one. The old one may run on and take commands that nobody reads, until the Sentinels notice.
    """
    pool = client.connection_pool
    if isinstance(pool, redis.sentinel.SentinelConnectionPool):
        with suppress(RedisError, OSError):
            pool.get_master_address()


async def follows_master(client: redis.asyncio.Redis) -> bool:
    """The same for an asynchronous client. False: the master has moved, and its connections are closed."""
    pool = client.connection_pool
    if not isinstance(pool, redis.asyncio.sentinel.SentinelConnectionPool):
        return True
    before: object = pool.master_address
    try:
        address = await pool.get_master_address()
    except (RedisError, OSError):
        return True
    if before in (None, address):
        return True
    await pool.disconnect()
    return False
