"""Regulamento n.º 804/2015, American roulette, in its order: prizes, rounds, faults, sessions (rules 13 to
31). Tables as printed.
"""

from __future__ import annotations

import pytest

from games.rules.bets import Clear, Undo
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import Bet, BetsClosed, Launch, NumberDrawn, PrizesPaid, StakesCollected
from games.rules.roulette.layout import WHEELS
from games.rules.roulette.sheet import AMERICAN, Setting, Sheet, Zero
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite, may_warn, voids_round
from tests.rules.roulette.play import (
    ME,
    YOU,
    american,
    bet,
    did,
    folded,
    next_round,
    opened,
    paid,
    played,
    refused,
)

# Prizes


# Rule 13 as printed: the chance, a number it covers, and the prize of one euro.
PRIZES = [
    ("AR-13a-i", "straight:17", "17", 3_500),
    ("AR-13a-ii", "split:17-20", "20", 1_700),
    ("AR-13a-iii", "street:16-17-18", "16", 1_100),
    ("AR-13a-iv", "corner:17-18-20-21", "21", 800),
    ("AR-13a-v", "line:16-17-18-19-20-21", "19", 500),
    ("AR-13a-vi", "dozen:13-24", "13", 200),
    ("AR-13a-vii", "column:35", "2", 200),
    ("AR-13a-viii", "double-dozen:1-24", "24", 50),
    ("AR-13a-ix", "double-column:35+36", "36", 50),
    ("AR-13b", "even", "36", 100),
    ("AR-13b", "odd", "35", 100),
    ("AR-13b", "low", "18", 100),
    ("AR-13b", "high", "19", 100),
    ("AR-13b", "red", "1", 100),
    ("AR-13b", "black", "2", 100),
]


@pytest.mark.parametrize(("rule", "place", "number", "prize"), PRIZES)
def test_AR_13_a_winning_stake_stays_and_earns_its_prize(
    rule: str, place: str, number: str, prize: int
) -> None:
    state = played(bet(american(), {place: 100}), number)
    result = ROULETTE.results(state)[ME]
    assert (result.prize, result.back, result.lost, result.net) == (prize, 100, 0, prize)
    (line,) = [line for line in ROULETTE.explain(state, ME) if line.code == "won"]
    assert line.rule == rule
    assert line.details["prize"] == prize


def test_AR_13a_viii_the_step_of_a_table_leaves_no_half_cent() -> None:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",))
    breaches = ROULETTE.check_setting(sheet, Setting("37", 99, step=3))
    assert [(breach.rule, breach.field, breach.code) for breach in breaches] == [
        ("AR-13a-viii", "step", "breaks-a-cent")
    ]
    refusal = refused(american(minimum=100, step=20), Bet({"double-dozen:1-24": 110}))
    assert (refusal.code, refusal.details["step"]) == (Refusal.WRONG_STEP, 20)


# The round


def test_AR_14a_bets_of_all_close_at_the_same_instant() -> None:
    state = bet(bet(american(), {"red": 100}), {"black": 100}, YOU)
    closed = folded(state, ROULETTE.advance(state, NoDraw()))
    for seat in (ME, YOU, 3):
        assert refused(closed, Bet({"red": 100}), seat).code is Refusal.BETS_CLOSED
    assert refused(state, Launch()).code is Refusal.NOT_OFFERED


def test_AR_14a_people_need_time_to_bet() -> None:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",))
    assert [
        breach.rule for breach in ROULETTE.check_setting(sheet, Setting("37", 100, betting_seconds=4))
    ] == ["AR-14a"]


def test_AR_14b_after_the_announcement_nothing_is_taken_or_given_back() -> None:
    state = american()
    assert ROULETTE.advance(state, NoDraw()) == (BetsClosed(),)
    closed = folded(bet(state, {"red": 100}), [BetsClosed()])
    for command in (Bet({"red": 100}), Undo(), Clear()):
        refusal = refused(closed, command)
        assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "AR-14b")
    assert ROULETTE.event_for_seat(BetsClosed(), None) == {"t": "bets-closed"}


