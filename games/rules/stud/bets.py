"""Laying antes and jackpot bets, and deciding: what is taken, and the first reason why something is not."""

from __future__ import annotations

from typing import NoReturn

from games.rules.engine import Cents, Refusal, Refused, Seat
from games.rules.shared.sessions import Mode
from games.rules.stud.events import (
    NOBODY,
    Bet,
    BetPlaced,
    BetTaken,
    Choice,
    Clear,
    Continue,
    Continued,
    DecisionWarned,
    Event,
    Fold,
    Folded,
    Laid,
    Launch,
    Phase,
    Place,
    State,
    Undo,
)
from games.rules.stud.settlement import second_of
from games.rules.stud.sheet import GAMES
from games.rules.stud.variant import Box


def deciding(state: State, seat: Seat) -> bool:
    place = state.places.get(seat, NOBODY)
    return state.phase is Phase.DECIDING and place.ante > 0 and place.choice in (Choice.OPEN, Choice.WARNED)


def total_of(place: Place) -> Laid:
    laid = {str(Box.ANTE): place.ante, str(Box.JACKPOT): place.jackpot}
    return {box: cents for box, cents in laid.items() if cents}


def lay(state: State, seat: Seat, asked: Bet) -> tuple[Event, ...]:
    _check_boxes(state, asked.on)
    setting, place = state.setting, state.places.get(seat, NOBODY)
    ante = asked.on.get(Box.ANTE, 0)
    if ante:
        _check_ante(state, place.ante, ante)
    if Box.JACKPOT in asked.on:
        rules, cost = GAMES[state.sheet.system].rules, setting.jackpot.bet if setting.jackpot else 0
        cents, lies = asked.on[Box.JACKPOT], state.on_jackpot(seat)
        if cents + lies < cost:
            raise Refused(
                Refusal.BELOW_MINIMUM, rules["jackpot-bet"], box="jackpot", minimum=cost
            )  # [MS-10.1]
        if cents + lies > cost:
            # One bet for each hand; a carried one stands already and is not charged again.  [MS-10.1] [MS-11.1]
            rule = rules["jackpot-carried" if state.carried.get(seat) else "jackpot-bet"]
            raise Refused(Refusal.ABOVE_MAXIMUM, rule, box="jackpot", limit=cost, room=max(0, cost - lies))
        if not ante and not place.ante:
            raise Refused(
                Refusal.NOTHING_BET, rules["jackpot-bet"], box="ante"
            )  # only with an ante  [MS-10.1]
    return (BetPlaced(seat, asked.on),)


def _check_boxes(state: State, on: Laid) -> None:
    game = GAMES[state.sheet.system]
    known = {str(box) for box in game.boxes}
    if not on:
        raise Refused(Refusal.NOTHING_BET, game.rules["ante"])
    for box in on:
        if box == Box.BET and box in known:
            raise Refused(
                Refusal.NOT_NOW, game.rules["second"], box=box
            )  # after the cards are seen  [CS-23] [MS-5.3]
    for box in on:
        if box == Box.JACKPOT and box in known and state.setting.jackpot is None:
            raise Refused(Refusal.NOT_OFFERED, game.rules["jackpot-bet"], box=box)
    for box in on:
        if box not in known:
            # A box belongs to one's own place; there is no name for another's.  [CS-6a] [MS-2.2] [MS-6.1]
            raise Refused(Refusal.NO_SUCH_BET, game.rules.get("own-hand", game.rules["boxes"]), box=box)


def _check_ante(state: State, lies: Cents, cents: Cents) -> None:
    setting, rules = state.setting, GAMES[state.sheet.system].rules
    if lies + cents < setting.minimum:
        raise Refused(
            Refusal.BELOW_MINIMUM, rules["ante"], box="ante", minimum=setting.minimum
        )  # [CS-2c] [CS-16]
    if cents < 1 or cents % setting.step:
        raise Refused(Refusal.WRONG_STEP, rules["minimum"], box="ante", step=setting.step)
    if lies + cents > setting.maximum:
        said = {"limit": setting.maximum, "minimum": setting.minimum, "room": setting.maximum - lies}
        raise Refused(Refusal.ABOVE_MAXIMUM, rules["ante"], box="ante", **said)  # [CS-2b] [CS-16]


