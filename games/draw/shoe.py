"""A kept shoe is a composition, not an order: every round draws from the cards that are left, by its own key.

So no card is known in advance, every round is verified separately, and late players contribute like all
others. The cards that earlier rounds took, and a digest of those rounds, tie the rounds of a shoe into a
chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from msgspec import Struct

from games.draw.generator import shares
from games.rules.shared.cards import names


class ShoeBefore(Struct, frozen=True):
    """The shoe as a round finds it."""

    began: int  # with this round
    dealt: tuple[int, ...] = ()  # the cards that earlier rounds took from it, as they came
    digest: str = ""  # of the last of those rounds


def shoe_digest(
    before: str,
    table: int,
    round_number: int,
    commitment: str,
    nonces: Mapping[int, str],
    cards: Sequence[int],
) -> str:
    """A round that took cards from a kept shoe: its own facts and the digest of the one before."""
    facts = f"{before}|{table}|{round_number}|{commitment}|{shares(nonces)}|{','.join(names(cards))}"
    return hashlib.sha256(f"feltro/shoe/v2|{facts}".encode()).hexdigest()
