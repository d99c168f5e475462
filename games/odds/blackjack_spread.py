"""The variance of a first bet at blackjack, from the same decisions and deals as its edge.

For every best decision the square of its result is counted as well. Two parts are bounds: the hands of a
split place count as if they won and lost together (they share one bank), and several splits of a place
count as one. Both concern few deals. The special prize is counted separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any

from games.odds.blackjack import (
    ODDS_SETTING,
    SUITED,
    SURRENDERED,
    TRIO,
    VALUES,
    Against,
    insurance_edge,
    shoe_of,
    worths,
)
from games.odds.game_odds import GameOdds
from games.odds.outcomes import DecidedBets, Spread, spread_of
from games.rules.blackjack.decisions import DOUBLING_TOTALS, Choice
from games.rules.blackjack.hands import BANK_STANDS_AT, BEST_TOTAL
from games.rules.blackjack.settlement import INSURANCE_PRIZE, PRIZES, SPECIAL_PRIZE
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.shared.cards import PACK
from games.rules.shared.money import Cents

SUITS = 4  # cards of one rank in a pack
METHOD = "combinatorial analysis, splits bounded"


@lru_cache(maxsize=16)
def moments(sheet: Sheet, decks: int) -> tuple[float, float]:
    """The mean and the variance of the return of a first bet of one."""
    shoe, mean, square = shoe_of(decks), 0.0, 0.0
    for up in VALUES:
        chance = shoe[up] / (PACK * decks)
        left = list(shoe)
        left[up] -= 1
        against = Squares(sheet, up, left)
        mean += chance * against.expected()
        square += chance * against.squared()
    return 1 + mean, square - mean * mean


class Squares(Against):
    """The mean square of the result of each decision."""

    def __init__(self, sheet: Sheet, up: int, left: list[int]) -> None:
        super().__init__(sheet, up, left)
        self.seen: dict[int, float] = {}

    def squared(self) -> float:
        return self.over_deals(self.dealt_squared)

    def dealt_squared(self, one: int, other: int) -> float:
        if {one, other} == {1, 10}:
            won, staked = PRIZES["blackjack"]
            alone = 1 - self.matched()
            even = self.up == 1 and won / staked * alone < 1
            return 1.0 if even else (won / staked) ** 2 * alone
        may = one == other and self.sheet.split_limit != 0 and not (one == 10 and self.sheet.pairs_only)
        if may and self.split(one) > self.two_cards(one, other):
            return 4 * self.split_squared(one)
        return self.two_squared(one, other) + self.special(one, other)

    def special(self, one: int, other: int) -> float:
        """The mean square of the special prize for 7-7-7 and suited 6-7-8, paid besides the hand itself."""
        if not self.sheet.special_prizes:
            return 0.0
        if one == other == 7:
            return SPECIAL_PRIZE**2 * self.left[7] / self.count
        if one != other and one in TRIO and other in TRIO:
            return SUITED * SUITED * SPECIAL_PRIZE**2 * self.left[sum(TRIO) - one - other] / self.count
        return 0.0

    def two_squared(self, one: int, other: int, *, split: bool = False) -> float:
        worth = self.choices(one, other, split, 0.0)
        points, ace = one + other, 1 in (one, other)
        match max(worth, key=lambda choice: worth[choice]):
            case Choice.STAND:
                return self.stood(points + 10 if ace and points <= 11 else points)
            case Choice.DOUBLE:
                return 4 * self.doubled_squared(points, ace)
            case Choice.SURRENDER:
                return SURRENDERED**2
        return self.drawn_squared(points, ace, split)

    def stood(self, total: int) -> float:
        """One minus the probability of a tie, from the values of standing on each total."""
        if total < BANK_STANDS_AT:
            return 1.0
        equal = 0.0
        for points in range(BANK_STANDS_AT, total + 1):
            previous = equal if points > BANK_STANDS_AT else 0.0
            equal = self.bank.stand(points) - self.bank.stand(points - 1) - previous
        return 1.0 - equal

    def doubled_squared(self, points: int, ace: bool) -> float:
        bound = points in DOUBLING_TOTALS and (not self.sheet.double_any or self.sheet.double_any_low_ace)
        result = 0.0
        for card in VALUES:
            if not self.left[card]:
                continue
            chance, low = self.left[card] / self.count, points + card
            eleven = card == 1 or (ace and not bound)
            if low > BEST_TOTAL:
                result += chance
                continue
            self.take(card)
            result += chance * self.stood(low + 10 if eleven and low <= 11 else low)
            self.put_back(card)
        return result

    def drawn_squared(self, points: int, ace: bool, split: bool) -> float:
        result, count = 0.0, self.count
        for card in VALUES:
            there = self.left[card]
            if not there:
                continue
            if points + card > BEST_TOTAL:
                result += there / count
                continue
            self.take(card)
            result += there / count * self.played_squared(points + card, ace or card == 1, split)
            self.put_back(card)
        return result

    def played_squared(self, points: int, ace: bool, split: bool) -> float:
        total = points + 10 if ace and points <= 11 else points
        if total == BEST_TOTAL or (points == total and total >= 18) or total >= 20:
            return self.stood(total)
        key = self.bank.key << 6 | points << 1 | split
        known = self.seen.get(key)
        if known is None:
            known = self.seen[key] = self.later_squared(points, ace, split)
        return known

    def later_squared(self, points: int, ace: bool, split: bool) -> float:
        worth = self.later_choices(points, ace, split)
        match max(worth, key=lambda choice: worth[choice]):
            case Choice.STAND:
                return self.stood(points + 10 if ace and points <= 11 else points)
            case Choice.DOUBLE:
                return 4 * self.doubled_squared(points, ace)
            case Choice.SURRENDER:
                return SURRENDERED**2
        return self.drawn_squared(points, ace, split)

    def split_squared(self, pair: int) -> float:
        """The mean square of one hand of a split, the other card of the pair being out of the shoe."""
        result, chances = 0.0, 0
        for card in VALUES:
            if there := self.left[card]:
                self.take(card)
                result += there * self.two_squared(pair, card, split=True)
                chances += there
                self.put_back(card)
        return result / chances


def spreads(sheet: Sheet, setting: Setting) -> Iterator[Spread]:
    returned, variance = moments(sheet, setting.decks)
    yield Spread("bet", _fraction(returned), _fraction(variance), METHOD)
    if sheet.insurance:
        won = (1 - insurance_edge(setting.decks)) / (1 + INSURANCE_PRIZE)
        yield spread_of("insurance", [(won, Fraction(1 + INSURANCE_PRIZE)), (1 - won, Fraction(0))])


def _fraction(figure: float) -> Fraction:
    return Fraction(figure).limit_denominator(10**9)


def greatest_cost(sheet: Sheet, setting: Setting) -> Cents:
    """Every place is split to the limit; every hand is doubled and won, with the special prize if offered."""
    splits = setting.decks * SUITS if sheet.split_limit is None else sheet.split_limit
    times = 1 + (SPECIAL_PRIZE if sheet.special_prizes else 0)
    return int(setting.places * (splits + 1) * 2 * setting.maximum * times)


def open_cost(sheet: Sheet, setting: Setting, on: Mapping[str, Cents], staked: Cents) -> Cents:
    """Every stake that lies there wins the special prize if offered, otherwise that of a blackjack."""
    times = Fraction(*PRIZES["blackjack"])  # [BJ-25a]
    if sheet.special_prizes:
        times = max(times, 1 + Fraction(SPECIAL_PRIZE))  # [BJ-16e]
    return ceil(staked * times)


def published_cases(sheet: Any) -> list[dict[str, Any]]:
    return [{"decks": decks} for decks in sheet.decks]


ODDS = GameOdds(
    worths=worths,
    sheet={},
    setting=ODDS_SETTING,
    published_cases=published_cases,
    greatest_cost=greatest_cost,
    open_cost=open_cost,
    decided=DecidedBets(main="bet", spreads=spreads),
)
