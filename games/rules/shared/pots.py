"""Pots: how the chips of a round are laid in main and side pots, who may win each, and how a pot is shared to the cent.

Pure figures over names: a name is a seat at a table, a letter in an example.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from games.rules.engine import Cents

Name = TypeVar("Name", int, str)
HUNDREDTHS = 10_000  # a rate is so many hundredths of one per cent


class Pot(Struct, Generic[Name], frozen=True, gc=False):
    """So many chips, and those who put in for all of them and have not folded."""

    amount: Cents
    contenders: tuple[Name, ...]


class Share(Struct, Generic[Name], frozen=True, gc=False):
    """What one winner of one pot is paid: gross, and what of it is the house's commission."""

    name: Name
    gross: Cents
    commission: Cents = 0

    @property
    def net(self) -> Cents:
        return self.gross - self.commission


def excess(put: Mapping[Name, Cents], folded: Collection[Name] = ()) -> tuple[Name, Cents] | None:
    """The chips that nobody matched, and whose they are: they contest nothing and go back (A26).  [HE-40]"""
    highest, *others = sorted(put.values(), reverse=True) or (0,)
    unmatched = highest - (others[0] if others else highest)
    if not unmatched:
        return None
    first = next(name for name in put if put[name] == highest)
    return None if first in folded else (first, unmatched)


def pots(put: Mapping[Name, Cents], folded: Collection[Name] = ()) -> list[Pot[Name]]:
    """The main pot and the side pots, one for each different amount that a player who has not folded put in.  [HE-41] [HE-42]

    What nobody matched must have gone back before. The chips of those who folded lie in the pots that they reached; what
    is above every player who is still in stays with the last pot, for by folding it was lost.  [HE-35]
    """
    levels = sorted({cents for name, cents in put.items() if cents and name not in folded})
    if not levels and any(put.values()):  # nobody who is still in has put in anything yet
        return [Pot(sum(put.values()), tuple(name for name in put if name not in folded))]
    if len(levels) == 1:  # nobody is all-in for less
        return [
            Pot(
                sum(put.values()),
                tuple([name for name, cents in put.items() if cents and name not in folded]),
            )
        ]
    found: list[Pot[Name]] = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(put.values())
        amount = sum(min(cents, top) - below for cents in put.values() if cents > below)
        found.append(
            Pot(amount, tuple(name for name, cents in put.items() if cents >= level and name not in folded))
        )
        below = level
    return found


def split(amount: Cents, winners: Sequence[Name]) -> dict[Name, Cents]:
    """Equal shares down to the cent; odd cents go one each from the first winner left of the button (A27).  [HE-33] [HE-62]"""
    share, odd = divmod(amount, len(winners))
    return {name: share + (place < odd) for place, name in enumerate(winners)}


def commission(gross: Cents, rate: int) -> Cents:
    """A part of one payment in hundredths of one per cent, rounded down in the player's favour (A01).  [HE-17a] [HE-19]"""
    return gross * rate // HUNDREDTHS


def award(
    pot: Pot[Name], best_first: Iterable[Collection[Name]], order: Sequence[Name], rate: int
) -> tuple[Share[Name], ...]:
    """A pot to the best of its contenders: ties share it, in order from the left of the button.  [HE-27] [HE-63a] [HE-63b] [HE-63c]"""
    contenders = pot.contenders
    for tied in best_first:
        winners = [name for name in order if name in tied and name in contenders]
        if winners:
            return tuple(
                [
                    Share(name, gross, commission(gross, rate))
                    for name, gross in split(pot.amount, winners).items()
                ]
            )
    raise ValueError("a pot that none of the ranked may win")
