"""What is said of the worth of a bet, and what a game's odds are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

ENUMERATION = "exact enumeration"


class Worth(Struct, frozen=True):
    """The part of a stake on that bet that the house keeps on average. `error` is nothing where the fraction is exact."""

    bet: str
    edge: Fraction
    method: str = ENUMERATION
    error: Fraction = Fraction(0)

    @property
    def exact(self) -> bool:
        return not self.error


class Game(Struct, frozen=True):
    """How to work out the odds of a game under a sheet and a setting, and from which of either a question begins."""

    worths: Callable[[Any, Any], Iterable[Worth]]
    sheet: Mapping[str, Any]
    setting: Mapping[str, Any]
