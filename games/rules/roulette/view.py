"""What people see of a roulette round, what each seat may do, and the explanation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from games.rules.bets import BetTaken
from games.rules.engine import ExplanationLine, JsonObject, Result
from games.rules.roulette.calls import call_bets
from games.rules.roulette.events import (
    BetPlaced,
    BetsClosed,
    Event,
    HeldCollected,
    HeldKept,
    HeldReturned,
    NumberDrawn,
    Phase,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    StakesHeld,
    State,
)
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, ZEROS, BetKind, PlaceId, colour, winners
from games.rules.roulette.settlement import SettledStake, settle_held_stake, settle_stake, settlement_rule
from games.rules.roulette.sheet import (
    PRIZES,
    RULE_LETTERS,
    RULES,
    Setting,
    Sheet,
    Zero,
    is_offered,
    limits_of,
)
from games.rules.shared.amounts import own_amount, total, without_zeros
from games.rules.shared.money import Cents, Seat
from games.rules.shared.sessions import Mode

OVER = (Phase.SETTLED, Phase.VOID)
ZERO_RULES = {Zero.LOSE_ALL: "zero-even", Zero.LA_PARTAGE: "zero-half", Zero.EN_PRISON: "zero-prison"}


# --- The table


def describe(sheet: Sheet, setting: Setting) -> JsonObject:
    layout, rules = LAYOUT_OF[setting.variant], RULES[sheet.system]
    description: JsonObject = {
        "system": sheet.system,
        "variant": setting.variant,
        "layout": layout,
        "mode": str(setting.mode),
        "currency": setting.currency,
        "wheel": list(WHEELS[setting.variant]),  # [AR-6c-37] [AR-6c-38] [FR-6c]
        "colours": {number: colour(number) for number in WHEELS[setting.variant]},  # [AR-6b] [FR-6b]
        "zeros": list(ZEROS[layout]),
        "columns": [_column(first) for first in (1, 2, 3)],  # [AR-6d] [FR-6d]
        "places": {
            place_id: {"kind": str(place.kind), "numbers": list(place.numbers)}
            for place_id, place in PLACES[layout].items()
            if is_offered(sheet, place.kind)
        },
        "kinds": {
            str(kind): _describe_kind(sheet, setting, kind) for kind in BetKind if is_offered(sheet, kind)
        },
        "calls": _describe_calls(sheet),
        "zero_option": str(sheet.zero_option),
        "zero_rule": rules[ZERO_RULES[sheet.zero_option]],  # [FR-R20a] [FR-R20b] [FR-R20c] [FR-R26]
        "second_zero": str(sheet.second_zero),
        "minimum": setting.minimum,
        "step": setting.step,
        "betting_seconds": setting.betting_seconds,
        "rest_seconds": setting.rest_seconds,
        "seats": setting.seats,
        "languages": list(setting.languages),
    }
    if setting.cap is not None:
        description |= {"cap": setting.cap, "cap_rule": rules["cap"]}
    return description


def _column(first: int) -> list[str]:
    return [str(number) for number in range(first, 37, 3)]


def _describe_kind(sheet: Sheet, setting: Setting, kind: BetKind) -> JsonObject:
    """The limits and prize of a chance, which players see before they bet.

    [AR-10] [AR-25] [FR-R11] [FR-R26]
    """
    rules, limits, letter = RULES[sheet.system], limits_of(sheet, setting, kind), RULE_LETTERS[kind]
    return {
        "min": limits.minimum,
        "max": limits.maximum,
        "times": limits.times,
        "prize": list(PRIZES[kind]),
        "rules": {
            "min": rules["minimum"],
            "max": rules["maximum"] + letter,
            "prize": rules["prize"] + letter,
        },
    }


def _describe_calls(sheet: Sheet) -> dict[str, JsonObject]:
    """The call bets offered, each with the numbers it names and the chips it places.  [FR-8]"""
    calls: dict[str, JsonObject] = {name: {} for name in sheet.calls}
    for (name, argument), bet in call_bets().items():
        if name in calls:
            calls[name][argument] = {
                "rule": bet.rule,
                "numbers": list(bet.numbers),
                "chips": dict(bet.chips),
            }
    return calls


# --- What a seat sees and may do


def options(state: State, seat: Seat) -> JsonObject:
    """What that seat may do now.

    The limits of each chance never change during a round and are in `describe`.
    """
    bets, is_betting = state.bets_of(seat), state.phase is Phase.BETTING
    has_stake = bets is not None or seat in state.carried
    choices: JsonObject = {
        "bet": is_betting,
        "undo": is_betting and bets is not None and bool(bets.placed),
        "clear": is_betting and bets is not None,
        "launch": is_betting and has_stake and state.setting.mode is Mode.INDIVIDUAL,  # [AR-15] [FR-R16]
    }
    cap = state.setting.cap
    if cap is not None and is_betting:
        choices["room"] = cap - (bets.total if bets else 0)  # [AR-12b] [FR-R13b]
    return choices


def view(state: State, seat: Seat | None) -> JsonObject:
    return _public_view(state) if seat is None else _seat_view(state, seat)


def _public_view(state: State) -> JsonObject:
    """How much is on each place, but never whose it is."""
    shown: JsonObject = {
        "phase": str(state.phase),
        "totals": state.totals,
        "betters": sum(map(len, state.bets.values())),
    }
    if state.number:
        shown |= {"number": state.number, "colour": colour(state.number)}  # [AR-16] [FR-R17]
    if state.phase is Phase.SETTLED:
        winning = winners(LAYOUT_OF[state.setting.variant], state.number)
        shown["won"] = [place for place in state.totals if place in winning]
        shown["paid"] = total(state.prize)
    if state.phase is Phase.VOID:
        shown["cause"] = state.cause  # [AR-20] [FR-R21]
    return shown


def _seat_view(state: State, seat: Seat) -> JsonObject:
    """What a seat sees in addition: its own bets, its options, and its result."""
    bets = state.bets_of(seat)
    shown: JsonObject = {
        "bets": bets.on if bets else {},
        "total": bets.total if bets else 0,
        "prison": _imprisoned(state, seat),
        "options": options(state, seat),
    }
    result = _result(state, seat)
    if result:
        shown["result"] = {
            **result.figures("staked", "carried", "lost", "back", "prize", "held", "net"),
            "lines": [_line(state, *settled) for settled in _settled_stakes(state, seat)],
        }
    return shown


def _imprisoned(state: State, seat: Seat) -> Mapping[PlaceId, Cents]:
    held = state.held if state.phase in OVER else state.carried
    return held.get(seat, {})


def _settled_stakes(state: State, seat: Seat) -> Iterator[tuple[PlaceId, Cents, SettledStake]]:
    """Each stake of a settled round with what became of it, imprisoned ones first."""
    if state.phase is not Phase.SETTLED:
        return
    layout, bets = LAYOUT_OF[state.setting.variant], state.bets_of(seat)
    for place, stake in state.carried.get(seat, {}).items():
        yield place, stake, settle_held_stake(state.second_zero, layout, place, stake, state.number)
    for place, stake in (bets.on if bets else {}).items():
        yield place, stake, settle_stake(state.sheet, layout, place, stake, state.number)


def _line(state: State, place: PlaceId, stake: Cents, settled: SettledStake) -> JsonObject:
    kind = PLACES[LAYOUT_OF[state.setting.variant]][place].kind
    figures = {
        "prize": settled.prize,
        "back": settled.back,
        "lost": settled.lost,
        "held": settled.held,
    }
    return {
        "place": place,
        "code": settled.code,
        "rule": settlement_rule(state.sheet, kind, settled, state.number),
        "stake": stake,
        **without_zeros(figures),
    }


def event_for_seat(event: Event, seat: Seat | None) -> JsonObject | None:
    """An event without the owners of chips: other players' bets reach a page as totals in the view."""
    match event:
        case BetPlaced(seat=bettor, on=on, call=call):
            if bettor != seat:
                return None
            return {"t": "bet-placed", "on": on} | ({"call": call} if call else {})
        case BetTaken(seat=bettor, on=on):
            return {"t": "bet-taken", "on": on} if bettor == seat else None
        case BetsClosed():
            return {"t": "bets-closed"}  # [AR-14b] [FR-R15b]
        case NumberDrawn(number=number):
            return {"t": "number-drawn", "number": number, "colour": colour(number)}  # [AR-16] [FR-R17]
        case StakesCollected(lost=lost):
            return {"t": "stakes-collected", **own_amount("lost", lost, seat)}  # [AR-17] [FR-R18]
        case HeldCollected() | StakesHeld() | HeldKept() | HeldReturned():
            return _held_event_for_seat(event, seat)
        case PrizesPaid(back=back, prize=prize):  # [AR-17] [FR-R18]
            own = own_amount("back", back, seat) | own_amount("prize", prize, seat)
            return {"t": "prizes-paid", "paid": total(prize), **own}
        case RoundVoided(cause=cause, back=back, held=held):  # [AR-20] [FR-R21]
            own = own_amount("back", back, seat) | own_amount("held", held, seat)
            return {"t": "round-voided", "cause": cause, **own}
    assert_never(event)


