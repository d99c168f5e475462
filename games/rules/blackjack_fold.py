"""How a blackjack round goes on: the state that each event leaves, and whose turn that makes it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.rules.blackjack_choice import has_offer, no_split
from games.rules.blackjack_hand import BANK_STANDS, BEST, VALUE, is_ace, total
from games.rules.blackjack_payment import natural
from games.rules.blackjack_record import (
    MOST_UNDONE,
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
    Laid,
    OfferDeclined,
    Phase,
    Place,
    RoundSettled,
    RoundVoided,
    SpecialPaid,
    State,
)
from games.rules.cards import Card
from games.rules.engine import Cents, Seat


def apply(state: State, event: Event) -> State:
    match event:
        case CardDealt(place=place, hand=index, card=card):
            return _dealt(state, place, index, card)
        case CardAsked():
            return replace(state, due=True, turn=state.turn + 1)
        case HandStood(place=place, hand=index):
            return _onward(_with_hand(replace(state, turn=state.turn + 1), place, index, done=True))
        case HandDoubled(place=place, hand=index, stake=stake, low=low):
            twice = stake + state.boxes[place].hands[index].stake
            doubled = _with_hand(state, place, index, stake=twice, doubled=True, low=low)
            return replace(doubled, due=True, turn=state.turn + 1)
        case HandSplit(place=place, hand=index, stake=stake):
            return _split(state, place, index, stake)
        case HandSettled():
            return _settled(state, event)
        case SpecialPaid(place=place, hand=index, prize=prize):
            return _with_hand(state, place, index, special=prize)
        case BankDealt(card=card):
            return _bank_on(replace(state, bank=(*state.bank, card), dealt=state.dealt + 1))
        case HoleDealt():
            return _all_dealt(replace(state, hole=state.dealt, dealt=state.dealt + 1))
        case HoleTurned(card=card):
            return _bank_on(replace(state, bank=(*state.bank, card), hole=-1))
        case InsurancePlaced(place=place, stake=stake):
            return _answered(_with_box(state, place, insurance=stake, answered=True))
        case OfferDeclined(place=place):
            return _answered(_with_box(state, place, answered=True))
        case InsuranceSettled(place=place, back=back, lost=lost, prize=prize):
            return _bank_on(_with_box(state, place, insurance_back=back, insurance_lost=lost, insurance_prize=prize))
        case BetPlaced(seat=seat, on=on):
            return _with_bet(state, seat, on)
        case BetTaken(seat=seat, on=on):
            return _without_bet(state, seat, on)
        case BetsClosed():
            boxes = {place: Box(box.seat, box.bet, (Hand(box.bet),)) for place, box in sorted(state.boxes.items())}
            return replace(state, boxes=boxes, laid={}, phase=Phase.DEALING)
        case RoundSettled():
            return replace(state, phase=Phase.SETTLED)
        case RoundVoided(cause=cause):
            return replace(state, cause=cause, phase=Phase.VOID, due=False)
    assert_never(event)


def _with_bet(state: State, seat: Seat, on: Laid) -> State:
    boxes = dict(state.boxes)
    for place, cents in on.items():
        box = boxes.get(place)
        boxes[place] = Box(seat, cents + (box.bet if box else 0))
    laid = (*state.laid.get(seat, ()), on)[-MOST_UNDONE:]
    return replace(state, boxes=boxes, laid={**state.laid, seat: laid})


def _without_bet(state: State, seat: Seat, on: Laid) -> State:
    boxes = dict(state.boxes)
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
    hands = (*box.hands[:index], replace(box.hands[index], **changes), *box.hands[index + 1 :])
    return replace(state, boxes={**state.boxes, place: replace(box, hands=hands)})


def _dealt(state: State, place: Place, index: int, card: Card) -> State:
    hand = state.boxes[place].hands[index]
    with_it = replace(hand, cards=(*hand.cards, card))
    if state.phase is Phase.DEALING:
        done = natural(with_it)  # nothing is decided on a blackjack but even money  [BJ-15b] [BJ-15e]
        return _with_hand(replace(state, dealt=state.dealt + 1), place, index, cards=with_it.cards, done=done)
    # At 21 nothing more may be drawn (A58); a doubled hand gets its one card.  [BJ-15d] [BJ-15b]
    done = with_it.doubled or total(with_it.cards, int(with_it.low)) >= BEST
    if with_it.aces and not done:
        done = bool(no_split(state, state.boxes[place], with_it))  # one card for each, and perhaps a new split (A18)  [BJ-21c] [BJ-22]
    after = _with_hand(replace(state, dealt=state.dealt + 1, due=False), place, index, cards=with_it.cards, done=done)
    return _onward(after)


def _split(state: State, place: Place, index: int, stake: Cents) -> State:
    """Two hands of one card each, which are both dealt to and played by rule 15, the first one first.  [BJ-2e] [BJ-21a] [BJ-21b]"""
    box = state.boxes[place]
    hand, aces = box.hands[index], is_ace(box.hands[index].cards[0])
    one = Hand(hand.stake, hand.cards[:1], split=True, aces=aces)
    other = Hand(stake, hand.cards[1:], split=True, aces=aces)  # [BJ-21b]
    hands = (*box.hands[:index], one, other, *box.hands[index + 1 :])
    boxes = {**state.boxes, place: replace(box, hands=hands, splits=box.splits + 1)}
    return replace(state, boxes=boxes, due=True, turn=state.turn + 1)


def _settled(state: State, event: HandSettled) -> State:
    figures = {"code": event.code, "back": event.back, "lost": event.lost, "prize": event.prize}
    after = _with_hand(state, event.place, event.hand, done=True, **figures)
    match state.phase:
        case Phase.OFFERS:
            return _answered(_with_box(after, event.place, answered=True))
        case Phase.NATURALS:
            return after if any(natural(hand) for *_, hand in after.open_hands()) else _onward(after)
        case Phase.PLAYING | Phase.BANK:  # the last hand passed 21: is a bet left for the bank?
            return _onward(replace(after, turn=state.turn + 1) if event.code == "surrendered" else after)
    return after


def _all_dealt(state: State) -> State:
    """Everybody has two cards; the bank's open card says what comes next."""
    up = VALUE[state.bank[0]]
    if up == 1:
        return _answered(state)
    # A blackjack that the bank cannot match is not kept waiting. Against a figure or a ten it waits for the second card.  [BJ-20a]
    if up != 10 and any(natural(hand) for *_, hand in state.open_hands()):
        return replace(state, phase=Phase.NATURALS)  # [BJ-20a]
    return _onward(state)


