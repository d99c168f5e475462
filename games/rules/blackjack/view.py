"""What people see of a blackjack round, and what each seat may do."""

from __future__ import annotations

from typing import assert_never

from games.rules.bets import BetPlaced, BetTaken
from games.rules.blackjack.bets import open_places
from games.rules.blackjack.decisions import (
    Choice,
    has_offer,
    insurance_step,
    max_insurance,
    may_insure,
    may_take_even_money,
    rules_against,
    seats_to_act,
)
from games.rules.blackjack.events import (
    BankDealt,
    BetsClosed,
    Box,
    CardAsked,
    CardDealt,
    Event,
    Hand,
    HandDoubled,
    HandSettled,
    HandSplit,
    HandStood,
    HoleDealt,
    HoleTurned,
    InsurancePlaced,
    InsuranceSettled,
    OfferDeclined,
    Phase,
    Place,
    RoundSettled,
    RoundVoided,
    SpecialPaid,
    State,
)
from games.rules.blackjack.explanation import (
    bank_result,
    hand_total,
    result_of,
    stake_lines,
    staked_on,
)
from games.rules.blackjack.hands import is_soft, total
from games.rules.blackjack.settlement import (
    INSURANCE_PRIZE,
    PRIZES,
    SPECIAL_PRIZE,
    is_natural,
    settle_stake,
)
from games.rules.blackjack.sheet import SYSTEM, Setting, Sheet, Shoe
from games.rules.engine import JsonObject
from games.rules.shared.amounts import own_amount, without_zeros
from games.rules.shared.cards import NAMES, PACK, names
from games.rules.shared.money import Cents, Seat
from games.rules.shared.sessions import Mode

# --- The table


def describe(sheet: Sheet, setting: Setting) -> JsonObject:
    """The table and its rules, before anyone bets.  [BJ-32]"""
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
            "closed": "BJ-13" if setting.mode is Mode.INDIVIDUAL else "BJ-12b",
        },
        "prizes": _describe_prizes(sheet),
        "rules": _describe_rules(sheet),
        "betting_seconds": setting.betting_seconds,  # [BJ-12a]
        "decision_seconds": setting.decision_seconds,  # [BJ-24b]
        "extra_seconds": setting.extra_seconds,
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }


def _describe_prizes(sheet: Sheet) -> JsonObject:
    prizes: JsonObject = {
        "blackjack": {"times": list(PRIZES["blackjack"]), "rule": "BJ-25a"},  # [BJ-32]
        "win": {"times": list(PRIZES["nearer"]), "rule": "BJ-25c"},
        "even-money": {"times": list(PRIZES["even-money"]), "rule": "BJ-20b"},
    }
    if sheet.insurance:
        prizes["insurance"] = {"times": [INSURANCE_PRIZE, 1], "rule": "BJ-25f"}  # [BJ-16d]
    if sheet.special_prizes:
        prizes["special"] = {"times": [SPECIAL_PRIZE, 1], "rule": "BJ-25i"}  # [BJ-16e]
    return prizes


def _describe_rules(sheet: Sheet) -> JsonObject:
    """Each option of the specific rules, with what this rule sheet chose.  [BJ-16]"""
    split_limit = "none" if sheet.split_limit is None else sheet.split_limit
    return {
        "double_any": {"is": sheet.double_any, "rule": "BJ-16a"},
        "double_any_low_ace": {"is": sheet.double_any_low_ace, "rule": "BJ-8a-ii"},
        "double_late": {"is": sheet.double_late, "rule": "BJ-15b"},
        "surrender_late": {"is": sheet.surrender_late, "rule": "BJ-15e"},
        "lapse_draws_to": {"is": sheet.lapse_draws_to, "rule": "BJ-15a"},
        "pairs_only": {"is": sheet.pairs_only, "rule": "BJ-16b"},
        "split_limit": {"is": split_limit, "rule": "BJ-16c"},
        "resplit_aces": {"is": sheet.resplit_aces, "rule": "BJ-16c"},
        "insurance": {"is": sheet.insurance, "rule": "BJ-16d"},
        "special_prizes": {"is": sheet.special_prizes, "rule": "BJ-16e"},
    }