def take_back(state: State, seat: Seat, asked: Undo | Clear) -> tuple[Event, ...]:
    place = state.places.get(seat, NOBODY)
    if not (place.laid if isinstance(asked, Undo) else place.ante or place.jackpot):
        raise Refused(Refusal.NOTHING_TO_UNDO, GAMES[state.sheet.system].rules["round"])
    return (BetTaken(seat, place.laid[-1] if isinstance(asked, Undo) else total_of(place)),)


def check_launch(state: State, seat: Seat) -> None:
    rules = GAMES[state.sheet.system].rules
    if state.setting.mode is not Mode.INDIVIDUAL:
        raise Refused(Refusal.NOT_OFFERED, rules["period"])  # the timer closes the bets of all  [CS-14a]
    if not state.places.get(seat, NOBODY).ante:
        raise Refused(Refusal.NOTHING_BET, rules["launch"])  # only after an ante  [CS-15]


def too_late(state: State, asked: Bet | Undo | Clear | Launch) -> NoReturn:
    """Bets stand from the close to the end of the round; a jackpot bet comes before the first card.  [CS-14b] [MS-6.3]"""
    rules = GAMES[state.sheet.system].rules
    if isinstance(asked, Bet) and asked.on.keys() == {Box.JACKPOT} and "jackpot-after" in rules:
        raise Refused(Refusal.BETS_CLOSED, rules["jackpot-after"])
    raise Refused(
        Refusal.BETS_CLOSED, rules["launch" if state.setting.mode is Mode.INDIVIDUAL else "closing"]
    )


def decide(state: State, seat: Seat, asked: Fold | Continue) -> tuple[Event, ...]:
    rules = GAMES[state.sheet.system].rules
    if state.phase is not Phase.DECIDING:
        raise Refused(Refusal.NOT_NOW, rules["choice"])
    if not deciding(state, seat):
        raise Refused(Refusal.NOT_YOUR_TURN, rules["choice"])  # no hand, or decided already
    if isinstance(asked, Fold):
        return (Folded(seat),)  # [CS-20a] [CS-22] [MS-6.7]
    second = second_of(state.places[seat].ante)
    if asked.bet < second:
        raise Refused(Refusal.BELOW_MINIMUM, rules["second"], box="bet", minimum=second)  # [CS-23] [MS-6.6]
    if asked.bet > second:
        raise Refused(
            Refusal.ABOVE_MAXIMUM, rules["second"], box="bet", limit=second, room=second
        )  # [CS-23] [MS-6.6]
    return (Continued(seat, second),)  # [CS-20b] [CS-23] [MS-6.6]


def out_of_time(state: State, seat: Seat) -> tuple[Event, ...]:
    """First the warning and the extra time, then the hand is given up; the same when the connection is lost (A36).  [CS-35]"""
    if not deciding(state, seat):
        return ()
    if state.places[seat].choice is Choice.OPEN:
        return (DecisionWarned(seat),)  # [CS-31]
    return (Folded(seat, lapsed=True),)  # [CS-32]


def leave(state: State, seat: Seat) -> tuple[Event, ...]:
    """An ante that was never dealt to goes back at a table of one; elsewhere bets stand.  [CS-40]

    A carried jackpot bet goes back when the bets of the next round close, and its player stays until then (A49).
    """
    place = state.places.get(seat, NOBODY)
    if state.phase is not Phase.BETTING or not place.laid or state.setting.mode is not Mode.INDIVIDUAL:
        return ()
    return (BetTaken(seat, total_of(place)),)