def test_AR_15_the_player_of_an_individual_wheel_launches_the_ball_after_betting() -> None:
    state = american(individual=True)
    refusal = refused(state, Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOTHING_BET, "AR-15")
    assert not ROULETTE.options(state, ME)["launch"]
    state = bet(state, {"red": 100})
    assert ROULETTE.options(state, ME)["launch"]
    assert ROULETTE.act(state, ME, Launch()) == (BetsClosed(),)
    assert refused(did(state, Launch()), Launch()).code is Refusal.BETS_CLOSED


def test_AR_16_the_number_is_shown_to_everybody() -> None:
    state = played(bet(american(), {"straight:17": 100, "red": 100}), "17")
    seen = ROULETTE.view(state, None)
    assert (seen["number"], seen["colour"], seen["won"]) == ("17", "black", ["straight:17"])
    assert ROULETTE.event_for_seat(NumberDrawn("17"), None) == {
        "t": "number-drawn",
        "number": "17",
        "colour": "black",
    }


def test_AR_17_losing_chips_are_collected_before_winning_bets_are_paid() -> None:
    state = folded(bet(american(), {"red": 100, "black": 200}), [BetsClosed()])
    events = ROULETTE.advance(state, Always("1"))
    assert events == (NumberDrawn("1"), StakesCollected({ME: 200}), PrizesPaid({ME: 100}, {ME: 100}))
    kinds = [posting.kind for event in events for posting in ROULETTE.postings(event)]
    assert kinds == [TransferKind.STAKE_LOST, TransferKind.STAKE_BACK, TransferKind.PRIZE]
    # Everybody sees the chips go and what is paid in total; each player also sees the own amounts.  [FR-R18]
    assert [ROULETTE.event_for_seat(event, None) for event in events[1:]] == [
        {"t": "stakes-collected"},
        {"t": "prizes-paid", "paid": 100},
    ]
    assert [ROULETTE.event_for_seat(event, ME) for event in events[1:]] == [
        {"t": "stakes-collected", "lost": 200},
        {"t": "prizes-paid", "paid": 100, "back": 100, "prize": 100},
    ]


def test_AR_18a_a_bet_wins_when_it_is_or_contains_the_number() -> None:
    result = paid(
        american(),
        {"straight:5": 100, "street:4-5-6": 100, "dozen:1-12": 100, "column:35": 100, "odd": 100},
        "5",
    )
    assert (result.prize, result.back, result.lost) == (5_100, 500, 0)


def test_AR_18b_a_bet_that_does_not_contain_it_loses() -> None:
    state = played(bet(american(), {"straight:17": 100, "split:17-20": 200, "odd": 500}), "20")
    result = ROULETTE.results(state)[ME]
    assert (result.prize, result.back, result.lost) == (3_400, 200, 600)
    assert {line.rule for line in ROULETTE.explain(state, ME) if line.code == "lost"} == {"AR-18b"}


@pytest.mark.parametrize(("variant", "number"), [("37", "0"), ("38", "0"), ("38", "00")])
def test_AR_19a_zero_takes_every_even_chance_whole(variant: str, number: str) -> None:
    on = dict.fromkeys(("even", "odd", "low", "high", "red", "black"), 200)
    state = played(bet(american(variant), on), number)
    assert ROULETTE.results(state)[ME].lost == 1_200
    assert {line.rule for line in ROULETTE.explain(state, ME) if line.code == "lost"} == {"AR-19a"}
    for other in (Zero.LA_PARTAGE, Zero.EN_PRISON):
        assert [breach.rule for breach in ROULETTE.check_sheet(Sheet(AMERICAN, other, ("37",)))] == ["AR-19a"]


