"""What people are told of a roulette round: the table as it is drawn, what each seat sees and may do, and why it was paid so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.engine import Cents, Line, Result, Seat
from games.rules.roulette.calls import call_bets
from games.rules.roulette.events import (
    BetPlaced,
    BetsClosed,
    BetTaken,
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
    in_all,
)
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, ZEROS, Kind, PlaceId, colour, winners
from games.rules.roulette.settlement import Paid, pay, release, rule_of
from games.rules.roulette.sheet import LETTER, PRIZES, RULES, Setting, Sheet, Zero, bound, offered
from games.rules.shared.sessions import Mode

ZERO_RULES = {Zero.LOSE_ALL: "zero-even", Zero.LA_PARTAGE: "zero-half", Zero.EN_PRISON: "zero-prison"}


def describe(sheet: Sheet, setting: Setting) -> dict[str, Any]:
    layout = LAYOUT_OF[setting.variant]
    return {
        "system": sheet.system,
        "variant": setting.variant,
        "layout": layout,
        "mode": str(setting.mode),
        "currency": setting.currency,
        "wheel": list(WHEELS[setting.variant]),  # [AR-6c-37] [AR-6c-38] [FR-6c]
        "colours": {number: colour(number) for number in WHEELS[setting.variant]},  # [AR-6b] [FR-6b]
        "zeros": list(ZEROS[layout]),
        "columns": [[str(n) for n in range(first, 37, 3)] for first in (1, 2, 3)],  # [AR-6d] [FR-6d]
        "places": {
            place: {"kind": str(spot.kind), "numbers": list(spot.numbers)}
            for place, spot in PLACES[layout].items()
            if offered(sheet, spot.kind)
        },
        "kinds": {str(kind): _described(sheet, setting, kind) for kind in Kind if offered(sheet, kind)},
        "calls": _described_calls(sheet),
        "zero_option": str(sheet.zero_option),
        "zero_rule": RULES[sheet.system][
            ZERO_RULES[sheet.zero_option]
        ],  # [FR-R20a] [FR-R20b] [FR-R20c] [FR-R26]
        "second_zero": str(sheet.second_zero),
        "minimum": setting.minimum,
        "step": setting.step,
        **({"cap": setting.cap, "cap_rule": RULES[sheet.system]["cap"]} if setting.cap is not None else {}),
        "betting_seconds": setting.betting_seconds,
        "rest_seconds": setting.rest_seconds,
        "seats": setting.seats,
        "languages": list(setting.languages),
    }


def _described(sheet: Sheet, setting: Setting, kind: Kind) -> dict[str, Any]:
    """Before betting the player sees what may be bet on a chance and what it pays.  [AR-10] [AR-25] [FR-R11] [FR-R26]"""
    rules, limits = RULES[sheet.system], bound(sheet, setting, kind)
    return {
        "min": limits.least,
        "max": limits.most,
        "times": limits.times,
        "prize": list(PRIZES[kind]),
        "rules": {
            "min": rules["minimum"],
            "max": rules["maximum"] + LETTER[kind],
            "prize": rules["prize"] + LETTER[kind],
        },
    }


def _described_calls(sheet: Sheet) -> dict[str, dict[str, Any]]:
    """The call bets offered, each with the numbers it names and the chips it places.  [FR-8]"""
    found: dict[str, dict[str, Any]] = {name: {} for name in sheet.calls}
    for (name, on), bet in call_bets().items():
        if name in found:
            found[name][on] = {"rule": bet.rule, "numbers": list(bet.numbers), "chips": dict(bet.chips)}
    return found


def options(state: State, seat: Seat) -> dict[str, Any]:
    """What that seat may ask for now. The limits of each chance are the same all round long and stand in `describe`."""
    hand, open_ = state.hand(seat), state.phase is Phase.BETTING
    cap = state.setting.cap
    at_stake = hand is not None or seat in state.carried
    return {
        "bet": open_,
        "undo": open_ and hand is not None and bool(hand.laid),
        "clear": open_ and hand is not None,
        "launch": open_ and at_stake and state.setting.mode is Mode.INDIVIDUAL,  # [AR-15] [FR-R16]
        **(
            {"room": cap - (hand.total if hand else 0)} if cap is not None and open_ else {}
        ),  # [AR-12b] [FR-R13b]
    }


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    return _public(state) if seat is None else _own(state, seat)


def _public(state: State) -> dict[str, Any]:
    """What everybody sees: how much lies where, never whose it is."""
    seen: dict[str, Any] = {
        "phase": str(state.phase),
        "totals": state.totals,
        "betters": sum(map(len, state.hands.values())),
    }
    if state.number:
        seen["number"], seen["colour"] = state.number, colour(state.number)  # [AR-16] [FR-R17]
    if state.phase is Phase.SETTLED:
        won = winners(LAYOUT_OF[state.setting.variant], state.number)
        seen["won"] = [place for place in state.totals if place in won]
        seen["paid"] = sum(state.prize.values())
    if state.phase is Phase.VOID:
        seen["cause"] = state.cause  # [AR-20] [FR-R21]
    return seen


def _own(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat sees besides what everybody sees: its own bets, what it may do, and what it took out of the round."""
    hand = state.hand(seat)
    seen: dict[str, Any] = {
        "bets": hand.on if hand else {},
        "total": hand.total if hand else 0,
        "prison": _prison(state, seat),
        "options": options(state, seat),
    }
    result = _result(state, seat)
    if result:
        seen["result"] = {
            "staked": result.staked,
            "carried": result.carried,
            "lost": result.lost,
            "back": result.back,
            "prize": result.prize,
            "held": result.held,
            "net": result.net,
            "lines": [_line(state, place, stake, paid) for place, stake, paid in _paid(state, seat)],
        }
    return seen


