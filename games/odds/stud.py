"""The house edge of the two studs under the best decisions, from the counted deals, and of the jackpot bet.

Deals are counted without prizes, so the exact odds of every rule sheet follow at once. The best decision
does not depend on the prize of a royal flush or on the maximum prize: both concern only hands that always
stay in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Final

from games.odds.game_odds import GameOdds
from games.odds.outcomes import Chances, DecidedBets, Spread, spread_of
from games.odds.stud_counts import COUNTS, Counts
from games.odds.worth import Worth
from games.rules.shared.cards import PACK
from games.rules.shared.jackpot import PAYING, Jackpot, settle_jackpot
from games.rules.shared.money import Cents
from games.rules.shared.poker_hands import HandKind
from games.rules.stud.settlement import second_bet, second_prize
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, HAND_SIZE, MACAU, BetBox

HANDS: Final = comb(PACK, HAND_SIZE)
RANKS, SUITS = 13, 4
# The number of hands of each kind that wins a jackpot prize.
MADE: Final[Mapping[HandKind, int]] = {
    HandKind.ROYAL_FLUSH: SUITS,
    HandKind.STRAIGHT_FLUSH: SUITS * 9,
    HandKind.FOUR_OF_A_KIND: RANKS * (PACK - 4),
    HandKind.FULL_HOUSE: RANKS * comb(4, 3) * (RANKS - 1) * comb(4, 2),
    HandKind.FLUSH: SUITS * (comb(RANKS, HAND_SIZE) - 10),
}


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    """The edge of the ante under the best decisions on the second bet, as a part of the ante alone."""
    yield Worth("ante", edge(sheet, setting, setting.minimum))
    if setting.house_maximum is not None:
        # The cap on a prize matters most at the maximum ante.
        yield Worth("ante at the maximum", edge(sheet, setting, setting.maximum))
    if setting.jackpot is not None:
        yield Worth("jackpot", jackpot_edge(setting.jackpot, setting.jackpot.minimum))


def _counts(sheet: Sheet) -> Counts:
    return COUNTS[sheet.system, sheet.cor if sheet.system == CARIBBEAN else None]


def edge(sheet: Sheet, setting: Setting, ante: Cents) -> Fraction:
    """The average loss on ante and second bet together, as a part of the ante."""
    counts = _counts(sheet)
    return Fraction(-_won(sheet, setting, counts, ante), counts.deals * ante)


def _won(sheet: Sheet, setting: Setting, counts: Counts, ante: Cents) -> Cents:
    second = second_bet(ante)
    won = sum(
        number * (ante + second_prize(sheet, setting, kind, second)) for kind, number in counts.won.items()
    )
    return won + counts.no_game * ante - counts.lost * (ante + second) - counts.folded * ante


def second_bets(sheet: Sheet) -> Fraction:
    """The probability of a second bet."""
    counts = _counts(sheet)
    return 1 - Fraction(counts.folded, counts.deals)


def jackpot_edge(jackpot: Jackpot, meter: Cents) -> Fraction:
    """The part of a jackpot bet that the house and the pot keep, for one player, given the meter.

    No player folds a hand that wins a jackpot prize, so only the player's own five cards matter.
    """
    pot = meter + jackpot.contribution
    prizes = sum(
        MADE[kind] * settle_jackpot(pot, jackpot.minimum, jackpot.fixed, [kind]).won[0].cents
        for kind in PAYING
    )
    return 1 - Fraction(prizes, HANDS * jackpot.bet)


def ante_chances(sheet: Sheet, setting: Setting, ante: Cents) -> Chances:
    """The returns of an ante, second bet included, from the counted deals."""
    counts, second = _counts(sheet), second_bet(ante)
    won = [
        (counts.folded, -ante),
        (counts.no_game, ante),
        (counts.lost, -ante - second),
        (counts.equal, 0),
        *((count, ante + second_prize(sheet, setting, kind, second)) for kind, count in counts.won.items()),
    ]
    return [(Fraction(count, counts.deals), 1 + Fraction(cents, ante)) for count, cents in won]


def jackpot_chances(terms: Jackpot, pot: Cents) -> Chances:
    """The returns of a jackpot bet, given the pot after all contributions, if no other player wins."""
    paid = [
        (
            Fraction(MADE[kind], HANDS),
            Fraction(settle_jackpot(pot, terms.minimum, terms.fixed, [kind]).won[0].cents, terms.bet),
        )
        for kind in PAYING
    ]
    return [*paid, (1 - sum((chance for chance, _ in paid), Fraction(0)), Fraction(0))]


def spreads(sheet: Sheet, setting: Setting) -> Iterator[Spread]:
    yield spread_of("ante", ante_chances(sheet, setting, setting.minimum))
    if (terms := setting.jackpot) is not None:
        yield spread_of("jackpot", jackpot_chances(terms, terms.minimum + terms.contribution))


def greatest_cost(sheet: Sheet, setting: Setting) -> Cents:
    """For each seat the ante at one to one, and the second bet at the prize of a royal flush, if allowed."""
    second = second_bet(setting.maximum) * sheet.royal_times
    if setting.house_maximum is not None:
        second = min(second, setting.house_maximum)
    return setting.seats * (setting.maximum + second)


def open_cost(sheet: Sheet, setting: Setting, on: Mapping[str, Cents], staked: Cents) -> Cents:
    """Every ante at one to one, and its second bet at the prize of a royal flush, if allowed."""
    antes = on.get(BetBox.ANTE, 0)
    second = second_bet(antes) * sheet.royal_times
    if setting.house_maximum is not None:
        second = min(second, setting.seats * setting.house_maximum)
    return antes + second


DECIDED: Final = DecidedBets(
    main="ante", spreads=spreads, main_chances=ante_chances, jackpot_chances=jackpot_chances
)
CARIBBEAN_ODDS: Final = GameOdds(
    worths=worths,
    sheet={"system": CARIBBEAN},
    setting={"minimum": 100, "maximum": 2_500},
    greatest_cost=greatest_cost,
    open_cost=open_cost,
    decided=DECIDED,
)
MACAU_ODDS: Final = GameOdds(
    worths=worths,
    sheet={"system": MACAU},
    setting={"minimum": 100, "maximum": 2_500},
    greatest_cost=greatest_cost,
    open_cost=open_cost,
    decided=DECIDED,
)
