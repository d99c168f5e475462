"""What a round came to over all its players."""

from __future__ import annotations

from msgspec import Struct

from games.rules.shared.money import Cents


class RoundSums(Struct, frozen=True):
    paid: Cents = 0
    commission: Cents = 0
    kept: Cents = 0
    held: Cents = 0

    def __add__(self, other: RoundSums) -> RoundSums:
        return RoundSums(
            paid=self.paid + other.paid,
            commission=self.commission + other.commission,
            kept=self.kept + other.kept,
            held=self.held + other.held,
        )
