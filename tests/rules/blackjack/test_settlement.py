"""Regulamento n.º 805/2015, the rules of blackjack, in their order: prizes, void rounds and sessions (rules
18 and 25 to 37).
"""

from __future__ import annotations

import pytest

from games.rules.bets import BetTaken
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import HandSettled, Hit, InsuranceSettled, SpecialPaid
from games.rules.blackjack.settlement import settle_stake
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite, may_warn, voids_round
from tests.rules.blackjack.play import ME, YOU, Table, dealt, figures

# Rules 18 and 25: the cards in the order of the deal, what is done with them, and what 10.00 come to
# (prize, back, lost).
SETTLED = [
    ("BJ-18", "10S AD 5H KC 6D", "hit", (0, 0, 1_000)),
    ("BJ-20a", "AS 7D KH 7C 7H", "", (1_500, 1_000, 0)),
    ("BJ-25a", "AS 10D KH 9C", "", (1_500, 1_000, 0)),
    ("BJ-25h", "AS KD KH AC", "", (0, 1_000, 0)),
    ("BJ-25b", "10S 10D 6H 6C 6D 10H", "hit", (0, 0, 1_000)),
    ("BJ-25c", "10S 10D 10H 9C", "stand", (1_000, 1_000, 0)),
    ("BJ-25c", "5S 10D 6H 9C 10H", "double", (2_000, 2_000, 0)),
    ("BJ-25d", "10S 10D 2H 6C 6D", "stand", (1_000, 1_000, 0)),
    ("BJ-25e", "10S 10D 8H 9C", "stand", (0, 0, 1_000)),
    ("BJ-25h", "10S 10D 9H 9C", "stand", (0, 1_000, 0)),
    ("BJ-25h", "10S 5D 6H 6C 5H 10C", "hit", (0, 1_000, 0)),
]


@pytest.mark.parametrize(("rule", "shoe", "does", "expected"), SETTLED)
def test_BJ_25_each_bet_is_decided_by_its_rule(
    rule: str, shoe: str, does: str, expected: tuple[int, int, int]
) -> None:
    table = dealt(shoe)
    if "offers" in table.options():
        table.decline()
    if does:
        getattr(table, does)()
    assert figures(table.result()) == expected
    (line,) = table.seen(ME)["result"]["lines"]
    assert line["rule"] == rule
    assert [line.rule for line in BLACKJACK.explain(table.state, ME)][-2:] == [rule, "BJ-26"]


def test_BJ_18_blackjack_beats_21() -> None:
    lost = dealt("10S AD 5H KC 6D", setting={"decks": 8}).decline().hit()
    assert lost.hand()["total"] == 21
    assert lost.hand()["code"] == "bank-blackjack"
    won = Table("AS 10H 10D KH 8H 6C 5C").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal().stand(YOU)
    assert won.seen()["bank"]["total"] == 21
    assert figures(won.result()) == (1_500, 1_000, 0)


@pytest.mark.parametrize(("stake", "prize"), [(100, 150), (1_000, 1_500), (9_900, 14_850)])
def test_BJ_25a_three_to_two(stake: int, prize: int) -> None:
    assert dealt("AS 10D KH 9C", stake).result().prize == prize


def test_BJ_25a_the_step_of_a_table_leaves_no_half_cent() -> None:
    breaches = BLACKJACK.check_setting(Sheet(), Setting(99, 9_900, step=3))
    assert [(breach.rule, breach.field, breach.code) for breach in breaches] == [
        ("BJ-25a", "step", "breaks-a-cent")
    ]


def test_BJ_25b_over_21_is_lost_at_once_also_if_the_bank_passes_it_later() -> None:
    table = Table("10S 10H 10D 6S 8H 6C 10C 10H").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal().hit()
    assert table.events[-1] == HandSettled(ME, "1", 0, code="bust", lost=1_000)
    assert table.hand()["code"] == "bust"
    table.stand(YOU)
    assert table.seen()["bank"]["result"] == "bust"
    assert figures(table.result()) == (0, 0, 1_000)
    assert figures(table.result(YOU)) == (1_000, 1_000, 0)


