"""What a player may decide, and the first reason why a bet or a decision may not be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import assert_never

from games.rules.blackjack.events import (
    OFFERS,
    PLAYING,
    BetPlaced,
    Box,
    CardAsked,
    Decision,
    Decline,
    Double,
    EvenMoney,
    Event,
    Hand,
    HandDoubled,
    HandSplit,
    HandStood,
    Hit,
    InsurancePlaced,
    Insure,
    Laid,
    OfferDeclined,
    Place,
    Split,
    Stand,
    State,
    Surrender,
)
from games.rules.blackjack.hands import is_ace, low_total, most_cards, same_rank, same_value, total
from games.rules.blackjack.settlement import natural, settled
from games.rules.blackjack.sheet import MOST_PLACES
from games.rules.engine import Cents, Refusal, Refused, Seat
from games.rules.shared.cards import PACK

DOUBLING = (9, 10, 11)  # [BJ-15b]
PLACES = tuple(map(str, range(1, MOST_PLACES + 1)))


class Choice(StrEnum):
    """The decisions on a hand in turn, in the order of rule 15, and the splitting of rule 21."""

    HIT = "hit"
    DOUBLE = "double"
    STAND = "stand"
    SURRENDER = "surrender"
    SPLIT = "split"


_CHOICES: Mapping[type, Choice] = {
    Hit: Choice.HIT,
    Double: Choice.DOUBLE,
    Stand: Choice.STAND,
    Surrender: Choice.SURRENDER,
    Split: Choice.SPLIT,
}


def barred(state: State, box: Box, hand: Hand) -> dict[Choice, str]:
    """Each decision with the rule that forbids it to this hand; nothing where it is allowed.  [BJ-24a]

    A hand that has reached 21 or passed it is closed and in nobody's turn.  [BJ-15d]
    """
    return {choice: no(state, box, hand) for choice, no in _NO.items()}


def no_hit(state: State, box: Box, hand: Hand) -> str:
    return "BJ-21c" if hand.aces else ""  # one card each, and nothing more  [BJ-21c]


def no_stand(state: State, box: Box, hand: Hand) -> str:
    return "BJ-15a" if total(hand.cards, int(hand.low)) <= 11 else ""  # [BJ-15a] [BJ-15c]


def no_double(state: State, box: Box, hand: Hand) -> str:
    if hand.aces:
        return "BJ-21c"
    # With the first two cards (A56), of split hands too.
    return "" if len(hand.cards) == 2 and may_double(state, hand) else "BJ-15b"  # [BJ-15b] [BJ-23]


def no_surrender(state: State, box: Box, hand: Hand) -> str:
    # The first decision only, not after a split (A17).
    return (
        "" if len(hand.cards) == 2 and not hand.split and not is_ace(state.bank[0]) else "BJ-15e"
    )  # [BJ-15e]


def may_double(state: State, hand: Hand) -> bool:
    return state.sheet.double_any or low_total(hand.cards) in DOUBLING  # [BJ-15b] [BJ-16a]


def binds_ace(state: State, hand: Hand) -> bool:
    """Whether doubling this hand binds an ace to 1: it made the total of 9, 10 or 11 (A14).  [BJ-8a-ii]"""
    bound = low_total(hand.cards) in DOUBLING and any(map(is_ace, hand.cards))
    return bound and (not state.sheet.double_any or state.sheet.double_any_low_ace)


def no_split(state: State, box: Box, hand: Hand) -> str:
    """The rule that forbids a split of this hand, or nothing.  [BJ-21a] [BJ-22]"""
    if not same_value(hand.cards):
        return "BJ-21a"  # [BJ-21a]
    if state.sheet.pairs_only and not same_rank(hand.cards):
        return "BJ-16b"  # [BJ-16b]
    limit = state.sheet.split_limit
    if (limit is not None and box.splits >= limit) or (hand.aces and not state.sheet.resplit_aces):
        return "BJ-16c"  # [BJ-16c] (A18)
    # However many splits are allowed, the shoe must be sure to hold the cards of every hand.
    hands = sum(len(each.hands) for each in state.boxes.values()) + 2
    return "" if most_cards(hands, state.decks) <= PACK * state.decks - state.first else "BJ-27"  # [BJ-27]


# For each decision, what says the rule that forbids it, or nothing.
_NO: Mapping[Choice, Callable[[State, Box, Hand], str]] = {
    Choice.HIT: no_hit,
    Choice.DOUBLE: no_double,
    Choice.STAND: no_stand,
    Choice.SURRENDER: no_surrender,
    Choice.SPLIT: no_split,
}


def may_insure(state: State, box: Box) -> bool:
    """Insurance is for players without blackjack (A15), where the sheet has it.  [BJ-15f] [BJ-16d]"""
    return state.sheet.insurance and not natural(box.hands[0])


def may_take_even_money(box: Box) -> bool:
    return natural(box.hands[0])  # [BJ-20b]


def has_offer(state: State, box: Box) -> bool:
    """Against an ace there is a question to every player: insurance, or even money to one with blackjack.  [BJ-15f] [BJ-20b]"""
    return not box.answered and (may_insure(state, box) or may_take_even_money(box))


def most_insured(box: Box) -> Cents:
    return box.bet // 2  # at most half of the initial bet  [BJ-15f]


def insurance_step(state: State) -> Cents:
    return max(1, state.setting.step // 2)  # so that half of every bet can be insured


def bet(state: State, seat: Seat, on: Laid) -> tuple[Event, ...]:
    setting = state.setting
    if not on:
        raise Refused(Refusal.NOTHING_BET, "BJ-9")
    for place in on:
        _may_sit(state, seat, place, on)
    lies = {place: state.boxes[place].bet if place in state.boxes else 0 for place in on}
    # For the initial bet of each place; doubles, splits and insurance may pass the maximum (A57).
    for place, cents in on.items():
        if cents < 1 or cents + lies[place] < setting.minimum:
            raise Refused(
                Refusal.BELOW_MINIMUM, "BJ-9", place=place, minimum=setting.minimum
            )  # [BJ-2c] [BJ-9]
    for place, cents in on.items():
        if cents % setting.step:
            raise Refused(Refusal.WRONG_STEP, "BJ-10", place=place, step=setting.step)
    for place, cents in on.items():
        if cents + lies[place] > setting.maximum:
            said = {"limit": setting.maximum, "room": setting.maximum - lies[place]}
            raise Refused(Refusal.ABOVE_MAXIMUM, "BJ-9", place=place, **said)  # [BJ-2b] [BJ-9]
    return (BetPlaced(seat, dict(on)),)


def _may_sit(state: State, seat: Seat, place: Place, on: Laid) -> None:
    """Each player has the place of the number of his seat; others as the sheet allows, as long as they are free.  [BJ-7]"""
    setting, box = state.setting, state.boxes.get(place)
    places, own = {*state.places_of(seat), *on}, place == str(seat)
    if setting.places_per_player == 1 and not own:
        raise Refused(Refusal.NOT_OFFERED, "BJ-7", place=place)  # [BJ-7]
    if len(places) > setting.places_per_player:
        raise Refused(Refusal.NOT_OFFERED, "BJ-7", place=place, most=setting.places_per_player)  # [BJ-7]
    if place not in PLACES[: setting.places]:
        raise Refused(Refusal.NO_SUCH_BET, "BJ-4a", place=place, most=setting.places)  # [BJ-4a]
    owner = (
        box.seat
        if box
        else seat
        if own
        else next((other for other in state.seated if str(other) == place), seat)
    )
    if owner != seat:
        raise Refused(Refusal.PLACE_TAKEN, "BJ-7", place=place)


def may_bet_on(state: State, seat: Seat) -> list[Place]:
    """The places on which that player may put something more now."""
    found = []
    for place in PLACES[: state.setting.places]:
        try:
            _may_sit(state, seat, place, {place: 1})
        except Refused:
            continue
        if place not in state.boxes or state.boxes[place].bet < state.setting.maximum:
            found.append(place)
    return found


def answer(state: State, seat: Seat, command: Insure | EvenMoney | Decline) -> tuple[Event, ...]:
    """What a player answers when the bank shows an ace, for one of his places.  [BJ-15f] [BJ-20b]"""
    if state.phase is not OFFERS:
        raise Refused(Refusal.NOT_NOW, "BJ-20b" if isinstance(command, EvenMoney) else "BJ-15f")
    box = state.boxes.get(command.place)
    if box is None or box.seat != seat or not has_offer(state, box):
        raise Refused(Refusal.NOT_YOUR_TURN, "BJ-15f", place=command.place)
    match command:
        case Decline(place=place):
            return (OfferDeclined(seat, place),)
        case EvenMoney(place=place):
            if not may_take_even_money(box):
                raise Refused(Refusal.NOT_OFFERED, "BJ-20b", place=place)  # [BJ-20b]
            return (settled(seat, place, 0, box.hands[0], "even-money"),)
        case Insure(place=place, cents=cents):
            if not may_insure(state, box):
                raise Refused(
                    Refusal.NOT_OFFERED, "BJ-15f" if state.sheet.insurance else "BJ-16d", place=place
                )  # [BJ-16d]
            step, most = insurance_step(state), most_insured(box)
            if cents < step:
                raise Refused(Refusal.BELOW_MINIMUM, "BJ-15f", place=place, minimum=step)
            if cents % step:
                raise Refused(Refusal.WRONG_STEP, "BJ-15f", place=place, step=step)
            if cents > most:
                raise Refused(Refusal.ABOVE_MAXIMUM, "BJ-15f", place=place, limit=most)  # [BJ-15f]
            return (InsurancePlaced(seat, place, cents),)
    assert_never(command)


def decide(state: State, seat: Seat, decision: Hit | Stand | Double | Split | Surrender) -> tuple[Event, ...]:
    """What a player decides for the hand whose turn it is.  [BJ-24b]"""
    box, hand = _in_turn(state, seat, decision)
    choice = _CHOICES[type(decision)]
    rule = _NO[choice](state, box, hand)
    if rule:
        raise Refused(
            Refusal.NOT_OFFERED,
            rule,
            place=state.place,
            choice=str(choice),
            total=total(hand.cards, int(hand.low)),
        )
    at = (seat, state.place, state.hand)
    # By type and not by match, which is several times slower for structs.
    if type(decision) is Hit:
        return (CardAsked(*at),)
    if type(decision) is Stand:
        return (HandStood(*at),)
    if type(decision) is Double:
        _as_much(hand, decision.cents, "BJ-15b")  # [BJ-15b]
        return (HandDoubled(*at, stake=decision.cents, low=binds_ace(state, hand)),)
    if type(decision) is Split:
        _as_much(hand, decision.cents, "BJ-21a")  # [BJ-21a]
        return (HandSplit(*at, stake=decision.cents),)
    return (settled(*at, hand, "surrendered"),)  # [BJ-15e]


def _in_turn(state: State, seat: Seat, decision: Decision) -> tuple[Box, Hand]:
    if decision.turn != state.turn:
        raise Refused(Refusal.STALE, "BJ-24b", turn=state.turn)  # meant for an earlier card or hand
    if state.phase is not PLAYING or state.due:
        raise Refused(Refusal.NOT_NOW, "BJ-15d")
    box = state.boxes[state.place]
    if box.seat != seat:
        raise Refused(Refusal.NOT_YOUR_TURN, "BJ-24b", place=state.place)
    return box, box.hands[state.hand]


def _as_much(hand: Hand, cents: Cents, rule: str) -> None:
    """The second stake is exactly as high as the first."""
    if cents < hand.stake:
        raise Refused(Refusal.BELOW_MINIMUM, rule, minimum=hand.stake)
    if cents > hand.stake:
        raise Refused(Refusal.ABOVE_MAXIMUM, rule, limit=hand.stake, room=0)


def by_default(state: State, seat: Seat) -> tuple[Event, ...]:
    """What is done for a player whose time is up: a card at 11 or less, none from 12, and nothing that is optional (A03)."""
    if state.phase is OFFERS:
        return tuple(
            OfferDeclined(seat, place, True)
            for place, box in state.boxes.items()
            if box.seat == seat and has_offer(state, box)
        )
    if state.phase is not PLAYING or state.due or state.boxes[state.place].seat != seat:
        return ()
    box = state.boxes[state.place]
    must_draw = barred(state, box, box.hands[state.hand])[Choice.STAND]  # [BJ-15a]
    return ((CardAsked if must_draw else HandStood)(seat, state.place, state.hand, lapsed=True),)
