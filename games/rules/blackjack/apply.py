"""How each event changes the state of a blackjack round, and whose turn that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.rules.bets import MAX_UNDO, BetPlaced, BetTaken
from games.rules.blackjack.decisions import has_offer, rule_against_split
from games.rules.blackjack.events import (
    BANK,
    DEALING,
    FACE_DOWN,
    NATURALS,
    OFFERS,
    PLAYING,
    SETTLED,
    SETTLING,
    VOID,
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
    Place,
    RoundSettled,
    RoundVoided,
    SpecialPaid,
    State,
)
from games.rules.blackjack.hands import BANK_STANDS_AT, BEST_TOTAL, VALUE, is_ace, is_blackjack, total
from games.rules.blackjack.settlement import is_natural


def apply(state: State, event: Event) -> State:
    return HANDLERS[type(event)](state, event)


# --- Bets


def _bet_placed(state: State, event: BetPlaced) -> State:
    boxes, seat, on = dict(state.boxes), event.seat, event.on
    for place, cents in on.items():
        box = boxes.get(place)
        boxes[place] = Box(seat, cents + (box.bet if box else 0))
    placed = (*state.placed.get(seat, ()), on)[-MAX_UNDO:]
    return replace(state, boxes=boxes, placed={**state.placed, seat: placed})


def _bet_taken(state: State, event: BetTaken) -> State:
    boxes, seat, on = dict(state.boxes), event.seat, event.on
    for place, cents in on.items():
        remaining = boxes[place].bet - cents
        if remaining:
            boxes[place] = Box(seat, remaining)
        else:
            del boxes[place]
    placed = {other: bets for other, bets in state.placed.items() if other != seat}
    if any(box.seat == seat for box in boxes.values()):
        placed[seat] = state.placed[seat][:-1]
    return replace(state, boxes=boxes, placed=placed)


def _bets_closed(state: State, event: BetsClosed) -> State:
    boxes = {place: Box(box.seat, box.bet, (Hand(box.bet),)) for place, box in sorted(state.boxes.items())}
    return replace(state, boxes=boxes, placed={}, phase=DEALING)


# --- Cards


def _card_dealt(state: State, event: CardDealt) -> State:
    place, index, card = event.place, event.hand, event.card
    box, count, given = state.boxes[place], state.dealt + 1, (*state.given, card)
    hand = box.hands[index]
    cards = (*hand.cards, card)
    if state.phase is DEALING:
        done = is_blackjack(cards)  # nothing is decided on a blackjack but even money  [BJ-15b] [BJ-15e]
        boxes = _replace_hand(state, place, box, index, replace(hand, cards=cards, done=done))
        return replace(state, boxes=boxes, dealt=count, given=given)
    hand = replace(hand, cards=cards)
    # No more cards at 21 (A58); a doubled hand gets exactly one.  [BJ-15d] [BJ-15b]
    done = hand.doubled or total(cards, int(hand.low)) >= BEST_TOTAL
    if hand.aces and not done:
        # Split aces get one card each, and perhaps another split (A18).  [BJ-21c] [BJ-22]
        done = bool(rule_against_split(state, box, hand))
    boxes = _replace_hand(state, place, box, index, replace(hand, done=True) if done else hand)
    return _next_turn(replace(state, boxes=boxes, dealt=count, given=given, card_due=False))


def _bank_dealt(state: State, event: BankDealt) -> State:
    bank, given = (*state.bank, event.card), (*state.given, event.card)
    return _continue_bank(replace(state, bank=bank, dealt=state.dealt + 1, given=given))


def _hole_dealt(state: State, event: HoleDealt) -> State:
    given = (*state.given, FACE_DOWN)
    return _after_deal(replace(state, hole=state.dealt, dealt=state.dealt + 1, given=given))


def _hole_turned(state: State, event: HoleTurned) -> State:
    given = tuple([event.card if card == FACE_DOWN else card for card in state.given])
    return _continue_bank(replace(state, bank=(*state.bank, event.card), hole=-1, given=given))


# --- Decisions and offers


def _card_asked(state: State, event: CardAsked) -> State:
    return replace(state, card_due=True, turn=state.turn + 1)


def _hand_stood(state: State, event: HandStood) -> State:
    stood = _change_hand(state, event.place, event.hand, done=True)
    return _next_turn(replace(stood, turn=state.turn + 1))


def _hand_doubled(state: State, event: HandDoubled) -> State:
    stake = event.stake + state.boxes[event.place].hands[event.hand].stake
    doubled = _change_hand(state, event.place, event.hand, stake=stake, doubled=True, low=event.low)
    return replace(doubled, card_due=True, turn=state.turn + 1)


def _hand_split(state: State, event: HandSplit) -> State:
    """Two hands of one card each.

    Each is dealt a card and played by rule 15, the first one first.

    [BJ-2e] [BJ-21a] [BJ-21b]
    """
    place, index = event.place, event.hand
    box = state.boxes[place]
    hand, aces = box.hands[index], is_ace(box.hands[index].cards[0])
    first = Hand(hand.stake, hand.cards[:1], split=True, aces=aces)
    second = Hand(event.stake, hand.cards[1:], split=True, aces=aces)  # [BJ-21b]
    hands = (*box.hands[:index], first, second, *box.hands[index + 1 :])
    boxes = {**state.boxes, place: replace(box, hands=hands, splits=box.splits + 1)}
    return replace(state, boxes=boxes, card_due=True, turn=state.turn + 1)


def _insurance_placed(state: State, event: InsurancePlaced) -> State:
    return _after_answer(_change_box(state, event.place, insurance=event.stake, answered=True))


def _offer_declined(state: State, event: OfferDeclined) -> State:
    return _after_answer(_change_box(state, event.place, answered=True))


# --- Settlement


def _special_paid(state: State, event: SpecialPaid) -> State:
    return _change_hand(state, event.place, event.hand, special=event.prize)


def _hand_settled(state: State, event: HandSettled) -> State:
    place, index, phase = event.place, event.hand, state.phase
    figures = {"code": event.code, "back": event.back, "lost": event.lost, "prize": event.prize}
    after = _change_hand(state, place, index, done=True, **figures)
    if phase is SETTLING:
        return after
    if phase is OFFERS:
        return _after_answer(_change_box(after, place, answered=True))
    if phase is NATURALS:
        return after if _has_open_natural(after) else _next_turn(after)
    # During play, or by the last card dealt.
    return _next_turn(replace(after, turn=state.turn + 1) if event.code == "surrendered" else after)


def _insurance_settled(state: State, event: InsuranceSettled) -> State:
    figures = {
        "insurance_back": event.back,
        "insurance_lost": event.lost,
        "insurance_prize": event.prize,
    }
    return _continue_bank(_change_box(state, event.place, **figures))


def _round_settled(state: State, event: RoundSettled) -> State:
    return replace(state, phase=SETTLED)


def _round_voided(state: State, event: RoundVoided) -> State:
    # Its cards go back to a kept shoe.
    return replace(state, cause=event.cause, phase=VOID, card_due=False, dealt=state.first)


# A table and not a `match`: simulations apply events by the million.
HANDLERS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    BetPlaced: _bet_placed,
    BetTaken: _bet_taken,
    BetsClosed: _bets_closed,
    CardDealt: _card_dealt,
    BankDealt: _bank_dealt,
    HoleDealt: _hole_dealt,
    HoleTurned: _hole_turned,
    CardAsked: _card_asked,
    HandStood: _hand_stood,
    HandDoubled: _hand_doubled,
    HandSplit: _hand_split,
    InsurancePlaced: _insurance_placed,
    OfferDeclined: _offer_declined,
    SpecialPaid: _special_paid,
    HandSettled: _hand_settled,
    InsuranceSettled: _insurance_settled,
    RoundSettled: _round_settled,
    RoundVoided: _round_voided,
}


# --- What comes next


def _after_deal(state: State) -> State:
    """Everybody has two cards; the bank's open card decides what comes next."""
    up = VALUE[state.bank[0]]
    if up == 1:
        return _after_answer(state)
    # A blackjack that the bank cannot match is paid at once. Against a ten it waits for the second card.
    # [BJ-20a]
    if up != 10 and _has_open_natural(state):
        return replace(state, phase=NATURALS)  # [BJ-20a]
    return _next_turn(state)


