"""What protects people from play: limits, pauses, exclusions, and the one question that every bet and deposit asks them.

`standing(players, currency)` for the tables, `may_deposit(player, cents)` for the cashier; both are asked inside the
transaction that moves the money, with the wallets locked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

    from players.protection.deposit_limits import DepositEligibility
    from players.protection.eligibility import Eligibility


def eligibility_of(players: Sequence[int], currency: str) -> dict[int, Eligibility]:
    """May these players bet now, and how much; one read for all of them."""
    from players.protection.eligibility import eligibility_of

    return eligibility_of.standing(players, currency)


def may_deposit(
    player: int, cents: int, *, but: UUID | None = None, asking: bool = True
) -> DepositEligibility:
    """May this player deposit so much now; asked with the wallet locked."""
    from players.protection import deposit_limits

    return deposit_limits.may_deposit(player, cents, but=but, asking=asking)
