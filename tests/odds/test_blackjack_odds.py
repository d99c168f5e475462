"""What blackjack is worth: the count against independent ones, and against rounds played at random."""

from __future__ import annotations

import secrets
from fractions import Fraction
from functools import cache

import pytest

from games.catalogue.odds_query import query_odds
from games.odds.blackjack import ERROR, METHOD, Against, expected, insurance_edge, shoe_of, worths
from games.odds.blackjack_bank import Bank
from games.rules.blackjack.decisions import Choice
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.sheet import DECKS, Setting, Sheet
from tests.odds.blackjack_simulation import Simulation

Left = tuple[int, ...]


def best_total(points: int, ace: bool) -> int:
    return points + 10 if ace and points + 10 <= 21 else points


def less(left: Left, card: int) -> Left:
    return (*left[:card], left[card] - 1, *left[card + 1 :])


@cache
def bank_ends(left: Left, points: int, ace: bool, drawn: int) -> dict[int, Fraction]:
    """The bank's total, card by card in dealing order; 22 is a blackjack, 0 more than 21."""
    total = best_total(points, ace)
    if drawn > 1 and total >= 17:
        return {22 if drawn == 2 and total == 21 else total if total <= 21 else 0: Fraction(1)}
    ends: dict[int, Fraction] = {}
    for card in range(1, 11):
        if left[card]:
            for end, chance in bank_ends(
                less(left, card), points + card, ace or card == 1, drawn + 1
            ).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(left[card], sum(left))
    return ends


def stood(left: Left, up: int, total: int) -> Fraction:
    ends = bank_ends(left, up, up == 1, 1)
    return sum((chance * ((end < total) - (end > total)) for end, chance in ends.items()), Fraction(0))


@cache
def played(left: Left, up: int, points: int, ace: bool) -> Fraction:
    """The best of a hand that may draw, without any short cut."""
    total = best_total(points, ace)
    if points > 21:
        return Fraction(-1)
    worth = [stood(left, up, total)] if total > 11 else []
    if total < 21:
        worth.append(drawn(left, up, points, ace))
    return max(worth)


def drawn(left: Left, up: int, points: int, ace: bool) -> Fraction:
    chances = ((card, Fraction(left[card], sum(left))) for card in range(1, 11) if left[card])
    return sum(
        (chance * played(less(left, card), up, points + card, ace or card == 1) for card, chance in chances),
        Fraction(0),
    )


@pytest.mark.parametrize("up", range(1, 11))
def test_the_bank_ends_as_a_count_in_order_says(up: int) -> None:
    left = shoe_of(4)
    left[up] -= 1
    for card in (10, 6):
        left[card] -= 1
    bank = Bank(up, left)
    for total in (12, 16, 17, 18, 19, 20, 21):
        assert bank.stand(total) == pytest.approx(float(stood(tuple(left), up, total)), abs=1e-12)


@pytest.mark.parametrize(("one", "other", "up"), [(10, 6, 10), (9, 7, 1), (10, 10, 6), (1, 7, 9), (10, 5, 7)])
def test_a_hand_is_worth_what_a_count_without_short_cuts_says(one: int, other: int, up: int) -> None:
    left = shoe_of(4)
    left[up] -= 1
    against = Against(Sheet(special_prizes=False), up, left)
    against.take(one)
    against.take(other)
    worth = against.choices(one, other, False, 0.0)
    ace = 1 in (one, other)
    assert worth[Choice.HIT] == pytest.approx(float(drawn(tuple(left), up, one + other, ace)), abs=1e-12)
    assert worth[Choice.STAND] == pytest.approx(
        float(stood(tuple(left), up, best_total(one + other, ace))), abs=1e-12
    )


def test_the_count_puts_every_card_back() -> None:
    left = shoe_of(4)
    left[8] -= 1
    before = list(left)
    against = Against(Sheet(), 8, left)
    against.take(8)
    against.take(8)
    against.split(8)
    against.put_back(8)
    against.put_back(8)
    assert (left, against.count, against.bank.key) == (before, sum(before), 0)


@pytest.mark.parametrize("decks", DECKS)
def test_BJ_25f_insurance_over_every_hand_and_second_card(decks: int) -> None:
    won = insured = 0
    left = shoe_of(decks)
    left[1] -= 1
    for one in range(1, 11):
        for other in range(1, 11):
            if {one, other} == {1, 10}:
                continue
            deals = left[one] * (left[other] - (one == other))
            tens = left[10] - (one == 10) - (other == 10)
            insured += deals * (sum(left) - 2)
            won += deals * tens
    assert insurance_edge(decks) == 1 - 3 * Fraction(won, insured)


@pytest.mark.long
def test_every_freedom_that_the_sheet_takes_from_the_player_is_worth_something() -> None:
    whole = expected(Sheet(double_any=True), 4)
    for taken in (
        {"double_any": False},
        {"split_limit": 0},
        {"split_limit": 1},
        {"resplit_aces": False},
        {"special_prizes": False},
    ):
        assert expected(Sheet(**{"double_any": True, **taken}), 4) < whole
    # It binds soft 19 to 21 alone, which a good player never doubles: this one takes nothing.
    assert expected(Sheet(double_any=True, double_any_low_ace=True), 4) == whole
    assert expected(Sheet(double_any=True), 6) < whole
    # Freedoms that a sheet may add: doubling and surrender after further cards (A56, A17).
    for added in ({"double_late": True}, {"surrender_late": True}):
        assert whole < expected(Sheet(double_any=True, **added), 4) < whole + 0.01
    # Splits without limit are worth something too, and little: whoever has split three times seldom has a
    # pair again.
    assert whole < expected(Sheet(double_any=True, split_limit=None), 4) < whole + 1e-4


@pytest.mark.long
def test_the_answer_names_its_method_and_its_error() -> None:
    bet, insurance = query_odds("blackjack", ["decks=4"]).worths
    assert (bet[0].bet, bet[0].method, bet[0].error) == ("bet", METHOD, ERROR)
    assert Fraction(1, 10_000) > ERROR
    assert bet[0].edge == pytest.approx(-expected(Sheet(), 4), abs=1e-12)
    assert 0.001 < bet[0].edge < 0.003
    assert (insurance[0].bet, insurance[0].exact) == ("insurance", True)
    assert [worth.bet for worth in worths(Sheet(insurance=False), Setting(100, 10_000, decks=4))] == ["bet"]
    assert BLACKJACK.check_sheet(Sheet()) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "sheet", [Sheet(), Sheet(double_any=True, split_limit=1)], ids=["as-it-stands", "double-any"]
)
def test_rounds_played_at_random_to_a_hundredth_of_a_point(
    sheet: Sheet, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = secrets.randbits(64)
    played_at_random = Simulation(sheet, 6, seed)
    while played_at_random.rounds < 5_000_000 or played_at_random.error > 1e-4:
        played_at_random.play(200)
    with capsys.disabled():
        print(
            f"\nblackjack, seed {seed}: {played_at_random.rounds} rounds, "
            f"{played_at_random.mean:.6f} ± {played_at_random.error:.6f}"
        )
    assert abs(played_at_random.mean - expected(sheet, 6)) < 3 * played_at_random.error