# --- What a seat may do


def options(state: State, seat: Seat) -> JsonObject:
    """Everything that seat may do now, each with what it costs or brings, and nothing else.  [BJ-24a]"""
    if state.phase is Phase.BETTING:
        return _betting_options(state, seat)
    if state.phase is Phase.OFFERS:
        offers = {
            place: _offer(state, box)
            for place, box in state.boxes.items()
            if box.seat == seat and has_offer(state, box)
        }
        return {"offers": offers} if offers else {}
    if seat not in seats_to_act(state):
        return {}
    box = state.boxes[state.place]
    hand = box.hands[state.hand]
    choices = {
        choice: _consequence(choice, hand)
        for choice, rule in rules_against(state, box, hand).items()
        if not rule
    }  # [BJ-24a]
    return {"turn": state.turn, "place": state.place, "hand": state.hand, "choices": choices}


def free_options(options: JsonObject) -> JsonObject:
    """Without bets, doubling, splitting and insurance."""
    kept = dict(options)
    if "bet" in options:
        kept["bet"] = {}
    if "choices" in options:
        kept["choices"] = {
            name: figures for name, figures in options["choices"].items() if "cost" not in figures
        }
    if "offers" in options:
        kept["offers"] = {
            place: {name: figures for name, figures in offer.items() if name != "insurance"}
            for place, offer in options["offers"].items()
        }
    return kept


def _betting_options(state: State, seat: Seat) -> JsonObject:
    has_bet = bool(state.places_of(seat))
    return {
        "bet": {place: _bet_range(state, place) for place in open_places(state, seat)},
        "undo": bool(state.placed.get(seat)),  # as far back as single bets are kept
        "clear": has_bet,
        "launch": has_bet and state.setting.mode is Mode.INDIVIDUAL,  # [BJ-13]
    }


def _bet_range(state: State, place: Place) -> dict[str, Cents]:
    setting, current = state.setting, state.boxes[place].bet if place in state.boxes else 0
    least = setting.step if current else setting.minimum
    return {"min": least, "max": setting.maximum - current}  # [BJ-9]


def _offer(state: State, box: Box) -> JsonObject:
    offer: JsonObject = {"decline": {}}
    if may_take_even_money(box):
        offer["even-money"] = {
            "prize": settle_stake("even-money", box.bet).prize,
            "back": box.bet,
        }  # [BJ-20b]
    elif may_insure(state, box):
        step, most = insurance_step(state), max_insurance(box)
        offer["insurance"] = {"min": step, "max": most, "step": step, "times": INSURANCE_PRIZE}  # [BJ-15f]
    return offer


def _consequence(choice: Choice, hand: Hand) -> dict[str, Cents]:
    match choice:
        case Choice.DOUBLE | Choice.SPLIT:
            return {"cost": hand.stake}
        case Choice.SURRENDER:
            settled = settle_stake("surrendered", hand.stake)
            return {"back": settled.back, "lost": settled.lost}
        case Choice.HIT | Choice.STAND:
            return {}
    assert_never(choice)


# --- What people see


def view(state: State, seat: Seat | None) -> JsonObject:
    return _public_view(state) if seat is None else _seat_view(state, seat)


def _public_view(state: State) -> JsonObject:
    """At blackjack every card is open but one, and that one is not in the state."""
    shoe: JsonObject = {"decks": state.decks, "left": PACK * state.decks - state.dealt}
    if state.setting.shoe is Shoe.CUT and state.dealt >= state.setting.cut:
        shoe["last"] = True
    shown: JsonObject = {
        "phase": str(state.phase),
        "places": {place: _view_place(box) for place, box in state.boxes.items()},
        "shoe": shoe,
    }
    if state.bank:
        shown["bank"] = _view_bank(state)
    if state.phase is Phase.PLAYING:
        owner = state.boxes[state.place].seat
        shown["turn"] = {"place": state.place, "hand": state.hand, "seat": owner}
    if state.phase is Phase.OFFERS:
        shown["asked"] = [place for place, box in state.boxes.items() if has_offer(state, box)]
    if state.phase is Phase.VOID:
        shown["cause"] = state.cause  # [BJ-27]
    return shown


