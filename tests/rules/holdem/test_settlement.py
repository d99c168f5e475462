"""806/2015, the end of the round: the showdown, the pots, the commission and void rounds.

Rules 18, 19, 26 to 42 and 59 to 73.
"""

from __future__ import annotations

import pytest

from games.rules.engine import ExplanationLine, Result, Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    BuyIn,
    Call,
    Check,
    CommonTurned,
    ExcessReturned,
    Fold,
    HandDiscarded,
    HandShown,
    PotsPaid,
    Raise,
    State,
)
from games.rules.holdem.settlement import best_hand
from games.rules.holdem.sheet import Sheet, Showdown
from games.rules.shared.money import Posting, TransferKind
from tests.rules.holdem.play import (
    MINIMUM,
    SMALL,
    STACK,
    Pack,
    bets,
    dealt,
    did,
    folded,
    gone_on,
    refused,
    stacks,
    table,
)

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


def test_HE_36_the_last_one_in_wins_at_once_and_shows_nothing() -> None:
    state = bets(three(), "600 f f", ACES)
    assert HOLDEM.waiting_for(state) is Wait.OVER
    assert not any(place.shown for place in state.seats.values())
    assert HOLDEM.view(state, None)["won"] == {"3": {"kind": "last-in"}}
    assert HOLDEM.outcome(state) == "last-in 500"
    assert [line.rule for line in HOLDEM.explain(state, 3)] == ["HE-36", "HE-40", "HE-27", "HE-17a", "HE-65"]


def test_HE_10_the_hand_that_is_over_is_shown_without_the_seat_that_somebody_new_takes_and_leaves() -> None:
    state = bets(three(), "600 f f", ACES)
    pots, paid = (HOLDEM.view(state, None)[name] for name in ("pots", "paid"))
    assert pots[0]["contenders"] == [3] and paid[0]["shares"][0]["seat"] == 3
    for seat in (1, 3):
        state = folded(state, HOLDEM.withdraw(state, seat))
    assert HOLDEM.view(state, None)["paid"] == paid, "the places of those who left still show it"
    for seat in (1, 3):
        state = did(state, seat, BuyIn())
        after = HOLDEM.view(state, None)
        assert (
            seat not in after["players"]
            and after["seats"][str(seat)]["state"] == "waiting"
            and "cards" not in after["seats"][str(seat)]
        )
        assert [pot["amount"] for pot in after["pots"]] == [pot["amount"] for pot in pots]
        assert "result" not in HOLDEM.view(state, seat)
        state = folded(state, HOLDEM.withdraw(state, seat))
        assert str(seat) not in HOLDEM.view(state, None)["seats"]
    assert HOLDEM.view(state, None)["won"] == {} and HOLDEM.view(state, None)["paid"][0]["shares"] == []


def test_HE_36_who_is_left_without_having_bet_wins_the_blinds_and_it_stands_in_the_record() -> None:
    """The button has not spoken yet when both blinds leave the table, each folding as it goes.  [HE-69]"""
    state = three()
    assert state.actor == 3 and not state.seats[3].committed
    for seat in (1, 2):
        state = folded(state, HOLDEM.withdraw(state, seat))
    state = gone_on(state, ACES)
    assert HOLDEM.waiting_for(state) is Wait.OVER
    assert HOLDEM.results(state)[3] == Result(0, 0, 0, 300)
    assert sum(result.net for result in HOLDEM.results(state).values()) == 0


def test_HE_40_an_unmatched_raise_goes_back_before_the_pot_is_paid() -> None:
    state = did(did(did(three(), 3, Raise(600)), 1, Fold()), 2, Fold())
    events = HOLDEM.advance(state, ACES)
    assert events[0] == ExcessReturned(3, 400)
    assert HOLDEM.postings(events[0]) == (Posting(TransferKind.CHIPS_BACK, 3, 400),)
    assert HOLDEM.postings(events[1]) == (
        Posting(TransferKind.POT, 3, 475),
        Posting(TransferKind.RAKE, 3, 25),
    )
    result = HOLDEM.results(folded(state, events))[3]
    assert (result.staked, result.back, result.lost, result.prize, result.commission, result.net) == (
        600,
        400,
        200,
        500,
        25,
        275,
    )


