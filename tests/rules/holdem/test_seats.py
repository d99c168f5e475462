"""806/2015, coming in, resting and being invited to end: rules 21 and 68 to 75."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    Blind,
    BlindPosted,
    ButtonPlaced,
    BuyIn,
    Call,
    Fold,
    PostBigBlind,
    SatIn,
    SitIn,
    SitOut,
    State,
    TopUp,
    WaitForBlind,
)
from games.rules.holdem.seats import absence
from games.rules.holdem.sheet import Entry, Setting, Sheet
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite, may_warn
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
    table,
)

FRESH = Sheet()


def rules_of(sheet: Sheet = FRESH, **given: Any) -> list[str]:
    return [
        breach.rule for breach in (*HOLDEM.check_sheet(sheet), *HOLDEM.check_setting(sheet, setting(**given)))
    ]


def played_out(state: State) -> State:
    """The round to its end, everybody folding to the last."""
    while state.actor:
        state = bets(state, "f")
    return state


def newcomer(seat: int, button: int, players: tuple[int, ...] = (1, 3, 5, 7)) -> State:
    return did(table(dict.fromkeys(players, STACK), button), seat, BuyIn())


def placed_of(state: State) -> ButtonPlaced:
    placed = HOLDEM.advance(state, Pack())[0]
    assert isinstance(placed, ButtonPlaced)
    return placed


def test_a_newcomer_waits_for_the_big_blind() -> None:
    """(A62)"""
    state = newcomer(6, 7)
    assert 6 not in placed_of(state).players  # button 1, blinds 3 and 5
    state = next_round(played_out(dealt(state)))
    _, _, big = HOLDEM.advance(state, Pack())  # button 3, small blind 5
    assert big == BlindPosted(6, MINIMUM, Blind.BIG)


def test_a_newcomer_may_choose_to_post_it_at_once() -> None:
    state = newcomer(6, 7)
    assert HOLDEM.options(state, 6)["post_big_blind"] == {"cost": MINIMUM}
    state = did(state, 6, PostBigBlind())
    assert refused(state, 6, PostBigBlind()).rule == "HE-21"
    *_, entry = HOLDEM.advance(state, Pack())
    assert entry == BlindPosted(6, MINIMUM, Blind.ENTRY)
    state = dealt(state)
    assert (state.actor, state.seats[6].bet, state.pot) == (6, MINIMUM, 2 * MINIMUM + SMALL)
    assert HOLDEM.options(state, 6)["check"] is True  # it is no blind: every option stands  [HE-34]
    waiting = did(newcomer(6, 7), 6, PostBigBlind())
    assert 6 not in placed_of(did(waiting, 6, WaitForBlind())).players
    assert refused(state, 1, PostBigBlind()).code is Refusal.NOT_OFFERED


def test_no_player_enters_between_the_button_and_the_blinds() -> None:
    state = did(newcomer(2, 7), 2, PostBigBlind())
    assert placed_of(state).players == (3, 5, 7, 1)
    state = did(newcomer(4, 7), 4, PostBigBlind())
    assert placed_of(state).players == (3, 4, 5, 7, 1)  # the big blind comes to seat 4 in its turn


def test_new_players_do_not_wait_at_idle_tables_or_with_free_entry() -> None:
    state = HOLDEM.begin(FRESH, setting(), None, (1, 2))
    state = did(did(state, 1, BuyIn()), 2, BuyIn())
    assert placed_of(state).players == (2, 1)
    state = did(table(dict.fromkeys((1, 3, 5), STACK), 5, Sheet(entry=Entry.FREE)), 4, BuyIn())
    assert placed_of(state).players == (3, 4, 5, 1)
    assert "post_big_blind" not in HOLDEM.options(state, 4)


def test_HE_68_players_may_sit_out_where_the_sheet_gives_them_a_round_for_it() -> None:
    for rounds, offered in ((0, False), (1, True)):
        state = table([STACK] * 4, 4, Sheet(rest_rounds=rounds))
        assert HOLDEM.options(state, 2)["sit_out"] is offered


def test_HE_68_a_player_rests_and_keeps_the_seat() -> None:
    state = did(table([STACK] * 4, 4), 2, SitOut())
    assert refused(state, 2, SitOut()).rule == refused(state, 1, SitIn()).rule == "HE-68"
    assert 2 not in placed_of(state).players
    assert HOLDEM.view(state, 2)["rest_left"] == FRESH.rest_rounds
    for _ in range(2):
        state = next_round(played_out(dealt(state)))
    assert (state.seats[2].stack, state.seats[2].rounds_out) == (STACK, 2)
    assert HOLDEM.view(state, 2)["rest_left"] == FRESH.rest_rounds - 2
    (event,) = HOLDEM.act(state, 2, SitIn())
    assert event == SatIn(2)
    assert folded(state, [event]).seats[2].entering  # with the big blind, like a newcomer
    assert refused(table([STACK] * 2, sheet=Sheet(rest_rounds=0)), 1, SitOut()).rule == "HE-68"
    assert rules_of(Sheet(rest_rounds=-1)) == ["HE-68"]


def test_HE_68_the_rest_has_an_end() -> None:
    state = did(table([STACK] * 4, 4, Sheet(rest_rounds=2)), 2, SitOut())
    for reason in ("resting", "resting", "rested"):
        assert [absence(state, seat) for seat in (1, 2, 3, 4)] == ["", reason, "", ""]
        state = next_round(played_out(dealt(state)))


def test_HE_68_who_rests_in_a_round_plays_it_to_the_end() -> None:
    state = did(dealt(table([STACK] * 3, 3)), 1, SitOut())
    assert state.actor == 1 or state.seats[1].dealt
    state = bets(state, "c c")
    assert 1 in state.not_folded()
    assert 1 not in placed_of(next_round(played_out(state))).players


def test_HE_70a_who_is_short_after_a_round_may_be_invited_to_end_the_session() -> None:
    state = table({1: STACK, 2: STACK, 3: MINIMUM - 1}, 2)
    assert (shorts(state), shorts(dealt(state))) == ([3], [])
    assert shorts(did(state, 3, TopUp(STACK))) == []
    assert shorts(replace(state, sheet=Sheet(invite_short=False))) == []
    assert absence(replace(state, sheet=Sheet(invite_short=False)), 3) == absence(state, 9) == ""


def test_HE_70b_who_waits_for_the_big_blind_takes_no_part_yet() -> None:
    state = newcomer(6, 7)
    assert [absence(state, seat) for seat in (1, 6)] == ["", "waiting"]
    state = next_round(played_out(dealt(state)))
    state = dealt(state)  # seat 6 posts the big blind
    assert [absence(state, seat) for seat in (1, 6)] == ["", ""]


def test_HE_70a_who_buys_chips_during_a_round_is_not_short_but_waits_for_the_big_blind() -> None:
    """[HE-11b] [HE-70b]"""
    state = table({1: STACK, 2: STACK, 3: STACK, 4: MINIMUM - 1}, 3)
    state = dealt(next_round(played_out(dealt(state))))
    assert absence(state, 4) == ""  # during a round no player is short
    state = did(state, 4, TopUp(STACK))
    assert (state.seats[4].stack, state.seats[4].pending) == (MINIMUM - 1, STACK)
    assert absence(state, 4) == "waiting"


@pytest.mark.parametrize(
    ("rounds", "terms", "invited"), [(5, 5, False), (6, 5, True), (3, 2, True), (2, 2, False)]
)
def test_HE_70b_who_does_not_bet_may_be_invited_too(rounds: int, terms: int, invited: bool) -> None:
    sheet = Sheet(inactivity=Inactivity(invited_after_rounds=terms))
    assert HOLDEM.check_sheet(sheet) == []
    assert may_invite(sheet.inactivity, Mode.MULTIPLE, rounds_without_bet=rounds) is invited
    assert rules_of(Sheet(inactivity=Inactivity(invited_after_rounds=0))) == ["HE-70b"]


def test_HE_71_nobody_is_ended_without_a_warning() -> None:
    assert may_warn(FRESH.inactivity, Mode.MULTIPLE, rounds_since_invitation=1)
    assert not may_end(Mode.MULTIPLE, warned=False, bet_since_warning=False, rounds_since_warning=9)
    assert not may_end(Mode.MULTIPLE, warned=True, bet_since_warning=True, rounds_since_warning=1)
    assert may_end(Mode.MULTIPLE, warned=True, bet_since_warning=False, rounds_since_warning=1)
    assert rules_of(Sheet(inactivity=Inactivity(warned_after_rounds=0))) == ["HE-71"]


def test_HE_74_and_HE_75_a_demonstration_table_has_the_same_rules_and_no_way_to_money() -> None:
    descriptions = [HOLDEM.describe(FRESH, setting(currency=currency)) for currency in ("EUR", "DEMO")]
    assert [description.pop("currency") for description in descriptions] == ["EUR", "DEMO"]
    assert descriptions[0] == descriptions[1]
    assert rules_of(Sheet(demo=False), currency="DEMO") == ["HE-74"]


def test_a_setting_is_read_as_it_is_written() -> None:
    assert isinstance(setting(), Setting)
    assert refused(dealt(table([STACK] * 2)), 1, Call()).code in (Refusal.NOT_YOUR_TURN, Refusal.NOT_OFFERED)
    assert refused(table([STACK] * 2), 1, Fold()).code is Refusal.NOT_NOW
