"""What must have been looked at before a payout leaves.

A layer above registers how far it has looked. A payout that was decided later than that waits, as it does for
a provider that is away: for a few seconds as a rule, and nobody learns from it what is being looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from players.wallet.cashier.models import Payment

# Whether everything about a player up to a moment has been looked at.
Gate = Callable[[int, datetime], bool]
GATES: list[Gate] = []


def register_gate(gate: Gate) -> None:
    if gate not in GATES:
        GATES.append(gate)


def may_leave(payment: Payment) -> bool:
    return all(gate(payment.player_id, payment.changed) for gate in GATES)
