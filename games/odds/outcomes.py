"""The exact variance of the return of a bet, from the same outcomes and payments as its house edge.

If there are no decisions after the bets are closed, a round is a list of outcomes, each with its probability
and its return on every bet. The bets of one round are not independent, so the variance of their sum follows
only from the outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from games.odds.worth import ENUMERATION
from games.rules.shared.jackpot import Jackpot
from games.rules.shared.money import Cents

# Pairs of a probability and the return of a stake of one.
Chances = Sequence[tuple[Fraction, Fraction]]


class Spread(Struct, frozen=True):
    """The mean and the variance of the return of a stake of one, stake included."""

    bet: str
    returned: Fraction
    variance: Fraction
    method: str = ENUMERATION


class Outcome(Struct, frozen=True):
    """One way for a round to end: name, probability, and the return of a stake of one on each place."""

    name: str
    chance: Fraction
    back: tuple[Fraction, ...]


class Rounds(Struct, frozen=True):
    """All ways for a round to end. `held` gives the covariances of imprisoned stakes, by pairs of places."""

    places: tuple[str, ...]
    kinds: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    prison: tuple[str, ...] = ()  # outcomes that hold stakes for the next number
    held: tuple[tuple[str, str, Fraction], ...] = ()


class DecidedBets(Struct, frozen=True, kw_only=True):
    """The bets of a game in which players decide after the close, under the best decisions.

    `main` is the bet that opens a hand; the other bets of `spreads` are independent of it. `main_chances`
    is set if the return of a bet depends on its amount.
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
    """The spread of each kind of bet, at the first place that offers it."""
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
