"""Counters of a croupier since its start, published once a second through Valkey for monitoring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from players.shared.decoding import prepare

ALIVE = "croupier:alive"  # a sorted set: when each croupier was last alive
KEY_PREFIX = "croupier:metrics:"
EXPIRE_MS = 15_000  # after which the last counters of a stopped croupier expire
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds, of how long a turn at a table takes


class CroupierMetrics(Struct):
    """Counters that only grow. Many threads add to them without a lock: a lost count does no harm."""

    turns: int = 0
    seconds: float = 0.0
    within: list[int] = msgspec.field(default_factory=lambda: [0] * len(BOUNDS))  # turns up to each bound
    commands: int = 0  # decided
    refused: int = 0
    rounds: int = 0
    void: int = 0
    faults: int = 0
    tables: int = 0  # in this croupier's memory now
    extras: str = ""  # the optional apps of its process

    def add_turn(self, seconds: float) -> None:
        self.turns += 1
        self.seconds += seconds
        for index, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.within[index] += 1


prepare(CroupierMetrics)


def write(valkey: Any, croupier: str, metrics: CroupierMetrics) -> None:
    valkey.set(KEY_PREFIX + croupier, msgspec.json.encode(metrics), px=EXPIRE_MS)


def read_all(valkey: Any) -> Iterator[tuple[str, CroupierMetrics]]:
    """The counters of every croupier that published some within `EXPIRE_MS`."""
    names = [name.decode() if isinstance(name, bytes) else name for name in valkey.zrange(ALIVE, 0, -1)]
    values = valkey.mget([KEY_PREFIX + name for name in names]) if names else ()
    for name, value in zip(names, values, strict=True):
        if value:
            yield name, msgspec.json.decode(value, type=CroupierMetrics)
