"""The beacon of a simulation. Its values come by the clock of the record, late, or for a while not at all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.draw import beacon
from games.draw.beacon import SANDBOX_NAME, Chain

SECRET = 0x51A7E
# What rule sheets of a simulation say of the draw: it depends on this beacon, or on none.
DRAWS: tuple[dict[str, Any], ...] = (
    {},
    {"draw": {"beacon": SANDBOX_NAME, "margin_ms": 300, "wait_seconds": 10}},
    {"draw": {"beacon": SANDBOX_NAME, "margin_ms": 1_500, "wait_seconds": 15}},
)
CHAIN = Chain(SANDBOX_NAME, beacon.public_key_of(SECRET), 1_699_999_000, 3, "55" * 32)


@lru_cache(maxsize=4096)
def signature_of(number: int) -> str:
    return beacon.sign(SECRET, number)


class MemoryBeacon:
    """What the process that follows the beacon has stored by now."""

    def __init__(self) -> None:
        self.late_by = 0  # milliseconds after its time, until a value is stored
        self.away_until = 0  # nothing is stored before that time
        self.stored = 0  # the newest number

    def newest(self, now: int) -> int:
        if now >= self.away_until:
            self.stored = max(self.stored, CHAIN.first_from(now - self.late_by + 1) - 1)
        return self.stored

    def go_away(self, now: int, lasts: int) -> None:
        """It stores nothing for that time, and then everything that it missed."""
        self.newest(now)
        self.away_until = now + lasts

    def come_back(self) -> None:
        self.away_until = self.late_by = 0

    def read_chain(self, now: int, name: str) -> list[tuple[Any, ...]]:
        facts = (CHAIN.name, CHAIN.public_key, CHAIN.genesis, CHAIN.period, CHAIN.group_hash)
        return [(*facts, self.newest(now))] if name == CHAIN.name else []

    def read_value(self, now: int, name: str, number: int) -> list[tuple[str]]:
        is_stored = name == CHAIN.name and number <= self.newest(now)
        return [(signature_of(number),)] if is_stored else []
