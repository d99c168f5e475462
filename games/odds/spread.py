"""How far luck may carry what comes back of a bet: its exact variance, from the very outcomes and payments of which its worth is made.

Of the games in which nobody decides anything after the bets are laid, every outcome of a round is told with its chance and what it
gives back of each bet: several bets of one round hang together, and only so their sum can be judged exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any

from msgspec import Struct

from games.odds import baccarat, blackjack_spread
from games.odds.blackjack import insurance_edge
from games.odds.roulette import STAKE, released
from games.odds.stud import HANDS, MADE
from games.odds.stud_counts import COUNTS
from games.odds.worth import ENUMERATION
from games.rules.baccarat import sheet as baccarat_sheet
from games.rules.baccarat.settlement import settle_stakes
from games.rules.baccarat.sheet import MAX_CARDS, Place
from games.rules.baccarat.view import PAIR_LETTER, WINNER_LETTER
from games.rules.blackjack.settlement import INSURANCE_PRIZE
from games.rules.roulette import sheet as roulette_sheet
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, winners
from games.rules.roulette.settlement import settle_stake
from games.rules.roulette.sheet import SecondZero
from games.rules.shared.cards import PACK
from games.rules.shared.jackpot import PAYING, Jackpot, settle_jackpot
from games.rules.shared.money import Cents
from games.rules.stud.settlement import second_bet, second_prize
from games.rules.stud.variant import CARIBBEAN

ROULETTES = ("american-roulette", "french-roulette")
STUDS = ("caribbean-stud", "macau-stud")


class Spread(Struct, frozen=True):
    """Of a stake of one: what comes back of it on average, prize and stake together, and the variance of that."""

    bet: str
    returned: Fraction
    variance: Fraction
    method: str = ENUMERATION


class Outcome(Struct, frozen=True):
    """One way for a round to end, under the name that the record gives it, and what it gives back of one on each place."""

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


def spreads(system: str, sheet: Any, setting: Any) -> Iterator[Spread]:
    """Of every bet of that table; none of a game in which people play against each other."""
    if (rounds := outcomes(system, sheet, setting)) is not None:
        yield from _by_kind(rounds)
    elif system in STUDS:
        yield _moments("ante", ante(sheet, setting, setting.minimum))
        if setting.jackpot is not None:
            yield _moments(
                "jackpot", jackpot(setting.jackpot, setting.jackpot.minimum + setting.jackpot.contribution)
            )
    elif system == "blackjack":
        returned, variance = blackjack_spread.moments(sheet, setting.decks)
        yield Spread("bet", _fraction(returned), _fraction(variance), blackjack_spread.METHOD)
        if sheet.insurance:
            yield _moments("insurance", insurance(setting.decks))


def outcomes(system: str, sheet: Any, setting: Any) -> Rounds | None:
    """Every way for a round of that table to end, where nobody decides after the close."""
    if system in ROULETTES:
        return _roulette(sheet, setting.variant)
    if system == "baccarat":
        return _baccarat(sheet, setting)
    return None


@lru_cache(maxsize=32)
def _roulette(sheet: Any, variant: str) -> Rounds:
    layout, wheel = LAYOUT_OF[variant], WHEELS[variant]
    places = {
        place: spot for place, spot in PLACES[layout].items() if roulette_sheet.is_offered(sheet, spot.kind)
    }
    found, prison, free = [], [], {}
    for number in wheel:
        back = []
        for place in places:
            paid = settle_stake(sheet, layout, place, STAKE, number)
            worth = Fraction(paid.back + paid.prize, STAKE)
            if paid.held:
                free[place] = released(sheet, variant, place)
                worth += Fraction(paid.held, STAKE) * free[place]
                prison.append(number)
            back.append(worth)
        found.append(Outcome(number, Fraction(1, len(wheel)), tuple(back)))
    zeros = [number for number in wheel if number in ("0", "00") and sheet.second_zero is SecondZero.STAYS]
    numbers = [number for number in wheel if number not in zeros]
    held = []
    for one in free:
        for other in free:
            both = sum(
                one in winners(layout, number) and other in winners(layout, number) for number in numbers
            )
            held.append((one, other, Fraction(both, len(numbers)) - free[one] * free[other]))
    return Rounds(
        tuple(places),
        tuple(str(spot.kind) for spot in places.values()),
        tuple(found),
        tuple(dict.fromkeys(prison)),
        tuple(held),
    )


@lru_cache(maxsize=32)
def _baccarat(sheet: Any, setting: Any) -> Rounds:
    places = tuple(Place(place) for place in baccarat_sheet.bet_limits(sheet, setting))
    every = perm(setting.decks * PACK, MAX_CARDS)
    found: dict[str, Outcome] = {}
    for coup, count in baccarat.deals(setting.decks).items():
        name = f"{WINNER_LETTER[coup.winner]}{coup.punto}-{coup.banco}" + "".join(
            PAIR_LETTER[pair] for pair in coup.pairs
        )
        paid = [
            settle_stakes(setting.commission, sheet.charged, {place: baccarat.STAKE}, coup)
            for place in places
        ]
        back = tuple(Fraction(each.back + each.prize - each.commission, baccarat.STAKE) for each in paid)
        found[name] = Outcome(name, Fraction(count, every), back)
    return Rounds(tuple(map(str, places)), tuple(map(str, places)), tuple(found.values()))


def _by_kind(rounds: Rounds) -> Iterator[Spread]:
    more = {one: variance for one, other, variance in rounds.held if one == other}
    shown = set()
    for index, (place, kind) in enumerate(zip(rounds.places, rounds.kinds, strict=True)):
        if kind in shown:
            continue
        shown.add(kind)
        spread = _moments(kind, [(outcome.chance, outcome.back[index]) for outcome in rounds.outcomes])
        prison = sum(
            (outcome.chance for outcome in rounds.outcomes if outcome.name in rounds.prison), Fraction(0)
        )
        yield Spread(kind, spread.returned, spread.variance + prison * more.get(place, Fraction(0)))


def ante(sheet: Any, setting: Any, cents: Cents) -> list[tuple[Fraction, Fraction]]:
    """Of one hand of a stud: what one more than its ante and second bet comes back, in parts of the ante, from the counted deals."""
    counts = COUNTS[sheet.system, sheet.cor if sheet.system == CARIBBEAN else None]
    second = second_bet(cents)
    net = [
        (counts.folded, -cents),
        (counts.no_game, cents),
        (counts.lost, -cents - second),
        (counts.equal, 0),
    ]
    net += [(count, cents + second_prize(sheet, setting, kind, second)) for kind, count in counts.won.items()]
    return [(Fraction(count, counts.deals), 1 + Fraction(won, cents)) for count, won in net]


def jackpot(terms: Jackpot, pot: Cents) -> list[tuple[Fraction, Fraction]]:
    """A jackpot bet when the pot holds so much with all contributions of the round, and no other hand wins a part of it."""
    paid = [
        (
            Fraction(MADE[kind], HANDS),
            Fraction(settle_jackpot(pot, terms.minimum, terms.fixed, [kind]).won[0].cents, terms.bet),
        )
        for kind in PAYING
    ]
    return [*paid, (1 - sum((chance for chance, _ in paid), Fraction(0)), Fraction(0))]


def insurance(decks: int) -> list[tuple[Fraction, Fraction]]:
    won = (1 - insurance_edge(decks)) / (1 + INSURANCE_PRIZE)
    return [(won, Fraction(1 + INSURANCE_PRIZE)), (1 - won, Fraction(0))]


def _moments(bet: str, chances: list[tuple[Fraction, Fraction]]) -> Spread:
    mean = sum((chance * back for chance, back in chances), Fraction(0))
    return Spread(
        bet, mean, sum((chance * back * back for chance, back in chances), Fraction(0)) - mean * mean
    )


def _fraction(figure: float) -> Fraction:
    return Fraction(figure).limit_denominator(10**9)
