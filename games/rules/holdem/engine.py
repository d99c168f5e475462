"""Hold'em (806/2015): players bet against each other; the house deals and takes its commission.

A round: the players who are ready are dealt in; blinds; two cards each; four turns of bets with flop, turn
and river between them; the cards are turned and the pots go to the best hands. Stacks and button carry over
in the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, get_args

from games.rules.engine import Chance, Clock, Engine, Wait
from games.rules.holdem.apply import apply
from games.rules.holdem.bets import decide, default_decision
from games.rules.holdem.conduct import chat_closed_by
from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    FIXED,
    ONE_CARD,
    PAID,
    PREFLOP,
    RIVER,
    SEATING,
    SHOWDOWN,
    VOID,
    Blind,
    BlindPosted,
    ButtonPlaced,
    CardsDealt,
    Command,
    CommonTurned,
    Event,
    HandFixed,
    RoundVoided,
    State,
    TurnCommand,
)
from games.rules.holdem.explanation import explain, outcome, results, stakes
from games.rules.holdem.seats import (
    LineUp,
    SeatCommand,
    absence,
    can_deal,
    carry_over,
    clockwise,
    do_seat_command,
    ends_orbit,
    holds_hand,
    leave_table,
    line_up,
    ready_seats,
    sit_out,
    stack_of,
)
from games.rules.holdem.settlement import pay_pots, postings, return_excess, seats_to_show, show_hand
from games.rules.holdem.sheet import MIN_PLAYERS, Setting, Sheet, check_setting, check_sheet
from games.rules.holdem.view import (
    describe,
    draw_record,
    event_for_seat,
    free_options,
    options,
    view,
    visible_positions,
)
from games.rules.shared.cards import PACK, in_order
from games.rules.shared.money import Seat
from games.rules.shared.sessions import voids_round

# A live table: one physical step after another, at a pace that eyes can follow.  [HE-3]
PAUSES_MS = {FIXED: 0, BLINDS: 700, ONE_CARD: 900, BETTING: 900, SHOWDOWN: 1200}
# As constants, because looking up a member in its class costs many times as much.
WAIT_BETS, WAIT_CHOICE, WAIT_HOUSE, WAIT_OVER = Wait
SMALL, BIG, ENTRY = Blind
OVER = (PAID, VOID)


class HoldemEngine(Engine[Sheet, Setting, State, Command, Event]):
    sheet_type = Sheet
    setting_type = Setting
    state_type = State
    command_type = Command
    event_type = Event
    between_players = True  # [HE-1]
    anytime_commands = get_args(SeatCommand)

    chat_closed_by = staticmethod(chat_closed_by)
    check_sheet = staticmethod(check_sheet)
    check_setting = staticmethod(check_setting)
    describe = staticmethod(describe)
    apply = staticmethod(apply)
    options = staticmethod(options)
    free_options = staticmethod(free_options)
    view = staticmethod(view)
    event_for_seat = staticmethod(event_for_seat)
    draw_record = staticmethod(draw_record)
    visible_positions = staticmethod(visible_positions)
    postings = staticmethod(postings)
    stakes = staticmethod(stakes)
    results = staticmethod(results)
    outcome = staticmethod(outcome)
    explain = staticmethod(explain)
    absence = staticmethod(absence)
    stack = staticmethod(stack_of)
    sit_out = staticmethod(sit_out)
    holds_hand = staticmethod(holds_hand)
    ends_orbit = staticmethod(ends_orbit)
    # A player who leaves takes the stack, at once or as soon as the round it is in allows.  [HE-10] [HE-69]
    withdraw = staticmethod(leave_table)
    # A lost connection is treated no differently.  [HE-43] [HE-44] [HE-45] [HE-73]
    default_action = staticmethod(default_decision)

    def begin(self, sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
        """A new round with the stacks and the button of the last one.  [HE-64]"""
        if before is None:
            return State(sheet, setting)
        carried = carry_over(before, seats)
        if len(ready_seats(setting.minimum, carried)) < MIN_PLAYERS:
            # The table stops; the button is drawn when it resumes.  [HE-7] [HE-46a]
            return State(sheet, setting, seats=carried)
        return State(sheet, setting, seats=carried, button=before.button, orbit=before.orbit)

    def act(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        """A decision in the player's turn, or a request besides the round.

        Nothing takes chips off the table.

        [HE-11a] [HE-28]
        """
        if isinstance(command, TurnCommand):
            return decide(state, seat, command)
        return do_seat_command(state, seat, command)

    def advance(self, state: State, chance: Chance) -> tuple[Event, ...]:
        phase = state.phase
        if phase is SHOWDOWN:
            remaining = seats_to_show(state)
            return (show_hand(state, remaining[0]),) if remaining else (pay_pots(state),)
        if phase is SEATING:
            ready = ready_seats(state.setting.minimum, state.seats)
            if len(ready) < MIN_PLAYERS:
                return ()
            has_beacon = state.sheet.draw.has_beacon
            return (_fix_hand(state, ready),) if has_beacon else _open_round(state, chance, ready)
        if phase is FIXED:
            return _open_fixed_round(state, chance)
        if not state.actor and phase is not PAID and phase is not VOID:
            not_folded = state.not_folded()
            if len(not_folded) == 1:
                return _pay_last_player(state)
            if phase is BETTING:
                return (*return_excess(state), *_next_turn(state, chance, not_folded))
            cards = in_order(chance.shuffled(PACK), state.dealt, len(not_folded))  # [HE-4b]
            dealt = dict(zip(not_folded, cards, strict=True))
            return (CardsDealt(dealt),)  # from the small blind on  [HE-49] [HE-50]
        raise ValueError(f"cannot advance a round that is {phase}")

    def void(self, state: State, cause: str) -> tuple[Event, ...]:
        """[HE-72] [HE-73]"""
        if not voids_round(cause):
            return ()
        if state.phase in OVER:
            raise ValueError(f"cannot void a round that is {state.phase}")
        return (RoundVoided(cause, stakes(state)),)

    def waiting_for(self, state: State) -> Wait:
        phase = state.phase
        if phase is BETTING:
            return WAIT_CHOICE if state.actor else WAIT_HOUSE
        if phase is SEATING:
            # With fewer than two players nothing begins, and only players can change that.  [HE-7]
            return WAIT_BETS if can_deal(state) else WAIT_CHOICE
        return WAIT_OVER if phase is PAID or phase is VOID else WAIT_HOUSE

    def to_act(self, state: State) -> Sequence[Seat]:
        return (state.actor,) if state.phase is BETTING and state.actor else ()

    def clock(self, state: State) -> Clock | None:
        """Each decision has its time, and the same extra time after it.  [HE-43] [HE-44]"""
        if not self.to_act(state):
            return None
        setting, key = state.setting, (state.turn, state.actor, state.to_match)
        return Clock(key, 1000 * setting.decision_seconds, 1000 * setting.extra_seconds)

    def pause_ms(self, state: State) -> int:
        wait = self.waiting_for(state)
        match wait:
            case Wait.OVER:
                return 1000 * state.setting.rest_seconds
            case Wait.HOUSE:
                return PAUSES_MS[state.phase]
            case Wait.BETS | Wait.CHOICE:
                return 0
        assert_never(wait)

    def is_hidden(self, event: Event) -> bool:
        return isinstance(event, CardsDealt)  # [HE-2d]


def _open_round(state: State, chance: Chance, ready: list[Seat]) -> tuple[Event, ...]:
    """The button and the blinds, in one step so that nobody leaves between them.  [HE-48]"""
    if state.button:
        lined_up = line_up(state, ready)  # [HE-4c] [HE-46b] [HE-64]
    else:
        # The lot is drawn after the order of the pack, so that it reveals nothing about it.
        chance.shuffled(PACK)
        lined_up = line_up(state, ready, ready[chance.below(len(ready))])  # [HE-46a]
    return _post_blinds(state, lined_up)


def _fix_hand(state: State, ready: list[Seat]) -> HandFixed:
    """The seats of a hand whose draw depends on a beacon, while its value does not exist.

    Whether the button moves or is drawn by lot among the seats, it is the value that comes next.
    """
    if not state.button:
        return HandFixed(tuple(ready))  # [HE-46a]
    lined_up = line_up(state, ready)  # [HE-4c] [HE-46b] [HE-64]
    return HandFixed(tuple(sorted(lined_up.players)), lined_up.button, lined_up.posting)


def _open_fixed_round(state: State, chance: Chance) -> tuple[Event, ...]:
    """The button and the blinds once the value has come.  [HE-46a] [HE-48]"""
    assert state.fixed is not None
    players = state.fixed.players
    button = state.fixed.button or players[chance.below(len(players))]
    return _post_blinds(state, LineUp(button, tuple(clockwise(players, button)), state.fixed.posting))


def _post_blinds(state: State, lined_up: LineUp) -> tuple[Event, ...]:
    small, big = lined_up.players[:2]
    minimum = state.setting.minimum
    return (
        ButtonPlaced(lined_up.button, lined_up.players, drawn=not state.button),
        BlindPosted(small, state.setting.small_blind, SMALL),  # [HE-2n] [HE-22b]
        BlindPosted(big, minimum, BIG),  # [HE-2i] [HE-22a]
        *(BlindPosted(seat, minimum, ENTRY) for seat in lined_up.posting),
    )


def _next_turn(state: State, chance: Chance, not_folded: list[Seat]) -> tuple[Event, ...]:
    """What follows a turn of bets that is closed.  [HE-25]"""
    is_last_turn = state.turn == RIVER
    face_up = not is_last_turn and state.sheet.all_in_face_up and _nobody_can_bet(state, not_folded)
    if (is_last_turn or face_up) and (remaining := seats_to_show(state)):
        return (show_hand(state, remaining[0]),)  # [HE-59]
    if is_last_turn:
        return (pay_pots(state),)
    count = 3 if state.turn == PREFLOP else 1  # [HE-53] [HE-55] [HE-57]
    return (CommonTurned(in_order(chance.shuffled(PACK), state.dealt, count)),)


def _nobody_can_bet(state: State, not_folded: list[Seat]) -> bool:
    seats = state.seats
    return len([seat for seat in not_folded if seats[seat].stack]) < MIN_PLAYERS


def _pay_last_player(state: State) -> tuple[Event, ...]:
    """Everybody else folded: the round ends at once and no cards are shown.  [HE-36]"""
    returned = return_excess(state)
    for event in returned:
        state = apply(state, event)
    return (*returned, pay_pots(state))


ENGINE = HoldemEngine()
