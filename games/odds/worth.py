"""What is known of the worth of a bet."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

ENUMERATION = "exact enumeration"


class Cost(Struct, frozen=True):
    """What a hundred hands cost one player on average, in cents and in big blinds, each with its standard error."""

    cents: Fraction
    error: Fraction
    blinds: Fraction
    blinds_error: Fraction


class Worth(Struct, frozen=True):
    """The part of a stake on that bet that the house keeps on average. `error` is zero where the fraction is exact.

    Where people play against each other, it has a `cost` as well, counted over that many hands.
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
    """How long a simulation is, and its seed: the same seed gives the same figures."""

    hands: int = 8_000
    seed: str = "feltro"
