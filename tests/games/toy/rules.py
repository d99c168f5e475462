"""The rules of the coin, as an engine like any other. The rule ids begin with CG."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.rules.engine import (
    Chance,
    DrawRecord,
    Engine,
    ExplanationLine,
    GameCommand,
    GameEvent,
    JsonObject,
    Result,
    Wait,
)
from games.rules.shared.amounts import minus, own_amount, plus, total
from games.rules.shared.checks import check_currency, check_resume_within, check_seconds
from games.rules.shared.draw_terms import DrawTerms
from games.rules.shared.money import Cents, Posting, Seat, TransferKind, postings_by_seat
from games.rules.shared.refusals import Breach, Refusal, Refused
from games.rules.shared.sessions import Inactivity, Mode, voids_round

SIDES = ("heads", "tails")
MAX_TIMES = 100  # the greatest multiple of the minimum that a maximum may be
FACES = {"heads": "H", "tails": "T"}  # what the draw record calls them
Side = Literal["heads", "tails"]
Stakes = dict[Side, Cents]


class Phase(StrEnum):
    BETTING = "betting"
    CLOSED = "closed"
    SETTLED = "settled"
    VOID = "void"


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    max_times: int = 10
    inactivity: Inactivity = Inactivity()
    resume_within: int = 600
    draw: DrawTerms = DrawTerms()
    demo: bool = True
    chat: bool = False


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    minimum: Cents
    maximum: Cents
    seats: int = 5
    mode: Mode = Mode.MULTIPLE
    currency: str = "EUR"
    betting_seconds: int = 10
    rest_seconds: int = 5
    languages: tuple[str, ...] = ("pt-pt", "en")


class Bet(GameCommand, frozen=True, tag="bet"):
    on: Annotated[dict[Side, Annotated[int, Meta(ge=1)]], Meta(min_length=1)]


class Clear(GameCommand, frozen=True, tag="clear"):
    """Take back every bet of this round."""


Command = Bet | Clear


class BetPlaced(GameEvent, frozen=True, tag="bet-placed"):
    seat: Seat
    on: Stakes


class BetTaken(GameEvent, frozen=True, tag="bet-taken"):
    seat: Seat
    on: Stakes


class BetsClosed(GameEvent, frozen=True, tag="bets-closed"):
    pass


class CoinFell(GameEvent, frozen=True, tag="coin-fell"):
    side: Side


class StakesCollected(GameEvent, frozen=True, tag="stakes-collected"):
    lost: dict[Seat, Cents]


class PrizesPaid(GameEvent, frozen=True, tag="prizes-paid"):
    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]


class RoundVoided(GameEvent, frozen=True, tag="round-voided"):
    cause: str
    back: dict[Seat, Cents]


Event = BetPlaced | BetTaken | BetsClosed | CoinFell | StakesCollected | PrizesPaid | RoundVoided


class State(Struct, frozen=True):
    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    bets: dict[Seat, Stakes] = {}
    side: str = ""
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    cause: str = ""


class CoinEngine(Engine[Sheet, Setting, State, Command, Event]):
    sheet_type = Sheet
    setting_type = Setting
    state_type = State
    command_type = Command
    event_type = Event

    def check_sheet(self, sheet: Sheet) -> list[Breach]:
        breaches = check_resume_within("CG-9", sheet.resume_within)
        if not 1 <= sheet.max_times <= MAX_TIMES:
            breaches.append(Breach("CG-3", "max_times", "out-of-range", {"least": 1, "most": MAX_TIMES}))
        return breaches

    def check_setting(self, sheet: Sheet, setting: Setting) -> list[Breach]:
        breaches = check_currency(setting.currency, demo=sheet.demo, unknown_rule="CG-1", demo_rule="CG-1")
        breaches += check_seconds("CG-4", "betting_seconds", setting.betting_seconds, 5)
        most = sheet.max_times * setting.minimum
        if setting.maximum > most:
            breaches.append(Breach("CG-3", "maximum", "above-sheet", {"most": most}))
        return breaches

    def describe(self, sheet: Sheet, setting: Setting) -> JsonObject:
        limits = {"min": setting.minimum, "max": setting.maximum, "rules": {"max": "CG-3"}}
        return {
            "system": "coin",
            "mode": str(setting.mode),
            "kinds": dict.fromkeys(SIDES, limits),
            "minimum": setting.minimum,
            "maximum": setting.maximum,
            "seats": setting.seats,
            "betting_seconds": setting.betting_seconds,
        }

    def begin(self, sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
        return State(sheet, setting)

    def act(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        if state.phase is not Phase.BETTING:
            raise Refused(Refusal.BETS_CLOSED, "CG-4")
        placed = state.bets.get(seat, {})
        match command:
            case Bet(on=on):
                for side, cents in on.items():
                    if cents < state.setting.minimum:
                        raise Refused(Refusal.BELOW_MINIMUM, "CG-3", minimum=state.setting.minimum)
                    if cents + placed.get(side, 0) > state.setting.maximum:
                        raise Refused(Refusal.ABOVE_MAXIMUM, "CG-3", limit=state.setting.maximum)
                return (BetPlaced(seat, on),)
            case Clear():
                if not placed:
                    raise Refused(Refusal.NOTHING_TO_UNDO, "CG-4")
                return (BetTaken(seat, placed),)
        assert_never(command)

    def advance(self, state: State, chance: Chance) -> tuple[Event, ...]:
        if state.phase is Phase.BETTING:
            return (BetsClosed(),)
        side: Side = "heads" if chance.below(2) == 0 else "tails"
        won = {seat: on[side] for seat, on in state.bets.items() if side in on}
        lost = {seat: total(on) - won.get(seat, 0) for seat, on in state.bets.items()}
        lost = {seat: cents for seat, cents in lost.items() if cents}
        return CoinFell(side), StakesCollected(lost), PrizesPaid(won, won)

    def default_action(self, state: State, seat: Seat) -> tuple[Event, ...]:
        return ()

    def withdraw(self, state: State, seat: Seat) -> tuple[Event, ...]:
        return ()

    def void(self, state: State, cause: str) -> tuple[Event, ...]:
        if not voids_round(cause):
            return ()
        return (RoundVoided(cause, {seat: total(on) for seat, on in state.bets.items()}),)

    def apply(self, state: State, event: Event) -> State:
        match event:
            case BetPlaced(seat=seat, on=on):
                return replace(state, bets={**state.bets, seat: plus(state.bets.get(seat, {}), on)})
            case BetTaken(seat=seat, on=on):
                left = minus(state.bets[seat], on)
                others = {other: bets for other, bets in state.bets.items() if other != seat}
                return replace(state, bets={**others, seat: left} if left else others)
            case BetsClosed():
                return replace(state, phase=Phase.CLOSED)
            case CoinFell(side=side):
                return replace(state, side=side)
            case StakesCollected(lost=lost):
                return replace(state, lost=lost)
            case PrizesPaid(back=back, prize=prize):
                return replace(state, back=back, prize=prize, phase=Phase.SETTLED)
            case RoundVoided(cause=cause, back=back):
                return replace(state, back=back, cause=cause, phase=Phase.VOID)
        assert_never(event)

    def waiting_for(self, state: State) -> Wait:
        if state.phase is Phase.BETTING:
            return Wait.BETS
        return Wait.HOUSE if state.phase is Phase.CLOSED else Wait.OVER

    def pause_ms(self, state: State) -> int:
        return 1000 * state.setting.rest_seconds if self.waiting_for(state) is Wait.OVER else 500

    def draw_record(self, state: State) -> DrawRecord:
        return DrawRecord((FACES[state.side],) if state.side else (), wheel="coin")

    def options(self, state: State, seat: Seat) -> JsonObject:
        return {"bet": state.phase is Phase.BETTING}

    def view(self, state: State, seat: Seat | None) -> JsonObject:
        shown: JsonObject = {"phase": str(state.phase), "side": state.side}
        if seat is not None:
            shown = {"bets": state.bets.get(seat, {}), "options": self.options(state, seat)}
        return shown

    def event_for_seat(self, event: Event, seat: Seat | None) -> JsonObject | None:
        match event:
            case BetPlaced(seat=bettor, on=on):
                return {"t": "bet-placed", "on": on} if bettor == seat else None
            case BetTaken(seat=bettor, on=on):
                return {"t": "bet-taken", "on": on} if bettor == seat else None
            case BetsClosed():
                return {"t": "bets-closed"}
            case CoinFell(side=side):
                return {"t": "coin-fell", "side": side}
            case StakesCollected(lost=lost):
                return {"t": "stakes-collected", **own_amount("lost", lost, seat)}
            case PrizesPaid(back=back, prize=prize):
                return {
                    "t": "prizes-paid",
                    **own_amount("back", back, seat),
                    **own_amount("prize", prize, seat),
                }
            case RoundVoided(cause=cause, back=back):
                return {"t": "round-voided", "cause": cause, **own_amount("back", back, seat)}
        assert_never(event)

    def postings(self, event: Event) -> tuple[Posting, ...]:
        match event:
            case BetPlaced(seat=seat, on=on):
                return (Posting(TransferKind.STAKE, seat, total(on)),)
            case BetTaken(seat=seat, on=on):
                return (Posting(TransferKind.STAKE_BACK, seat, total(on)),)
            case StakesCollected(lost=lost):
                return postings_by_seat(TransferKind.STAKE_LOST, lost)
            case PrizesPaid(back=back, prize=prize):
                returned = postings_by_seat(TransferKind.STAKE_BACK, back)
                return (*returned, *postings_by_seat(TransferKind.PRIZE, prize))
            case RoundVoided(back=back):
                return postings_by_seat(TransferKind.STAKE_BACK, back)
            case BetsClosed() | CoinFell():
                return ()
        assert_never(event)

    def stakes(self, state: State) -> dict[Seat, Cents]:
        if self.waiting_for(state) is Wait.OVER:
            return {}
        return {seat: total(on) for seat, on in state.bets.items()}

    def results(self, state: State) -> dict[Seat, Result]:
        if self.waiting_for(state) is not Wait.OVER:
            return {}
        return {
            seat: Result(
                staked=total(on),
                lost=state.lost.get(seat, 0),
                back=state.back.get(seat, 0),
                prize=state.prize.get(seat, 0),
            )
            for seat, on in state.bets.items()
        }

    def outcome(self, state: State) -> str | None:
        return state.side if state.phase is Phase.SETTLED else None

    def explain(self, state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
        result = self.results(state).get(seat)
        if result is None:
            return ()
        fell = ExplanationLine("coin", "CG-5", {"side": state.side})
        return fell, ExplanationLine(
            "total", "CG-6", result.figures("staked", "lost", "back", "prize", "net")
        )


ENGINE = CoinEngine()
