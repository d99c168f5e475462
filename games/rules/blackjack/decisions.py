"""What a player may decide on a hand or answer to an offer, and the first reason why he may not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from games.rules.blackjack.events import (
    OFFERS,
    PLAYING,
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
    OfferDeclined,
    Split,
    Stand,
    State,
    Surrender,
)
from games.rules.blackjack.hands import hard_total, is_ace, max_cards, same_rank, same_value, total
from games.rules.blackjack.settlement import is_natural, settle_hand
from games.rules.shared.cards import PACK
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused

DOUBLING_TOTALS = (9, 10, 11)  # [BJ-15b]


class Choice(StrEnum):
    """The decisions on a hand, in the order of rule 15, and the split of rule 21."""

    HIT = "hit"
    DOUBLE = "double"
    STAND = "stand"
    SURRENDER = "surrender"
    SPLIT = "split"


CHOICES: Mapping[type[Decision], Choice] = {
    Hit: Choice.HIT,
    Double: Choice.DOUBLE,
    Stand: Choice.STAND,
    Surrender: Choice.SURRENDER,
    Split: Choice.SPLIT,
}


def seats_to_act(state: State) -> Sequence[Seat]:
    if state.phase is OFFERS:
        return tuple(dict.fromkeys(box.seat for box in state.boxes.values() if has_offer(state, box)))
    if state.phase is PLAYING and not state.card_due:
        return (state.boxes[state.place].seat,)
    return ()


# --- Decisions on a hand


def rules_against(state: State, box: Box, hand: Hand) -> dict[Choice, str]:
    """For each decision the rule that forbids it for this hand; empty where it is allowed.  [BJ-24a]

    A hand at 21 or above is closed and never in turn.  [BJ-15d]
    """
    return {choice: find_rule(state, box, hand) for choice, find_rule in RULES_AGAINST.items()}


def rule_against_hit(state: State, box: Box, hand: Hand) -> str:
    return "BJ-21c" if hand.aces else ""  # split aces get one card each and nothing more  [BJ-21c]


def rule_against_stand(state: State, box: Box, hand: Hand) -> str:
    return "BJ-15a" if total(hand.cards, int(hand.low)) <= 11 else ""  # [BJ-15a] [BJ-15c]


def rule_against_double(state: State, box: Box, hand: Hand) -> str:
    if hand.aces:
        return "BJ-21c"
    # With the first two cards, also of split hands, and later only where the sheet says so (A56).
    in_time = len(hand.cards) == 2 or state.sheet.double_late
    return "" if in_time and may_double(state, hand) else "BJ-15b"  # (A20)  [BJ-15b] [BJ-23]


def rule_against_surrender(state: State, box: Box, hand: Hand) -> str:
    # As the first decision, later only where the sheet says so, and never after a split (A17).
    in_time = (len(hand.cards) == 2 or state.sheet.surrender_late) and not hand.split
    return "" if in_time and not is_ace(state.bank[0]) else "BJ-15e"  # [BJ-15e]


def rule_against_split(state: State, box: Box, hand: Hand) -> str:
    """[BJ-21a] [BJ-22]"""
    if not same_value(hand.cards):
        return "BJ-21a"  # [BJ-21a]
    if state.sheet.pairs_only and not same_rank(hand.cards):
        return "BJ-16b"  # [BJ-16b]
    limit = state.sheet.split_limit
    if (limit is not None and box.splits >= limit) or (hand.aces and not state.sheet.resplit_aces):
        return "BJ-16c"  # [BJ-16c] (A18)
    # However many splits are allowed, the shoe must hold enough cards for every hand and the bank.
    hands = sum(len(other.hands) for other in state.boxes.values()) + 2
    return "" if max_cards(hands, state.decks) <= PACK * state.decks - state.first else "BJ-27"  # [BJ-27]


RULES_AGAINST: Mapping[Choice, Callable[[State, Box, Hand], str]] = {
    Choice.HIT: rule_against_hit,
    Choice.DOUBLE: rule_against_double,
    Choice.STAND: rule_against_stand,
    Choice.SURRENDER: rule_against_surrender,
    Choice.SPLIT: rule_against_split,
}


def may_double(state: State, hand: Hand) -> bool:
    return state.sheet.double_any or hard_total(hand.cards) in DOUBLING_TOTALS  # [BJ-15b] [BJ-16a]


def binds_ace(state: State, hand: Hand) -> bool:
    """Whether doubling binds an ace of the first two cards to 1, because it made the total of 9, 10 or 11
    (A14).

    [BJ-8a-ii]
    """
    is_bound = hard_total(hand.cards) in DOUBLING_TOTALS and any(map(is_ace, hand.cards[:2]))
    return is_bound and (not state.sheet.double_any or state.sheet.double_any_low_ace)


def decide(state: State, seat: Seat, decision: Hit | Stand | Double | Split | Surrender) -> tuple[Event, ...]:
    """A player's decision on the hand in turn.  [BJ-24b]"""
    box, hand = _hand_in_turn(state, seat, decision)
    choice = CHOICES[type(decision)]
    rule = RULES_AGAINST[choice](state, box, hand)
    if rule:
        points = total(hand.cards, int(hand.low))
        raise Refused(Refusal.NOT_OFFERED, rule, place=state.place, choice=str(choice), total=points)
    where = (seat, state.place, state.hand)
    # `isinstance` and not `match`, which is several times slower for structs.
    if isinstance(decision, Hit):
        return (CardAsked(*where),)
    if isinstance(decision, Stand):
        return (HandStood(*where),)
    if isinstance(decision, Double):
        _check_equal_stake(hand, decision.cents, "BJ-15b")  # [BJ-15b]
        return (HandDoubled(*where, stake=decision.cents, low=binds_ace(state, hand)),)
    if isinstance(decision, Split):
        _check_equal_stake(hand, decision.cents, "BJ-21a")  # [BJ-21a]
        return (HandSplit(*where, stake=decision.cents),)
    return (settle_hand(*where, hand, "surrendered"),)  # [BJ-15e]


