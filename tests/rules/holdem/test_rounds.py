"""806/2015, the round: dealing, the four turns of bets and the time to decide.

Rules 2, 23 to 45 and 49 to 58.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    Call,
    Called,
    CardsDealt,
    Check,
    Checked,
    CommonTurned,
    Fold,
    Folded,
    Raise,
    Raised,
    State,
    Why,
)
from games.rules.holdem.sheet import BetMaximum, LeastRaise, Sheet
from games.rules.shared.cards import names
from games.rules.shared.money import Posting, TransferKind
from games.rules.shared.refusals import Refusal
from tests.rules.holdem.play import MINIMUM, SMALL, STACK, Pack, bets, dealt, did, folded, refused, table

BUTTON_3 = (
    2  # with three seats, the button of the round before: small blind 1, big blind 2, seat 3 speaks first
)
# Three players, dealt in the order 1, 2, 3: aces against kings against queens, and a dry board.
ACES = Pack("AS KS QS AH KH QH 2C 7D 9S JC 3D")
# The first player has the nuts on every board: an unbeatable straight.
SHARED = Pack("2S 2H 3S 3H 4S 4H AS KD QC JH 10D")


def three(**given: object) -> State:
    return dealt(table([STACK] * 3, BUTTON_3, **given), ACES)


def raises(state: State) -> dict[str, int]:
    limits = HOLDEM.options(state, state.actor)["raise"]
    return {name: limits[name] for name in ("min", "max")}


# Dealing


def test_HE_49_and_HE_50_one_card_each_from_the_small_blind_on_and_then_the_second() -> None:
    """[HE-50]"""
    state = folded(table([STACK] * 3, BUTTON_3), HOLDEM.advance(table([STACK] * 3, BUTTON_3), ACES))
    (first,) = HOLDEM.advance(state, ACES)
    (second,) = HOLDEM.advance(folded(state, [first]), ACES)
    assert isinstance(first, CardsDealt) and isinstance(second, CardsDealt)
    assert [list(event.cards) for event in (first, second)] == [[1, 2, 3], [1, 2, 3]]
    assert [names(event.cards.values()) for event in (first, second)] == [
        ["AS", "KS", "QS"],
        ["AH", "KH", "QH"],
    ]


def test_HE_2d_closed_cards_are_told_to_their_player_alone() -> None:
    event = CardsDealt({1: 51, 2: 50})
    assert HOLDEM.is_hidden(event)
    assert HOLDEM.event_for_seat(event, 1) == {"t": "cards-dealt", "to": [1, 2], "card": "AD"}
    assert (
        HOLDEM.event_for_seat(event, 3)
        == HOLDEM.event_for_seat(event, None)
        == {"t": "cards-dealt", "to": [1, 2]}
    )
    state = three()
    assert HOLDEM.view(state, 1)["cards"] == ["AS", "AH"]
    assert HOLDEM.view(state, None)["seats"]["1"]["held"] == 2


def test_HE_25_two_closed_cards_five_common_ones_and_four_turns() -> None:
    state, turned = three(), []
    for word in ("c", "c", *"xxxxxxxxxx"):
        if HOLDEM.waiting_for(state) is not Wait.CHOICE:
            break
        state = did(state, state.actor, {"c": Call(), "x": Check()}[word])
        while HOLDEM.waiting_for(state) is Wait.HOUSE:
            events = HOLDEM.advance(state, ACES)
            turned += [names(event.cards) for event in events if isinstance(event, CommonTurned)]
            state = folded(state, events)
    assert turned == [["2C", "7D", "9S"], ["JC"], ["3D"]]  # [HE-2h] [HE-2u] [HE-2r] [HE-53] [HE-55] [HE-57]
    assert state.turn == 3
    assert all(len(place.cards) == 2 for place in state.seats.values())


def test_HE_2e_all_see_the_same_common_cards() -> None:
    state = bets(three(), "c c x", ACES)
    assert HOLDEM.view(state, None)["board"] == ["2C", "7D", "9S"]
    assert HOLDEM.event_for_seat(CommonTurned((0, 1, 2)), 1) == HOLDEM.event_for_seat(
        CommonTurned((0, 1, 2)), None
    )


# Whose turn it is


def test_HE_51_the_first_turn_starts_left_of_the_big_blind() -> None:
    assert three().actor == 3
    assert (
        dealt(table({3: STACK, 7: STACK}, 7)).actor == 7
    )  # heads-up left of the button, which has the big blind (A21)


def test_HE_54_HE_56_and_HE_58_every_other_turn_starts_left_of_the_button() -> None:
    """[HE-56] [HE-58]"""
    state = bets(three(), "c c x")
    for turn in (1, 2, 3):
        assert (state.turn, state.actor) == (turn, 1)
        state = bets(state, "x x x")
    state = bets(three(), "c f x")
    assert state.actor == 2  # the first who is still in


def test_HE_34_nobody_decides_out_of_turn_or_between_turns() -> None:
    refusal = refused(three(), 1, Fold())
    assert (refusal.code, refusal.rule, refusal.details) == (Refusal.NOT_YOUR_TURN, "HE-34", {"seat": 3})
    closed = did(did(did(three(), 3, Call()), 1, Call()), 2, Check())
    assert HOLDEM.waiting_for(closed) is Wait.HOUSE
    assert refused(closed, 1, Check()).code is Refusal.NOT_NOW
    assert HOLDEM.options(three(), 1).keys().isdisjoint({"fold", "check", "call", "raise"})


def test_HE_34_what_was_meant_for_an_earlier_decision_is_never_taken_for_a_later_one() -> None:
    state = bets(three(), "c c x")  # the flop lies, and the first seat decides on nothing
    assert (state.turn, state.to_match, state.actor) == (1, 0, 1)
    for late in (
        Fold(turn=0, facing=MINIMUM),
        Check(turn=0),
        Call(facing=MINIMUM),
        Raise(900, turn=0, facing=MINIMUM),
    ):
        refusal = refused(state, 1, late)
        assert (refusal.code, refusal.rule) == (Refusal.STALE, "HE-34")
    assert did(state, 1, Check(turn=1, facing=0)).actor == 2


def test_HE_34_who_waits_for_the_turn_sees_what_will_be_asked_and_nothing_once_it_cannot_be() -> None:
    state = three()  # the third seat decides; the blinds are still to be asked
    assert HOLDEM.options(state, 1)["ahead"] == {
        "fold": True,
        "check": False,
        "call": {"cost": MINIMUM - SMALL, "all_in": False},
    }
    assert HOLDEM.options(state, 2)["ahead"] == {"fold": True, "check": True}
    assert "ahead" not in HOLDEM.options(state, 3), "who is asked now answers now"
    raised = bets(state, "600")
    assert HOLDEM.options(raised, 2)["ahead"]["call"] == {"cost": 600 - MINIMUM, "all_in": False}
    assert "ahead" not in HOLDEM.options(raised, 3), "a player is not asked about their own raise"
    assert "ahead" not in HOLDEM.options(bets(raised, "f"), 1), "who folded is asked nothing more"


def test_HE_34_the_big_blind_keeps_its_option() -> None:
    state = bets(three(), "c c")
    assert state.actor == 2  # (A29)
    limits = HOLDEM.options(state, 2)
    assert (limits["check"], "call" in limits, limits["raise"]["min"]) == (True, False, 2 * MINIMUM)


# The four options


def test_HE_34a_and_HE_35_who_folds_is_out_and_what_was_bet_stays() -> None:
    state = bets(three(), "600 c f", ACES)
    assert state.not_folded() == [1, 3]
    assert "held" not in HOLDEM.view(state, None)["seats"]["2"]
    state = bets(state, "x x x x x x", ACES)
    assert HOLDEM.results(state)[2].lost == MINIMUM
    assert HOLDEM.view(state, None)["seats"]["2"]["state"] == "folded"
    assert not state.seats[2].shown
    assert [line.rule for line in HOLDEM.explain(state, 2)] == ["HE-35", "HE-65"]


def test_HE_34b_a_check_only_where_nothing_is_to_be_matched() -> None:
    refusal = refused(three(), 3, Check())
    assert (refusal.code, refusal.rule, refusal.details) == (
        Refusal.NOT_OFFERED,
        "HE-34b",
        {"to_match": MINIMUM},
    )
    assert HOLDEM.act(bets(three(), "c c x"), 1, Check()) == (Checked(1),)


def test_HE_34c_and_HE_52a_a_call_takes_exactly_the_difference() -> None:
    """[HE-52a]"""
    state = bets(three(), "600")
    assert HOLDEM.act(state, 1, Call()) == (Called(1, 600 - SMALL),)
    assert HOLDEM.options(state, 1)["call"] == {"cost": 600 - SMALL, "all_in": False}
    assert HOLDEM.act(three(), 3, Call()) == (Called(3, MINIMUM),)
    assert refused(bets(three(), "c c x"), 1, Call()).rule == "HE-34c"


def test_HE_52b_the_small_blind_completes_to_stay_in() -> None:
    state = bets(three(), "c")
    assert (state.actor, HOLDEM.options(state, 1)["call"]["cost"]) == (1, MINIMUM - SMALL)


def test_HE_34d_a_raise_makes_the_amount_to_match_higher() -> None:
    state = bets(three(), "600")
    assert (state.to_match, state.actor) == (600, 1)
    assert HOLDEM.postings(Raised(3, 600, 600)) == (Posting(TransferKind.CHIPS, 3, 600),)
    opened = did(bets(three(), "c c x"), 1, Raise(MINIMUM))
    assert (opened.to_match, opened.seats[1].bet) == (MINIMUM, MINIMUM)


# What may be bet


def test_HE_23_no_bet_below_the_minimum_but_the_small_blind() -> None:
    state = bets(three(), "c c x")
    refusal = refused(state, 1, Raise(MINIMUM - 1))
    assert (refusal.code, refusal.rule, refusal.details) == (
        Refusal.BELOW_MINIMUM,
        "HE-23",
        {"least": MINIMUM},
    )
    assert raises(state) == {"min": MINIMUM, "max": STACK - MINIMUM}


def test_HE_23_all_the_chips_may_go_in_even_if_they_are_fewer() -> None:
    state = bets(dealt(table([STACK, STACK, 300], 1)), "c c x")  # button 2, small blind 3
    assert (state.actor, state.seats[3].stack) == (3, 100)
    assert raises(state) == {"min": 100, "max": 100}  # (A54)
    assert HOLDEM.act(state, 3, Raise(100)) == (Raised(3, 100, 100, True),)


@pytest.mark.parametrize(
    ("least_raise", "least", "rule"),
    [("last-raise", 1_400, "HE-E1"), ("minimum", 1_000, "HE-23")],
)
def test_HE_34d_a_raise_goes_up_by_the_minimum_or_by_what_the_specific_rule_asks(
    least_raise: str, least: int, rule: str
) -> None:
    state = bets(three(sheet=Sheet(least_raise=LeastRaise(least_raise))), "800")  # 600 above the big blind
    assert raises(state)["min"] == least  # (A59)
    refusal = refused(state, 1, Raise(least - 1))
    assert (refusal.rule, refusal.details) == (rule, {"least": least})
    assert refused(state, 1, Raise(800)).rule == "HE-34d"  # what does not go up is no raise


def test_HE_24a_i_half_of_the_pot() -> None:
    state = bets(three(limit=BetMaximum.HALF_POT), "c c x")
    assert raises(state) == {"min": MINIMUM, "max": 300}
    refusal = refused(state, 1, Raise(301))
    assert (refusal.code, refusal.rule, refusal.details) == (
        Refusal.ABOVE_MAXIMUM,
        "HE-24a-i",
        {"limit": 300},
    )
    assert (
        raises(three(limit=BetMaximum.HALF_POT))["max"] == MINIMUM + 250
    )  # 300 of blinds and 200 of the call, halved


def test_HE_24a_i_the_minimum_is_allowed_where_half_of_the_pot_is_below_it() -> None:
    state = bets(dealt(table([STACK] * 2, 2, limit=BetMaximum.HALF_POT, small_blind=1)), "c x")
    assert raises(replace(state, pot=300))["max"] == MINIMUM  # (A24) [HE-23]


def test_HE_24a_ii_and_HE_38_a_number_of_raises_in_each_turn() -> None:
    """[HE-38]"""
    state = bets(three(limit=BetMaximum.FIXED_RAISES, raises=2), "400 600")
    assert "raise" not in HOLDEM.options(state, state.actor)
    refusal = refused(state, state.actor, Raise(1_000))
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "HE-24a-ii")
    state = bets(state, "c c")
    assert state.raises == 0  # the next turn has its own
    state = bets(state, "400")
    assert state.raises == 0  # to open is not to raise
    counting = bets(
        three(sheet=Sheet(opening_counts=True), limit=BetMaximum.FIXED_RAISES, raises=2), "c c x 400"
    )
    assert counting.raises == 1


def test_HE_24b_the_pot() -> None:
    state = bets(three(limit=BetMaximum.POT_LIMIT), "c c x")
    assert raises(state)["max"] == 600
    assert raises(bets(state, "500"))["max"] == 500 + 1_100 + 500  # all chips, those of the call too (A24)
    assert refused(state, 1, Raise(601)).rule == "HE-24b"


def test_HE_24c_and_HE_37_the_stack() -> None:
    state = three()
    assert raises(state)["max"] == STACK
    refusal = refused(state, 3, Raise(STACK + 1))
    assert (refusal.code, refusal.rule) == (Refusal.ABOVE_MAXIMUM, "HE-24c")
    (event,) = HOLDEM.act(state, 3, Raise(STACK))
    assert event == Raised(3, STACK, STACK, True)
    assert HOLDEM.view(folded(state, [event]), None)["seats"]["3"]["state"] == "all-in"  # [HE-2k]
    small = dealt(table([STACK, STACK, 500], BUTTON_3, limit=BetMaximum.POT_LIMIT))
    assert refused(small, 3, Raise(501)).rule == "HE-37"


def test_HE_2a_parts_of_the_pot_are_offered_as_far_as_they_are_open() -> None:
    state = bets(three(limit=BetMaximum.HALF_POT), "c c x")
    assert HOLDEM.options(state, 1)["raise"]["parts"] == {"third": 200, "half": 300}
    assert HOLDEM.options(bets(three(), "c c x"), 1)["raise"]["parts"] == {
        "third": 200,
        "half": 300,
        "two-thirds": 400,
        "three-quarters": 450,
        "pot": 600,
        "pot-and-half": 900,
    }


def test_HE_2a_times_the_bet_are_offered_where_there_is_one() -> None:
    parts = HOLDEM.options(bets(three(), "c c 500"), 3)["raise"]["parts"]
    assert (parts["two-and-half-bets"], parts["three-bets"]) == (1_250, 1_500)
    assert "three-bets" not in HOLDEM.options(bets(three(), "c c x"), 1)["raise"]["parts"]
    tight = bets(three(limit=BetMaximum.HALF_POT), "c c x")
    assert not {"pot", "three-bets"} & set(HOLDEM.options(tight, 1)["raise"]["parts"])


def test_HE_39_who_has_less_stays_in_with_all_of_it() -> None:
    state = bets(dealt(table([STACK, 500, STACK], BUTTON_3)), "2000 f")
    assert HOLDEM.options(state, 2)["call"] == {"cost": 500 - MINIMUM, "all_in": True}
    assert "raise" not in HOLDEM.options(state, 2)
    assert refused(state, 2, Raise(500)).rule == "HE-39"
    assert HOLDEM.act(state, 2, Call()) == (Called(2, 500 - MINIMUM, True),)


def test_HE_37_a_short_all_in_opens_raising_anew_unless_a_specific_rule_says_otherwise() -> None:
    stacks_ = [STACK, STACK, 1_000]
    # Button 1, small blind 2, big blind 3: seat 1 speaks first.
    state = bets(
        dealt(table(stacks_, 3, Sheet(least_raise=LeastRaise.LAST_RAISE, short_raise_reopens=False))),
        "800 c 1000",
    )
    assert (state.actor, state.last_raise) == (1, 600)
    assert "raise" not in HOLDEM.options(state, 1)
    assert refused(state, 1, Raise(5_000)).rule == "HE-E2"
    assert HOLDEM.options(state, 1)["call"]["cost"] == 200
    assert raises(bets(dealt(table(stacks_, 3)), "800 c 1000"))["min"] == 1_200  # (A60)


def test_HE_40_nobody_raises_what_nobody_could_match() -> None:
    state = bets(dealt(table([STACK, 500, 500], BUTTON_3)), "500")
    assert refused(state, 1, Raise(2_000)).rule == "HE-40"


# Time


def test_HE_45_time_up_is_a_check_or_a_fold() -> None:
    assert HOLDEM.default_action(three(), 3) == (Folded(3, Why.TIME),)
    assert HOLDEM.default_action(bets(three(), "c c x"), 1) == (Checked(1, Why.TIME),)
    assert HOLDEM.default_action(three(), 1) == ()


def test_HE_73_a_lost_connection_of_a_player_voids_nothing() -> None:
    for cause in ("player-network", "player-equipment"):
        assert HOLDEM.void(three(), cause) == ()
