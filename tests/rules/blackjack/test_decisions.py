"""Regulamento n.º 805/2015, the rules of blackjack, in their order: what players may decide (rules 15 and
16).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    CardAsked,
    Decline,
    Double,
    HandStood,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
)
from games.rules.blackjack.hands import max_cards
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.shared.cards import NAMES
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal
from tests.rules.blackjack.play import ME, YOU, Table, dealt, figures

# Two cards of each total that the first two can make without an ace, as pairs of printed values.
HARD = {points: (max(2, points - 10), points - max(2, points - 10)) for points in range(4, 21)}


def two(points: int) -> tuple[str, str]:
    one, other = HARD[points]
    return f"{one}S", f"{other}H"


# Rule 15


@pytest.mark.parametrize("points", range(4, 12))
def test_BJ_15a_at_11_or_less_a_card_must_be_drawn(points: int) -> None:
    one, other = two(points)
    table = dealt(f"{one} 9D {other} 9C")
    assert "stand" not in table.choices()
    refusal = table.refused(Stand(0))
    assert (refusal.code, refusal.rule, refusal.details["total"]) == (Refusal.NOT_OFFERED, "BJ-15a", points)
    assert "hit" in table.choices()


@pytest.mark.parametrize("points", range(4, 21))
def test_BJ_15b_doubling_at_9_10_and_11_alone(points: int) -> None:
    one, other = two(points)
    table = dealt(f"{one} 9D {other} 9C")
    assert ("double" in table.choices()) is (points in (9, 10, 11))
    if points not in (9, 10, 11):
        refusal = table.refused(Double(0, 1_000))
        assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "BJ-15b")


def test_BJ_15b_a_doubled_hand_gets_exactly_one_card() -> None:
    table = dealt("5S 9D 6H 9C 2D 10C")
    assert table.options()["choices"]["double"] == {"cost": 1_000}
    table.double()
    assert table.over
    assert table.hand()["cards"] == ["5S", "6H", "2D"]
    assert figures(table.result()) == (0, 0, 2_000)
    assert [(posting.kind, posting.cents) for posting in table.moved()][:2] == [
        (TransferKind.STAKE, 1_000),
        (TransferKind.STAKE, 1_000),
    ]


@pytest.mark.parametrize(("cents", "code"), [(500, Refusal.BELOW_MINIMUM), (1_500, Refusal.ABOVE_MAXIMUM)])
def test_BJ_15b_doubling_is_by_as_much_again(cents: int, code: Refusal) -> None:
    assert dealt("5S 9D 6H 9C").refused(Double(0, cents)).code is code


def test_BJ_15b_not_with_more_than_two_cards() -> None:
    table = dealt("2S 9D 3H 9C 5D").hit()
    assert table.hand()["total"] == 10
    assert "double" not in table.choices()
    assert table.refused(Double(1, 1_000)).rule == "BJ-15b"


@pytest.mark.parametrize("points", range(12, 21))
def test_BJ_15c_standing_from_12(points: int) -> None:
    one, other = two(points)
    table = dealt(f"{one} 9D {other} 10C")
    assert "stand" in table.choices()
    assert table.stand().over


def test_BJ_15c_an_ace_that_counts_11_makes_more_than_11() -> None:
    assert "stand" in dealt("AS 9D 2H 9C").choices()


def test_BJ_15d_as_many_cards_as_wanted_until_21() -> None:
    table = dealt("2S 9D 2H 10C 3D 3C 4H 2C 4D 5C")
    for drawn in (7, 10, 14, 16, 20):
        table.hit()
        assert (table.hand()["total"], "hit" in table.choices()) == (drawn, True)
    table.stand()
    assert figures(table.result()) == (1_000, 1_000, 0)


@pytest.mark.parametrize("last", ["6D", "7D", "10D"])
def test_BJ_15d_no_card_at_21_or_above(last: str) -> None:
    table = dealt(f"10S 9D 5H 8C {last}").hit()
    assert table.choices() == set()
    assert table.over
    assert table.refused(Hit(1)).code is Refusal.NOT_NOW


def test_BJ_15e_surrender_loses_half() -> None:
    table = dealt("10S 10D 6H 9C")
    assert table.options()["choices"]["surrender"] == {"back": 500, "lost": 500}
    table.surrender()
    assert figures(table.result()) == (0, 500, 500)


def test_BJ_15e_not_against_an_ace_nor_after_a_card_or_a_split() -> None:
    assert "surrender" not in dealt("10S AD 6H 9C").decline().choices()
    assert dealt("10S AD 6H 9C").decline().refused(Surrender(0)).rule == "BJ-15e"
    assert "surrender" not in dealt("10S 10D 2H 9C 3D").hit().choices()
    assert "surrender" not in dealt("8S 10D 8H 9C 5D").split().choices()


@pytest.mark.parametrize("open_card", [name for name in NAMES if not name.startswith("A")])
def test_BJ_15e_surrender_against_every_card_but_an_ace(open_card: str) -> None:
    assert "surrender" in dealt(f"10S {open_card} 6H 9C").choices()


def test_BJ_15f_insurance_against_an_ace_up_to_half_of_the_bet() -> None:
    table = dealt("10S AD 6H 9C", setting={"step": 2})
    offer = table.options()["offers"]["1"]
    assert offer == {"decline": {}, "insurance": {"min": 1, "max": 500, "step": 1, "times": 2}}
    refusal = table.refused(Insure("1", 501))
    assert (refusal.code, refusal.rule, refusal.details["limit"]) == (Refusal.ABOVE_MAXIMUM, "BJ-15f", 500)
    table.insure(500)
    assert table.seen()["places"]["1"]["insurance"] == 500
    assert table.moved()[-1].kind is TransferKind.STAKE
    assert table.choices() == {"hit", "stand"}


def test_BJ_15f_insurance_is_in_the_steps_of_half_a_bet() -> None:
    table = dealt("10S AD 6H 9C")
    assert table.refused(Insure("1", 75)).details == {"place": "1", "step": 50}
    for cents in (0, -50, 25):
        assert table.refused(Insure("1", cents)).details == {"place": "1", "minimum": 50}


@pytest.mark.parametrize("open_card", ["KD", "10D", "9D", "2D"])
def test_BJ_15f_insurance_against_an_ace_alone(open_card: str) -> None:
    table = dealt(f"10S {open_card} 6H 9C")
    assert "offers" not in table.options()
    assert table.refused(Insure("1", 100)).rule == "BJ-15f"


def test_BJ_15f_not_for_a_player_with_blackjack_and_once_for_the_others() -> None:
    table = Table("AS 10H AD KS 6H 9C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert BLACKJACK.to_act(table.state) == (ME, YOU)
    assert table.seen()["asked"] == ["1", "2"]
    assert table.refused(Insure("1", 100)).code is Refusal.NOT_OFFERED
    assert table.refused(Insure("2", 100)).code is Refusal.NOT_YOUR_TURN
    table.insure(100, "2", YOU)
    assert table.refused(Insure("2", 100), YOU).code is Refusal.NOT_YOUR_TURN
    assert table.refused(Decline("2"), YOU).code is Refusal.NOT_YOUR_TURN
    assert BLACKJACK.to_act(table.state) == (ME,)


# Rule 16


def test_BJ_16_each_choice_of_the_sheet_is_told_with_its_state() -> None:
    rules = BLACKJACK.describe(Sheet(pairs_only=True, split_limit=None), Setting(100, 10_000))["rules"]
    assert {name: rule["is"] for name, rule in rules.items()} == {
        "double_any": False,
        "double_any_low_ace": False,
        "double_late": False,
        "surrender_late": False,
        "lapse_draws_to": 11,
        "pairs_only": True,
        "split_limit": "none",
        "resplit_aces": True,
        "insurance": True,
        "special_prizes": True,
    }


@pytest.mark.parametrize("points", range(4, 21))
def test_BJ_16a_doubling_whatever_the_total(points: int) -> None:
    one, other = two(points)
    assert "double" in dealt(f"{one} 9D {other} 9C", double_any=True).choices()


def test_BJ_16a_still_on_the_first_two_cards_of_a_hand() -> None:
    assert "double" not in dealt("2S 9D 3H 9C 9D", double_any=True).hit().choices()
    assert "double" in dealt("8S 9D 8H 9C 6D", double_any=True).split().choices()


@pytest.mark.parametrize("is_late", [False, True])
def test_BJ_15b_a_hand_that_has_drawn_is_doubled_only_where_the_sheet_says_so(is_late: bool) -> None:
    """[BJ-15b] [BJ-23] (A56)"""
    table = dealt("2S 9D 3H 9C 5D 6C", double_late=is_late).hit()
    assert ("double" in table.choices()) == is_late
    if is_late:
        table.double()
        assert (len(table.hand()["cards"]), table.hand()["stake"]) == (4, 2_000)
    else:
        assert table.refused(Double(1, 1_000)).rule == "BJ-15b"
    # The total still decides, unless any total may be doubled.  [BJ-16a]
    assert "double" not in dealt("2S 9D 3H 9C 9D", double_late=is_late).hit().choices()


@pytest.mark.parametrize("is_late", [False, True])
def test_BJ_15e_a_hand_that_has_drawn_is_surrendered_only_where_the_sheet_says_so(is_late: bool) -> None:
    """[BJ-15e] (A17)"""
    table = dealt("7S 9D 3H 9C 6D", surrender_late=is_late).hit()
    assert ("surrender" in table.choices()) == is_late
    if not is_late:
        assert table.refused(Surrender(1)).rule == "BJ-15e"
    # Never after a split, and never against an ace.
    assert "surrender" not in dealt("8S 9D 8H 9C 6D", surrender_late=is_late).split().choices()
    ace = dealt("7S AD 3H 9C 6D", surrender_late=is_late, insurance=False).hit()
    assert "surrender" not in ace.choices()


@pytest.mark.parametrize("most", [11, 12, 16])
def test_BJ_15a_when_the_time_is_over_a_hand_draws_as_the_sheet_says(most: int) -> None:
    """[BJ-15a] (A03)"""
    for points in range(5, 20):
        one, other = two(points)
        table = dealt(f"{one} 9D {other} 9C", lapse_draws_to=most)
        (decided,) = BLACKJACK.default_action(table.state, ME)
        assert isinstance(decided, CardAsked if points <= most else HandStood), points
    # Split aces stand: no card may be asked for.  [BJ-21c]
    aces = dealt("AS 9D AH 9C AD 5C", lapse_draws_to=16, resplit_aces=True).split()
    (decided,) = BLACKJACK.default_action(aces.state, ME)
    assert isinstance(decided, HandStood)


def test_BJ_24b_no_table_gives_less_time_than_the_sheet() -> None:
    """[BJ-24b] (A03)"""
    sheet = Sheet(least_decision_seconds=15, least_extra_seconds=5)
    short = Setting(100, 10_000, decision_seconds=14, extra_seconds=4)
    breaches = {breach.field: breach.details["least"] for breach in BLACKJACK.check_setting(sheet, short)}
    assert breaches == {"decision_seconds": 15, "extra_seconds": 5}
    enough = Setting(100, 10_000, decision_seconds=15, extra_seconds=5)
    assert list(BLACKJACK.check_setting(sheet, enough)) == []
    for field, given in (("lapse_draws_to", 10), ("lapse_draws_to", 17), ("least_decision_seconds", 4)):
        assert [breach.field for breach in BLACKJACK.check_sheet(Sheet(**{field: given}))] == [field]


def test_BJ_16b_real_pairs_alone() -> None:
    assert "split" not in dealt("KS 9D QH 9C", pairs_only=True).choices()
    assert dealt("KS 9D QH 9C", pairs_only=True).refused(Split(0, 1_000)).rule == "BJ-16b"
    assert "split" in dealt("KS 9D KH 9C", pairs_only=True).choices()
    assert "split" in dealt("KS 9D QH 9C").choices()


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_BJ_16c_no_more_splits_of_a_place_than_the_sheet_allows(limit: int) -> None:
    table = dealt("8S 9D 8H 9C 8D 8C 8S 8H 8D", split_limit=limit)
    for _ in range(limit):
        table.split()
    assert "split" not in table.choices()
    assert table.refused(Split(table.state.turn, 1_000)).rule == "BJ-16c"


def test_BJ_16c_without_a_limit_splits_end_where_the_shoe_could() -> None:
    table = dealt("8S 9D 8H 9C " + "8D " * 70, split_limit=None, setting={"decks": 4})
    splits = 0
    while "split" in table.choices():
        table.split()
        splits += 1
    assert splits > 20
    assert table.refused(Split(table.state.turn, 1_000)).rule == "BJ-27"
    assert max_cards(splits + 2, 4) <= 208 < max_cards(splits + 3, 4)


def test_BJ_27_cards_of_earlier_rounds_are_no_cards_for_another_split() -> None:
    """A shoe that is dealt on: splits end where what is left of it might not be enough."""
    gone = 100
    table = Table("2C " * gone + "8S 9D 8H 9C " + "8D " * 70, {"split_limit": None}, decks=4)
    table.state = replace(table.state, first=gone, dealt=gone)
    table.bet({"1": 1_000}).deal()
    splits = 0
    while "split" in table.choices():
        table.split()
        splits += 1
    assert table.refused(Split(table.state.turn, 1_000)).rule == "BJ-27"
    assert max_cards(splits + 2, 4) <= 208 - gone < max_cards(splits + 3, 4)


def test_BJ_16d_without_insurance_nobody_is_asked() -> None:
    table = dealt("10S AD 6H 9C", insurance=False)
    assert table.choices() == {"hit", "stand"}
    mixed = Table("AS 10H AD KS 6H 9C", {"insurance": False}).bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert table.refused(Insure("1", 100)).code is Refusal.NOT_NOW
    assert BLACKJACK.to_act(mixed.state) == (ME,)
    assert mixed.refused(Insure("1", 100)).rule == "BJ-16d"
    assert "insurance" not in BLACKJACK.describe(Sheet(insurance=False), Setting(100, 10_000))["prizes"]


def test_BJ_16e_without_special_prizes_none_is_paid() -> None:
    table = dealt("7S 9D 7H 9C 7D", special_prizes=False).hit()
    assert figures(table.result()) == (1_000, 1_000, 0)
    assert "special" not in BLACKJACK.describe(Sheet(special_prizes=False), Setting(100, 10_000))["prizes"]


def test_a_late_decision_is_refused_with_the_first_reason_in_order() -> None:
    table = Table().bet({"1": 100})
    assert table.refused(Hit(0)).code is Refusal.NOT_NOW
    assert table.refused(Hit(1)).code is Refusal.STALE
