"""Signs of life: every process that works unseen says once a second, in Valkey, that it lives; whoever asks reads how long ago.

The sorted set `KIND:alive` holds the time of the last sign of each process, in seconds. The croupiers write
theirs in `games.tables`; the worker and beat start a thread here.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress

import redis
from django.conf import settings

EVERY = 1.0
GONE_AFTER = 5
# As long as a question of a second process may take before it counts as not answered.
PATIENCE = 1.0


def start(kind: str) -> None:
    """Say so from now on, from a thread that ends with its process."""
    threading.Thread(target=beat, args=(kind,), name=f"{kind}-pulse", daemon=True).start()


def beat(kind: str) -> None:
    client = connect()
    name = f"{socket.gethostname()}-{os.getpid()}"
    while True:
        # Without Valkey nobody reads it either; it is back within a second of its return.
        with suppress(redis.RedisError):
            now = time.time()
            client.zadd(f"{kind}:alive", {name: now})
            client.zremrangebyscore(f"{kind}:alive", 0, now - GONE_AFTER)
        time.sleep(EVERY)


def connect() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, decode_responses=True
    )


def ages(client: redis.Redis, kind: str) -> list[float]:
    """Seconds since the last sign of each living process of this kind, the youngest first."""
    now = time.time()
    signs = client.zrange(f"{kind}:alive", now - GONE_AFTER, float("inf"), byscore=True, withscores=True)
    return sorted(max(0.0, round(now - said, 1)) for _, said in signs)
