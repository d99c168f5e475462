"""806/2015, the table (rules 1 to 23, 46 to 48): seats, chips, rest, button, blinds, sheet, setting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    Blind,
    BlindPosted,
    BoughtIn,
    ButtonPlaced,
    BuyIn,
    Command,
    SeatLeft,
    SitOut,
    State,
    ToppedUp,
    TopUp,
)
from games.rules.holdem.seats import ends_orbit
from games.rules.holdem.sheet import BetMaximum, Commission, Regime, Sheet, purchase_commission
from games.rules.shared.cards import PACK
from games.rules.shared.money import Posting, TransferKind
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Mode
from tests.rules.holdem.play import (
    MINIMUM,
    SMALL,
    STACK,
    Pack,
    bets,
    dealt,
    did,
    folded,
    next_round,
    refused,
    setting,
    shorts,
    stacks,
    table,
)

FRESH = Sheet()


def breaches(sheet: Sheet = FRESH, **given: Any) -> list[tuple[str, str, str]]:
    all_breaches = [*HOLDEM.check_sheet(sheet), *HOLDEM.check_setting(sheet, setting(**given))]
    return [(breach.rule, breach.field, breach.code) for breach in all_breaches]


def rules_of(sheet: Sheet = FRESH, **given: Any) -> list[str]:
    return [rule for rule, _, _ in breaches(sheet, **given)]


def played_out(state: State) -> State:
    """The round to its end, everybody folding to the last."""
    while state.actor:
        state = bets(state, "f")
    assert HOLDEM.waiting_for(state) is Wait.OVER
    return state


def test_HE_P2_a_sheet_within_the_rules_has_no_breach() -> None:
    assert breaches() == []
    assert breaches(Sheet(system="poker")) == [("", "system", "unknown")]
    assert breaches(languages=()) == [("HE-P2", "languages", "missing")]
    assert breaches(currency="XYZ") == [("HE-P2", "currency", "unknown")]


def test_HE_1_what_is_won_comes_from_other_players() -> None:
    state = bets(dealt(table([STACK] * 3, 3)), "400 c f x x x x x x")
    assert HOLDEM.waiting_for(state) is Wait.OVER
    won = sum(result.prize - result.commission for result in HOLDEM.results(state).values())
    lost = sum(result.lost for result in HOLDEM.results(state).values())
    taken = sum(result.commission for result in HOLDEM.results(state).values())
    assert won == lost - taken
    assert rules_of(mode=Mode.INDIVIDUAL) == ["HE-1"]


@pytest.mark.parametrize(("seats", "rule"), [(1, ["HE-4a"]), (2, []), (10, []), (11, ["HE-4a"])])
def test_HE_4a_a_table_has_two_to_ten_seats(seats: int, rule: list[str]) -> None:
    assert rules_of(seats=seats) == rule


def test_HE_4a_a_sheet_may_allow_fewer_and_never_more() -> None:
    assert rules_of(Sheet(most_seats=6), seats=7) == ["HE-4a"]
    assert rules_of(Sheet(most_seats=11)) == ["HE-4a"]


def test_HE_4b_a_round_is_dealt_from_one_pack_and_no_card_comes_twice() -> None:
    state = bets(dealt(table([STACK] * 10, 1)), "c c c c c c c c c x" + " x" * 30)
    seen = [card for place in state.seats.values() for card in place.cards] + list(state.board)
    assert len(seen) == len(set(seen)) == 25
    assert all(0 <= card < PACK for card in seen)
    assert not HOLDEM.keeps_shoe(state)


def test_HE_4c_and_HE_64_the_button_moves_one_occupied_seat_to_the_left() -> None:
    state = dealt(table({2: STACK, 5: STACK, 9: STACK}, 9))
    buttons = []
    for _ in range(4):
        buttons.append(state.button)
        state = dealt(next_round(played_out(state)))
    assert buttons == [2, 5, 9, 2]


def test_HE_5_the_seats_of_the_table_are_told() -> None:
    assert HOLDEM.describe(FRESH, setting(seats=6))["seats"] == 6


def test_HE_7_the_table_says_how_many_players_a_hand_needs() -> None:
    assert HOLDEM.describe(FRESH, setting())["least_players"] == 2


def test_HE_6a_and_HE_6b_a_session_table_has_whole_hours_and_a_continuous_one_no_end() -> None:
    assert rules_of(regime=Regime.SESSION, hours=2) == []
    assert rules_of(regime=Regime.SESSION) == ["HE-2s"]  # (A53)
    assert rules_of(hours=2) == ["HE-6a"]
    assert rules_of(Sheet(regimes=(Regime.CONTINUOUS,)), regime=Regime.SESSION, hours=1) == ["HE-6b"]
    assert rules_of(Sheet(regimes=(Regime.SESSION,))) == ["HE-6a"]
    assert rules_of(Sheet(regimes=())) == ["HE-6a", "HE-6a"]


def test_HE_14_a_purchase_less_its_commission_is_at_least_the_minimum() -> None:
    """[HE-15] [HE-17b]"""
    sheet = Sheet(commission=Commission.BUY_IN, rate=500)  # one in twenty
    commission = purchase_commission(sheet, MINIMUM)
    assert commission > 0
    assert ("HE-14", "buy_in", "below-minimum") in breaches(sheet, buy_in=MINIMUM)
    assert ("HE-14", "rebuys", "below-minimum") in breaches(sheet, rebuys=(MINIMUM,))
    enough = 2 * MINIMUM
    assert not [breach for breach in breaches(sheet, buy_in=enough, rebuys=(enough,)) if breach[0] == "HE-14"]


def test_HE_2s_a_session_ends_when_everybody_had_the_button() -> None:
    state = dealt(table([STACK] * 3, 0))
    ends = []
    for _ in range(6):
        state = played_out(state)
        ends.append(ends_orbit(state))
        state = dealt(next_round(state))
    assert ends == [False, False, True, False, False, True]


def test_HE_7_nothing_begins_with_fewer_than_two() -> None:
    state = table([STACK])
    assert (HOLDEM.waiting_for(state), HOLDEM.to_act(state)) == (Wait.CHOICE, ())
    assert HOLDEM.advance(state, Pack()) == ()
    assert HOLDEM.view(state, None)["can_deal"] is False
    state = did(state, 2, BuyIn())
    assert HOLDEM.waiting_for(state) is Wait.BETS
    assert isinstance(HOLDEM.advance(state, Pack())[0], ButtonPlaced)


def test_HE_7_a_table_whose_last_but_one_player_leaves_stops() -> None:
    state = played_out(dealt(table([STACK] * 2, 1)))
    state = folded(state, HOLDEM.withdraw(state, 1))
    state = next_round(state)
    assert (state.button, HOLDEM.waiting_for(state)) == (0, Wait.CHOICE)


def test_HE_8_a_player_enters_with_the_buy_in_and_nothing_else() -> None:
    state = HOLDEM.begin(FRESH, setting(), None, (1,))
    assert refused(state, 1, TopUp(STACK)).rule == "HE-8"
    assert refused(state, 1, SitOut()).rule == "HE-8"
    (event,) = HOLDEM.act(state, 1, BuyIn())
    assert event == BoughtIn(1, STACK)
    assert HOLDEM.postings(event) == (Posting(TransferKind.BUY_IN, 1, STACK),)
    state = folded(state, [event])
    second = refused(state, 1, BuyIn())
    assert (second.code, second.rule) == (Refusal.NOT_OFFERED, "HE-8")
    assert HOLDEM.options(HOLDEM.begin(FRESH, setting(), None, (1,)), 1) == {
        "buy_in": {"cost": STACK, "commission": 0, "stack": STACK}
    }


def test_HE_9_a_player_has_one_seat() -> None:
    assert HOLDEM.describe(FRESH, setting())["seats_per_player"] == 1


def test_HE_10_who_leaves_takes_the_stack_and_leaves_the_bets() -> None:
    state = bets(dealt(table([STACK] * 3, 2)), "600 c")
    events = HOLDEM.withdraw(state, 1)  # out of turn: it is the big blind's
    state = folded(state, events)
    assert events[-1] == SeatLeft(1, STACK - 600)
    assert HOLDEM.postings(events[-1]) == (Posting(TransferKind.CASH_OUT, 1, STACK - 600),)
    assert (state.actor, HOLDEM.stakes(state)[1], state.pot) == (2, 600, 1_200 + MINIMUM)
    state = bets(state, "f")
    assert [share.name for share in state.paid[0].shares] == [3]
    assert HOLDEM.withdraw(state, 1) == ()


def test_HE_10_who_is_all_in_leaves_when_the_round_is_over() -> None:
    """Whenever a player wants, the session ends.  [HE-69]"""
    state = bets(dealt(table([STACK] * 3, 2)), f"{STACK} c")
    assert HOLDEM.withdraw(state, 3) == ()
    state = bets(state, "f")
    assert HOLDEM.waiting_for(state) is Wait.OVER
    left = {
        seat: events[-1].cents
        for seat in (1, 2, 3)
        if isinstance((events := HOLDEM.withdraw(state, seat))[-1], SeatLeft)
    }
    assert left == stacks(state)
    for seat in (1, 2, 3):
        state = folded(state, HOLDEM.withdraw(state, seat))
    assert next_round(state, ()).seats == {}


def test_HE_10_a_seat_is_not_cleared_while_it_holds_chips() -> None:
    state = played_out(dealt(table([STACK] * 3, 3)))
    with pytest.raises(ValueError, match="must withdraw first"):
        next_round(state, (1, 2))


def test_HE_11a_and_HE_28_nothing_takes_chips_off_the_table_or_shares_a_pot() -> None:
    """No command does either.  [HE-28]"""
    tags = {kind.__struct_config__.tag for kind in Command.__args__}
    assert tags == {
        "fold",
        "check",
        "call",
        "raise",
        "buy-in",
        "top-up",
        "sit-out",
        "sit-in",
        "post-big-blind",
        "wait-for-blind",
    }


def test_HE_11b_chips_bought_in_a_round_wait_for_its_end() -> None:
    state = dealt(table([STACK] * 3, 2))
    (event,) = HOLDEM.act(state, 2, TopUp(STACK))
    assert HOLDEM.postings(event) == (Posting(TransferKind.BUY_IN, 2, STACK),)
    state = folded(state, [event])
    assert (state.seats[2].stack, state.seats[2].pending) == (STACK - MINIMUM, STACK)
    state = played_out(state)
    assert (state.seats[2].stack >= 2 * STACK, state.seats[2].pending) == (True, 0)
    topped_up = did(state, 2, TopUp(STACK))
    assert topped_up.seats[2].stack == state.seats[2].stack + STACK


def test_HE_11d_nobody_is_told_the_cards_of_another() -> None:
    state = dealt(table([STACK] * 3, 3))
    own = HOLDEM.view(state, 1)["cards"]
    for seat in (None, 2, 3):
        assert not set(own) & set(str(HOLDEM.view(state, seat)).replace("'", " ").split())


def test_HE_12_and_HE_15_who_lost_the_stack_plays_again_after_a_rebuy() -> None:
    state = table({1: STACK, 2: STACK, 3: MINIMUM - 1}, 2)
    assert shorts(state) == [3]
    placed = HOLDEM.advance(state, Pack())[0]
    assert isinstance(placed, ButtonPlaced)
    assert 3 not in placed.players
    assert HOLDEM.view(state, None)["seats"]["3"]["state"] == "short"
    assert HOLDEM.options(state, 3)["top_up"] == [{"cost": STACK, "commission": 0, "stack": STACK}]
    state = did(state, 3, TopUp(STACK))
    placed = HOLDEM.advance(state, Pack())[0]
    assert isinstance(placed, ButtonPlaced)
    assert 3 in placed.players


@pytest.mark.parametrize(("stack", "in_play"), [(MINIMUM - 1, False), (MINIMUM, True)])
def test_HE_15_who_has_the_minimum_is_dealt_in_and_who_has_less_is_not(stack: int, in_play: bool) -> None:
    placed = HOLDEM.advance(table([STACK, STACK, stack], 2), Pack())[0]
    assert isinstance(placed, ButtonPlaced)
    assert (3 in placed.players) is in_play


def test_HE_14_the_house_sets_buy_in_rebuys_and_minimum() -> None:
    assert breaches(minimum=0) == [("HE-14", "minimum", "not-positive")]
    assert breaches(buy_in=MINIMUM - 1) == [("HE-14", "buy_in", "below-minimum")]
    assert breaches(rebuys=()) == [("HE-14", "rebuys", "missing")]
    assert breaches(rebuys=(STACK, STACK)) == [("HE-14", "rebuys", "twice")]
    assert breaches(rebuys=(MINIMUM - 1,)) == [("HE-14", "rebuys", "below-minimum")]
    refusal = refused(table([STACK]), 1, TopUp(STACK + 1))
    assert (refusal.code, refusal.rule, refusal.details) == (
        Refusal.NO_SUCH_BET,
        "HE-14",
        {"rebuys": [STACK]},
    )


def test_HE_16_every_table_has_one_way_of_commission() -> None:
    described = HOLDEM.describe(Sheet(rate=250), setting())["commission"]
    assert described == {"on": "pot", "rate": 250, "rule": "HE-17a"}


@pytest.mark.parametrize(("rate", "rule"), [(90, ["HE-17a"]), (100, []), (500, []), (510, ["HE-17a"])])
def test_HE_17a_one_to_five_per_cent_of_the_pot(rate: int, rule: list[str]) -> None:
    assert rules_of(Sheet(rate=rate)) == rule


@pytest.mark.parametrize(("rate", "rule"), [(490, ["HE-17b"]), (500, []), (2_000, []), (2_010, ["HE-17b"])])
def test_HE_17b_five_to_twenty_per_cent_of_buy_ins_and_rebuys(rate: int, rule: list[str]) -> None:
    assert rules_of(Sheet(commission=Commission.BUY_IN, rate=rate)) == rule


def test_HE_17b_the_stack_is_the_buy_in_less_its_commission_and_pots_pay_none() -> None:
    sheet = Sheet(commission=Commission.BUY_IN, rate=1_000)
    state = HOLDEM.begin(sheet, setting(), None, (1, 2))
    assert HOLDEM.options(state, 1)["buy_in"] == {"cost": 20_000, "commission": 2_000, "stack": 18_000}
    for command in (BuyIn(), TopUp(STACK)):
        (event,) = HOLDEM.act(state, 1, command)
        assert isinstance(event, BoughtIn | ToppedUp)
        assert HOLDEM.postings(event) == (
            Posting(TransferKind.BUY_IN, 1, 18_000),
            Posting(TransferKind.BUY_IN_COMMISSION, 1, 2_000),
        )
        state = folded(state, [event])
    assert state.seats[1].stack == 36_000  # (A28)
    state = bets(dealt(did(state, 2, BuyIn())), "c x x x x x x x")
    assert HOLDEM.waiting_for(state) is Wait.OVER
    assert sum(stacks(state).values()) == 36_000 + 18_000


def test_HE_20_and_HE_21_only_the_two_blinds_are_posted_without_a_decision() -> None:
    events = HOLDEM.advance(table([STACK] * 6, 2), Pack())
    assert [event.blind for event in events if isinstance(event, BlindPosted)] == [Blind.SMALL, Blind.BIG]
    shown = [HOLDEM.event_for_seat(event, None) for event in events]
    assert shown[1] == {"t": "blind-posted", "seat": 4, "cents": SMALL, "blind": "small"}


def test_HE_22a_the_big_blind_is_the_minimum_and_HE_22b_the_small_one_what_is_set() -> None:
    _, small, big = HOLDEM.advance(table([STACK] * 3, 1, small_blind=50), Pack())
    assert (small, big) == (BlindPosted(3, 50, Blind.SMALL), BlindPosted(1, MINIMUM, Blind.BIG))
    assert rules_of(small_blind=0) == rules_of(small_blind=MINIMUM + 1) == ["HE-22b"]
    assert HOLDEM.describe(FRESH, setting())["big_blind"] == MINIMUM


def test_HE_24_a_table_has_a_limit_that_the_sheet_allows() -> None:
    for limit, rule in zip(BetMaximum, ("HE-24a-i", "HE-24a-ii", "HE-24b", "HE-24c"), strict=True):
        others = tuple(other for other in BetMaximum if other is not limit)
        assert rules_of(Sheet(limits=others), limit=limit) == [rule]
        assert HOLDEM.describe(FRESH, setting(limit=limit))["limit_rule"] == rule
    assert rules_of(Sheet(limits=()), limit=BetMaximum.NO_LIMIT) == ["HE-24a-i", "HE-24c"]
    assert rules_of(Sheet(limits=(BetMaximum.NO_LIMIT, BetMaximum.NO_LIMIT))) == ["HE-24a-i"]
    assert rules_of(limit=BetMaximum.FIXED_RAISES, raises=0) == ["HE-24a-ii"]


def test_HE_43_and_HE_44_there_is_time_to_decide_and_extra_time_where_it_is_granted() -> None:
    assert rules_of(decision_seconds=4) == ["HE-43"]
    assert rules_of(Sheet(extra_time=False), extra_seconds=10) == ["HE-44"]
    assert [field for _, field, _ in breaches(Sheet(extra_time=False), extra_seconds=10)] == ["extra_seconds"]
    assert rules_of(Sheet(extra_time=False), extra_seconds=0) == []
    assert rules_of(extra_seconds=-1) == ["HE-44"]
    assert rules_of(rest_seconds=1, betting_seconds=0) == ["HE-11b", "HE-61"]
    described = HOLDEM.describe(FRESH, setting(decision_seconds=25, extra_seconds=10))
    assert (described["decision_seconds"], described["extra_seconds"]) == (25, 10)


# The button and the blinds


@pytest.mark.parametrize("lot", range(4))
def test_HE_46a_the_button_is_drawn_by_lot_as_play_starts(lot: int) -> None:
    state = table({2: STACK, 4: STACK, 6: STACK, 8: STACK})
    placed = HOLDEM.advance(state, Pack(lot=lot))[0]
    assert isinstance(placed, ButtonPlaced)
    assert (placed.button, placed.drawn) == ((2, 4, 6, 8)[lot], True)
    assert HOLDEM.view(folded(state, [placed]), None)["drawn"] is True


def test_HE_46a_the_lot_tells_nothing_of_the_pack() -> None:
    """Every step reads the same stream from its start: the pack first, then the lot."""

    class Stream(Pack):
        asked: list[str] = []

        def below(self, n: int) -> int:
            self.asked.append("below")
            return 0

        def shuffled(self, n: int) -> Sequence[int]:
            self.asked.append("shuffled")
            return self.order

    stream = Stream()
    dealt(table([STACK] * 3), stream)
    assert stream.asked == ["shuffled", "below", "shuffled", "shuffled"]


def test_HE_46a_it_is_drawn_again_when_play_resumes() -> None:
    state = dealt(table([STACK] * 3, 0))
    state = folded(state, HOLDEM.void(state, "system"))
    placed = HOLDEM.advance(next_round(state), Pack(lot=2))[0]
    assert isinstance(placed, ButtonPlaced)
    assert (placed.button, placed.drawn) == (3, True)


def test_HE_46a_a_void_round_leaves_no_button_no_turn_and_no_orbit() -> None:
    """[HE-2s] [HE-72]"""
    state = dealt(table([STACK] * 3, 0))
    assert state.button and state.actor and state.orbit
    state = folded(state, HOLDEM.void(state, "system"))
    assert (state.button, state.actor, state.orbit) == (0, 0, 0)


def test_HE_46b_and_HE_47_then_it_goes_round_and_everybody_sees_where_it_is() -> None:
    """[HE-47]"""
    state = table([STACK] * 3, 3)
    placed = HOLDEM.advance(state, Pack())[0]
    assert isinstance(placed, ButtonPlaced)
    assert (placed.button, placed.drawn) == (1, False)
    assert HOLDEM.view(dealt(state), None)["button"] == 1


@pytest.mark.parametrize(
    ("seats", "before", "button", "small", "big"),
    [((2, 5, 9), 5, 9, 2, 5), ((1, 2, 3, 4, 5, 6), 6, 1, 2, 3), ((3, 7), 7, 3, 7, 3), ((3, 7), 3, 7, 3, 7)],
)
def test_HE_48_the_first_and_second_to_the_left_post(
    seats: tuple[int, ...], before: int, button: int, small: int, big: int
) -> None:
    """Heads-up too: the second to the left of the button is the button itself (A21)."""
    placed, first, second = HOLDEM.advance(table(dict.fromkeys(seats, STACK), before), Pack())
    assert isinstance(placed, ButtonPlaced)
    assert placed.button == button
    assert (first, second) == (BlindPosted(small, SMALL, Blind.SMALL), BlindPosted(big, MINIMUM, Blind.BIG))
