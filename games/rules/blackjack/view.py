"""What people are told of a blackjack round: the table as it is drawn, what each seat sees and may do, and why it was paid so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.blackjack.decisions import (
    Choice,
    barred,
    has_offer,
    insurance_step,
    may_bet_on,
    may_insure,
    may_take_even_money,
    most_insured,
)
from games.rules.blackjack.events import (
    BankDealt,
    BetsClosed,
    Box,
    CardDealt,
    Event,
    Hand,
    HoleDealt,
    HoleTurned,
    Phase,
    Place,
    RoundSettled,
    RoundVoided,
    State,
)
from games.rules.blackjack.hands import BEST, is_blackjack, named, soft, special, total
from games.rules.blackjack.settlement import INSURANCE_PRIZE, PRIZES, RULE_OF, SPECIAL_PRIZE, natural, paid
from games.rules.blackjack.sheet import SYSTEM, Setting, Sheet, Shoe
from games.rules.engine import Cents, Line, Result, Seat, Wait
from games.rules.shared.cards import PACK, names
from games.rules.shared.sessions import Mode

OVER = (Phase.SETTLED, Phase.VOID)
IDLE = "idle"
WAITS: Mapping[Phase, Wait] = {
    **dict.fromkeys(Phase, Wait.HOUSE),
    Phase.BETTING: Wait.BETS,
    Phase.OFFERS: Wait.CHOICE,
    Phase.PLAYING: Wait.CHOICE,
    **dict.fromkeys(OVER, Wait.OVER),
}


def describe(sheet: Sheet, setting: Setting) -> dict[str, Any]:
    """The table and its rules, before anybody bets.  [BJ-32]"""
    return {
        "system": SYSTEM,
        "mode": str(setting.mode),
        "currency": setting.currency,
        "places": [str(n) for n in range(1, setting.places + 1)],  # [BJ-4a]
        "seats": setting.seats,
        "places_per_player": setting.places_per_player,  # [BJ-7]
        "shoe": {"decks": setting.decks, "kind": str(setting.shoe), "cut": setting.cut},  # [BJ-4b]
        "minimum": setting.minimum,  # [BJ-10]
        "maximum": setting.maximum,
        "step": setting.step,
        "times": setting.maximum // setting.minimum,  # [BJ-11]
        "limit_rules": {
            "minimum": "BJ-9",
            "maximum": "BJ-11",
            "places": "BJ-4a",
            "places_per_player": "BJ-7",
        },
        "prizes": {
            "blackjack": {"times": list(PRIZES["blackjack"]), "rule": "BJ-25a"},  # [BJ-32]
            "win": {"times": list(PRIZES["nearer"]), "rule": "BJ-25c"},
            "even-money": {"times": list(PRIZES["even-money"]), "rule": "BJ-20b"},
            **(
                {"insurance": {"times": [INSURANCE_PRIZE, 1], "rule": "BJ-25f"}} if sheet.insurance else {}
            ),  # [BJ-16d]
            **(
                {"special": {"times": [SPECIAL_PRIZE, 1], "rule": "BJ-25i"}} if sheet.special_prizes else {}
            ),  # [BJ-16e]
        },
        "rules": {  # each choice of the specific rules, with its state  [BJ-16]
            "double_any": {"is": sheet.double_any, "rule": "BJ-16a"},
            "double_any_low_ace": {"is": sheet.double_any_low_ace, "rule": "BJ-8a-ii"},
            "pairs_only": {"is": sheet.pairs_only, "rule": "BJ-16b"},
            "split_limit": {
                "is": "none" if sheet.split_limit is None else sheet.split_limit,
                "rule": "BJ-16c",
            },
            "resplit_aces": {"is": sheet.resplit_aces, "rule": "BJ-16c"},
            "insurance": {"is": sheet.insurance, "rule": "BJ-16d"},
            "special_prizes": {"is": sheet.special_prizes, "rule": "BJ-16e"},
        },
        "betting_seconds": setting.betting_seconds,  # [BJ-12a]
        "decision_seconds": setting.decision_seconds,
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }


def waits(state: State) -> Wait:
    return Wait.HOUSE if state.due else WAITS[state.phase]


def to_act(state: State) -> Sequence[Seat]:
    if state.phase is Phase.OFFERS:
        return tuple(dict.fromkeys(box.seat for box in state.boxes.values() if has_offer(state, box)))
    if state.phase is Phase.PLAYING and not state.due:
        return (state.boxes[state.place].seat,)
    return ()


def options(state: State, seat: Seat) -> dict[str, Any]:
    """Everything that seat may do now, each with what it costs or brings, and nothing else.  [BJ-24a]"""
    if state.phase is Phase.BETTING:
        return _betting(state, seat)
    if state.phase is Phase.OFFERS:
        offers = {
            place: _offer(state, box)
            for place, box in state.boxes.items()
            if box.seat == seat and has_offer(state, box)
        }
        return {"offers": offers} if offers else {}
    if seat not in to_act(state):
        return {}
    box = state.boxes[state.place]
    hand = box.hands[state.hand]
    choices = {
        choice: _consequence(choice, hand) for choice, rule in barred(state, box, hand).items() if not rule
    }  # [BJ-24a]
    return {"turn": state.turn, "place": state.place, "hand": state.hand, "choices": choices}


def _betting(state: State, seat: Seat) -> dict[str, Any]:
    setting, mine = state.setting, bool(state.places_of(seat))
    return {
        "bet": {place: _room(state, place) for place in may_bet_on(state, seat)},
        "undo": bool(state.laid.get(seat)),  # as far back as the bets are remembered
        "clear": mine,
        "launch": mine and setting.mode is Mode.INDIVIDUAL,  # [BJ-13]
    }


def _room(state: State, place: Place) -> dict[str, Cents]:
    lies = state.boxes[place].bet if place in state.boxes else 0
    return {
        "min": state.setting.step if lies else state.setting.minimum,
        "max": state.setting.maximum - lies,
    }  # [BJ-9]


def _offer(state: State, box: Box) -> dict[str, Any]:
    offer: dict[str, Any] = {"decline": {}}
    if may_take_even_money(box):
        offer["even-money"] = {"prize": paid("even-money", box.bet).prize, "back": box.bet}  # [BJ-20b]
    elif may_insure(state, box):
        step = insurance_step(state)
        offer["insurance"] = {
            "min": step,
            "max": most_insured(box),
            "step": step,
            "times": INSURANCE_PRIZE,
        }  # [BJ-15f]
    return offer


def _consequence(choice: Choice, hand: Hand) -> dict[str, Cents]:
    match choice:
        case Choice.DOUBLE | Choice.SPLIT:
            return {"cost": hand.stake}
        case Choice.SURRENDER:
            figures = paid("surrendered", hand.stake)
            return {"back": figures.back, "lost": figures.lost}
    return {}


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    return _public(state) if seat is None else _own(state, seat)


def _public(state: State) -> dict[str, Any]:
    """What everybody sees: at blackjack all cards lie open but one, and that one is nowhere to be seen."""
    seen: dict[str, Any] = {
        "phase": str(state.phase),
        "places": {place: _place(box) for place, box in state.boxes.items()},
        "shoe": {"decks": state.decks, "left": PACK * state.decks - state.dealt},
    }
    if state.setting.shoe is Shoe.CUT and state.dealt >= state.setting.cut:
        seen["shoe"]["last"] = True
    if state.bank:
        seen["bank"] = _bank(state)
    if state.phase is Phase.PLAYING:
        seen["turn"] = {"place": state.place, "hand": state.hand, "seat": state.boxes[state.place].seat}
    if state.phase is Phase.OFFERS:
        seen["asked"] = [place for place, box in state.boxes.items() if has_offer(state, box)]
    if state.phase is Phase.VOID:
        seen["cause"] = state.cause  # [BJ-27]
    return seen


def _place(box: Box) -> dict[str, Any]:
    seen: dict[str, Any] = {"seat": box.seat, "bet": box.bet, "hands": [_hand(hand) for hand in box.hands]}
    if box.insurance:
        # Its result stays on the display after the chips are gone.  [BJ-25f] [BJ-25g]
        figures = {
            "insurance_back": box.insurance_back,
            "insurance_lost": box.insurance_lost,
            "insurance_prize": box.insurance_prize,
        }
        seen |= {"insurance": box.insurance, **_without_zeros(figures)}
    return seen


def _hand(hand: Hand) -> dict[str, Any]:
    """A hand as it lies on the table. What was decided is gone from the felt, and stays on the display.  [BJ-25b]"""
    seen: dict[str, Any] = {
        "cards": names(hand.cards),
        "stake": hand.stake,
        "total": total(hand.cards, int(hand.low)),
    }
    marks = {
        "soft": soft(hand.cards, int(hand.low)),
        "doubled": hand.doubled,
        "split": hand.split,
        "low": hand.low,
        "done": hand.done,
    }
    seen |= {name: True for name, holds in marks.items() if holds}  # [BJ-8a]
    if natural(hand):
        seen["blackjack"] = True
    if hand.code:
        figures = {"code": hand.code, "back": hand.back, "lost": hand.lost, "prize": hand.prize}
        seen |= {name: value for name, value in figures.items() if value}
    if hand.special:
        seen["special"] = hand.special
    return seen


def _bank(state: State) -> dict[str, Any]:
    seen: dict[str, Any] = {"cards": names(state.bank), "total": total(state.bank)}
    if state.hole >= 0:
        seen["down"] = True  # a card lies there, and nobody knows which  [BJ-14b]
    if soft(state.bank):
        seen["soft"] = True
    if state.phase is Phase.SETTLED and (result := bank_result(state)):
        seen["result"] = result
    return seen


def bank_result(state: State) -> str:
    """How the bank's hand ended; nothing where no bet was left for it to decide."""
    if is_blackjack(state.bank):
        return "blackjack"
    points = total(state.bank)
    return "bust" if points > BEST else "stand" if points >= 17 and len(state.bank) > 1 else ""  # [BJ-17a]


