"""What a stud against the house is made of, where the two regulations give it different contents.

`caribbean_stud` (803/2015) and `macau_stud` (61/2004) each fill in one `Game`; everything else of a round is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rules.shared.poker_hands import Hand, Kind

CARIBBEAN: Final = "caribbean-stud"
MACAU: Final = "macau-stud"
HAND: Final = 5  # cards of a hand


class Cor(StrEnum):
    """What "three of the same «cor»" means among equal singles. Of five cards three always share red or black (A31).  [CS-9b]"""

    SUIT = "suit"
    COLOUR = "colour"  # taken so, both hands always have it, and nobody wins by it


class Dealing(StrEnum):
    """How the cards come to the hands."""

    SHOE = "shoe"  # one at a time, in turn  [CS-19b] [MS-3.1] [MS-7.1]
    SHUFFLER = "shuffler"  # five at a time  [MS-3.2] [MS-7.2]


class Box(StrEnum):
    """The spots of a place on which chips lie."""

    ANTE = "ante"
    BET = "bet"  # the second, or additional, bet
    JACKPOT = "jackpot"


class Game(Struct, frozen=True):
    """One regulation's tables."""

    system: str
    rules: Mapping[str, str]  # the same rule under its number in each regulation
    boxes: tuple[Box, ...]  # the spots of a place, from the dealer outwards
    kinds: Mapping[Kind, str]  # what the regulation calls each combination
    times: Mapping[Kind, int]  # what a winning second bet earns
    royal: tuple[int, int]  # least and most that may be set for a royal flush
    times_rules: Mapping[Kind, str]
    decided_by: Mapping[Kind, str]  # the rule that decides between two hands of one kind
    weigh: Callable[[Hand, Cor], int]  # a number that orders hands as the regulation does
    suits_decide: bool  # is a tie left by the ranks always broken by suits?
    dealings: tuple[Dealing, ...]
    shuffles: bool  # does the record say how the pack was shuffled?
    discards_first: bool  # does the first card go, open, to the discard corner?
    capped: frozenset[Kind]  # whose prize the house may keep under a maximum that it sets
    jackpot: bool  # is there a progressive jackpot?
    carrying: Mapping[
        str, str
    ]  # what makes a round void and lets jackpot bets stand for the next one, with its rule
