"""Antes, jackpot bets and decisions: what is accepted, and the first reason why something is not."""

from __future__ import annotations

from typing import NoReturn

from games.rules.bets import BetPlaced, BetTaken, Clear, Stakes, Undo, check_start, find_taken
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode
from games.rules.stud.events import (
    Bet,
    Continue,
    Continued,
    DecisionWarned,
    Event,
    Fold,
    Folded,
    HandState,
    Launch,
    Phase,
    PlaceState,
    State,
)
from games.rules.stud.settlement import second_bet
from games.rules.stud.sheet import VARIANTS
from games.rules.stud.variant import BetBox

# --- Bets before the deal


def place_bet(state: State, seat: Seat, command: Bet) -> tuple[Event, ...]:
    on = command.on
    _check_boxes(state, on)
    if ante := on.get(BetBox.ANTE, 0):
        _check_ante(state, state.place_of(seat).ante, ante)
    if BetBox.JACKPOT in on:
        _check_jackpot_bet(state, seat, on)
    return (BetPlaced(seat, on),)


def _check_boxes(state: State, on: Stakes) -> None:
    variant = VARIANTS[state.sheet.system]
    rules, known = variant.rules, {str(box) for box in variant.boxes}
    if not on:
        raise Refused(Refusal.NOTHING_BET, rules["ante"])
    for box in on:
        if box == BetBox.BET and box in known:
            # Only after the cards have been seen.  [CS-23] [MS-5.3]
            raise Refused(Refusal.NOT_NOW, rules["second"], box=box)
    for box in on:
        if box == BetBox.JACKPOT and box in known and state.setting.jackpot is None:
            raise Refused(Refusal.NOT_OFFERED, rules["jackpot-bet"], box=box)
    for box in on:
        if box not in known:
            # A box belongs to one's own place; another's cannot be named.  [CS-6a] [MS-2.2] [MS-6.1]
            raise Refused(Refusal.NO_SUCH_BET, rules.get("own-hand", rules["boxes"]), box=box)


def _check_ante(state: State, current: Cents, cents: Cents) -> None:
    setting, rules = state.setting, VARIANTS[state.sheet.system].rules
    if current + cents < setting.minimum:
        # [CS-2c] [CS-16]
        raise Refused(Refusal.BELOW_MINIMUM, rules["ante"], box="ante", minimum=setting.minimum)
    if cents < 1 or cents % setting.step:
        raise Refused(Refusal.WRONG_STEP, rules["minimum"], box="ante", step=setting.step)
    if current + cents > setting.maximum:
        details = {
            "box": "ante",
            "limit": setting.maximum,
            "minimum": setting.minimum,
            "room": setting.maximum - current,
        }
        raise Refused(Refusal.ABOVE_MAXIMUM, rules["ante"], **details)  # [CS-2b] [CS-16]


def _check_jackpot_bet(state: State, seat: Seat, on: Stakes) -> None:
    """One jackpot bet of a fixed amount, and only with an ante.  [MS-10.1]"""
    rules, terms = VARIANTS[state.sheet.system].rules, state.setting.jackpot
    cost = terms.bet if terms else 0
    cents, current = on[BetBox.JACKPOT], state.jackpot_bet_of(seat)
    if cents + current < cost:
        raise Refused(Refusal.BELOW_MINIMUM, rules["jackpot-bet"], box="jackpot", minimum=cost)  # [MS-10.1]
    if cents + current > cost:
        # A carried bet counts already and is not charged again.  [MS-10.1] [MS-11.1]
        rule = rules["jackpot-carried" if state.carried.get(seat) else "jackpot-bet"]
        room = max(0, cost - current)
        raise Refused(Refusal.ABOVE_MAXIMUM, rule, box="jackpot", limit=cost, room=room)
    if not on.get(BetBox.ANTE) and not state.place_of(seat).ante:
        raise Refused(Refusal.NOTHING_BET, rules["jackpot-bet"], box="ante")  # [MS-10.1]