@pytest.mark.parametrize(
    ("script", "free", "taken"),
    [
        ("f f", True, 0),  # nothing but blinds
        ("600 f f", True, 25),  # a voluntary bet before the flop
        ("c c x f f", True, 0),  # limped, and no bet in the flop turn (A22)
        ("600 c c f f", True, 0),
        ("600 c c f f", False, 90),  # where the specific rules ask for no bet at all
        ("c c x f f", False, 30),
        ("c c x 300 f f", True, 30),
        ("c c x x x x f f", True, 30),  # in the turn of the turn
    ],
)
def test_HE_18_no_commission_where_the_round_ends_by_the_flop_without_a_bet(
    script: str, free: bool, taken: int
) -> None:
    """A raise that wins before the flop pays commission (A63)."""
    state = bets(three(sheet=Sheet(free_flop=free)), script, ACES)
    assert HOLDEM.waiting_for(state) is Wait.OVER
    assert sum(result.commission for result in HOLDEM.results(state).values()) == taken


def test_HE_27_and_HE_60_the_best_combination_wins_and_is_named() -> None:
    state = bets(three(), "c c x x x x x x x x x x", ACES)
    assert HOLDEM.outcome(state) == "one-pair 600"
    assert stacks(state) == {1: STACK - MINIMUM + 570, 2: STACK - MINIMUM, 3: STACK - MINIMUM}
    seen = HOLDEM.view(state, None)
    assert {seat: seen["seats"][seat]["kind"] for seat in ("1", "2", "3")} == dict.fromkeys("123", "one-pair")
    assert seen["won"] == {"1": {"kind": "one-pair", "cards": ["AS", "AH", "JC", "9S", "7D"]}}  # [HE-61]
    assert HOLDEM.explain(state, 1)[0] == ExplanationLine(
        "hand", "HE-60", {"kind": "one-pair", "cards": ["AS", "AH", "JC", "9S", "7D"]}
    )


def test_HE_26_there_is_a_best_hand_from_the_flop_on() -> None:
    assert best_hand(three(), 1) is None
    flop = bets(three(), "c c x", ACES)
    assert len(flop.board) == 3
    best = best_hand(flop, 1)
    assert best is not None and best.kind == "one-pair"


def test_HE_26_the_common_cards_may_be_the_best_hand_of_all_and_HE_33_the_pot_is_parted() -> None:
    state = bets(dealt(table([STACK] * 3, BUTTON_3), SHARED), "c c x x x x x x x x x x", SHARED)
    (pot,) = state.paid
    assert [(share.name, share.gross, share.commission) for share in pot.shares] == [
        (1, 200, 10),
        (2, 200, 10),
        (3, 200, 10),
    ]
    assert {line.rule for line in HOLDEM.explain(state, 1)} == {"HE-60", "HE-33", "HE-17a", "HE-65"}


def test_HE_59_the_last_to_raise_shows_first() -> None:
    state, shown = bets(three(), "c c x x x x x x x", ACES), []
    for command in (Check(), Raise(400), Call(), Call()):
        state = did(state, state.actor, command)
    while HOLDEM.waiting_for(state) is Wait.HOUSE:
        events = HOLDEM.advance(state, ACES)
        shown += [event.seat for event in events if isinstance(event, HandShown)]
        state = folded(state, events)
    assert shown == [2, 3, 1]


def test_HE_59_where_nobody_raised_the_left_of_the_button_shows_first() -> None:
    state, shown = bets(three(), "600 c c x x x x x x", ACES), []
    for _ in range(3):
        state = did(state, state.actor, Check())
    while HOLDEM.waiting_for(state) is Wait.HOUSE:
        events = HOLDEM.advance(state, ACES)
        shown += [event.seat for event in events if isinstance(event, HandShown)]
        state = folded(state, events)
    assert shown == [1, 2, 3]


