"""What a hold'em player may not do, and when a player may not write to the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.holdem.events import Phase, State
from games.rules.shared.money import Seat

# What no engine can refuse: announced to everybody, and judged by people. Each code with its rule.
PROHIBITIONS: Final[Mapping[str, str]] = {
    "collusion": "HE-11c",  # [HE-11c]
    "telling-cards": "HE-11d",  # [HE-11d]
    "losing-on-purpose": "HE-11e",  # [HE-11e]
    "programs": "HE-11f",  # [HE-11f]
    "disturbing": "HE-11g",  # [HE-11g]
}


def chat_closed_by(state: State, seat: Seat) -> str:
    """A player who was dealt into the hand may not write until it is over.

    A folded player has seen the cards as well.
    """
    own = state.seats.get(seat)
    is_dealt_in = own is not None and own.dealt and state.phase not in (Phase.PAID, Phase.VOID)
    return "HE-11d" if state.dealt and is_dealt_in else ""  # [HE-11d]