@pytest.mark.parametrize(("variant", "number"), [("37", "0"), ("38", "0"), ("38", "00")])
def test_AR_19b_with_zero_only_straights_splits_streets_and_corners_that_contain_it_win(
    variant: str, number: str
) -> None:
    state = american(variant)
    for place, described in ROULETTE.describe(state.sheet, state.setting)["places"].items():
        result = paid(state, {place: 100}, number)
        named = number in place.partition(":")[2].split("-") and described["kind"] in (
            "straight",
            "split",
            "street",
            "corner",
        )
        assert (result.back, result.lost) == ((100, 0) if named else (0, 100)), place


# Void rounds and lost connections


def test_AR_20_a_round_without_a_valid_number_is_void_with_its_cause() -> None:
    state = bet(american(), {"red": 100})
    for cause in ("no-valid-number", "system", "not-resumed", "check-failed"):
        assert voids_round(cause)
        ended = folded(state, ROULETTE.void(state, cause))
        assert ROULETTE.view(ended, None)["cause"] == cause
        assert [line.rule for line in ROULETTE.explain(ended, ME)] == ["AR-20", "AR-21"]
    with pytest.raises(ValueError, match="cannot void a round"):
        ROULETTE.void(played(state, "1"), "system")


def test_AR_21_in_a_void_round_every_stake_goes_back() -> None:
    state = bet(bet(bet(american(), {"red": 100}), {"odd": 150}), {"straight:0": 1_000}, YOU)
    for phase in (state, folded(state, [BetsClosed()])):
        (event,) = ROULETTE.void(phase, "no-valid-number")
        moved = [(posting.kind, posting.seat, posting.cents) for posting in ROULETTE.postings(event)]
        assert moved == [(TransferKind.STAKE_BACK, ME, 250), (TransferKind.STAKE_BACK, YOU, 1_000)]
        result = ROULETTE.results(folded(phase, [event]))[ME]
        assert (result.back, result.net) == (250, 0)


def test_AR_22_the_players_own_network_or_equipment_voids_nothing() -> None:
    state = bet(american(), {"red": 100})
    for cause in ("player-network", "player-equipment"):
        assert not voids_round(cause)
        assert ROULETTE.void(state, cause) == ()


def test_AR_23_the_bet_of_a_player_who_is_gone_stands() -> None:
    state = bet(american(), {"red": 100})
    assert ROULETTE.default_action(state, ME) == ()
    assert ROULETTE.withdraw(state, ME) == ()
    assert ROULETTE.results(played(state, "1"))[ME].prize == 100
    alone = bet(american(individual=True), {"red": 100})
    assert ROULETTE.default_action(alone, ME) == (BetsClosed(),)


# The last round and the session


def test_AR_24_the_seats_view_of_a_settled_round_has_result_bets_and_amounts() -> None:
    result = ROULETTE.view(played(bet(american(), {"red": 100, "straight:17": 200}), "1"), ME)["result"]
    figures = {name: result[name] for name in ("staked", "lost", "back", "prize", "net")}
    assert figures == {"staked": 300, "lost": 200, "back": 100, "prize": 100, "net": -100}
    assert result["lines"] == [
        {"place": "red", "code": "won", "rule": "AR-13b", "stake": 100, "prize": 100, "back": 100},
        {"place": "straight:17", "code": "lost", "rule": "AR-18b", "stake": 200, "lost": 200},
    ]


def test_AR_25_the_limits_and_prizes_of_every_chance_are_told_before_betting() -> None:
    state = american(minimum=50)
    kind = ROULETTE.describe(state.sheet, state.setting)["kinds"]["straight"]
    rules = {"min": "AR-10", "max": "AR-11a-i", "prize": "AR-13a-i"}
    assert kind == {"min": 50, "max": 1_500, "times": 30, "prize": [35, 1], "rules": rules}


def test_AR_27_who_ends_the_session_before_launching_takes_the_bet_along() -> None:
    state = bet(bet(american(individual=True), {"red": 100}), {"odd": 200})
    (taken,) = ROULETTE.withdraw(state, ME)
    assert [(posting.kind, posting.cents) for posting in ROULETTE.postings(taken)] == [
        (TransferKind.STAKE_BACK, 300)
    ]
    assert ROULETTE.stakes(folded(state, [taken])) == {}


