"""What many hands say together: counts of decisions, steps of time, and who lost to whom. Days of it add up."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from casino.compliance.collusion.hands import SHORTEST, STEPS, Hand, Player

# A decision's time is kept as a step of its logarithm: a sixth of a natural unit each.
FINE: Final = 6


class Dealt(Struct, frozen=True, gc=False):
    """A hand as money alone: which day and table, who was dealt in, and what each won or lost."""

    day: int
    table: int
    players: tuple[Player, ...]
    nets: tuple[int, ...]
    minimum: int
    round: int = 0


class Book(Struct):
    hands: list[Dealt]
    decisions: dict[
        tuple[Player, Player, str], list[int]
    ]  # how often the moment came, and how often the watched thing was done
    paces: dict[Player, list[int]]

    def note(self, day: int, table: int, hand: Hand, round: int = 0) -> None:
        self.hands.append(Dealt(day, table, hand.players, hand.nets, hand.minimum, round))
        for each in hand.decisions:
            count = self.decisions.setdefault((each.player, each.other, each.moment), [0, 0])
            count[0] += 1
            count[1] += each.done
        for player, ms in hand.paces:
            self.paces.setdefault(player, [0] * STEPS)[step_of(ms)] += 1


def empty() -> Book:
    return Book([], {}, {})


def of(played: Iterable[tuple[int, int, Hand]]) -> Book:
    book = empty()
    for day, table, hand in played:
        book.note(day, table, hand)
    return book


def step_of(ms: int) -> int:
    return min(STEPS - 1, max(0, int(FINE * math.log(max(ms, 1) / SHORTEST))))