def take_back(state: State, seat: Seat, command: Undo | Clear) -> tuple[Event, ...]:
    place = state.place_of(seat)
    rule = VARIANTS[state.sheet.system].rules["round"]
    return (BetTaken(seat, find_taken(command, place.placed, placed_stakes(place), rule)),)


def placed_stakes(place: PlaceState) -> Stakes:
    """What a player has staked before the deal."""
    stakes = {str(BetBox.ANTE): place.ante, str(BetBox.JACKPOT): place.jackpot}
    return {box: cents for box, cents in stakes.items() if cents}


def withdraw(state: State, seat: Seat) -> tuple[Event, ...]:
    """At an individual table, an ante that was never dealt to is returned; elsewhere bets stand.  [CS-40]

    A carried jackpot bet is returned when the bets of the next round close, and its player stays until then
    (A49).
    """
    place = state.place_of(seat)
    if state.phase is not Phase.BETTING or not place.placed or state.setting.mode is not Mode.INDIVIDUAL:
        return ()
    return (BetTaken(seat, placed_stakes(place)),)


def check_launch(state: State, seat: Seat) -> None:
    rules = VARIANTS[state.sheet.system].rules
    has_ante = bool(state.place_of(seat).ante)
    # [CS-14a] [CS-15]
    check_start(state.setting.mode, has_bet=has_ante, period_rule=rules["period"], start_rule=rules["launch"])


def refuse_after_close(state: State, command: Bet | Undo | Clear | Launch) -> NoReturn:
    """Bets stand from the close to the end of the round; a jackpot bet comes before the first card.

    [CS-14b] [MS-6.3]
    """
    rules = VARIANTS[state.sheet.system].rules
    is_jackpot_bet = isinstance(command, Bet) and command.on.keys() == {BetBox.JACKPOT}
    if is_jackpot_bet and "jackpot-after" in rules:
        raise Refused(Refusal.BETS_CLOSED, rules["jackpot-after"])
    rule = "launch" if state.setting.mode is Mode.INDIVIDUAL else "closing"
    raise Refused(Refusal.BETS_CLOSED, rules[rule])


# --- Decisions after the deal


def chat_closed_by(state: State, seat: Seat) -> str:
    """Nobody writes from the first card to the last decision, where the regulation wants silence."""
    is_secret = state.phase is Phase.DEALING or any(is_deciding(state, other) for other in state.playing)
    return VARIANTS[state.sheet.system].silence if state.dealt and is_secret else ""  # [MS-12.2]


def is_deciding(state: State, seat: Seat) -> bool:
    place = state.place_of(seat)
    is_open = place.choice in (HandState.OPEN, HandState.WARNED)
    return state.phase is Phase.DECIDING and place.ante > 0 and is_open


def decide(state: State, seat: Seat, command: Fold | Continue) -> tuple[Event, ...]:
    rules = VARIANTS[state.sheet.system].rules
    if state.phase is not Phase.DECIDING:
        raise Refused(Refusal.NOT_NOW, rules["choice"])
    if not is_deciding(state, seat):
        raise Refused(Refusal.NOT_YOUR_TURN, rules["choice"])  # no hand, or decided already
    if isinstance(command, Fold):
        return (Folded(seat),)  # [CS-20a] [CS-22] [MS-6.7]
    second = second_bet(state.places[seat].ante)
    if command.bet < second:
        raise Refused(Refusal.BELOW_MINIMUM, rules["second"], box="bet", minimum=second)  # [CS-23] [MS-6.6]
    if command.bet > second:
        # The amount is fixed: twice the ante.  [CS-23] [MS-6.6]
        raise Refused(Refusal.ABOVE_MAXIMUM, rules["second"], box="bet", limit=second, room=second)
    return (Continued(seat, second),)  # [CS-20b] [CS-23] [MS-6.6]


def default_decision(state: State, seat: Seat) -> tuple[Event, ...]:
    """First the warning and extra time, then the hand is given up; a lost connection is no exception (A36).

    [CS-35]
    """
    if not is_deciding(state, seat):
        return ()
    if state.places[seat].choice is HandState.OPEN:
        return (DecisionWarned(seat),)  # [CS-31]
    return (Folded(seat, lapsed=True),)  # [CS-32]