def _has_open_natural(state: State) -> bool:
    return any(is_natural(hand) for _, _, _, hand in state.open_hands())


def _after_answer(state: State) -> State:
    """The offers against an ace stand until every place has answered.  [BJ-15f] [BJ-20b]"""
    if any(has_offer(state, box) for box in state.boxes.values()):
        return replace(state, phase=OFFERS)  # [BJ-15f] [BJ-20b]
    return _next_turn(state)


def _next_turn(state: State) -> State:
    """The first hand with something left to decide. After the last one the bank plays, if a bet is left."""
    for place, box in state.boxes.items():
        for index, hand in enumerate(box.hands):
            if not hand.done:
                card_due = len(hand.cards) < 2
                return replace(state, phase=PLAYING, place=place, hand=index, card_due=card_due)
    # If all are lost or surrendered the round ends, unless an insurance waits for the second card (A16).
    # [BJ-20c]
    bank_plays = state.is_open() or state.is_insured()
    return replace(
        state, phase=BANK if bank_plays else SETTLING, place="", hand=0, card_due=False
    )  # [BJ-20c]


def _continue_bank(state: State) -> State:
    """The bank draws to 17 and no further, as long as its total decides a bet.  [BJ-17a] [BJ-17b] [BJ-20c]"""
    if state.phase is not BANK or state.is_insured():
        return state
    draws = total(state.bank) < BANK_STANDS_AT and state.is_open()  # [BJ-17b]
    return state if draws else replace(state, phase=SETTLING)  # [BJ-17a]


def _change_box(state: State, place: Place, **changes: object) -> State:
    return replace(state, boxes={**state.boxes, place: replace(state.boxes[place], **changes)})


def _change_hand(state: State, place: Place, index: int, **changes: object) -> State:
    box = state.boxes[place]
    hand = replace(box.hands[index], **changes)
    return replace(state, boxes=_replace_hand(state, place, box, index, hand))


def _replace_hand(state: State, place: Place, box: Box, index: int, hand: Hand) -> dict[Place, Box]:
    boxes, hands = state.boxes.copy(), box.hands
    changed = (hand,) if len(hands) == 1 else (*hands[:index], hand, *hands[index + 1 :])
    boxes[place] = replace(box, hands=changed)
    return boxes