def _answered(state: State) -> State:
    """The offers against an ace stand until every place has answered.  [BJ-15f] [BJ-20b]"""
    if any(has_offer(state, box) for box in state.boxes.values()):
        return replace(state, phase=Phase.OFFERS)  # [BJ-15f] [BJ-20b]
    return _onward(state)


def _onward(state: State) -> State:
    """The first hand that still has something to decide; after the last the bank plays, if a bet is left to it."""
    for place, box in state.boxes.items():
        for index, hand in enumerate(box.hands):
            if not hand.done:
                return replace(state, phase=Phase.PLAYING, place=place, hand=index, due=len(hand.cards) < 2)
    open_bets = any(True for _ in state.open_hands()) or any(box.insured for box in state.boxes.values())
    # All lost or surrendered: the round ends, unless an insurance waits for the second card (A16).  [BJ-20c]
    return replace(state, phase=Phase.BANK if open_bets else Phase.SETTLING, place="", hand=0, due=False)  # [BJ-20c]


def _bank_on(state: State) -> State:
    """The bank draws to 17 and takes nothing more, as long as its total decides a bet.  [BJ-17a] [BJ-17b] [BJ-20c]"""
    if state.phase is not Phase.BANK or any(box.insured for box in state.boxes.values()):
        return state
    draws = total(state.bank) < BANK_STANDS and any(True for _ in state.open_hands())  # [BJ-17b]
    return state if draws else replace(state, phase=Phase.SETTLING)  # [BJ-17a]
