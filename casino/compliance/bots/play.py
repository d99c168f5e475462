"""What the server saw of each decision at hold'em: when, how long it took, in which situation, what was done.

Cards are not needed, and neither the browser nor the device is asked.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from games.rules.holdem.view import PARTS_OF_POT, TIMES_THE_BET

DAY_HUNDREDTHS: Final = 100 * 86400
# The lowest two bits of a situation are the street, the next two what the player faces.
NOTHING, BET, RAISE, RAISE_AGAIN = range(4)
RARE: Final = 16  # an all-in, more than the pot, or a raise of a raise
# What was done. The table offers parts of the pot as buttons, and a slider in steps of the minimum bet.
FOLD, CHECK, CALL, ALL_IN, OFFERED, ROUND, ODD = range(7)
RAISES: Final = (ALL_IN, OFFERED, ROUND, ODD)
LARGE = 1.25  # of the pot, from which a bet is rare


class Seen(Struct, frozen=True, gc=False):
    """One decision. Times are in milliseconds."""

    player: int
    at: int  # since 1970
    took: int
    situation: int
    choice: int
    share: int = 0


def situation_of(street: int, raises: int, owed: int, pot: int, faces_all_in: bool) -> int:
    """`raises` are those of the turn of bets, the first bet among them. `pot` is without what is owed."""
    if not owed:
        return street
    # Before the flop the blind is a bet.
    facing = min(BET + raises - bool(street), RAISE_AGAIN)
    is_large = bool(street) and owed > LARGE * max(pot - owed, 1)
    rare = RARE if faces_all_in or is_large or facing == RAISE_AGAIN else 0
    return street | facing << 2 | rare


def choice_of_raise(to: int, to_match: int, pot: int, step: int, all_in: bool) -> tuple[int, int]:
    """How an amount may have been chosen, and which part of the pot it is, once the own call is in it."""
    share = min(1000 * (to - to_match) // max(pot, 1), 65_535)
    if all_in:
        return ALL_IN, share
    offered = {to_match + pot * times // by for _, times, by in PARTS_OF_POT}
    offered |= {to_match * times // by for _, times, by in TIMES_THE_BET}
    if to in offered:
        return OFFERED, share
    return (ROUND if to % max(step, 1) == 0 else ODD), share