def _own(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat sees besides what everybody sees: its places, what it may do, and what it took out of the round."""
    places = state.places_of(seat)
    seen: dict[str, Any] = {
        "places": places,
        "total": sum(_staked(state.boxes[place]) for place in places),
        "options": options(state, seat),
    }
    result = _result(state, seat)
    if result:
        seen["result"] = {
            "staked": result.staked,
            "lost": result.lost,
            "back": result.back,
            "prize": result.prize,
            "net": result.net,
            "lines": _lines(state, seat) if state.phase is Phase.SETTLED else [],  # [BJ-31]
        }
    return seen


def _staked(box: Box) -> Cents:
    """Everything put on a place in this round: bet, doubles, splits, insurance."""
    return sum(hand.stake for hand in box.hands) + box.insurance if box.hands else box.bet


def _lines(state: State, seat: Seat) -> list[dict[str, Any]]:
    """Each stake of a seat with what became of it and by which rule."""
    found: list[dict[str, Any]] = []
    for place in state.places_of(seat):
        box = state.boxes[place]
        for index, hand in enumerate(box.hands):
            at = {
                "place": place,
                "hand": index,
                "stake": hand.stake,
                "cards": names(hand.cards),
                "total": total(hand.cards, int(hand.low)),
            }
            figures = {"prize": hand.prize, "back": hand.back, "lost": hand.lost}
            found.append({"code": hand.code, "rule": RULE_OF[hand.code], **at, **_without_zeros(figures)})
            if hand.special:
                said = {"combination": special(hand.cards), "prize": hand.special, "times": SPECIAL_PRIZE}
                found.append({"code": "special", "rule": "BJ-25i", **at, **said})  # [BJ-25i]
        if box.insurance:
            code, rule = (
                ("insurance-won", "BJ-25f") if box.insurance_back else ("insurance-lost", "BJ-25g")
            )  # [BJ-25f] [BJ-25g]
            figures = {"prize": box.insurance_prize, "back": box.insurance_back, "lost": box.insurance_lost}
            found.append(
                {
                    "code": code,
                    "rule": rule,
                    "place": place,
                    "stake": box.insurance,
                    **_without_zeros(figures),
                }
            )
    return found


def _without_zeros(figures: Mapping[str, Cents]) -> dict[str, Cents]:
    return {name: cents for name, cents in figures.items() if cents}


def told(event: Event, seat: Seat | None) -> dict[str, Any] | None:
    """At blackjack everybody hears everything that is known: bets, cards and decisions lie open on the table."""
    said: dict[str, Any] = {"t": event.__struct_config__.tag}
    match event:
        case CardDealt(card=card) | BankDealt(card=card) | HoleTurned(card=card):
            said["card"] = named(card)
        case HoleDealt() | BetsClosed() | RoundSettled():
            return said
        case RoundVoided(cause=cause):
            said["cause"] = cause
            for name in ("back", "lost_back", "prize_back"):
                sums: Mapping[Seat, Cents] = getattr(event, name)
                said |= {name: sums[seat]} if seat is not None and seat in sums else {}
            return said
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field != "card" and (value or field == "hand"):  # the first hand of a place is numbered 0
            said[field] = value
    return said


def stakes(state: State) -> dict[Seat, Cents]:
    """What a void round would see returned: everything put on a seat's places, also what was already decided, because whoever
    has a bet in a round stays in it to its end.  [BJ-28]"""
    found: dict[Seat, Cents] = {}
    if state.phase not in OVER:
        for box in state.boxes.values():
            found[box.seat] = found.get(box.seat, 0) + _staked(box)
    return found


def results(state: State) -> dict[Seat, Result]:
    seats = dict.fromkeys(box.seat for box in state.boxes.values())
    return {seat: result for seat in seats if (result := _result(state, seat))}


def _result(state: State, seat: Seat) -> Result | None:
    boxes = [state.boxes[place] for place in state.places_of(seat)]
    if state.phase not in OVER or not boxes:
        return None
    staked = sum(map(_staked, boxes))
    if state.phase is Phase.VOID:
        return Result(staked, 0, staked, 0)  # balances are as before  [BJ-28]
    hands = [hand for box in boxes for hand in box.hands]
    return Result(
        staked=staked,
        lost=sum(hand.lost for hand in hands) + sum(box.insurance_lost for box in boxes),
        back=sum(hand.back for hand in hands) + sum(box.insurance_back for box in boxes),
        prize=sum(hand.prize + hand.special for hand in hands) + sum(box.insurance_prize for box in boxes),
    )


def outcome(state: State) -> str | None:
    """The bank's result, for the display of its last ones: BJ, its total, or that no bet was left for it to decide.  [BJ-4c]"""
    if state.phase is not Phase.SETTLED or not state.boxes:
        return None
    if not bank_result(state):
        return IDLE  # [BJ-20c]
    return "BJ" if is_blackjack(state.bank) else str(total(state.bank))  # [BJ-4c]


def explain(state: State, seat: Seat) -> tuple[Line, ...]:
    result = _result(state, seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return (
            Line("void", "BJ-27", {"cause": state.cause}),  # [BJ-27]
            Line("returned", "BJ-28", {"back": result.back}),  # [BJ-28]
        )
    lines = []
    if bank_result(state):
        said = {"cards": names(state.bank), "total": total(state.bank), "result": bank_result(state)}
        lines.append(Line("bank", "BJ-17b" if len(state.bank) > 2 else "BJ-17a", said))
    elif state.bank:
        lines.append(Line("bank-idle", "BJ-20c", {"cards": names(state.bank)}))  # [BJ-20c]
    for line in _lines(state, seat):
        code, rule = line.pop("code"), line.pop("rule")
        if code in PRIZES:
            line["times"] = list(PRIZES[code])
        lines.append(Line(code, rule, line))
    figures = {
        "staked": result.staked,
        "lost": result.lost,
        "back": result.back,
        "prize": result.prize,
        "net": result.net,
    }
    return (*lines, Line("total", "BJ-26", figures))
