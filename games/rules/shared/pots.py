"""Pots: how chips form main and side pots, who may win each, and how a pot is shared to the cent.

The functions work on names: a name is a seat at a table, or a letter in an example.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from games.rules.shared.money import Cents

Name = TypeVar("Name", int, str)
RATE_UNITS = 10_000  # a rate is given in hundredths of one per cent


class Pot(Struct, Generic[Name], frozen=True, gc=False):
    """The chips of a pot, and the players who contributed fully to it and have not folded."""

    amount: Cents
    contenders: tuple[Name, ...]


class Share(Struct, Generic[Name], frozen=True, gc=False):
    """What one winner of a pot is paid: the gross amount, and the commission on it."""

    name: Name
    gross: Cents
    commission: Cents = 0

    @property
    def net(self) -> Cents:
        return self.gross - self.commission


def excess(committed: Mapping[Name, Cents], folded: Collection[Name] = ()) -> tuple[Name, Cents] | None:
    """The unmatched chips and their owner, to whom they are returned (A26).  [HE-40]"""
    highest, *others = sorted(committed.values(), reverse=True) or (0,)
    unmatched = highest - (others[0] if others else highest)
    if not unmatched:
        return None
    owner = next(name for name in committed if committed[name] == highest)
    return None if owner in folded else (owner, unmatched)


def pots(committed: Mapping[Name, Cents], folded: Collection[Name] = ()) -> list[Pot[Name]]:
    """The main pot and the side pots, one for each different amount of a player who has not folded.

    [HE-41] [HE-42]

    Unmatched chips must have been returned before. Chips of players who folded belong to the pots that they
    reached; those above every remaining player stay in the last pot, because folding lost them.  [HE-35]
    """
    levels = sorted({cents for name, cents in committed.items() if cents and name not in folded})
    whole = sum(committed.values())
    if not levels and whole:  # no remaining player has put in anything yet
        return [Pot(whole, tuple([name for name in committed if name not in folded]))]
    if len(levels) == 1:  # nobody is all-in for less
        contenders = [name for name, cents in committed.items() if cents and name not in folded]
        return [Pot(whole, tuple(contenders))]
    all_pots: list[Pot[Name]] = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(committed.values())
        amount = sum(min(cents, top) - below for cents in committed.values() if cents > below)
        contenders = [name for name, cents in committed.items() if cents >= level and name not in folded]
        all_pots.append(Pot(amount, tuple(contenders)))
        below = level
    return all_pots


def split(amount: Cents, winners: Sequence[Name]) -> dict[Name, Cents]:
    """Equal shares to the cent.

    Odd cents go one each, from the first winner left of the button (A27).

    [HE-33] [HE-62]
    """
    share, odd_cents = divmod(amount, len(winners))
    return {name: share + (index < odd_cents) for index, name in enumerate(winners)}


def commission(gross: Cents, rate: int) -> Cents:
    """The commission on one payment, rounded down in the player's favour (A01).  [HE-17a] [HE-19]"""
    return gross * rate // RATE_UNITS


def award(
    pot: Pot[Name], best_first: Iterable[Collection[Name]], order: Sequence[Name], rate: int
) -> tuple[Share[Name], ...]:
    """A pot goes to the best of its contenders; ties share it, in `order`.

    [HE-27] [HE-63a] [HE-63b] [HE-63c]
    """
    contenders = pot.contenders
    for tied in best_first:
        winners = [name for name in order if name in tied and name in contenders]
        if winners:
            shares = split(pot.amount, winners).items()
            return tuple([Share(name, gross, commission(gross, rate)) for name, gross in shares])
    raise ValueError("none of the ranked players may win this pot")