def _view_place(box: Box) -> JsonObject:
    shown: JsonObject = {"seat": box.seat, "bet": box.bet, "hands": [_view_hand(hand) for hand in box.hands]}
    if box.insurance:
        # Its result stays on the display after the chips are gone.  [BJ-25f] [BJ-25g]
        figures = {
            "insurance_back": box.insurance_back,
            "insurance_lost": box.insurance_lost,
            "insurance_prize": box.insurance_prize,
        }
        shown |= {"insurance": box.insurance, **without_zeros(figures)}
    return shown


def _view_hand(hand: Hand) -> JsonObject:
    """A hand on the table. Once decided its chips are gone, and its result stays on the display.  [BJ-25b]"""
    shown: JsonObject = {"cards": names(hand.cards), "stake": hand.stake, "total": hand_total(hand)}
    marks = {
        "soft": is_soft(hand.cards, int(hand.low)),
        "doubled": hand.doubled,
        "split": hand.split,
        "low": hand.low,
        "done": hand.done,
        "blackjack": is_natural(hand),
    }
    shown |= {name: True for name, is_set in marks.items() if is_set}  # [BJ-8a]
    if hand.code:
        figures = {"back": hand.back, "lost": hand.lost, "prize": hand.prize}
        shown |= {"code": hand.code, **without_zeros(figures)}
    if hand.special:
        shown["special"] = hand.special
    return shown


def _view_bank(state: State) -> JsonObject:
    shown: JsonObject = {"cards": names(state.bank), "total": total(state.bank)}
    if state.hole >= 0:
        shown["down"] = True  # a card lies there, and nobody knows which  [BJ-14b]
    if is_soft(state.bank):
        shown["soft"] = True
    if state.phase is Phase.SETTLED and (result := bank_result(state)):
        shown["result"] = result
    return shown


def _seat_view(state: State, seat: Seat) -> JsonObject:
    """What a seat sees in addition: its places, its options, and its result."""
    places = state.places_of(seat)
    shown: JsonObject = {
        "places": places,
        "total": sum(staked_on(state.boxes[place]) for place in places),
        "options": options(state, seat),
    }
    result = result_of(state, seat)
    if result:
        shown["result"] = {
            **result.figures("staked", "lost", "back", "prize", "net"),
            "lines": list(stake_lines(state, seat)) if state.phase is Phase.SETTLED else [],  # [BJ-31]
        }
    return shown


def event_for_seat(event: Event, seat: Seat | None) -> JsonObject | None:
    """At blackjack everybody sees every event: bets, known cards and decisions are open on the table."""
    shown: JsonObject = {"t": event.__struct_config__.tag}
    match event:
        case BetPlaced(seat=bettor, on=on) | BetTaken(seat=bettor, on=on):
            return shown | {"seat": bettor, "on": on}
        case BetsClosed() | HoleDealt() | RoundSettled():
            return shown
        case CardDealt(card=card):
            return shown | {"card": NAMES[card], **_set_fields(event, "card")}
        case BankDealt(card=card) | HoleTurned(card=card):
            return shown | {"card": NAMES[card]}
        case RoundVoided(cause=cause, back=back, lost_back=lost_back, prize_back=prize_back):
            own = own_amount("back", back, seat) | own_amount("lost_back", lost_back, seat)
            return shown | {"cause": cause, **own, **own_amount("prize_back", prize_back, seat)}
        case HandStood() | CardAsked() | HandDoubled() | HandSplit() | HandSettled() | SpecialPaid():
            return shown | _set_fields(event)
        case InsurancePlaced() | InsuranceSettled() | OfferDeclined():
            return shown | _set_fields(event)
    assert_never(event)


def _set_fields(event: Event, *without: str) -> JsonObject:
    """The fields of an event that are set.

    The number of a hand is always shown, because 0 is the first hand.
    """
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name not in without}
    return {name: value for name, value in fields.items() if value or name == "hand"}
