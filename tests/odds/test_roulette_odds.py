"""The odds of the roulettes, against the fractions that follow from the printed prizes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.odds import roulette
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS
from games.rules.roulette.settlement import settle_stake
from games.rules.roulette.sheet import AMERICAN, FRENCH, SecondZero, Sheet, Zero

# How many numbers each chance covers; of a wheel of p numbers the house keeps (p - 36) / p of a stake that
# loses whole.
COVERS = {
    "straight": 1,
    "split": 2,
    "street": 3,
    "corner": 4,
    "line": 6,
    "dozen": 12,
    "column": 12,
    "double-dozen": 24,
    "double-column": 24,
    **dict.fromkeys(("even", "odd", "low", "high", "red", "black"), 18),
}
PRIZES = {1: (35, 1), 2: (17, 1), 3: (11, 1), 4: (8, 1), 6: (5, 1), 12: (2, 1), 18: (1, 1), 24: (1, 2)}


@pytest.mark.parametrize(("variant", "numbers"), [("37", 37), ("38", 38)])
def test_the_american_wheels(variant: str, numbers: int) -> None:
    edges = roulette.edges(Sheet(AMERICAN, Zero.LOSE_ALL, (variant,)), variant)
    assert edges.keys() == COVERS.keys()
    for kind, covered in COVERS.items():
        won, staked = PRIZES[covered]
        assert (
            edges[kind]
            == 1 - Fraction(covered, numbers) * (1 + Fraction(won, staked))
            == Fraction(numbers - 36, numbers)
        )


@pytest.mark.parametrize(
    ("zero", "second", "even_chance"),
    [
        (Zero.LOSE_ALL, SecondZero.LOST, Fraction(1, 37)),
        (Zero.LA_PARTAGE, SecondZero.LOST, Fraction(1, 74)),
        # In prison with one chance in 37; out again with 18 numbers of 37, or of the 36 that decide.
        (Zero.EN_PRISON, SecondZero.LOST, Fraction(1, 37) * Fraction(19, 37)),
        (Zero.EN_PRISON, SecondZero.STAYS, Fraction(1, 37) * Fraction(18, 36)),
    ],
)
def test_the_french_wheel_and_its_zero(zero: Zero, second: SecondZero, even_chance: Fraction) -> None:
    edges = roulette.edges(Sheet(FRENCH, zero, ("FR",), second_zero=second), "FR")
    for kind, covered in COVERS.items():
        assert edges[kind] == (even_chance if covered == 18 else Fraction(1, 37)), kind


@pytest.mark.parametrize("variant", list(WHEELS))
def test_every_place_of_a_kind_is_worth_the_same(variant: str) -> None:
    system = FRENCH if variant == "FR" else AMERICAN
    sheet = Sheet(system, Zero.LOSE_ALL, (variant,))
    edges, layout = roulette.edges(sheet, variant), LAYOUT_OF[variant]
    for place, spot in PLACES[layout].items():
        paid = [settle_stake(sheet, layout, place, 100, number) for number in WHEELS[variant]]
        returned = Fraction(sum(result.back + result.prize for result in paid), 100 * len(paid))
        assert 1 - returned == edges[spot.kind], place


def test_a_bet_that_is_not_offered_has_no_odds() -> None:
    without = roulette.edges(Sheet(AMERICAN, Zero.LOSE_ALL, ("37",), double_bets=False), "37")
    assert without.keys() == COVERS.keys() - {"double-dozen", "double-column"}