def _held_event_for_seat(
    event: HeldCollected | StakesHeld | HeldKept | HeldReturned, seat: Seat | None
) -> JsonObject | None:
    """An event of imprisoned stakes, shown only to their owner."""
    shown: JsonObject = {"t": event.__struct_config__.tag}
    match event:
        case HeldCollected(lost=lost):
            return shown | own_amount("lost", lost, seat) if seat in lost else None
        case HeldReturned(back=back):
            return shown | own_amount("back", back, seat) if seat in back else None
        case StakesHeld(held=held) | HeldKept(held=held):
            return shown | {"held": held[seat]} if seat is not None and seat in held else None
    assert_never(event)


# --- Stakes and results


def stakes(state: State) -> dict[Seat, Cents]:
    if state.phase in OVER:
        return {seat: total(held) for seat, held in state.held.items()}
    at_stake = {seat: bets.total for seat, bets in state.bettors()}
    for seat, carried in state.carried.items():
        at_stake[seat] = at_stake.get(seat, 0) + total(carried)
    return at_stake


def results(state: State) -> dict[Seat, Result]:
    seats = dict.fromkeys((*(seat for seat, _ in state.bettors()), *state.carried))
    return {seat: result for seat in seats if (result := _result(state, seat))}


def _result(state: State, seat: Seat) -> Result | None:
    bets, carried = state.bets_of(seat), state.carried.get(seat, {})
    if state.phase not in OVER or not (bets or carried):
        return None
    return Result(
        staked=bets.total if bets else 0,
        carried=total(carried),
        lost=state.lost.get(seat, 0),
        back=state.back.get(seat, 0),
        prize=state.prize.get(seat, 0),
        held=total(state.held.get(seat, {})),
    )


def outcome(state: State) -> str | None:
    """The number, for the display of the last winners; `describe` gives its colour.  [AR-6e] [FR-6e]"""
    return state.number if state.phase is Phase.SETTLED else None


def explain(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    rules, result = RULES[state.sheet.system], _result(state, seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return (
            ExplanationLine("void", rules["void"], {"cause": state.cause}),
            ExplanationLine("returned", rules["returned"], {"back": result.back}),
        )
    drawn = {"number": state.number, "colour": colour(state.number)}
    lines = [ExplanationLine("number", rules["marked"], drawn)]
    lines += [_explain_stake(state, *settled) for settled in _settled_stakes(state, seat)]
    figures = result.figures("staked", "carried", "lost", "back", "prize", "held", "net")
    return (*lines, ExplanationLine("total", rules["paid"], figures))


def _explain_stake(state: State, place: PlaceId, stake: Cents, settled: SettledStake) -> ExplanationLine:
    kind = PLACES[LAYOUT_OF[state.setting.variant]][place].kind
    details = _line(state, place, stake, settled) | {"kind": str(kind)}
    if settled.prize:
        details["times"] = list(PRIZES[kind])
    return ExplanationLine(details.pop("code"), details.pop("rule"), details)