def test_BJ_25f_insurance_is_paid_double_when_the_bank_has_blackjack() -> None:
    table = dealt("10S AD 10H KC").insure(500).stand()
    assert InsuranceSettled(ME, "1", back=500, prize=1_000) in table.events
    assert figures(table.result()) == (1_000, 500, 1_000)
    assert [line["rule"] for line in table.seen(ME)["result"]["lines"]] == ["BJ-18", "BJ-25f"]


@pytest.mark.parametrize(
    ("second", "expected"), [("8C", (1_000, 1_000, 500)), ("9C", (0, 1_000, 500)), ("2C", (0, 0, 1_500))]
)
def test_BJ_25g_insurance_is_lost_when_it_has_none(second: str, expected: tuple[int, int, int]) -> None:
    table = dealt(f"10S AD 10H {second} 8H").insure(500).stand()
    assert figures(table.result()) == expected
    assert table.seen(ME)["result"]["lines"][-1]["rule"] == "BJ-25g"


# Three cards in every order that rule 25 i means, and some that it does not.
@pytest.mark.parametrize(
    ("hand", "combination"),
    [
        ("7S 7H 7D", "7-7-7"),
        ("7C 7C 7C", "7-7-7"),
        ("6S 7S 8S", "6-7-8"),
        ("8H 6H 7H", "6-7-8"),
        ("7D 8D 6D", "6-7-8"),
        ("6S 7S 8H", ""),
        ("5S 7S 9S", ""),
        ("6S 6S 9S", ""),
    ],
)
def test_BJ_25i_three_times_the_bet_besides_the_prize(hand: str, combination: str) -> None:
    one, other, third = hand.split()
    table = dealt(f"{one} 10D {other} 10C {third}").hit()
    settle_stake = [event for event in table.events if isinstance(event, SpecialPaid)]
    assert [event.combination for event in settle_stake] == [combination] * bool(combination)
    assert figures(table.result()) == (4_000 if combination else 1_000, 1_000, 0)


def test_BJ_25i_also_when_the_bet_is_lost_or_tied() -> None:
    assert figures(dealt("7S AD 7H KC 7D").decline().hit().result()) == (3_000, 0, 1_000)
    tied = dealt("6S 5D 7S 6C 8S 10H").hit()
    assert figures(tied.result()) == (3_000, 1_000, 0)
    assert [line["code"] for line in tied.seen(ME)["result"]["lines"]] == ["tie", "special"]


def test_BJ_25i_exactly_three_cards_on_the_stake_of_their_hand() -> None:
    four = dealt("2S 10D 4S 7C 7S 8S").hit().hit()
    assert four.result().prize == 1_000
    doubled = dealt("7S 10D 7H 10C 7D", double_any=True).double()
    assert doubled.result().prize == 2_000 + 6_000
    split = dealt("7S 10D 7H 7C 7D 7C 10C 10S", double_any=True).split().hit().stand()
    assert [hand.get("special") for hand in split.seen()["places"]["1"]["hands"]] == [3_000, None]


def test_BJ_26_the_stake_of_a_winning_bet_stays_the_players() -> None:
    table = dealt("10S 10D 10H 9C").stand()
    kinds = [(posting.kind, posting.cents) for posting in table.moved()]
    assert kinds == [
        (TransferKind.STAKE, 1_000),
        (TransferKind.STAKE_BACK, 1_000),
        (TransferKind.PRIZE, 1_000),
    ]


# Void rounds and lost connections


