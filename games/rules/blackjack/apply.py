"""How a blackjack round goes on: the state that each event leaves, and whose turn that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.rules.blackjack.decisions import has_offer, no_split
from games.rules.blackjack.events import (
    BANK,
    DEALING,
    FACE_DOWN,
    MOST_UNDONE,
    NATURALS,
    OFFERS,
    PLAYING,
    SETTLED,
    SETTLING,
    VOID,
    BankDealt,
    BetPlaced,
    BetsClosed,
    BetTaken,
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
from games.rules.blackjack.hands import BANK_STANDS, BEST, VALUE, is_ace, is_blackjack, total
from games.rules.blackjack.settlement import natural


def apply(state: State, event: Event) -> State:
    return _APPLIED[type(event)](state, event)


def _asked(state: State, event: CardAsked) -> State:
    return replace(state, due=True, turn=state.turn + 1)


def _stood(state: State, event: HandStood) -> State:
    place, index = event.place, event.hand
    box = state.boxes[place]
    boxes = _changed(state, place, box, index, replace(box.hands[index], done=True))
    return _onward(replace(state, boxes=boxes, turn=state.turn + 1))


def _doubled(state: State, event: HandDoubled) -> State:
    twice = event.stake + state.boxes[event.place].hands[event.hand].stake
    doubled = _with_hand(state, event.place, event.hand, stake=twice, doubled=True, low=event.low)
    return replace(doubled, due=True, turn=state.turn + 1)


def _bank_dealt(state: State, event: BankDealt) -> State:
    return _bank_on(
        replace(
            state, bank=(*state.bank, event.card), dealt=state.dealt + 1, given=(*state.given, event.card)
        )
    )


def _hole_dealt(state: State, event: HoleDealt) -> State:
    return _all_dealt(
        replace(state, hole=state.dealt, dealt=state.dealt + 1, given=(*state.given, FACE_DOWN))
    )


def _hole_turned(state: State, event: HoleTurned) -> State:
    given = tuple([event.card if card == FACE_DOWN else card for card in state.given])
    return _bank_on(replace(state, bank=(*state.bank, event.card), hole=-1, given=given))


def _insured(state: State, event: InsurancePlaced) -> State:
    return _answered(_with_box(state, event.place, insurance=event.stake, answered=True))


def _insurance_settled(state: State, event: InsuranceSettled) -> State:
    figures = {"insurance_back": event.back, "insurance_lost": event.lost, "insurance_prize": event.prize}
    return _bank_on(_with_box(state, event.place, **figures))


def _closed(state: State, event: BetsClosed) -> State:
    boxes = {place: Box(box.seat, box.bet, (Hand(box.bet),)) for place, box in sorted(state.boxes.items())}
    return replace(state, boxes=boxes, laid={}, phase=DEALING)


def _with_bet(state: State, event: BetPlaced) -> State:
    boxes, seat, on = dict(state.boxes), event.seat, event.on
    for place, cents in on.items():
        box = boxes.get(place)
        boxes[place] = Box(seat, cents + (box.bet if box else 0))
    laid = (*state.laid.get(seat, ()), on)[-MOST_UNDONE:]
    return replace(state, boxes=boxes, laid={**state.laid, seat: laid})


def _without_bet(state: State, event: BetTaken) -> State:
    boxes, seat, on = dict(state.boxes), event.seat, event.on
    for place, cents in on.items():
        left = boxes[place].bet - cents
        if left:
            boxes[place] = Box(seat, left)
        else:
            del boxes[place]
    still = any(box.seat == seat for box in boxes.values())
    laid = {other: bets for other, bets in state.laid.items() if other != seat}
    if still:
        laid[seat] = state.laid[seat][:-1]
    return replace(state, boxes=boxes, laid=laid)


def _with_box(state: State, place: Place, **changes: object) -> State:
    return replace(state, boxes={**state.boxes, place: replace(state.boxes[place], **changes)})


def _with_hand(state: State, place: Place, index: int, **changes: object) -> State:
    box = state.boxes[place]
    return replace(state, boxes=_changed(state, place, box, index, replace(box.hands[index], **changes)))


def _changed(state: State, place: Place, box: Box, index: int, hand: Hand) -> dict[Place, Box]:
    """The places, with that hand in the stead of what it was."""
    boxes, hands = state.boxes.copy(), box.hands
    boxes[place] = replace(
        box, hands=(hand,) if len(hands) == 1 else (*hands[:index], hand, *hands[index + 1 :])
    )
    return boxes


def _dealt(state: State, event: CardDealt) -> State:
    place, index, card = event.place, event.hand, event.card
    box, count, given = state.boxes[place], state.dealt + 1, (*state.given, card)
    hand = box.hands[index]
    cards = (*hand.cards, card)
    if state.phase is DEALING:
        done = is_blackjack(cards)  # nothing is decided on a blackjack but even money  [BJ-15b] [BJ-15e]
        boxes = _changed(state, place, box, index, replace(hand, cards=cards, done=done))
        return replace(state, boxes=boxes, dealt=count, given=given)
    with_it = replace(hand, cards=cards)
    # At 21 nothing more may be drawn (A58); a doubled hand gets its one card.  [BJ-15d] [BJ-15b]
    done = with_it.doubled or total(cards, int(with_it.low)) >= BEST
    if with_it.aces and not done:
        done = bool(
            no_split(state, box, with_it)
        )  # one card for each, and perhaps a new split (A18)  [BJ-21c] [BJ-22]
    boxes = _changed(state, place, box, index, replace(with_it, done=True) if done else with_it)
    return _onward(replace(state, boxes=boxes, dealt=count, given=given, due=False))


def _split(state: State, event: HandSplit) -> State:
    """Two hands of one card each, which are both dealt to and played by rule 15, the first one first.  [BJ-2e] [BJ-21a] [BJ-21b]"""
    place, index = event.place, event.hand
    box = state.boxes[place]
    hand, aces = box.hands[index], is_ace(box.hands[index].cards[0])
    one = Hand(hand.stake, hand.cards[:1], split=True, aces=aces)
    other = Hand(event.stake, hand.cards[1:], split=True, aces=aces)  # [BJ-21b]
    hands = (*box.hands[:index], one, other, *box.hands[index + 1 :])
    boxes = {**state.boxes, place: replace(box, hands=hands, splits=box.splits + 1)}
    return replace(state, boxes=boxes, due=True, turn=state.turn + 1)


def _settled(state: State, event: HandSettled) -> State:
    place, index, phase = event.place, event.hand, state.phase
    box = state.boxes[place]
    hand = replace(
        box.hands[index], done=True, code=event.code, back=event.back, lost=event.lost, prize=event.prize
    )
    after = replace(state, boxes=_changed(state, place, box, index, hand))
    if phase is SETTLING:
        return after
    if phase is OFFERS:
        return _answered(_with_box(after, place, answered=True))
    if phase is NATURALS:
        return after if _has_natural(after) else _onward(after)
    # In play, or by the last card dealt: is a bet left for the bank?
    return _onward(replace(after, turn=state.turn + 1) if event.code == "surrendered" else after)


def _all_dealt(state: State) -> State:
    """Everybody has two cards; the bank's open card says what comes next."""
    up = VALUE[state.bank[0]]
    if up == 1:
        return _answered(state)
    # A blackjack that the bank cannot match is not kept waiting. Against a figure or a ten it waits for the second card.  [BJ-20a]
    if up != 10 and _has_natural(state):
        return replace(state, phase=NATURALS)  # [BJ-20a]
    return _onward(state)