def _hand_in_turn(state: State, seat: Seat, decision: Decision) -> tuple[Box, Hand]:
    if decision.turn != state.turn:
        raise Refused(Refusal.STALE, "BJ-24b", turn=state.turn)  # an answer to an earlier card or hand
    if state.phase is not PLAYING or state.card_due:
        raise Refused(Refusal.NOT_NOW, "BJ-15d")
    box = state.boxes[state.place]
    if box.seat != seat:
        raise Refused(Refusal.NOT_YOUR_TURN, "BJ-24b", place=state.place)
    return box, box.hands[state.hand]


def _check_equal_stake(hand: Hand, cents: Cents, rule: str) -> None:
    """The second stake must equal the first."""
    if cents < hand.stake:
        raise Refused(Refusal.BELOW_MINIMUM, rule, minimum=hand.stake)
    if cents > hand.stake:
        raise Refused(Refusal.ABOVE_MAXIMUM, rule, limit=hand.stake, room=0)


# --- Offers against an ace


def may_insure(state: State, box: Box) -> bool:
    """Insurance is for players without blackjack (A15), if the sheet offers it.  [BJ-15f] [BJ-16d]"""
    return state.sheet.insurance and not is_natural(box.hands[0])


def may_take_even_money(box: Box) -> bool:
    return is_natural(box.hands[0])  # [BJ-20b]


def has_offer(state: State, box: Box) -> bool:
    """Whether a place must still answer: insurance, or even money with a blackjack.  [BJ-15f] [BJ-20b]"""
    return not box.answered and (may_insure(state, box) or may_take_even_money(box))


def max_insurance(box: Box) -> Cents:
    return box.bet // 2  # at most half of the initial bet  [BJ-15f]


def insurance_step(state: State) -> Cents:
    return max(1, state.setting.step // 2)  # so that half of every bet can be insured


def answer_offer(state: State, seat: Seat, command: Insure | EvenMoney | Decline) -> tuple[Event, ...]:
    """A player's answer for one of his places when the bank shows an ace.  [BJ-15f] [BJ-20b]"""
    if state.phase is not OFFERS:
        raise Refused(Refusal.NOT_NOW, "BJ-20b" if isinstance(command, EvenMoney) else "BJ-15f")
    place = command.place
    box = state.boxes.get(place)
    if box is None or box.seat != seat or not has_offer(state, box):
        raise Refused(Refusal.NOT_YOUR_TURN, "BJ-15f", place=place)
    match command:
        case Decline():
            return (OfferDeclined(seat, place),)
        case EvenMoney():
            if not may_take_even_money(box):
                raise Refused(Refusal.NOT_OFFERED, "BJ-20b", place=place)  # [BJ-20b]
            return (settle_hand(seat, place, 0, box.hands[0], "even-money"),)
        case Insure(cents=cents):
            _check_insurance(state, box, command)
            return (InsurancePlaced(seat, place, cents),)
    assert_never(command)


def _check_insurance(state: State, box: Box, command: Insure) -> None:
    place, cents, step, maximum = command.place, command.cents, insurance_step(state), max_insurance(box)
    if not may_insure(state, box):
        # [BJ-16d]
        raise Refused(Refusal.NOT_OFFERED, "BJ-15f" if state.sheet.insurance else "BJ-16d", place=place)
    if cents < step:
        raise Refused(Refusal.BELOW_MINIMUM, "BJ-15f", place=place, minimum=step)
    if cents % step:
        raise Refused(Refusal.WRONG_STEP, "BJ-15f", place=place, step=step)
    if cents > maximum:
        raise Refused(Refusal.ABOVE_MAXIMUM, "BJ-15f", place=place, limit=maximum)  # [BJ-15f]


# --- The default


def default_decision(state: State, seat: Seat) -> tuple[Event, ...]:
    """For a player whose time is up: a card with the sheet's total or less, none above it, and nothing that
    is optional (A03).

    [BJ-15a]
    """
    if state.phase is OFFERS:
        return tuple(
            OfferDeclined(seat, place, lapsed=True)
            for place, box in state.boxes.items()
            if box.seat == seat and has_offer(state, box)
        )
    if seat not in seats_to_act(state):
        return ()
    box = state.boxes[state.place]
    hand = box.hands[state.hand]
    draws = total(hand.cards, int(hand.low)) <= state.sheet.lapse_draws_to  # [BJ-15a]
    default = CardAsked if draws and not rule_against_hit(state, box, hand) else HandStood
    return (default(seat, state.place, state.hand, lapsed=True),)
