"""Signs of life: every process that works unseen says once a second, in Valkey, that it lives; whoever asks reads how long ago.

A sign is a key `KIND:alive:ID` whose value is the hour in seconds and which is gone after five. The croupiers write theirs
in `games.tables`; the worker and beat start a thread here.
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
    name = f"{kind}:alive:{socket.gethostname()}-{os.getpid()}"
    while True:
        # Without Valkey nobody reads it either; it is back within a second of its return.
        with suppress(redis.RedisError):
            client.set(name, f"{time.time():.3f}", ex=GONE_AFTER)
        time.sleep(EVERY)


def connect() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, decode_responses=True
    )


def ages(client: redis.Redis, kind: str) -> list[float]:
    """Seconds since the last sign of each living process of this kind, the youngest first."""
    names = list(client.scan_iter(match=f"{kind}:alive:*", count=1000))
    now = time.time()
    return (
        sorted(max(0.0, round(now - float(said), 1)) for said in client.mget(names) if said) if names else []
    )
