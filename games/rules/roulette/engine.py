"""Roulette, American (804/2015) and French (807/2015): one game with three wheels and two layouts.

A round: players bet until the house closes the bets (multiple players) or the player launches the ball
(individual); a number is drawn; losing stakes are collected, then winning ones are paid. On French wheels
an even-chance stake may be imprisoned at zero and is then decided by the next round's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from games.rules.bets import BetTaken, Clear, Undo, check_start
from games.rules.engine import Chance, DrawRecord, Engine, Wait
from games.rules.roulette.apply import apply
from games.rules.roulette.bets import place_bet, place_call_bet, take_back
from games.rules.roulette.events import (
    Bet,
    BetsClosed,
    Command,
    Event,
    Launch,
    Phase,
    PlaceCallBet,
    RoundVoided,
    State,
)
from games.rules.roulette.layout import WHEELS
from games.rules.roulette.settlement import postings, settle
from games.rules.roulette.sheet import RULES, Setting, Sheet, check_setting, check_sheet
from games.rules.roulette.view import (
    describe,
    event_for_seat,
    explain,
    options,
    outcome,
    results,
    stakes,
    view,
)
from games.rules.shared.amounts import total
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode, voids_round

CLOSE_MS = 1200  # between the announcement and the number


class RouletteEngine(Engine[Sheet, Setting, State, Command, Event]):
    sheet_type = Sheet
    setting_type = Setting
    state_type = State
    command_type = Command
    event_type = Event

    check_sheet = staticmethod(check_sheet)
    check_setting = staticmethod(check_setting)
    describe = staticmethod(describe)
    apply = staticmethod(apply)
    options = staticmethod(options)
    view = staticmethod(view)
    event_for_seat = staticmethod(event_for_seat)
    postings = staticmethod(postings)
    stakes = staticmethod(stakes)
    results = staticmethod(results)
    outcome = staticmethod(outcome)
    explain = staticmethod(explain)

    def begin(self, sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
        """A new round.

        Imprisoned stakes carry over even if their players have left: absence voids no bet.

        [FR-R20c] [FR-R23]
        """
        if before is None or not before.held:
            return State(sheet, setting)
        return State(sheet, setting, carried=before.held, second_zero=before.sheet.second_zero)

    def act(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        rules = RULES[state.sheet.system]
        if state.phase is not Phase.BETTING:
            # Bets stand from the close to the settlement.  [AR-3d] [FR-3d] [AR-14b] [FR-R15b]
            rule = "round" if state.setting.mode is Mode.INDIVIDUAL else "closing"
            raise Refused(Refusal.BETS_CLOSED, rules[rule])
        match command:
            case Bet(on=on):
                return place_bet(state, seat, on)
            case PlaceCallBet():
                return place_call_bet(state, seat, command)
            case Undo() | Clear():
                return take_back(state, seat, command)
            case Launch():
                has_bet = state.bets_of(seat) is not None or seat in state.carried
                # [AR-14a] [AR-15] [FR-R15a] [FR-R16]
                check_start(
                    state.setting.mode,
                    has_bet=has_bet,
                    period_rule=rules["period"],
                    start_rule=rules["launch"],
                )
                return (BetsClosed(),)
        assert_never(command)

    def advance(self, state: State, chance: Chance) -> tuple[Event, ...]:
        match state.phase:
            case Phase.BETTING:
                return (BetsClosed(),)  # for all players at once  [AR-14a] [AR-14b] [FR-R15a] [FR-R15b]
            case Phase.CLOSED:
                wheel = WHEELS[state.setting.variant]
                return settle(state, wheel[chance.below(len(wheel))])
            case Phase.SETTLED | Phase.VOID:
                raise ValueError(f"cannot advance a round that is {state.phase}")
        assert_never(state.phase)

    def default_action(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """The player of an individual wheel left a bet on it: the bet stands, so the house launches the ball.

        [AR-22] [FR-R23]
        """
        at_stake = state.bets_of(seat) is not None or seat in state.carried
        if at_stake and state.phase is Phase.BETTING and state.setting.mode is Mode.INDIVIDUAL:
            return (BetsClosed(),)  # [AR-23] [FR-R24]
        return ()

    def withdraw(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """A bet that was never launched is returned to a player who ends the session.  [AR-27] [FR-R28]"""
        bets = state.bets_of(seat)
        if bets is None or state.phase is not Phase.BETTING or state.setting.mode is not Mode.INDIVIDUAL:
            return ()
        return (BetTaken(seat, bets.on),)

    def void(self, state: State, cause: str) -> tuple[Event, ...]:
        """[AR-20] [AR-22] [FR-R21] [FR-R23]"""
        if not voids_round(cause):
            return ()
        if state.phase in (Phase.SETTLED, Phase.VOID):
            raise ValueError(f"cannot void a round that is {state.phase}")
        back = {seat: bets.total for seat, bets in state.bettors()}
        # A stake in prison goes back whole (A65).
        held = {seat: total(carried) for seat, carried in state.carried.items()}
        return (RoundVoided(cause, back, held),)  # [AR-21] [FR-R22]

    def waiting_for(self, state: State) -> Wait:
        match state.phase:
            case Phase.BETTING:
                return Wait.BETS
            case Phase.CLOSED:
                return Wait.HOUSE
            case Phase.SETTLED | Phase.VOID:
                return Wait.OVER
        assert_never(state.phase)

    def pause_ms(self, state: State) -> int:
        match state.phase:
            case Phase.BETTING:
                return 0
            case Phase.CLOSED:
                return CLOSE_MS
            case Phase.SETTLED | Phase.VOID:
                return 1000 * state.setting.rest_seconds
        assert_never(state.phase)

    def draw_record(self, state: State) -> DrawRecord:
        return DrawRecord((state.number,) if state.number else (), wheel=state.setting.variant)


ENGINE = RouletteEngine()