@pytest.mark.parametrize(("idle", "invited"), [(0, False), (180, False), (181, True)])
def test_AR_28a_invited_after_more_than_three_minutes_without_a_bet(idle: int, invited: bool) -> None:
    assert may_invite(Inactivity(), Mode.INDIVIDUAL, idle_seconds=idle, rounds_without_bet=99) is invited


@pytest.mark.parametrize(("rounds", "invited"), [(0, False), (5, False), (6, True)])
def test_AR_28b_invited_after_more_than_five_rounds_without_a_bet(rounds: int, invited: bool) -> None:
    assert may_invite(Inactivity(), Mode.MULTIPLE, idle_seconds=9_999, rounds_without_bet=rounds) is invited


def test_AR_28b_a_sheet_may_wait_longer_and_never_less() -> None:
    patient = Sheet(
        AMERICAN,
        Zero.LOSE_ALL,
        ("37",),
        inactivity=Inactivity(invited_after_seconds=600, invited_after_rounds=10),
    )
    hasty = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",), inactivity=Inactivity(179, 4, 59, 0))
    assert ROULETTE.check_sheet(patient) == []
    assert [breach.rule for breach in ROULETTE.check_sheet(hasty)] == ["AR-28a", "AR-28b", "AR-29", "AR-29"]


def test_AR_29_warned_then_ended_unless_a_bet_comes() -> None:
    terms = Inactivity()
    assert not may_warn(terms, Mode.INDIVIDUAL, seconds_since_invitation=59)
    assert may_warn(terms, Mode.INDIVIDUAL, seconds_since_invitation=60)
    assert not may_warn(terms, Mode.MULTIPLE, rounds_since_invitation=0)
    assert may_warn(terms, Mode.MULTIPLE, rounds_since_invitation=1)
    assert not may_end(Mode.INDIVIDUAL, warned=True, bet_since_warning=False, seconds_since_warning=59)
    assert may_end(Mode.INDIVIDUAL, warned=True, bet_since_warning=False, seconds_since_warning=60)
    assert not may_end(Mode.MULTIPLE, warned=True, bet_since_warning=False, rounds_since_warning=0)
    assert may_end(Mode.MULTIPLE, warned=True, bet_since_warning=False, rounds_since_warning=1)
    assert not may_end(Mode.MULTIPLE, warned=True, bet_since_warning=True, rounds_since_warning=9)
    assert not may_end(Mode.INDIVIDUAL, warned=False, bet_since_warning=False, seconds_since_warning=9_999)


def test_AR_30_a_demonstration_table_has_the_same_rules_odds_and_limits() -> None:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",))
    for_money, for_credits = Setting("37", 100), Setting("37", 100, currency="DEMO")
    assert ROULETTE.check_setting(sheet, for_credits) == []
    descriptions = [ROULETTE.describe(sheet, setting) for setting in (for_money, for_credits)]
    assert [description.pop("currency") for description in descriptions] == ["EUR", "DEMO"]
    assert descriptions[0] == descriptions[1]
    without = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",), demo=False)
    assert [breach.field for breach in ROULETTE.check_setting(without, for_credits)] == ["currency"]


def test_a_new_round_forgets_the_last() -> None:
    state = next_round(played(bet(american(), {"red": 100}), "0"))
    assert state == opened(state.sheet, "37", 100)


class NoDraw:
    """Nothing is drawn before the close."""

    def below(self, n: int) -> int:
        raise AssertionError("drawn before the close")

    def shuffled(self, n: int) -> range:
        raise AssertionError("no cards at roulette")


class Always:
    """A 37-number wheel that always stops there."""

    def __init__(self, number: str) -> None:
        self.number = number

    def below(self, n: int) -> int:
        return WHEELS["37"].index(self.number)

    def shuffled(self, n: int) -> range:
        return range(n)
