"""Heartbeats: processes without a port write the time to Valkey every second; monitoring reads their age.

The sorted set `KIND:alive` holds the time of the last heartbeat of each process, in seconds of its clock,
under its name and its optional apps.
The croupiers write theirs in `games.tables`; the worker and beat start a thread here.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from typing import cast

import redis
from django.conf import settings

from players.shared import valkey_clients
from players.shared.extras import extras_here

INTERVAL = 1.0
GONE_AFTER = 5
TIMEOUT = 1.0


def start_heartbeat(kind: str) -> None:
    """Write heartbeats from a daemon thread."""
    threading.Thread(target=beat, args=(kind,), name=f"{kind}-pulse", daemon=True).start()


def beat(kind: str) -> None:
    client = connect()
    name = f"{socket.gethostname()}-{os.getpid()} {extras_here()}"
    while True:
        # Without Valkey no reader gets the heartbeat either.
        with suppress(redis.RedisError):
            now = valkey_clients.server_time(client)
            client.zadd(f"{kind}:alive", {name: now})
            client.zremrangebyscore(f"{kind}:alive", 0, now - GONE_AFTER)
        time.sleep(INTERVAL)


def connect() -> redis.Redis:
    return valkey_clients.connect(
        settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, decode_responses=True
    )


def extras_of(client: redis.Redis, kind: str) -> list[tuple[str, str]]:
    """The living processes of this kind, each with its optional apps."""
    now = valkey_clients.server_time(client)
    reply = client.zrange(f"{kind}:alive", now - GONE_AFTER, float("inf"), byscore=True)
    parts = [name.partition(" ") for name in cast(list[str], reply)]
    return [(name, extras) for name, _, extras in parts]


def ages(client: redis.Redis, kind: str) -> list[float]:
    """Seconds since the last heartbeat of each living process of this kind, the smallest first."""
    now = valkey_clients.server_time(client)
    reply = client.zrange(f"{kind}:alive", now - GONE_AFTER, float("inf"), byscore=True, withscores=True)
    heartbeats = cast(list[tuple[str, float]], reply)  # the stubs cover the asynchronous client too
    return sorted(max(0.0, round(now - at, 1)) for _, at in heartbeats)
