"""What is said of the worth of a bet, and what a game's odds are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

ENUMERATION = "exact enumeration"


class Cost(Struct, frozen=True):
    """What a hundred hands cost one player on average, in cents and in big blinds, each with its standard error."""

    cents: Fraction
    error: Fraction
    blinds: Fraction
    blinds_error: Fraction


class Worth(Struct, frozen=True):
    """The part of a stake on that bet that the house keeps on average. `error` is nothing where the fraction is exact.

    Where people play against each other, a `cost` is said besides, and after how many hands.
    """

    bet: str
    edge: Fraction
    method: str = ENUMERATION
    error: Fraction = Fraction(0)
    cost: Cost | None = None
    hands: int = 0

    @property
    def exact(self) -> bool:
        return not self.error and self.cost is None


class Run(Struct, frozen=True):
    """How long a simulation is to be, and the word that it is drawn from: the same word, the same figures."""

    hands: int = 8_000
    seed: str = "feltro"


class GameOdds(Struct, frozen=True):
    """How to work out the odds of a game under a sheet and a setting, and from which of either a question begins."""

    worths: Callable[[Any, Any], Iterable[Worth]]
    sheet: Mapping[str, Any]
    setting: Mapping[str, Any]
    simulated: Callable[[Any, Any, Run], Iterable[Worth]] | None = (
        None  # where a game is played and not counted
    )
