"""What the two studs are worth to a player who decides best, from the counted deals; and the jackpot bet by what the pot holds.

Deals are counted without their prizes, so that every rule sheet has its exact odds at once. Staying is best with the same
hands whatever a royal flush earns and whatever maximum the house sets: both touch only hands that are stayed with anyhow.
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
from games.rules.shared.poker_hands import Kind
from games.rules.stud.settlement import second_bet, second_prize
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, HAND_SIZE, MACAU

HANDS: Final = comb(PACK, HAND_SIZE)
RANKS, SUITS = 13, 4
# How many of all hands are of each kind that wins a jackpot prize.
MADE: Final[Mapping[Kind, int]] = {
    Kind.ROYAL_FLUSH: SUITS,
    Kind.STRAIGHT_FLUSH: SUITS * 9,
    Kind.FOUR_OF_A_KIND: RANKS * (PACK - 4),
    Kind.FULL_HOUSE: RANKS * comb(4, 3) * (RANKS - 1) * comb(4, 2),
    Kind.FLUSH: SUITS * (comb(RANKS, HAND_SIZE) - 10),
}


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    """Of the ante, with the second bet laid whenever it is best to; in parts of the ante alone."""
    yield Worth("ante", edge(sheet, setting, setting.minimum))
    if setting.house_maximum is not None:
        yield Worth(
            "ante at the maximum", edge(sheet, setting, setting.maximum)
        )  # where the cap on a prize is felt most
    if setting.jackpot is not None:
        yield Worth("jackpot", jackpot_edge(setting.jackpot, setting.jackpot.minimum))


def _counts(sheet: Sheet) -> Counts:
    return COUNTS[sheet.system, sheet.cor if sheet.system == CARIBBEAN else None]


def edge(sheet: Sheet, setting: Setting, ante: Cents) -> Fraction:
    """The part of that ante which the house keeps on average of ante and second bet together."""
    counts = _counts(sheet)
    return Fraction(-_won(sheet, setting, counts, ante), counts.deals * ante)


def _won(sheet: Sheet, setting: Setting, counts: Counts, ante: Cents) -> Cents:
    second = second_bet(ante)
    won = sum(
        number * (ante + second_prize(sheet, setting, kind, second)) for kind, number in counts.won.items()
    )
    return won + counts.no_game * ante - counts.lost * (ante + second) - counts.folded * ante


def second_bets(sheet: Sheet) -> Fraction:
    """How often the second bet is laid."""
    counts = _counts(sheet)
    return 1 - Fraction(counts.folded, counts.deals)


def jackpot_edge(jackpot: Jackpot, meter: Cents) -> Fraction:
    """The part of a jackpot bet that the house and the pot keep, for one player, when the pot shows so much before the bet.

    Nobody gives up a hand that wins a jackpot prize, so that only the player's own five cards matter.
    """
    pot = meter + jackpot.contribution
    prizes = sum(
        MADE[kind] * settle_jackpot(pot, jackpot.minimum, jackpot.fixed, [kind]).won[0].cents
        for kind in PAYING
    )
    return 1 - Fraction(prizes, HANDS * jackpot.bet)


def ante_chances(sheet: Sheet, setting: Setting, ante: Cents) -> Chances:
    """What a hand returns of that ante, its second bet included, from the counted deals."""
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
    """What a jackpot bet returns when the pot, with all contributions of the round, holds so much and nobody else wins."""
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
    """Of each seat the ante at one to one, and the second bet at the multiple of a royal flush, within the table's limit."""
    second = second_bet(setting.maximum) * sheet.royal_times
    if setting.house_maximum is not None:
        second = min(second, setting.house_maximum)
    return setting.seats * (setting.maximum + second)


DECIDED: Final = DecidedBets(
    main="ante", spreads=spreads, main_chances=ante_chances, jackpot_chances=jackpot_chances
)
CARIBBEAN_ODDS: Final = GameOdds(
    worths=worths,
    sheet={"system": CARIBBEAN},
    setting={"minimum": 100, "maximum": 2_500},
    greatest_cost=greatest_cost,
    decided=DECIDED,
)
MACAU_ODDS: Final = GameOdds(
    worths=worths,
    sheet={"system": MACAU},
    setting={"minimum": 100, "maximum": 2_500},
    depends_on=("minimum", "maximum", "house_maximum", "jackpot"),
    greatest_cost=greatest_cost,
    decided=DECIDED,
)
