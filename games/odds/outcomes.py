"""How far what comes back of a bet may vary: its exact variance, from the same outcomes and payments as its worth.

Where nobody decides anything after the bets are closed, every outcome of a round has its chance and what it returns of each
bet: the bets of one round depend on each other, so their sum can be judged exactly only by outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from games.odds.worth import ENUMERATION
from games.rules.shared.jackpot import Jackpot
from games.rules.shared.money import Cents

# The chance of each payment, and what it returns of a stake of one.
Chances = Sequence[tuple[Fraction, Fraction]]


class Spread(Struct, frozen=True):
    """Of a stake of one: what comes back of it on average, prize and stake together, and the variance of that."""

    bet: str
    returned: Fraction
    variance: Fraction
    method: str = ENUMERATION


class Outcome(Struct, frozen=True):
    """One way for a round to end, under the name that the record gives it, and what it returns of one on each place."""

    name: str
    chance: Fraction
    back: tuple[Fraction, ...]


class Rounds(Struct, frozen=True):
    """All ways for a round to end. `held` is what one more number adds to the square of stakes in prison, place by place."""

    places: tuple[str, ...]
    kinds: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    prison: tuple[str, ...] = ()  # outcomes that hold stakes for the next number
    held: tuple[tuple[str, str, Fraction], ...] = ()


class DecidedBets(Struct, frozen=True, kw_only=True):
    """The bets of a game in which players decide after the close: each is judged by what the best decisions return.

    `main` is the bet that opens a hand; the other bets of `spreads` are decided on their own. `main_chances` is set where
    the amount of the bet changes what a part of it returns.
    """

    main: str
    spreads: Callable[[Any, Any], Iterable[Spread]]
    main_chances: Callable[[Any, Any, Cents], Chances] | None = None
    jackpot_chances: Callable[[Jackpot, Cents], Chances] | None = None


def spread_of(bet: str, chances: Chances) -> Spread:
    mean = sum((chance * back for chance, back in chances), Fraction(0))
    square = sum((chance * back * back for chance, back in chances), Fraction(0))
    return Spread(bet, mean, square - mean * mean)


def spreads_by_kind(rounds: Rounds) -> Iterator[Spread]:
    """Of each kind of bet, at the first place that offers it."""
    added_variance = {place: variance for place, other, variance in rounds.held if place == other}
    prison = sum(
        (outcome.chance for outcome in rounds.outcomes if outcome.name in rounds.prison), Fraction(0)
    )
    done = set()
    for index, (place, kind) in enumerate(zip(rounds.places, rounds.kinds, strict=True)):
        if kind in done:
            continue
        done.add(kind)
        spread = spread_of(kind, [(outcome.chance, outcome.back[index]) for outcome in rounds.outcomes])
        variance = spread.variance + prison * added_variance.get(place, Fraction(0))
        yield Spread(kind, spread.returned, variance)