def _has_natural(state: State) -> bool:
    for box in state.boxes.values():
        for hand in box.hands:
            if not hand.code and natural(hand):
                return True
    return False


def _answered(state: State) -> State:
    """The offers against an ace stand until every place has answered.  [BJ-15f] [BJ-20b]"""
    if any(has_offer(state, box) for box in state.boxes.values()):
        return replace(state, phase=OFFERS)  # [BJ-15f] [BJ-20b]
    return _onward(state)


def _onward(state: State) -> State:
    """The first hand that still has something to decide; after the last the bank plays, if a bet is left to it."""
    for place, box in state.boxes.items():
        for index, hand in enumerate(box.hands):
            if not hand.done:
                return replace(state, phase=PLAYING, place=place, hand=index, due=len(hand.cards) < 2)
    open_bets = state.is_open() or state.is_insured()
    # All lost or surrendered: the round ends, unless an insurance waits for the second card (A16).  [BJ-20c]
    return replace(state, phase=BANK if open_bets else SETTLING, place="", hand=0, due=False)  # [BJ-20c]


def _bank_on(state: State) -> State:
    """The bank draws to 17 and takes nothing more, as long as its total decides a bet.  [BJ-17a] [BJ-17b] [BJ-20c]"""
    if state.phase is not BANK or state.is_insured():
        return state
    draws = total(state.bank) < BANK_STANDS and state.is_open()  # [BJ-17b]
    return state if draws else replace(state, phase=SETTLING)  # [BJ-17a]


# What each event does to a state. A table and not a match: simulations fold events by the million.
_APPLIED: Final[Mapping[type, Callable[[State, Any], State]]] = {
    BetPlaced: _with_bet,
    BetTaken: _without_bet,
    BetsClosed: _closed,
    CardDealt: _dealt,
    BankDealt: _bank_dealt,
    HoleDealt: _hole_dealt,
    InsurancePlaced: _insured,
    OfferDeclined: lambda state, event: _answered(_with_box(state, event.place, answered=True)),
    CardAsked: _asked,
    HandStood: _stood,
    HandDoubled: _doubled,
    HandSplit: _split,
    SpecialPaid: lambda state, event: _with_hand(state, event.place, event.hand, special=event.prize),
    HandSettled: _settled,
    HoleTurned: _hole_turned,
    InsuranceSettled: _insurance_settled,
    RoundSettled: lambda state, event: replace(state, phase=SETTLED),
    RoundVoided: lambda state, event: replace(state, cause=event.cause, phase=VOID, due=False),
}
