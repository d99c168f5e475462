"""Regulamento n.º 805/2015, the rules of blackjack, in their order: the bank, splits, and how decisions are
made (rules 17 to 24).
"""

from __future__ import annotations

import pytest

from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    BankDealt,
    CardAsked,
    CardDealt,
    Double,
    EvenMoney,
    HandSettled,
    HandStood,
    Hit,
    HoleTurned,
    OfferDeclined,
    Split,
    Stand,
    Surrender,
)
from games.rules.engine import Wait
from games.rules.shared.cards import cards
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal
from tests.rules.blackjack.play import ME, YOU, Table, dealt, figures

# Rule 17


def test_BJ_17_the_second_card_is_turned_after_the_last_decision() -> None:
    table = (
        Table("10S 10H AD 6S 5H KC")
        .bet({"1": 1_000})
        .bet({"2": 1_000}, YOU)
        .deal()
        .decline()
        .decline("2", YOU)
    )
    table.stand()
    assert table.seen()["bank"] == {"cards": ["AD"], "total": 11, "soft": True, "down": True}
    table.hit(YOU).stand(YOU)
    turned = next(index for index, event in enumerate(table.events) if isinstance(event, HoleTurned))
    last = max(
        index
        for index, event in enumerate(table.events)
        if isinstance(event, HandStood | CardAsked | CardDealt)
    )
    assert turned == last + 1


def test_BJ_17_no_early_look_gives_a_doubled_stake_back() -> None:
    table = dealt("6S 10D 5H AC 10H").double()
    assert figures(table.result()) == (0, 0, 2_000)


@pytest.mark.parametrize("second", ["7C", "8C", "9C", "10C", "AC"])
def test_BJ_17a_with_17_or_more_the_bank_takes_nothing(second: str) -> None:
    assert dealt(f"10S 10D 10H {second} 2C").stand().seen()["bank"]["cards"] == ["10D", second]


@pytest.mark.parametrize(
    ("shoe", "points"),
    [("2C 4D", 16), ("6C 2D", 18), ("6C 10H", 26), ("2C 2D 2H AS", 17), ("3C AD 2H AH", 17)],
)
def test_BJ_17b_with_16_or_less_the_bank_draws_until_17(shoe: str, points: int) -> None:
    second, *more = shoe.split()
    table = dealt(f"10S 10D 10H {second} {' '.join(more)} 10S").stand()
    drawn = table.seen()["bank"]["cards"]
    if points == 16:
        assert drawn == ["10D", second, *more, "10S"]
    else:
        assert (drawn, table.seen()["bank"]["total"]) == (["10D", second, *more], points)


# Rules 19 and 20


@pytest.mark.parametrize("shoe", ["7S 9D 7H 9C 7D", "5S 9D 6H 9C KD"])
def test_BJ_19a_21_with_more_cards_is_no_blackjack(shoe: str) -> None:
    table = dealt(shoe, special_prizes=False).hit()
    assert table.hand()["total"] == 21
    assert "blackjack" not in table.hand()
    assert figures(table.result()) == (1_000, 1_000, 0)


def test_BJ_19b_a_split_ace_or_ten_with_21_is_no_blackjack() -> None:
    table = dealt("AS 9D AH 9C KD QD").split()
    assert [hand["total"] for hand in table.seen()["places"]["1"]["hands"]] == [21, 21]
    assert figures(table.result()) == (2_000, 2_000, 0)
    tens = dealt("KS 9D QH 9C AD AC").split()
    assert figures(tens.result()) == (2_000, 2_000, 0)
    assert figures(dealt("AS 10D AH AC KD QD").split().result()) == (0, 0, 2_000)


