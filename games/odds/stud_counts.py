"""In how many deals of a stud each thing comes to pass when the player decides best, kept from a count of all of them.

`python manage.py count_stud_deals` counts them anew, with the functions that rank and compare hands at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.rules.shared.poker_hands import Kind
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor


class Counts(Struct, frozen=True):
    """Deals of one player against the bank: five cards, the bank's open card, its four covered ones."""

    folded: int
    no_game: int  # stayed, and the bank does not play
    lost: int
    equal: int
    won: dict[Kind, int]

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
            Kind.HIGH_CARDS: 18_541_610_208,
            Kind.ONE_PAIR: 2_324_742_321_600,
            Kind.TWO_PAIRS: 488_012_139_360,
            Kind.THREE_OF_A_KIND: 234_242_908_320,
            Kind.STRAIGHT: 43_805_516_100,
            Kind.FLUSH: 21_856_990_280,
            Kind.FULL_HOUSE: 16_624_475_280,
            Kind.FOUR_OF_A_KIND: 2_832_435_800,
            Kind.STRAIGHT_FLUSH: 156_929_720,
            Kind.ROYAL_FLUSH: 16_759_740,
        },
    ),
    (CARIBBEAN, Cor.COLOUR): Counts(
        folded=9_523_005_974_460,
        no_game=4_532_514_033_720,
        lost=2_726_592_727_512,
        equal=321_623_100,
        won={
            Kind.HIGH_CARDS: 18_505_682_208,
            Kind.ONE_PAIR: 2_324_742_321_600,
            Kind.TWO_PAIRS: 488_012_139_360,
            Kind.THREE_OF_A_KIND: 234_242_908_320,
            Kind.STRAIGHT: 43_805_516_100,
            Kind.FLUSH: 21_856_990_280,
            Kind.FULL_HOUSE: 16_624_475_280,
            Kind.FOUR_OF_A_KIND: 2_832_435_800,
            Kind.STRAIGHT_FLUSH: 156_929_720,
            Kind.ROYAL_FLUSH: 16_759_740,
        },
    ),
    (MACAU, None): Counts(
        folded=9_523_042_201_530,
        no_game=4_532_495_783_970,
        lost=2_726_735_417_142,
        equal=0,
        won={
            Kind.HIGH_CARDS: 18_585_369_408,
            Kind.ONE_PAIR: 2_324_816_452_800,
            Kind.TWO_PAIRS: 488_013_066_000,
            Kind.THREE_OF_A_KIND: 234_242_908_320,
            Kind.STRAIGHT: 43_811_688_600,
            Kind.FLUSH: 21_857_028_590,
            Kind.FULL_HOUSE: 16_624_475_280,
            Kind.FOUR_OF_A_KIND: 2_832_435_800,
            Kind.STRAIGHT_FLUSH: 156_929_990,
            Kind.ROYAL_FLUSH: 16_759_770,
        },
    ),
}
