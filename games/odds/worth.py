"""The result of computing or simulating the odds of a bet."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

ENUMERATION = "exact enumeration"


class Cost(Struct, frozen=True):
    """The average cost of a hundred hands for one player, in cents and big blinds, with standard errors."""

    cents: Fraction
    error: Fraction
    blinds: Fraction
    blinds_error: Fraction


class Worth(Struct, frozen=True):
    """The house edge of a bet: the part of a stake that the house keeps on average.

    `error` is zero if the fraction is exact. A game between players has a `cost` as well, from a simulation
    of `hands` hands.
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
    """The length of a simulation and its seed. The same seed gives the same figures."""

    hands: int = 8_000
    seed: str = "feltro"
