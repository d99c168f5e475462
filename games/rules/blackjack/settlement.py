"""What becomes of each bet: by its own cards at once, or by comparison with the bank's hand at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from games.rules.blackjack.events import (
    Event,
    Hand,
    HandSettled,
    InsuranceSettled,
    Place,
    RoundSettled,
    SpecialPaid,
    State,
)
from games.rules.blackjack.hands import BEST, is_blackjack, special, total
from games.rules.engine import Cents, Seat
from games.rules.shared.cards import Card

# How a bet can be decided, and the rule that decides it so.
RULE_OF: Final[dict[str, str]] = {
    "blackjack-at-once": "BJ-20a",
    "even-money": "BJ-20b",
    "surrendered": "BJ-15e",
    "blackjack": "BJ-25a",
    "bust": "BJ-25b",
    "nearer": "BJ-25c",
    "bank-bust": "BJ-25d",
    "farther": "BJ-25e",
    "bank-blackjack": "BJ-18",
    "tie": "BJ-25h",
}
# What a won bet earns: so many cents (first) for so many staked (second). The stake stays the player's besides.  [BJ-26]
PRIZES: Final[dict[str, tuple[int, int]]] = {
    "blackjack-at-once": (3, 2),  # [BJ-25a] [BJ-20a]
    "blackjack": (3, 2),  # [BJ-25a]
    "even-money": (1, 1),  # [BJ-20b]
    "nearer": (1, 1),  # [BJ-25c]
    "bank-bust": (1, 1),  # [BJ-25d]
}
INSURANCE_PRIZE: Final = 2  # times the insurance  [BJ-25f]
SPECIAL_PRIZE: Final = 3  # times the stake of the hand  [BJ-25i]
LOST: Final = ("bust", "farther", "bank-blackjack")


class Figures(Struct, frozen=True, gc=False):
    """One stake decided: `back + lost` is the stake, and the prize comes on top of it (A02)."""

    code: str
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0


def paid(code: str, stake: Cents) -> Figures:
    """What that way of being decided makes of a stake. A fraction of a cent goes to the player (A01); the step leaves none."""
    if code in LOST:
        return Figures(code, lost=stake)
    if code == "surrendered":
        return Figures(code, back=-(-stake // 2), lost=stake // 2)  # [BJ-15e]
    if code == "tie":
        return Figures(code, back=stake)  # [BJ-25h]
    won, staked = PRIZES[code]
    return Figures(code, back=stake, prize=-(-stake * won // staked))  # [BJ-26]


def natural(hand: Hand) -> bool:
    """A blackjack: never of a split hand.  [BJ-19b]"""
    return not hand.split and is_blackjack(hand.cards)


def compared(hand: Hand, bank: tuple[int, ...]) -> str:
    """How a hand that is still in play is decided by the bank's.  [BJ-1] [BJ-6]"""
    mine, theirs = natural(hand), is_blackjack(bank)
    if mine or theirs:
        # Blackjack beats every other 21 (A13); extra stakes are lost with the first, since no rule gives them back (A15).
        return (
            "tie" if mine and theirs else "blackjack" if mine else "bank-blackjack"
        )  # [BJ-18] [BJ-25a] [BJ-25h]
    points, others = total(hand.cards, int(hand.low)), total(bank)
    if others > BEST:
        return "bank-bust"  # [BJ-25d]
    if points == others:
        return "tie"  # [BJ-25h]
    return "nearer" if points > others else "farther"  # [BJ-25c] [BJ-25e]


def settled(seat: Seat, place: Place, index: int, hand: Hand, code: str) -> HandSettled:
    figures = paid(code, hand.stake)
    return HandSettled(
        seat, place, index, code=code, back=figures.back, lost=figures.lost, prize=figures.prize
    )


def at_once(state: State, place: Place, index: int, hand: Hand, cards: Sequence[Card]) -> Iterator[Event]:
    """What a card that has just been dealt decides by itself; the cards of the hand are those with that one."""
    seat = state.boxes[place].seat
    if state.sheet.special_prizes and (combination := special(cards)):  # [BJ-16e]
        # Paid for the stake of this hand, whatever becomes of the hand (A19).  [BJ-25i]
        yield SpecialPaid(seat, place, index, combination=combination, prize=SPECIAL_PRIZE * hand.stake)
    if total(cards, int(hand.low)) > BEST:
        yield settled(seat, place, index, hand, "bust")  # [BJ-25b]


def naturals(state: State) -> Iterator[Event]:
    """Blackjacks that the bank cannot match are paid before anybody decides anything.  [BJ-20a]"""
    for place, box, index, hand in state.open_hands():
        if natural(hand):
            yield settled(box.seat, place, index, hand, "blackjack-at-once")


def insurances(state: State) -> Iterator[Event]:
    """Insurance is decided by the bank's two cards alone.  [BJ-25f] [BJ-25g]"""
    won = is_blackjack(state.bank)
    for place, box in state.boxes.items():
        if not box.insured:
            continue
        if won:
            yield InsuranceSettled(
                box.seat, place, back=box.insurance, prize=INSURANCE_PRIZE * box.insurance
            )  # [BJ-25f]
        else:
            yield InsuranceSettled(box.seat, place, lost=box.insurance)  # [BJ-25g]


def collect_and_pay(state: State) -> tuple[Event, ...]:
    """First the losing bets are collected; then, in the next step, the others are paid and the round ends.  [BJ-2f]"""
    bank = state.bank
    decided = [
        settled(
            box.seat, place, index, hand, compared(hand, bank)
        )  # each bet by itself, all against one bank hand  [BJ-6]
        for place, box, index, hand in state.open_hands()
    ]
    lost = tuple([event for event in decided if event.code in LOST])
    return lost or (*decided, RoundSettled())
