"""The parts in which the regulations of the two studs against the house differ.

`caribbean` (803/2015) and `macau` (61/2004) each define one `Variant`; everything else in a round is the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rules.shared.poker_hands import HandKind, PokerHand

CARIBBEAN: Final = "caribbean-stud"
MACAU: Final = "macau-stud"
HAND_SIZE: Final = 5


class Cor(StrEnum):
    """What "three of the same «cor»" means among equal singles.

    Of five cards three always share red or black (A31).

    [CS-9b]
    """

    SUIT = "suit"
    COLOUR = "colour"  # both hands always have three of a colour, so nobody wins by it


class Dealing(StrEnum):
    """How the cards are dealt."""

    SHOE = "shoe"  # one at a time, in turn  [CS-19b] [MS-3.1] [MS-7.1]
    SHUFFLER = "shuffler"  # five at a time  [MS-3.2] [MS-7.2]


class BetBox(StrEnum):
    """The spots of a place where chips lie."""

    ANTE = "ante"
    BET = "bet"  # the second, or additional, bet
    JACKPOT = "jackpot"


class Variant(Struct, frozen=True):
    """One regulation's stud."""

    system: str
    rules: Mapping[str, str]  # the number of the same rule in each regulation
    boxes: tuple[BetBox, ...]  # the spots of a place, from the dealer outwards
    kinds: Mapping[HandKind, str]  # the regulation's name of each combination
    times: Mapping[HandKind, int]  # what a winning second bet pays
    royal: tuple[int, int]  # the minimum and maximum that may be set for a royal flush
    times_rules: Mapping[HandKind, str]
    decided_by: Mapping[HandKind, str]  # the rule that decides between two hands of one kind
    weigh: Callable[[PokerHand, Cor], int]  # a number that orders hands as the regulation does
    suits_decide: bool  # do suits break every tie of ranks?
    dealings: tuple[Dealing, ...]
    shuffles: bool  # does the record state how the pack was shuffled?
    discards_first: bool  # is the first card discarded face up?
    capped: frozenset[HandKind]  # the kinds to which a maximum set by the operator may apply
    jackpot: bool  # is there a progressive jackpot?
    # Causes that void a round but carry its jackpot bets over to the next one, each with its rule.
    carry_over_causes: Mapping[str, str]
    # What no engine can refuse players to do: announced by the table, each code with its rule.
    prohibitions: Mapping[str, str] = {}
    # The rule under which nobody may write in the chat from the first card to the last decision; empty
    # where none does.
    silence: str = ""