def test_HE_59_the_specific_rules_may_spare_beaten_hands() -> None:
    state = three(sheet=Sheet(showdown=Showdown.UNBEATEN))
    state, happened = bets(state, "c c x x x x x x x x x", ACES), []
    state = did(state, state.actor, Check())
    while HOLDEM.waiting_for(state) is Wait.HOUSE:
        events = HOLDEM.advance(state, ACES)
        happened += events
        state = folded(state, events)
    assert [type(event) for event in happened] == [HandShown, HandDiscarded, HandDiscarded, PotsPaid]
    seen = HOLDEM.view(state, None)["seats"]
    assert ("cards" in seen["1"], "cards" in seen["2"], "held" in seen["2"]) == (True, False, False)


def test_HE_59_the_specific_rules_may_turn_the_cards_as_soon_as_nobody_can_bet() -> None:
    state = three(sheet=Sheet(all_in_face_up=True))
    for command in (Raise(STACK), Call(), Call()):
        state = did(state, state.actor, command)
    tags = []
    while HOLDEM.waiting_for(state) is Wait.HOUSE:
        events = HOLDEM.advance(state, ACES)
        tags += [type(event) for event in events]
        state = folded(state, events)
    assert tags == [HandShown] * 3 + [CommonTurned] * 3 + [PotsPaid]
    assert HOLDEM.outcome(state) == f"one-pair {3 * STACK}"


def test_HE_41_and_HE_42_side_pots_are_shown_apart_with_who_can_win_them() -> None:
    state = bets(
        dealt(table([500, 2_000, STACK, STACK], 3)), "c 500 c 2000 3500 c"
    )  # button 4, blinds 1 and 2, seat 3 first
    pots = HOLDEM.view(state, None)["pots"]
    assert [pot["amount"] for pot in pots] == [2_000, 4_500, 3_000]
    assert [pot["contenders"] for pot in pots] == [[1, 2, 3, 4], [2, 3, 4], [3, 4]]
    assert state.actor == 3


def test_HE_41_chips_of_the_current_turn_join_the_pot_when_it_ends() -> None:
    """[HE-2p] [HE-42]"""

    def amounts(state: State) -> list[int]:
        return [pot["amount"] for pot in HOLDEM.view(state, None)["pots"]]

    state = three()
    assert amounts(state) == []
    state = bets(state, "600 c")
    assert (amounts(state), state.pot) == ([], 2 * 600 + MINIMUM)
    state = bets(state, "c")
    assert amounts(state) == [3 * 600]
    state = bets(state, "1000 c")
    assert (amounts(state), state.pot) == ([3 * 600], 3 * 600 + 2 * 1_000)
    assert amounts(bets(state, "f")) == [3 * 600 + 2 * 1_000]
    state = bets(state, "f x x x", ACES)
    state = did(state, state.actor, Check())
    shown = 0
    while HOLDEM.waiting_for(state) is Wait.HOUSE:
        assert amounts(state) == [3 * 600 + 2 * 1_000], "until the pot is paid"
        state = folded(state, HOLDEM.advance(state, ACES))
        shown += 1
    assert shown > 1


def test_HE_63b_the_short_stack_wins_the_main_pot_and_the_next_best_the_side_pot() -> None:
    state = bets(dealt(table([500, STACK, STACK], BUTTON_3), ACES), "2000 c c", ACES)
    state = bets(state, "x x x x x x", ACES)
    first, second = state.paid
    assert (first.amount, [share.name for share in first.shares]) == (1_500, [1])
    assert (second.amount, [share.name for share in second.shares]) == (3_000, [2])
    assert stacks(state) == {1: 1_425, 2: STACK - 2_000 + 2_850, 3: STACK - 2_000}
    assert [share["commission"] for pot in HOLDEM.view(state, None)["paid"] for share in pot["shares"]] == [
        75,
        150,
    ]  # [HE-19]


