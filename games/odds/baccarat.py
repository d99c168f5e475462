"""The house edge of ponto e banca: every deal of a shoe, counted in whole numbers.

A deal is the next six cards of the shoe, in order, used or not. Cards of one value are equal, except for
pairs. The functions that decide hands and pay bets at the table decide and pay here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm

from games.odds.game_odds import GameOdds
from games.odds.outcomes import Outcome, Rounds
from games.odds.worth import Worth
from games.rules.baccarat.hands import move_of_banco, move_of_punto
from games.rules.baccarat.settlement import Coup, settle_stakes
from games.rules.baccarat.sheet import (
    CAP_PERCENT,
    MACAU,
    MAX_CARDS,
    PAIRS,
    PRIZES,
    PUNTO_BANCO,
    BetPlace,
    Setting,
    Sheet,
    bet_limits,
    limits_of,
    offered_places,
    prize_cap_of,
)
from games.rules.baccarat.view import PAIR_LETTER, WINNER_LETTER
from games.rules.shared.cards import PACK
from games.rules.shared.money import Cents

STAKE = 100  # cents; every part of it that may be deducted is whole
VALUES = range(10)
RANKS = (4, *[1] * 9)  # how many ranks have each value: ten, jack, queen and king have value 0
OF_A_RANK = 4  # cards in a pack

Scores = list[list[int]]  # the number of deals by the scores of punto and banco
# The value that the first two cards of punto, and of banco, share; None if they differ.
Twins = tuple[int | None, int | None]


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    for place, kept in edges(sheet, setting).items():
        yield Worth(str(place), kept)


def edges(sheet: Sheet, setting: Setting) -> dict[BetPlace, Fraction]:
    """The house edge of each chance over all deals of a full shoe."""
    return {BetPlace(place): _edge(sheet, setting, BetPlace(place)) for place in bet_limits(sheet, setting)}


def _edge(sheet: Sheet, setting: Setting, place: BetPlace) -> Fraction:
    returned = 0
    for coup, count in deals(setting.decks).items():
        paid = settle_stakes(setting.commission, sheet.charged, {place: STAKE}, coup)
        returned += count * (paid.back + paid.prize - paid.commission)
    return 1 - Fraction(returned, STAKE * perm(setting.decks * PACK, MAX_CARDS))


@lru_cache(maxsize=4)
def deals(decks: int) -> Mapping[Coup, int]:
    """The number of deals for each pair of scores, with and without pairs."""
    coups: dict[Coup, int] = {}
    for twins, scores in _deals_by_value(decks).items():
        for pairs, (part, of) in _pairs(twins, decks).items():
            for punto, banco in product(VALUES, VALUES):
                # The part of deals with these pairs does not depend on the scores, so the division is exact.
                if count := scores[punto][banco] * part // of:
                    coup = Coup(punto, banco, pairs)
                    coups[coup] = coups.get(coup, 0) + count
    return coups


def _deals_by_value(decks: int) -> dict[Twins, Scores]:
    counts: dict[Twins, Scores] = {}
    left = [OF_A_RANK * ranks * decks for ranks in RANKS]
    for first, second in _two_values():
        before = _taken(left, first, second)
        for third, fourth in _two_values():
            ways = before * _taken(left, third, fourth)
            twins = (first if first == second else None, third if third == fourth else None)
            scores = counts.setdefault(twins, [[0] * 10 for _ in VALUES])
            _add_third_cards((first + second) % 10, (third + fourth) % 10, left, ways, scores)
            _put_back(left, third, fourth)
        _put_back(left, first, second)
    return counts


def _two_values() -> Iterator[tuple[int, int]]:
    return ((low, high) for low in VALUES for high in range(low, 10))


def _taken(left: list[int], low: int, high: int) -> int:
    """Takes two cards of those values out of the shoe. Returns the number of ways, in either order."""
    ways = left[low]
    left[low] -= 1
    ways *= left[high]
    left[high] -= 1
    return ways if low == high else 2 * ways


def _put_back(left: list[int], low: int, high: int) -> None:
    left[low] += 1
    left[high] += 1


def _add_third_cards(punto: int, banco: int, left: list[int], ways: int, scores: Scores) -> None:
    """Adds the last two cards of six, used or not, after first scores that can occur in `ways` ways."""
    punto_draws, banco_draws = _plan(punto, banco)
    rest = sum(left)
    if not punto_draws:
        if not banco_draws[0]:
            scores[punto][banco] += ways * rest * (rest - 1)
            return
        for value in VALUES:
            scores[punto][(banco + value) % 10] += ways * left[value] * (rest - 1)
        return
    for third in VALUES:
        so_far, row = ways * left[third], scores[(punto + third) % 10]
        if not banco_draws[third]:
            row[banco] += so_far * (rest - 1)
            continue
        left[third] -= 1
        for value in VALUES:
            row[(banco + value) % 10] += so_far * left[value]
        left[third] += 1


@lru_cache(maxsize=100)
def _plan(punto: int, banco: int) -> tuple[bool, tuple[bool, ...]]:
    """Whether punto draws with those first scores, and whether banco does after each third card of punto."""
    move = move_of_punto(punto, banco)
    if not move.draws:
        return False, (move_of_banco(banco, None, natural=move.code == "natural").draws,)
    return True, tuple(move_of_banco(banco, third, natural=False).draws for third in VALUES)


def _pairs(twins: Twins, decks: int) -> dict[tuple[BetPlace, ...], tuple[int, int]]:
    """The part of deals that has each combination of pairs, as numerator and denominator, given the twins.

    Only a value with several ranks leaves anything to count. Both hands take their cards from the same ones.
    """
    shown = [(pair, value) for pair, value in zip(PAIRS, twins, strict=True) if value is not None]
    left = {(value, rank): OF_A_RANK * decks for _, value in shown for rank in range(RANKS[value])}
    counts: dict[tuple[BetPlace, ...], int] = {}
    for ranks in product(*(range(RANKS[value]) for _, value in shown for _ in range(2))):
        cards = [
            (value, rank)
            for (_, value), two in zip(shown, zip(ranks[::2], ranks[1::2], strict=True), strict=True)
            for rank in two
        ]
        pairs = tuple(
            pair for (pair, _), one, other in zip(shown, ranks[::2], ranks[1::2], strict=True) if one == other
        )
        ways, out = 1, dict.fromkeys(left, 0)
        for card in cards:
            ways *= left[card] - out[card]
            out[card] += 1
        counts[pairs] = counts.get(pairs, 0) + ways
    return {pairs: (count, sum(counts.values())) for pairs, count in counts.items()}


@lru_cache(maxsize=32)
def outcomes(sheet: Sheet, setting: Setting) -> Rounds:
    places = tuple(BetPlace(place) for place in bet_limits(sheet, setting))
    all_deals = perm(setting.decks * PACK, MAX_CARDS)
    coups: dict[str, Outcome] = {}
    for coup, count in deals(setting.decks).items():
        pairs = "".join(PAIR_LETTER[pair] for pair in coup.pairs)
        name = f"{WINNER_LETTER[coup.winner]}{coup.punto}-{coup.banco}{pairs}"
        paid = [settle_stakes(setting.commission, sheet.charged, {place: STAKE}, coup) for place in places]
        back = tuple(Fraction(stake.back + stake.prize - stake.commission, STAKE) for stake in paid)
        coups[name] = Outcome(name, Fraction(count, all_deals), back)
    names = tuple(map(str, places))
    return Rounds(names, names, tuple(coups.values()))


def greatest_cost(sheet: Sheet, setting: Setting) -> Cents | None:
    """The most expensive of ponto, banca and tie, with every pair."""
    offered = offered_places(sheet, setting)
    pairs = [place for place in offered if place in PAIRS]
    if setting.variant != MACAU:
        most = {place: (limits_of(sheet, setting, place).maximum or 0) * PRIZES[place] for place in offered}
        dearest = max(most[place] for place in offered if place not in pairs)
        return setting.seats * (dearest + sum(most[place] for place in pairs))
    if setting.prize_cap is None:
        return None
    share = {place: prize_cap_of(setting, place) for place in CAP_PERCENT}
    sides = max(share[BetPlace.PUNTO], share[BetPlace.TIE] * PRIZES[BetPlace.TIE])
    return sides + sum(share[place] * PRIZES[place] for place in pairs)


def open_cost(sheet: Sheet, setting: Setting, on: Mapping[str, Cents], staked: Cents) -> Cents:
    """The most expensive of ponto, banca and tie, with every pair, before the commission."""
    most = {place: on.get(place, 0) * PRIZES[place] for place in BetPlace}
    dearest = max(cents for place, cents in most.items() if place not in PAIRS)
    return dearest + sum(most[place] for place in PAIRS)


ODDS = GameOdds(
    worths=worths,
    sheet={},
    setting={"variant": PUNTO_BANCO, "minimum": 100},
    greatest_cost=greatest_cost,
    open_cost=open_cost,
    outcomes=outcomes,
)
