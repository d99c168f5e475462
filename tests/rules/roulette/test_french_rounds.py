"""Regulamento n.º 807/2015, the rules of French roulette, in their order: rounds, zero, faults and sessions
(R15 to R32, as reconstructed). Tables as printed."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import (
    Bet,
    BetsClosed,
    HeldCollected,
    HeldKept,
    HeldReturned,
    Launch,
    NumberDrawn,
    PlaceCallBet,
    PrizesPaid,
    StakesCollected,
    StakesHeld,
)
from games.rules.roulette.sheet import FRENCH, SecondZero, Setting, Sheet, Zero
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite
from tests.rules.roulette.play import (
    EVEN_CHANCES,
    ME,
    Falls,
    bet,
    folded,
    french,
    next_round,
    opened,
    paid,
    played,
    refused,
)

# The round


def test_FR_R15a_bets_of_all_close_at_the_same_instant() -> None:
    refusal = refused(bet(french(), {"red": 100}), Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "FR-R15a")
    state = french()
    assert ROULETTE.advance(state, Falls(state, "0")) == (BetsClosed(),)


def test_FR_R15b_after_the_announcement_nothing_is_taken() -> None:
    closed = folded(french(), [BetsClosed()])
    for command in (Bet({"red": 100}), PlaceCallBet("tiers", 100)):
        refusal = refused(closed, command)
        assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "FR-R15b")


def test_FR_R16_the_player_of_an_individual_wheel_launches_the_ball_after_betting() -> None:
    state = french(individual=True)
    refusal = refused(state, Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOTHING_BET, "FR-R16")
    assert ROULETTE.act(bet(state, {"red": 100}), ME, Launch()) == (BetsClosed(),)


def test_FR_R16_a_stake_in_prison_is_a_bet_already_made() -> None:
    state = next_round(played(bet(french(Zero.EN_PRISON, individual=True), {"red": 100}), "0"))
    assert ROULETTE.act(state, ME, Launch()) == (BetsClosed(),)
    assert ROULETTE.withdraw(state, ME) == ()
    assert ROULETTE.default_action(state, ME) == (BetsClosed(),)


def test_FR_R17_the_number_is_shown_to_everybody() -> None:
    seen = ROULETTE.view(played(bet(french(), {"black": 100}), "26"), None)
    assert (seen["number"], seen["colour"], seen["won"], seen["paid"]) == ("26", "black", ["black"], 100)


def test_FR_R18_losing_chips_are_collected_before_winning_bets_are_paid() -> None:
    state = folded(bet(french(), {"red": 100, "black": 200}), [BetsClosed()])
    events = ROULETTE.advance(state, Falls(state, "26"))
    assert events == (NumberDrawn("26"), StakesCollected({ME: 100}), PrizesPaid({ME: 200}, {ME: 200}))


def test_FR_R19a_a_bet_wins_when_it_is_or_contains_the_number() -> None:
    result = paid(french(), {"straight:5": 100, "street:4-5-6": 100, "odd": 100}, "5")
    assert (result.prize, result.back) == (3_500 + 1_100 + 100, 300)


def test_FR_R19b_a_bet_that_does_not_contain_it_loses() -> None:
    state = played(bet(french(), {"straight:5": 100, "even": 100}), "7")
    assert ROULETTE.results(state)[ME].lost == 200
    assert {line.rule for line in ROULETTE.explain(state, ME) if line.code == "lost"} == {"FR-R19b"}


# Zero


@pytest.mark.parametrize("zero", list(Zero))
def test_FR_R20_with_zero_only_straights_splits_streets_and_corners_that_contain_it_win(zero: Zero) -> None:
    state = french(zero)
    for place, described in ROULETTE.describe(state.sheet, state.setting)["places"].items():
        if described["kind"] in EVEN_CHANCES:
            continue
        result = paid(state, {place: 100}, "0")
        named = "0" in place.partition(":")[2].split("-")
        assert (result.back, result.lost, result.held) == ((100, 0, 0) if named else (0, 100, 0)), place


def test_FR_R20_the_treatment_of_zero_is_chosen_by_somebody() -> None:
    with pytest.raises(msgspec.ValidationError, match="missing required field `zero_option`"):
        msgspec.json.decode(b'{"system": "french-roulette", "variants": ["FR"]}', type=Sheet)


@pytest.mark.parametrize("chance", EVEN_CHANCES)
def test_FR_R20a_lose_all(chance: str) -> None:
    state = played(bet(french(Zero.LOSE_ALL), {chance: 100}), "0")
    result = ROULETTE.results(state)[ME]
    assert (result.lost, result.back, result.held) == (100, 0, 0)
    assert "FR-R20a" in {line.rule for line in ROULETTE.explain(state, ME)}


@pytest.mark.parametrize("chance", EVEN_CHANCES)
def test_FR_R20b_la_partage(chance: str) -> None:
    state = played(bet(french(Zero.LA_PARTAGE), {chance: 100}), "0")
    result = ROULETTE.results(state)[ME]
    assert (result.lost, result.back, result.prize) == (50, 50, 0)
    assert "FR-R20b" in {line.rule for line in ROULETTE.explain(state, ME)}


def test_FR_R20b_the_step_of_a_table_leaves_no_half_cent() -> None:
    sheet = Sheet(FRENCH, Zero.LA_PARTAGE, ("FR",), double_bets=False)
    assert [breach.rule for breach in ROULETTE.check_setting(sheet, Setting("FR", 15, step=5))] == ["FR-R20b"]
    assert (
        ROULETTE.check_setting(
            Sheet(FRENCH, Zero.LOSE_ALL, ("FR",), double_bets=False), Setting("FR", 15, step=5)
        )
        == []
    )


def test_FR_R20b_an_odd_cent_would_go_to_the_player() -> None:
    state = ROULETTE.begin(Sheet(FRENCH, Zero.LA_PARTAGE, ("FR",)), Setting("FR", 1, step=1), None, (ME,))
    result = paid(state, {"red": 7}, "0")
    assert (result.back, result.lost) == (4, 3)


def test_FR_R20c_zero_holds_even_chances_for_the_next_round() -> None:
    state = folded(bet(french(Zero.EN_PRISON), {"red": 100, "dozen:1-12": 200}), [BetsClosed()])
    events = ROULETTE.advance(state, Falls(state, "0"))
    assert events == (
        NumberDrawn("0"),
        StakesCollected({ME: 200}),
        StakesHeld({ME: {"red": 100}}),
        PrizesPaid({}, {}),
    )
    assert [posting.kind for posting in ROULETTE.postings(events[2])] == [TransferKind.STAKE_HELD]
    ended = folded(state, events)
    assert ROULETTE.results(ended)[ME].held == 100
    assert ROULETTE.stakes(ended) == {ME: 100}
    assert ROULETTE.view(next_round(ended), ME)["prison"] == {"red": 100}


@pytest.mark.parametrize(
    ("number", "event"),
    [("1", HeldReturned({ME: 100})), ("2", HeldCollected({ME: 100})), ("0", HeldCollected({ME: 100}))],
)
def test_FR_R20c_the_next_number_frees_the_stake_without_a_prize_or_takes_it(
    number: str, event: HeldReturned | HeldCollected
) -> None:
    state = next_round(played(bet(french(Zero.EN_PRISON), {"red": 100}), "0"))
    closed = folded(state, [BetsClosed()])
    events = ROULETTE.advance(closed, Falls(closed, number))
    assert [happened for happened in events if isinstance(happened, HeldReturned | HeldCollected)] == [event]
    ended = folded(closed, events)
    result = ROULETTE.results(ended)[ME]
    assert (result.staked, result.carried, result.prize, result.held) == (0, 100, 0, 0)
    assert (result.back, result.lost) == ((100, 0) if number == "1" else (0, 100))
    assert "FR-R20c" in {line.rule for line in ROULETTE.explain(ended, ME)}
    assert next_round(ended).carried == {}


def test_FR_R20c_a_sheet_may_let_a_second_zero_keep_the_stake() -> None:
    sheet = Sheet(FRENCH, Zero.EN_PRISON, ("FR",), second_zero=SecondZero.STAYS)
    state = next_round(played(bet(opened(sheet, "FR", 100), {"red": 100}), "0"))
    second = played(bet(state, {"red": 300, "odd": 200}), "0")
    assert second.held == {ME: {"red": 400, "odd": 200}}
    closed = folded(state, [BetsClosed()])
    assert HeldKept({ME: {"red": 100}}) in ROULETTE.advance(closed, Falls(closed, "0"))
    assert ROULETTE.results(played(next_round(second), "2"))[ME].lost == 600
    free = ROULETTE.results(played(next_round(second), "1"))[ME]
    assert (free.carried, free.back, free.prize) == (600, 600, 0)


def test_FR_R20c_a_stake_in_prison_keeps_the_rules_it_was_laid_under() -> None:
    sheet = Sheet(FRENCH, Zero.EN_PRISON, ("FR",), second_zero=SecondZero.STAYS)
    held = played(bet(opened(sheet, "FR", 100), {"red": 100}), "0")
    harsher = Sheet(FRENCH, Zero.LOSE_ALL, ("FR",), second_zero=SecondZero.LOST)
    state = ROULETTE.begin(harsher, held.setting, held, (ME,))
    result = ROULETTE.results(played(bet(state, {"odd": 100}), "0"))[ME]
    assert (result.lost, result.held) == (100, 100)


# Void rounds and lost connections


def test_FR_R21_a_round_without_a_valid_number_is_void_with_its_cause() -> None:
    ended = folded(french(), ROULETTE.void(french(), "no-valid-number"))
    assert ROULETTE.view(ended, None)["cause"] == "no-valid-number"
    assert ROULETTE.outcome(ended) is None


def test_FR_R22_in_a_void_round_every_stake_goes_back_those_in_prison_too() -> None:
    """(A65)"""
    state = bet(next_round(played(bet(french(Zero.EN_PRISON), {"red": 100}), "0")), {"odd": 300})
    (event,) = ROULETTE.void(state, "system")
    moved = [(posting.kind, posting.cents) for posting in ROULETTE.postings(event)]
    assert moved == [(TransferKind.STAKE_BACK, 300), (TransferKind.HELD_BACK, 100)]
    ended = folded(state, [event])
    result = ROULETTE.results(ended)[ME]
    assert (result.staked, result.carried, result.back, result.held) == (300, 100, 400, 0)
    assert ROULETTE.stakes(ended) == {}
    assert next_round(ended).carried == {}


def test_FR_R23_the_players_own_network_voids_nothing() -> None:
    assert ROULETTE.void(bet(french(), {"red": 100}), "player-network") == ()


def test_FR_R24_the_bet_of_a_player_who_is_gone_stands_even_in_prison() -> None:
    held = played(bet(french(Zero.EN_PRISON), {"red": 100}), "0")
    state = ROULETTE.begin(held.sheet, held.setting, held, ())
    assert ROULETTE.results(played(state, "1"))[ME].back == 100


# The last round and the session


def test_FR_R25_the_seats_view_of_a_settled_round_has_result_bets_and_amounts() -> None:
    result = ROULETTE.view(played(bet(french(Zero.LA_PARTAGE), {"red": 100}), "0"), ME)["result"]
    assert (result["staked"], result["back"], result["net"]) == (100, 50, -50)
    assert result["lines"] == [
        {"place": "red", "code": "halved", "rule": "FR-R20b", "stake": 100, "back": 50, "lost": 50}
    ]


def test_FR_R26_the_limits_and_prizes_of_every_chance_are_told_before_betting() -> None:
    described = ROULETTE.describe(french().sheet, french().setting)
    assert described["kinds"]["red"]["rules"] == {"min": "FR-R11", "max": "FR-R12b", "prize": "FR-R14b"}
    assert described["zero_option"] == "lose-all"


def test_FR_R28_who_ends_the_session_before_launching_takes_the_bet_along() -> None:
    state = bet(french(individual=True), {"red": 100})
    (taken,) = ROULETTE.withdraw(state, ME)
    assert ROULETTE.stakes(folded(state, [taken])) == {}


@pytest.mark.parametrize(("idle", "invited"), [(180, False), (181, True)])
def test_FR_R29a_invited_after_more_than_three_minutes_without_a_bet(idle: int, invited: bool) -> None:
    assert may_invite(Inactivity(), Mode.INDIVIDUAL, idle_seconds=idle) is invited
    hasty = Sheet(FRENCH, Zero.LOSE_ALL, ("FR",), inactivity=Inactivity(invited_after_seconds=60))
    assert [breach.rule for breach in ROULETTE.check_sheet(hasty)] == ["FR-R29a"]


@pytest.mark.parametrize(("rounds", "invited"), [(5, False), (6, True)])
def test_FR_R29b_invited_after_more_than_five_rounds_without_a_bet(rounds: int, invited: bool) -> None:
    assert may_invite(Inactivity(), Mode.MULTIPLE, rounds_without_bet=rounds) is invited


def test_FR_R30_ended_only_after_the_warning_and_without_a_bet() -> None:
    assert may_end(Mode.MULTIPLE, warned=True, bet_since_warning=False, rounds_since_warning=1)
    assert not may_end(Mode.MULTIPLE, warned=True, bet_since_warning=True, rounds_since_warning=1)
    assert not may_end(Mode.INDIVIDUAL, warned=False, bet_since_warning=False, seconds_since_warning=600)


def test_FR_R31_a_demonstration_table_has_the_same_rules_odds_and_limits() -> None:
    sheet = french().sheet
    descriptions = [
        ROULETTE.describe(sheet, Setting("FR", 100, currency=currency)) for currency in ("EUR", "DEMO")
    ]
    assert [description.pop("currency") for description in descriptions] == ["EUR", "DEMO"]
    assert descriptions[0] == descriptions[1]