def _prison(state: State, seat: Seat) -> Mapping[PlaceId, Cents]:
    held = state.carried if state.phase in (Phase.BETTING, Phase.CLOSED) else state.held
    return held.get(seat, {})


def _paid(state: State, seat: Seat) -> list[tuple[PlaceId, Cents, Paid]]:
    """Each stake of a settled round and what became of it; those in prison first."""
    if state.phase is not Phase.SETTLED:
        return []
    layout, hand = LAYOUT_OF[state.setting.variant], state.hand(seat)
    carried = state.carried.get(seat, {})
    freed = [
        (place, stake, release(state.second_zero, layout, place, stake, state.number))
        for place, stake in carried.items()
    ]
    laid = hand.on.items() if hand else ()
    return freed + [
        (place, stake, pay(state.sheet, layout, place, stake, state.number)) for place, stake in laid
    ]


def _line(state: State, place: PlaceId, stake: Cents, paid: Paid) -> dict[str, Any]:
    kind = PLACES[LAYOUT_OF[state.setting.variant]][place].kind
    figures = {"prize": paid.prize, "back": paid.back, "lost": paid.lost, "held": paid.held}
    said = {
        "place": place,
        "code": paid.code,
        "rule": rule_of(state.sheet, kind, paid, state.number),
        "stake": stake,
    }
    return said | {name: cents for name, cents in figures.items() if cents}


def told(event: Event, seat: Seat | None) -> dict[str, Any] | None:
    """Whose chips they are is told to nobody else: others' bets reach the page as totals of the view."""
    match event:
        case BetPlaced(seat=by, on=on, call=call):
            return {"t": "bet-placed", "on": on, **({"call": call} if call else {})} if by == seat else None
        case BetTaken(seat=by, on=on):
            return {"t": "bet-taken", "on": on} if by == seat else None
        case BetsClosed():
            return {"t": "bets-closed"}  # [AR-14b] [FR-R15b]
        case NumberDrawn(number=number):
            return {"t": "number-drawn", "number": number, "colour": colour(number)}  # [AR-16] [FR-R17]
        case StakesCollected(lost=lost):
            return {"t": "stakes-collected", **_mine("lost", lost, seat)}  # [AR-17] [FR-R18]
        case HeldCollected(lost=lost):
            return {"t": "held-collected", **_mine("lost", lost, seat)} if seat in lost else None
        case StakesHeld(held=held):
            return {"t": "stakes-held", "held": held[seat]} if seat is not None and seat in held else None
        case HeldKept(held=held):
            return {"t": "held-kept", "held": held[seat]} if seat is not None and seat in held else None
        case HeldReturned(back=back):
            return {"t": "held-returned", **_mine("back", back, seat)} if seat in back else None
        case PrizesPaid(back=back, prize=prize):
            paid = sum(prize.values())
            return {
                "t": "prizes-paid",
                "paid": paid,
                **_mine("back", back, seat),
                **_mine("prize", prize, seat),
            }  # [AR-17] [FR-R18]
        case RoundVoided(cause=cause, back=back, held=held):
            return {
                "t": "round-voided",
                "cause": cause,
                **_mine("back", back, seat),
                **_mine("held", held, seat),
            }  # [AR-20] [FR-R21]


def _mine(name: str, amounts: Mapping[Seat, Cents], seat: Seat | None) -> dict[str, Cents]:
    return {name: amounts[seat]} if seat is not None and seat in amounts else {}


def stakes(state: State) -> dict[Seat, Cents]:
    if state.phase in (Phase.SETTLED, Phase.VOID):
        return {seat: in_all(held) for seat, held in state.held.items()}
    at_stake = {seat: hand.total for seat, hand in state.laid()}
    for seat, carried in state.carried.items():
        at_stake[seat] = at_stake.get(seat, 0) + in_all(carried)
    return at_stake


def results(state: State) -> dict[Seat, Result]:
    seats = dict.fromkeys((*(seat for seat, _ in state.laid()), *state.carried))
    return {seat: result for seat in seats if (result := _result(state, seat))}


def _result(state: State, seat: Seat) -> Result | None:
    hand, carried = state.hand(seat), state.carried.get(seat, {})
    if state.phase not in (Phase.SETTLED, Phase.VOID) or not (hand or carried):
        return None
    return Result(
        staked=hand.total if hand else 0,
        carried=in_all(carried),
        lost=state.lost.get(seat, 0),
        back=state.back.get(seat, 0),
        prize=state.prize.get(seat, 0),
        held=in_all(state.held.get(seat, {})),
    )


def outcome(state: State) -> str | None:
    """The number, for the display of the last winners; its colour is among what `describe` says.  [AR-6e] [FR-6e]"""
    return state.number if state.phase is Phase.SETTLED else None


def explain(state: State, seat: Seat) -> tuple[Line, ...]:
    rules, result = RULES[state.sheet.system], _result(state, seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return (
            Line("void", rules["void"], {"cause": state.cause}),
            Line("returned", rules["returned"], {"back": result.back}),
        )
    lines = [Line("number", rules["marked"], {"number": state.number, "colour": colour(state.number)})]
    for place, stake, paid in _paid(state, seat):
        kind = PLACES[LAYOUT_OF[state.setting.variant]][place].kind
        said = _line(state, place, stake, paid) | {"kind": str(kind)}
        if paid.prize:
            said["times"] = list(PRIZES[kind])
        lines.append(Line(said.pop("code"), said.pop("rule"), said))
    figures = {"staked": result.staked, "carried": result.carried, "lost": result.lost, "back": result.back}
    return (
        *lines,
        Line(
            "total", rules["paid"], {**figures, "prize": result.prize, "held": result.held, "net": result.net}
        ),
    )