def test_BJ_27_a_round_that_cannot_be_determined_is_void_with_its_cause() -> None:
    table = dealt("10S 10D 6H 9C")
    for cause in ("system", "not-resumed", "check-failed"):
        assert voids_round(cause)
        broken = dealt("10S 10D 6H 9C")
        broken.take(BLACKJACK.void(broken.state, cause))
        assert broken.over
        assert broken.seen()["cause"] == cause
        void, returned = BLACKJACK.explain(broken.state, ME)
        assert (void.rule, void.details) == ("BJ-27", {"cause": cause}) and returned.rule == "BJ-28"
    with pytest.raises(ValueError, match="cannot void a round"):
        BLACKJACK.void(table.stand().state, "system")


def test_BJ_28_doubles_splits_and_insurance_go_back_too() -> None:
    table = dealt("8S AD 8H 9C 3D 10H").insure(500).split().double()
    assert BLACKJACK.stakes(table.state) == {ME: 3_500}
    (event,) = table.take(BLACKJACK.void(table.state, "system"))
    assert [(posting.kind, posting.cents) for posting in BLACKJACK.postings(event)] == [
        (TransferKind.STAKE_BACK, 3_500)
    ]
    assert figures(table.result()) == (0, 3_500, 0)
    assert table.result().net == 0


def test_BJ_28_balances_are_as_before_also_where_something_was_decided_already() -> None:
    """(A66)"""
    table = (
        Table("AS 10H 9S 9D KS 6H 7S 9C 10C 2D")
        .bet({"1": 1_000})
        .bet({"2": 2_000}, YOU)
        .bet({"3": 400}, 3)
        .deal()
    )
    table.hit(YOU)
    (event,) = table.take(BLACKJACK.void(table.state, "system"))
    assert [(posting.kind, posting.seat, posting.cents) for posting in BLACKJACK.postings(event)] == [
        (TransferKind.STAKE_BACK, 3, 400),
        (TransferKind.LOST_BACK, YOU, 2_000),
        (TransferKind.PRIZE_BACK, ME, 1_500),
    ]
    wallets = dict.fromkeys((ME, YOU, 3), 0)
    for posting in table.moved():
        out = posting.kind in (TransferKind.STAKE, TransferKind.PRIZE_BACK)
        inward = posting.kind in (TransferKind.STAKE_BACK, TransferKind.PRIZE, TransferKind.LOST_BACK)
        assert posting.seat is not None
        wallets[posting.seat] += posting.cents * (inward - out)
    assert wallets == {ME: 0, YOU: 0, 3: 0}


def test_BJ_28_before_the_cards_too() -> None:
    table = Table().bet({"1": 1_000})
    (event,) = BLACKJACK.void(table.state, "system")
    assert [(posting.kind, posting.cents) for posting in BLACKJACK.postings(event)] == [
        (TransferKind.STAKE_BACK, 1_000)
    ]


def test_BJ_29_the_players_own_network_or_equipment_voids_nothing() -> None:
    table = dealt("10S 10D 6H 9C")
    for cause in ("player-network", "player-equipment"):
        assert not voids_round(cause)
        assert BLACKJACK.void(table.state, cause) == ()


def test_BJ_30_the_bet_of_a_player_who_is_gone_stands() -> None:
    table = Table("10S 10D 10H 9C").bet({"1": 1_000})
    assert BLACKJACK.withdraw(table.state, ME) == ()
    assert BLACKJACK.default_action(table.state, ME) == ()
    table.deal()
    table.take(BLACKJACK.default_action(table.state, ME))
    assert figures(table.go().result()) == (1_000, 1_000, 0)
    alone = Table("10S 10D 10H 9C", individual=True).bet({"1": 1_000})
    alone.take(BLACKJACK.default_action(alone.state, ME))
    alone.go()
    alone.take(BLACKJACK.default_action(alone.state, ME))
    assert figures(alone.go().result()) == (1_000, 1_000, 0)


# The last round and the session


