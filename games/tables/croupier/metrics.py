"""What a croupier has done since it began, as figures: told once a second through Valkey, and read by whoever measures the house."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

ALIVE = "croupier:alive"  # a sorted set: when each croupier last gave a sign of life
TOLD = "croupier:meters:"
KEPT = 15_000  # ms for which the last figures of a croupier that is gone stay readable
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds, of how long a turn at a table takes


class Meters(Struct):
    """Counts that only grow. Many threads add to them; a count that is lost once in a while is no harm to anybody."""

    turns: int = 0
    seconds: float = 0.0
    within: list[int] = msgspec.field(default_factory=lambda: [0] * len(BOUNDS))  # turns up to each bound
    wishes: int = 0
    refused: int = 0
    rounds: int = 0
    void: int = 0
    faults: int = 0
    tables: int = 0  # in this croupier's memory now

    def turn(self, seconds: float) -> None:
        self.turns += 1
        self.seconds += seconds
        for place, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.within[place] += 1


def tell(valkey: Any, croupier: str, meters: Meters) -> None:
    valkey.set(TOLD + croupier, msgspec.json.encode(meters), px=KEPT)


def told(valkey: Any) -> Iterator[tuple[str, Meters]]:
    """The figures of every croupier that has said something lately."""
    names = [name.decode() if isinstance(name, bytes) else name for name in valkey.zrange(ALIVE, 0, -1)]
    for name, said in zip(names, valkey.mget([TOLD + name for name in names]) if names else (), strict=True):
        if said:
            yield name, msgspec.json.decode(said, type=Meters)
