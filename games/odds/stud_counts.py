"""How many deals of a stud end in each way under the best decisions, from a count of all deals.

`python manage.py count_stud_deals` repeats the count with the functions that rank and compare hands at the
table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.rules.shared.poker_hands import HandKind
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor


class Counts(Struct, frozen=True):
    """Deals of one player against the bank: five cards, the bank's open card, its four face-down cards."""

    folded: int
    no_game: int  # stayed, and the bank does not play
    lost: int
    equal: int
    won: dict[HandKind, int]

    @property
    def deals(self) -> int:
        return self.folded + self.no_game + self.lost + self.equal + sum(self.won.values())


COUNTS: Final[Mapping[tuple[str, Cor | None], Counts]] = {
    (CARIBBEAN, Cor.SUIT): Counts(
        folded=9_523_082_345_040,
        no_game=4_532_475_900_024,
        lost=2_726_590_488_288,
        equal=249_697_440,
        won={
            HandKind.HIGH_CARDS: 18_541_610_208,
            HandKind.ONE_PAIR: 2_324_742_321_600,
            HandKind.TWO_PAIRS: 488_012_139_360,
            HandKind.THREE_OF_A_KIND: 234_242_908_320,
            HandKind.STRAIGHT: 43_805_516_100,
            HandKind.FLUSH: 21_856_990_280,
            HandKind.FULL_HOUSE: 16_624_475_280,
            HandKind.FOUR_OF_A_KIND: 2_832_435_800,
            HandKind.STRAIGHT_FLUSH: 156_929_720,
            HandKind.ROYAL_FLUSH: 16_759_740,
        },
    ),
    (CARIBBEAN, Cor.COLOUR): Counts(
        folded=9_523_005_974_460,
        no_game=4_532_514_033_720,
        lost=2_726_592_727_512,
        equal=321_623_100,
        won={
            HandKind.HIGH_CARDS: 18_505_682_208,
            HandKind.ONE_PAIR: 2_324_742_321_600,
            HandKind.TWO_PAIRS: 488_012_139_360,
            HandKind.THREE_OF_A_KIND: 234_242_908_320,
            HandKind.STRAIGHT: 43_805_516_100,
            HandKind.FLUSH: 21_856_990_280,
            HandKind.FULL_HOUSE: 16_624_475_280,
            HandKind.FOUR_OF_A_KIND: 2_832_435_800,
            HandKind.STRAIGHT_FLUSH: 156_929_720,
            HandKind.ROYAL_FLUSH: 16_759_740,
        },
    ),
    (MACAU, None): Counts(
        folded=9_523_042_201_530,
        no_game=4_532_495_783_970,
        lost=2_726_735_417_142,
        equal=0,
        won={
            HandKind.HIGH_CARDS: 18_585_369_408,
            HandKind.ONE_PAIR: 2_324_816_452_800,
            HandKind.TWO_PAIRS: 488_013_066_000,
            HandKind.THREE_OF_A_KIND: 234_242_908_320,
            HandKind.STRAIGHT: 43_811_688_600,
            HandKind.FLUSH: 21_857_028_590,
            HandKind.FULL_HOUSE: 16_624_475_280,
            HandKind.FOUR_OF_A_KIND: 2_832_435_800,
            HandKind.STRAIGHT_FLUSH: 156_929_990,
            HandKind.ROYAL_FLUSH: 16_759_770,
        },
    ),
}
