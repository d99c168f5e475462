"""The house edge of blackjack: combinatorial analysis of the first round from a full shoe.

The player knows the own cards and the bank's open card and takes the best decision. No one knows the bank's
second card before the end. Every deal of the first three cards, every continuation of a hand and every hand
of the bank is counted from the cards left in the shoe; nothing is random.

One part is an approximation: the hands of a split place have equal value, whatever the other hand drew
(exact for one split), and after another split the effect of each further card of the pair is extrapolated
linearly. This concerns only the few deals with more than one split; `ERROR` is a bound well above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache

from games.odds.blackjack_bank import Bank
from games.odds.worth import Worth
from games.rules.blackjack.decisions import DOUBLING_TOTALS, Choice
from games.rules.blackjack.hands import BEST_TOTAL
from games.rules.blackjack.settlement import INSURANCE_PRIZE, PRIZES, SPECIAL_PRIZE
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.shared.cards import PACK

METHOD = "combinatorial analysis"
ERROR = Fraction(1, 20_000)  # 0.005 percentage points of the first bet
VALUES = range(1, 11)
SUITED = 0.25  # two cards of different ranks have one suit, and so has a third
TRIO = (6, 7, 8)
SURRENDERED = -0.5  # half of the bet is lost  [BJ-15e]
MOST_SPLITS = 8  # of one place; more never occur in practice
ODDS_SETTING = {"minimum": 100, "maximum": 10_000}


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    yield Worth("bet", Fraction(-expected(sheet, setting.decks)).limit_denominator(10**12), METHOD, ERROR)
    if sheet.insurance:
        yield Worth("insurance", insurance_edge(setting.decks))


def shoe_of(decks: int) -> list[int]:
    """The number of cards of each value in a full shoe. Index 0 is unused."""
    return [0, *(4 * decks for _ in range(1, 10)), 16 * decks]


def insurance_edge(decks: int) -> Fraction:
    """The edge of insurance against an open ace, over all hands that may be insured."""
    tens, aces, left = 16 * decks, 4 * decks - 1, PACK * decks - 1
    blackjack = Fraction(2 * tens * aces, left * (left - 1))
    both = blackjack * Fraction(tens - 1, left - 2)
    won = (Fraction(tens, left) - both) / (1 - blackjack)
    return 1 - won * (1 + INSURANCE_PRIZE)


@lru_cache(maxsize=16)
def expected(sheet: Sheet, decks: int) -> float:
    """The average result of a first bet of one."""
    shoe, result = shoe_of(decks), 0.0
    for up in VALUES:
        chance = shoe[up] / (PACK * decks)
        left = list(shoe)
        left[up] -= 1
        result += chance * Against(sheet, up, left).expected()
    return result


class Against:
    """All hands against one open card of the bank.

    `left` counts the unknown cards; cards are taken and put back.
    """

    def __init__(self, sheet: Sheet, up: int, left: list[int]) -> None:
        self.sheet, self.up, self.left = sheet, up, left
        self.bank = Bank(up, left)
        self.count = sum(left)
        self.hands: dict[int, float] = {}

    def take(self, card: int) -> None:
        self.left[card] -= 1
        self.count -= 1
        self.bank.key += 1 << (5 * card)

    def put_back(self, card: int) -> None:
        self.left[card] += 1
        self.count += 1
        self.bank.key -= 1 << (5 * card)

    def expected(self) -> float:
        return self.over_deals(self.dealt)

    def over_deals(self, worth: Callable[[int, int], float]) -> float:
        """The mean of `worth` over every two cards. It is called while they are out of the shoe."""
        result = 0.0
        for one in VALUES:
            for other in range(one, 11):
                first, second = self.left[one], self.left[other] - (one == other)
                chance = first * second * (1 if one == other else 2) / (self.count * (self.count - 1))
                self.take(one)
                self.take(other)
                result += chance * worth(one, other)
                self.put_back(other)
                self.put_back(one)
        return result

    def dealt(self, one: int, other: int) -> float:
        """The value of two dealt cards, with a split if it is best."""
        if {one, other} == {1, 10}:
            return self.blackjack()
        best = self.two_cards(one, other)
        if one == other and self.sheet.split_limit != 0 and not (one == 10 and self.sheet.pairs_only):
            # A pair of tens is never better split, so 16 b makes no difference there.
            best = max(best, self.split(one))
        return best

    def blackjack(self) -> float:
        """One and a half, unless the bank has one too. Against an ace, even money if it is better."""
        won, staked = PRIZES["blackjack"]
        waiting = won / staked * (1 - self.matched())
        return max(waiting, 1.0) if self.up == 1 else waiting

    def matched(self) -> float:
        """The probability that the bank's second card makes a blackjack."""
        return self.left[10 if self.up == 1 else 1] / self.count if self.up in (1, 10) else 0.0

    def two_cards(self, one: int, other: int, *, split: bool = False) -> float:
        """The value of two cards without a split. Suits matter only for the special prize."""
        if one != other and one in TRIO and other in TRIO and self.sheet.special_prizes:
            third = sum(TRIO) - one - other
            prize = SPECIAL_PRIZE * SUITED * self.left[third] / self.count
            return SUITED * self.decided(one, other, split, prize) + (1 - SUITED) * self.decided(
                one, other, split, 0.0
            )
        thrice = one == other == 7 and self.sheet.special_prizes
        return self.decided(one, other, split, SPECIAL_PRIZE * self.left[7] / self.count if thrice else 0.0)

    def decided(self, one: int, other: int, split: bool, prize: float) -> float:
        return max(self.choices(one, other, split, prize).values())

    def choices(self, one: int, other: int, split: bool, prize: float) -> dict[Choice, float]:
        """The value of each decision on two cards without a split.

        `prize` is the special prize expected of a third card.
        """
        points, ace = one + other, 1 in (one, other)
        total = points + 10 if ace else points
        if split and (one == 1 or total == BEST_TOTAL):  # `one` is the card that was split
            return {Choice.STAND: self.bank.stand(total)}
        worth = {Choice.HIT: self.draw(points, ace, split) + prize}
        if total > 11:
            worth[Choice.STAND] = self.bank.stand(total)
        if self.may_double(points):
            worth[Choice.DOUBLE] = 2 * (self.doubled(points, ace) + prize)
        if not split and self.up != 1:
            worth[Choice.SURRENDER] = SURRENDERED
        return worth

    def may_double(self, points: int) -> bool:
        return self.sheet.double_any or points in DOUBLING_TOTALS

    def doubled(self, points: int, ace: bool) -> float:
        """The value of one more card without further decisions. The ace may be bound to 1."""
        bound = points in DOUBLING_TOTALS and (not self.sheet.double_any or self.sheet.double_any_low_ace)
        result = 0.0
        for card in VALUES:
            if not self.left[card]:
                continue
            chance, low = self.left[card] / self.count, points + card
            eleven = card == 1 or (ace and not bound)
            if low > BEST_TOTAL:
                result -= chance
                continue
            self.take(card)
            result += chance * self.bank.stand(low + 10 if eleven and low <= 11 else low)
            self.put_back(card)
        return result

    def draw(self, points: int, ace: bool, split: bool) -> float:
        """The value of a card and the best decisions after it."""
        result, count = 0.0, self.count
        for card in VALUES:
            there = self.left[card]
            if not there:
                continue
            if points + card > BEST_TOTAL:
                result -= there / count
                continue
            self.take(card)
            result += there / count * self.played(points + card, ace or card == 1, split)
            self.put_back(card)
        return result

    def played(self, points: int, ace: bool, split: bool) -> float:
        """The value of a hand of three cards or more, cached by the cards taken: order does not matter."""
        total = points + 10 if ace and points <= 11 else points
        if total == BEST_TOTAL or (points == total and total >= 18) or total >= 20:
            return self.bank.stand(total)  # drawing to a hard 18 or a soft 20 is never best
        key = self.bank.key << 6 | points << 1 | split
        known = self.hands.get(key)
        if known is None:
            known = self.hands[key] = max(self.later_choices(points, ace, split).values())
        return known

    def later_choices(self, points: int, ace: bool, split: bool) -> dict[Choice, float]:
        """The value of each decision on three cards or more, without that on a hard 18 or a soft 20."""
        total = points + 10 if ace and points <= 11 else points
        worth = {Choice.HIT: self.draw(points, ace, split)}
        if total > 11:
            worth[Choice.STAND] = self.bank.stand(total)
        if self.sheet.double_late and self.may_double(points):  # (A56)
            worth[Choice.DOUBLE] = 2 * self.doubled(points, ace)
        if self.sheet.surrender_late and not split and self.up != 1:  # (A17)
            worth[Choice.SURRENDER] = SURRENDERED
        return worth

    def split(self, pair: int) -> float:
        """The value of both hands of a split, with further splits.

        Both cards of the pair are out of the shoe.
        """
        alone, beside = self.after_split(pair, 0), self.after_split(pair, 1)
        left, count = self.left[pair] + 2, self.count + 2
        limit = self.sheet.split_limit
        splits = MOST_SPLITS if limit is None else min(limit, MOST_SPLITS)
        may_resplit = pair != 1 or self.sheet.resplit_aces

        @cache
        def hands(waiting: int, splits: int, others: int) -> float:
            """The value of `waiting` hands of one card, with `others` more cards of the pair on the table."""
            if not waiting:
                return 0.0
            mixed, paired = (
                first + (second - first) * others for first, second in zip(alone, beside, strict=True)
            )
            twin = max(0.0, (left - 1 - others) / (count - 1 - others))
            kept = paired + hands(waiting - 1, splits, others + 1)
            if may_resplit and splits:
                kept = max(kept, hands(waiting + 1, splits - 1, others + 1))
            return twin * kept + (1 - twin) * (mixed + hands(waiting - 1, splits, others))

        return hands(2, splits - 1, 1)

    def after_split(self, pair: int, others: int) -> tuple[float, float]:
        """The value of a hand from one card of a pair: with another second card, and with the same value."""
        for _ in range(1 - others):
            self.put_back(pair)
        mixed, chances = 0.0, 0
        for card in VALUES:
            if card != pair and (there := self.left[card]):
                self.take(card)
                mixed += there * self.two_cards(pair, card, split=True)
                chances += there
                self.put_back(card)
        self.take(pair)
        paired = self.two_cards(pair, pair, split=True)
        self.put_back(pair)
        for _ in range(1 - others):
            self.take(pair)
        return mixed / chances, paired