def test_BJ_31_the_seats_view_of_a_settled_round_has_result_bets_and_amounts() -> None:
    result = dealt("10S 10D 10H 9C").stand().seen(ME)["result"]
    assert {name: result[name] for name in ("staked", "lost", "back", "prize", "net")} == {
        "staked": 1_000,
        "lost": 0,
        "back": 1_000,
        "prize": 1_000,
        "net": 1_000,
    }
    assert result["lines"] == [
        {
            "code": "nearer",
            "rule": "BJ-25c",
            "place": "1",
            "hand": 0,
            "stake": 1_000,
            "cards": ["10S", "10H"],
            "total": 20,
            "prize": 1_000,
            "back": 1_000,
        }
    ]


def test_BJ_32_rules_limits_and_prizes_are_told_before_betting() -> None:
    description = BLACKJACK.describe(Sheet(), Setting(100, 10_000))
    assert description["limit_rules"]["maximum"] == "BJ-11"
    assert {name: prize["times"] for name, prize in description["prizes"].items()} == {
        "blackjack": [3, 2],
        "win": [1, 1],
        "even-money": [1, 1],
        "insurance": [2, 1],
        "special": [3, 1],
    }


def test_BJ_34_who_ends_the_session_before_the_deal_takes_the_bet_along() -> None:
    table = Table(individual=True, sheet={"places_per_player": 2}, places_per_player=2).bet(
        {"1": 1_000, "2": 500}
    )
    assert table.take(BLACKJACK.withdraw(table.state, ME)) == (BetTaken(ME, {"1": 1_000, "2": 500}),)
    assert BLACKJACK.stakes(table.state) == {}
    assert BLACKJACK.withdraw(table.state, ME) == ()


@pytest.mark.parametrize(("idle", "invited"), [(0, False), (180, False), (181, True)])
def test_BJ_35a_invited_after_more_than_three_minutes_without_a_bet(idle: int, invited: bool) -> None:
    assert (
        may_invite(Sheet().inactivity, Mode.INDIVIDUAL, idle_seconds=idle, rounds_without_bet=99) is invited
    )


@pytest.mark.parametrize(("rounds", "invited"), [(0, False), (5, False), (6, True)])
def test_BJ_35b_invited_after_more_than_five_rounds_without_a_bet(rounds: int, invited: bool) -> None:
    assert (
        may_invite(Sheet().inactivity, Mode.MULTIPLE, idle_seconds=9_999, rounds_without_bet=rounds)
        is invited
    )
    hasty = Sheet(inactivity=Inactivity(179, 4, 59, 0))
    assert {breach.rule for breach in BLACKJACK.check_sheet(hasty)} == {"BJ-35a", "BJ-35b", "BJ-36"}


def test_BJ_36_nobody_is_shown_out_without_the_warning_and_its_time() -> None:
    terms = Sheet().inactivity
    assert not may_warn(terms, Mode.INDIVIDUAL, seconds_since_invitation=59)
    assert may_warn(terms, Mode.INDIVIDUAL, seconds_since_invitation=60)
    assert not may_end(Mode.INDIVIDUAL, warned=False, bet_since_warning=False, seconds_since_warning=600)
    assert not may_end(Mode.INDIVIDUAL, warned=True, bet_since_warning=True, seconds_since_warning=600)
    assert not may_end(Mode.INDIVIDUAL, warned=True, bet_since_warning=False, seconds_since_warning=59)
    assert may_end(Mode.INDIVIDUAL, warned=True, bet_since_warning=False, seconds_since_warning=60)
    assert may_end(Mode.MULTIPLE, warned=True, bet_since_warning=False, rounds_since_warning=1)


def test_a_decided_round_takes_no_more_decisions() -> None:
    table = dealt("10S 10D 10H 9C").stand()
    assert table.options() == {}
    with pytest.raises(ValueError, match="cannot advance a round"):
        table.step()
    assert table.refused(Hit(table.state.turn)).code is Refusal.NOT_NOW


def test_BJ_15e_an_odd_cent_of_a_surrendered_stake_goes_to_the_player() -> None:
    """A table's step leaves none; the payment itself does not rely on it (A01)."""
    assert (settle_stake("surrendered", 1_001).back, settle_stake("surrendered", 1_001).lost) == (501, 500)