def test_BJ_20a_a_blackjack_is_paid_before_anybody_decides_when_the_bank_cannot_match_it() -> None:
    table = Table("AS 10H 9D KS 6H 9C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert BLACKJACK.waiting_for(table.state) is Wait.CHOICE
    paid = [(posting.kind, posting.cents) for posting in table.moved() if posting.seat == ME]
    assert paid == [
        (TransferKind.STAKE, 1_000),
        (TransferKind.STAKE_BACK, 1_000),
        (TransferKind.PRIZE, 1_500),
    ]
    assert table.hand()["code"] == "blackjack-at-once"
    assert BLACKJACK.to_act(table.state) == (YOU,)
    assert BLACKJACK.stakes(table.state) == {ME: 1_000, YOU: 1_000}


@pytest.mark.parametrize("open_card", ["10D", "JD", "QD", "KD"])
def test_BJ_20a_against_a_ten_or_a_figure_it_waits(open_card: str) -> None:
    table = Table(f"AS 10H {open_card} KS 6H 9C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert "code" not in table.hand()
    assert table.refused(EvenMoney("1")).code is Refusal.NOT_NOW
    assert figures(table.stand(YOU).result()) == (1_500, 1_000, 0)


@pytest.mark.parametrize("second", ["KC", "9C", "2C"])
def test_BJ_20b_even_money_whatever_the_bank_then_shows(second: str) -> None:
    table = Table(f"AS 10H AD KS 6H {second}").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert table.options()["offers"]["1"] == {"decline": {}, "even-money": {"prize": 1_000, "back": 1_000}}
    assert table.refused(EvenMoney("2"), YOU).rule == "BJ-20b"
    table.even_money()
    assert [(posting.kind, posting.cents) for posting in table.moved() if posting.seat == ME][1:] == [
        (TransferKind.STAKE_BACK, 1_000),
        (TransferKind.PRIZE, 1_000),
    ]
    table.decline("2", YOU).stand(YOU)
    assert figures(table.result()) == (1_000, 1_000, 0)


@pytest.mark.parametrize(("second", "prize"), [("KC", 0), ("9C", 1_500)])
def test_BJ_20b_who_declines_waits_for_the_second_card(second: str, prize: int) -> None:
    table = dealt(f"AS AD KS {second}").decline()
    assert figures(table.result()) == (prize, 1_000, 0)


def test_BJ_20c_the_bank_draws_nothing_when_no_bet_is_left() -> None:
    table = (
        Table("10S 10H 10D 6S 6H 6C 10C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal().surrender().hit(YOU)
    )
    assert table.over
    assert table.seen()["bank"] == {"cards": ["10D"], "total": 10, "down": True}
    assert not any(isinstance(event, HoleTurned) for event in table.events)
    lines = BLACKJACK.explain(table.state, YOU)
    assert [(line.code, line.rule) for line in lines] == [
        ("bank-idle", "BJ-20c"), ("bust", "BJ-25b"), ("total", "BJ-26")
    ]  # fmt: skip


@pytest.mark.parametrize(("second", "won"), [("KC", (1_000, 500, 1_000)), ("5C", (0, 0, 1_500))])
def test_BJ_20c_an_open_insurance_turns_the_second_card_and_draws_none(
    second: str, won: tuple[int, int, int]
) -> None:
    table = dealt(f"10S AD 6H {second} 10C").insure(500).hit()
    assert figures(table.result()) == won
    assert table.seen()["bank"]["cards"] == ["AD", second]
    assert not any(isinstance(event, BankDealt) for event in table.events[5:])


# Rules 21 to 23


@pytest.mark.parametrize(
    ("pair", "allowed"),
    [("10S KH", True), ("JS QH", True), ("8S 8H", True), ("AS AH", True), ("9S 8H", False)],
)
def test_BJ_21a_two_cards_of_the_same_value_can_be_split(pair: str, allowed: bool) -> None:
    one, other = pair.split()
    assert ("split" in dealt(f"{one} 9D {other} 9C").choices()) is allowed


@pytest.mark.parametrize(("cents", "code"), [(500, Refusal.BELOW_MINIMUM), (1_500, Refusal.ABOVE_MAXIMUM)])
def test_BJ_21a_the_second_stake_equals_the_first(cents: int, code: Refusal) -> None:
    refusal = dealt("8S 9D 8H 9C").refused(Split(0, cents))
    assert (refusal.code, refusal.rule) == (code, "BJ-21a")


def test_BJ_2e_BJ_21a_a_split_makes_two_independent_bets() -> None:
    table = dealt("8S 9D 8H 10C 10D 3D 10H").split()
    assert [hand["stake"] for hand in table.seen()["places"]["1"]["hands"]] == [1_000, 1_000]
    table.stand().hit()
    assert [hand["code"] for hand in table.seen()["places"]["1"]["hands"]] == ["farther", "nearer"]
    assert figures(table.result()) == (1_000, 1_000, 1_000)


def test_BJ_21b_a_split_hand_is_played_by_the_same_totals() -> None:
    table = dealt("8S 9D 8H 10C 2D 10D 9H").split()
    assert table.hand()["cards"] == ["8S", "2D"]
    assert table.choices() == {"hit", "double"}
    assert table.refused(Stand(table.state.turn)).rule == "BJ-15a"
    table.hit()
    assert table.choices() == {"hit", "stand"}
    table.stand()
    assert (table.state.hand, table.choices()) == (1, {"hit", "stand"})


def test_BJ_21c_split_aces_get_one_card_each() -> None:
    table = dealt("AS 9D AH 10C 5D 8D").split()
    assert table.over
    assert [hand["cards"] for hand in table.seen()["places"]["1"]["hands"]] == [["AS", "5D"], ["AH", "8D"]]
    split_again = dealt("AS 9D AH 10C AD").split()
    assert split_again.choices() == {"stand", "split"}
    for command in (Hit(1), Double(1, 1_000)):
        assert split_again.refused(command).rule == "BJ-21c"


def test_BJ_22_a_new_card_of_the_same_value_can_be_split_again() -> None:
    table = dealt("8S 9D 8H 9C 8D 10D 10H 10C").split()
    assert table.choices() == {"hit", "stand", "split"}
    table.split().stand().stand().stand()
    assert [hand["cards"] for hand in table.seen()["places"]["1"]["hands"]] == [
        ["8S", "10D"],
        ["8D", "10H"],
        ["8H", "10C"],
    ]
    assert table.result().staked == 3_000


def test_BJ_22_aces_too_unless_the_sheet_says_no() -> None:
    table = dealt("AS 9D AH 10C AD 5D 6D 7D").split().split()
    assert [hand["cards"] for hand in table.seen()["places"]["1"]["hands"]] == [
        ["AS", "5D"],
        ["AD", "6D"],
        ["AH", "7D"],
    ]
    once = dealt("AS 9D AH 10C AD 5D", resplit_aces=False).split()
    assert once.over


@pytest.mark.parametrize(
    ("drawn", "offered"), [("AD", True), ("2D", True), ("3D", True), ("4D", False), ("10D", False)]
)
def test_BJ_23_split_hands_can_be_doubled_at_9_10_and_11(drawn: str, offered: bool) -> None:
    table = dealt(f"8S 9D 8H 9C {drawn} 10H 10C").split()
    assert ("double" in table.choices()) is offered
    if offered:
        table.double().stand()
        assert [hand["stake"] for hand in table.seen()["places"]["1"]["hands"]] == [2_000, 1_000]


# Rule 24


@pytest.mark.parametrize(
    ("shoe", "choices"),
    [
        ("10S 9D 6H 9C", {"hit", "stand", "surrender"}),
        ("5S 9D 6H 9C", {"hit", "double", "surrender"}),
        ("5S 9D 5H 9C", {"hit", "double", "surrender", "split"}),
        ("10S 9D 10H 9C", {"hit", "stand", "surrender", "split"}),
        ("2S 9D 3H 9C", {"hit", "surrender"}),
    ],
)
def test_BJ_24a_every_legal_choice_is_told_and_no_other(shoe: str, choices: set[str]) -> None:
    table = dealt(shoe)
    assert table.choices() == choices
    assert table.choices(YOU) == set()
    commands = {
        "hit": Hit(0),
        "stand": Stand(0),
        "double": Double(0, 1_000),
        "split": Split(0, 1_000),
        "surrender": Surrender(0),
    }
    for name, command in commands.items():
        if name in choices:
            assert BLACKJACK.act(table.state, ME, command)
        else:
            assert table.refused(command).code is Refusal.NOT_OFFERED


def test_BJ_24b_a_choice_made_for_an_earlier_card_is_not_taken_for_the_next() -> None:
    table = dealt("2S 9D 3H 9C 2D").hit()
    refusal = table.refused(Hit(0))
    assert (refusal.code, refusal.details) == (Refusal.STALE, {"turn": 1})
    other = Table("2S 10H 9D 3H 6S 9C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert other.refused(Hit(0), YOU).code is Refusal.NOT_YOUR_TURN


def test_BJ_24b_who_does_not_decide_draws_at_11_or_less_and_stands_from_12() -> None:
    table = dealt("2S 9D 3H 9C 6D 5C 10H")
    clock = BLACKJACK.clock(table.state)
    assert clock is not None and clock.ms == 20_000
    assert table.take(BLACKJACK.default_action(table.state, ME)) == (CardAsked(ME, "1", 0, True),)
    table.go()
    assert table.take(BLACKJACK.default_action(table.state, ME)) == (CardAsked(ME, "1", 0, True),)
    table.go()
    assert table.take(BLACKJACK.default_action(table.state, ME)) == (HandStood(ME, "1", 0, True),)
    assert BLACKJACK.default_action(table.state, ME) == ()


def test_BJ_24b_nothing_optional_is_done_for_who_does_not_decide() -> None:
    several = (
        Table("10S AS AD 10H KS 9C", {"places_per_player": 2}, places_per_player=2)
        .bet({"1": 100, "3": 100})
        .deal()
    )
    assert several.take(BLACKJACK.default_action(several.state, ME)) == (
        OfferDeclined(ME, "1", True),
        OfferDeclined(ME, "3", True),
    )
    assert several.take(BLACKJACK.default_action(several.state, YOU)) == ()
    assert BLACKJACK.default_action(dealt("8S 9D 8H 9C").state, ME) == (HandStood(ME, "1", 0, True),)


def test_BJ_15_nothing_is_decided_on_a_blackjack() -> None:
    table = Table("AS 10H 10D KS 6H 9C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert BLACKJACK.to_act(table.state) == (YOU,)
    assert table.refused(Surrender(0)).code is Refusal.NOT_YOUR_TURN


def test_decisions_are_answered_by_events_that_name_seat_place_and_hand() -> None:
    table = dealt("10S 10D 6H 9C")
    (event,) = table.do(Surrender(0))
    assert event == HandSettled(ME, "1", 0, code="surrendered", back=500, lost=500)
    assert BLACKJACK.event_for_seat(event, YOU) == {
        "t": "hand-settled",
        "seat": ME,
        "place": "1",
        "hand": 0,
        "code": "surrendered",
        "back": 500,
        "lost": 500,
    }
    assert cards("10S 6H") == table.state.boxes["1"].hands[0].cards