def test_HE_63a_a_covering_best_hand_takes_every_pot() -> None:
    state = bets(dealt(table([STACK, 500, 2_000], BUTTON_3), ACES), "2000 c c", ACES)
    assert HOLDEM.waiting_for(state) is Wait.OVER
    assert [[share.name for share in pot.shares] for pot in state.paid] == [[1], [1]]


def test_HE_2j_and_HE_2o_the_pot_is_the_sum_of_all_bets_all_round_long() -> None:
    state = dealt(table([STACK] * 3, BUTTON_3))
    for word in ("600", "c", "c", "400", *"cfxxxx"):
        assert state.pot == sum(HOLDEM.stakes(state).values()) == 3 * STACK - sum(stacks(state).values())
        assert HOLDEM.view(state, None)["pot"] == state.pot  # [HE-4e]
        if HOLDEM.waiting_for(state) is Wait.OVER:
            break
        state = bets(state, word)


def test_HE_65_the_result_of_a_round_stands_in_the_view_of_its_seat() -> None:
    state = bets(three(), "600 c f x x x x x x", ACES)
    assert HOLDEM.view(state, 1)["result"] == {
        "staked": 600,
        "lost": 600,
        "back": 0,
        "prize": 1_400,
        "commission": 70,
        "net": 730,
    }
    assert HOLDEM.view(state, 2)["result"]["net"] == -MINIMUM
    assert "result" not in HOLDEM.view(three(), 1)


def test_HE_72_a_void_round_gives_every_stack_back_what_it_was() -> None:
    for script in ("", "600 c", "600 c c 2000 c", f"{STACK} c f"):
        state = (
            bets(three(), script)
            if script != f"{STACK} c f"
            else did(did(three(), 3, Raise(STACK)), 1, Call())
        )
        (event,) = HOLDEM.void(state, "system")
        assert {posting.kind for posting in HOLDEM.postings(event)} == {TransferKind.CHIPS_BACK}
        ended = folded(state, [event])
        assert set(stacks(ended).values()) == {STACK}
        assert HOLDEM.stakes(ended) == {}
        assert all(result.net == 0 for result in HOLDEM.results(ended).values())
        assert [line.rule for line in HOLDEM.explain(ended, 2)] == ["HE-72"]
        shown = HOLDEM.view(ended, None)
        assert shown["cause"] == "system"
        assert (shown["pot"], shown["pots"]) == (0, []), "no chip is shown in a stack and in a pot"
        assert {place["bet"] for place in shown["seats"].values()} == {0}
    with pytest.raises(ValueError, match="cannot void a round"):
        HOLDEM.void(bets(three(), "f f"), "system")


def test_HE_72_who_left_before_the_round_became_void_takes_the_bets_along() -> None:
    state = bets(three(), "600")
    state = folded(state, HOLDEM.withdraw(state, 1))
    state = folded(state, HOLDEM.void(state, "system"))
    assert refused(state, 1, BuyIn()).rule == "HE-10"
    assert HOLDEM.options(state, 1) == {}
    (away,) = HOLDEM.withdraw(state, 1)
    assert HOLDEM.postings(away) == (Posting(TransferKind.CASH_OUT, 1, SMALL),)


def test_the_house_does_nothing_during_a_decision() -> None:
    with pytest.raises(ValueError, match="cannot advance a round"):
        HOLDEM.advance(three(), ACES)
    assert HOLDEM.pause_ms(three()) == 0
    assert HOLDEM.pause_ms(gone_on(bets(three(), "f f"), ACES)) == 5_000


def test_the_last_remaining_player_wins_the_round() -> None:
    state = dealt(table([STACK] * 3, BUTTON_3), ACES)
    for seat in (1, 2):
        state = folded(state, HOLDEM.withdraw(state, seat))
    state = gone_on(state, ACES)
    assert (HOLDEM.waiting_for(state), stacks(state)) == (Wait.OVER, {3: STACK + SMALL + MINIMUM})
