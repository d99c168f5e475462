"""Counts what was refused at the gateway's door: somebody tries keys, or the gateway sends another shape."""

from __future__ import annotations

import contextlib

import redis
import structlog
from django.core.cache import cache

log = structlog.get_logger(__name__)
REASONS = ("not-genuine", "unreadable", "too-large")


def count(why: str) -> None:
    """The refusal stands whether it could be counted or not; Valkey may be away."""
    log.warning("gateway notification refused", why=why)
    with contextlib.suppress(redis.RedisError, ValueError):
        cache.add(_counter(why), 0, None)
        cache.incr(_counter(why))


def counts() -> dict[str, int]:
    """How many were refused since the cache began, by reason."""
    stored = cache.get_many([_counter(why) for why in REASONS])
    return {why: int(stored.get(_counter(why), 0)) for why in REASONS}


def _counter(why: str) -> str:
    return f"notifications:refused:{why}"
