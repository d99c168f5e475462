"""How each bet is settled: by its own cards at once, or at the end against the bank's hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from msgspec import Struct

from games.rules.bets import BetPlaced, BetTaken
from games.rules.blackjack.events import (
    BankDealt,
    BetsClosed,
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
from games.rules.blackjack.hands import BEST_TOTAL, is_blackjack, special_combination, total
from games.rules.shared.amounts import add_to
from games.rules.shared.amounts import total as total_of
from games.rules.shared.cards import Card
from games.rules.shared.money import Cents, Posting, Seat, TransferKind, postings_by_seat

# How a bet can be decided, and the rule that decides it.
SETTLEMENT_RULES: Final[Mapping[str, str]] = {
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
# What a won bet pays: cents (first) per cents staked (second). The player also keeps the stake.  [BJ-26]
PRIZES: Final[Mapping[str, tuple[int, int]]] = {
    "blackjack-at-once": (3, 2),  # [BJ-25a] [BJ-20a]
    "blackjack": (3, 2),  # [BJ-25a]
    "even-money": (1, 1),  # [BJ-20b]
    "nearer": (1, 1),  # [BJ-25c]
    "bank-bust": (1, 1),  # [BJ-25d]
}
INSURANCE_PRIZE: Final = 2  # times the insurance  [BJ-25f]
SPECIAL_PRIZE: Final = 3  # times the stake of the hand  [BJ-25i]
LOST: Final = ("bust", "farther", "bank-blackjack")


class SettledStake(Struct, frozen=True, gc=False):
    """One stake decided. `back + lost` is the stake; the prize comes on top of it (A02)."""

    code: str
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0


def settle_stake(code: str, stake: Cents) -> SettledStake:
    """A fraction of a cent goes to the player (A01); with the table's step there is none."""
    if code in LOST:
        return SettledStake(code, lost=stake)
    if code == "surrendered":
        return SettledStake(code, back=-(-stake // 2), lost=stake // 2)  # [BJ-15e]
    if code == "tie":
        return SettledStake(code, back=stake)  # [BJ-25h]
    won, staked = PRIZES[code]
    return SettledStake(code, back=stake, prize=-(-stake * won // staked))  # [BJ-26]


def is_natural(hand: Hand) -> bool:
    """Whether a hand is a blackjack, which a split hand never is.  [BJ-19b]"""
    return not hand.split and is_blackjack(hand.cards)


def compare(hand: Hand, bank: Sequence[Card]) -> str:
    """How the bank's hand decides a hand that is still in play.  [BJ-1] [BJ-6]"""
    player_has_blackjack, bank_has_blackjack = is_natural(hand), is_blackjack(bank)
    # Blackjack beats any other 21 (A13). Additional stakes are lost with the first, as no rule returns them
    # (A15).
    if player_has_blackjack:
        return "tie" if bank_has_blackjack else "blackjack"  # [BJ-25a] [BJ-25h]
    if bank_has_blackjack:
        return "bank-blackjack"  # [BJ-18]
    player_total, bank_total = total(hand.cards, int(hand.low)), total(bank)
    if bank_total > BEST_TOTAL:
        return "bank-bust"  # [BJ-25d]
    if player_total == bank_total:
        return "tie"  # [BJ-25h]
    return "nearer" if player_total > bank_total else "farther"  # [BJ-25c] [BJ-25e]


def settle_hand(seat: Seat, place: Place, index: int, hand: Hand, code: str) -> HandSettled:
    settled = settle_stake(code, hand.stake)
    return HandSettled(
        seat, place, index, code=code, back=settled.back, lost=settled.lost, prize=settled.prize
    )


def settle_by_card(
    state: State, place: Place, index: int, hand: Hand, cards: Sequence[Card]
) -> Iterator[Event]:
    """What a card just dealt to a hand decides automatically. `cards` includes that card, `hand` does not."""
    seat = state.boxes[place].seat
    if state.sheet.special_prizes and (combination := special_combination(cards)):  # [BJ-16e]
        # Paid on the stake of this hand, whatever becomes of the hand (A19).  [BJ-25i]
        yield SpecialPaid(seat, place, index, combination=combination, prize=SPECIAL_PRIZE * hand.stake)
    if total(cards, int(hand.low)) > BEST_TOTAL:
        yield settle_hand(seat, place, index, hand, "bust")  # [BJ-25b]


def pay_naturals(state: State) -> Iterator[Event]:
    """Blackjacks that the bank cannot match are paid before anyone decides anything.  [BJ-20a]"""
    for place, box, index, hand in state.open_hands():
        if is_natural(hand):
            yield settle_hand(box.seat, place, index, hand, "blackjack-at-once")


def settle_insurances(state: State) -> Iterator[Event]:
    """The bank's two cards alone decide the insurances.  [BJ-25f] [BJ-25g]"""
    is_won = is_blackjack(state.bank)
    for place, box in state.boxes.items():
        if not box.insured:
            continue
        if is_won:
            prize = INSURANCE_PRIZE * box.insurance
            yield InsuranceSettled(box.seat, place, back=box.insurance, prize=prize)  # [BJ-25f]
        else:
            yield InsuranceSettled(box.seat, place, lost=box.insurance)  # [BJ-25g]


def collect_and_pay(state: State) -> tuple[Event, ...]:
    """First the losing bets are collected; in the next step the others are paid and the round ends.

    [BJ-2f]
    """
    settled = []
    for place, box, index, hand in state.open_hands():
        # Each bet by itself, all against one hand of the bank.  [BJ-6]
        settled.append(settle_hand(box.seat, place, index, hand, compare(hand, state.bank)))
    lost = tuple([event for event in settled if event.code in LOST])
    return lost or (*settled, RoundSettled())


def return_stakes(state: State, cause: str) -> RoundVoided:
    """What every player gets back of a void round. Prizes already paid go back to the bank (A66)."""
    back: dict[Seat, Cents] = {}
    lost: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    for box in state.boxes.values():
        hands = box.hands or (Hand(box.bet),)
        open_stakes = sum(hand.stake - hand.back - hand.lost for hand in hands)
        open_insurance = box.insurance - box.insurance_back - box.insurance_lost
        add_to(back, box.seat, open_stakes + open_insurance)  # [BJ-28]
        add_to(lost, box.seat, sum(hand.lost for hand in hands) + box.insurance_lost)  # [BJ-28]
        prizes = sum(hand.prize + hand.special for hand in hands) + box.insurance_prize
        add_to(prize, box.seat, prizes)  # [BJ-28]
    return RoundVoided(cause, back, lost, prize)


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            return (Posting(TransferKind.STAKE, seat, total_of(on)),)
        case BetTaken(seat=seat, on=on):
            return (Posting(TransferKind.STAKE_BACK, seat, total_of(on)),)
        case InsurancePlaced(seat=seat, stake=stake) | HandDoubled(seat=seat, stake=stake):
            return (Posting(TransferKind.STAKE, seat, stake),)
        case HandSplit(seat=seat, stake=stake):
            return (Posting(TransferKind.STAKE, seat, stake),)
        case HandSettled() | InsuranceSettled():
            amounts = (
                (TransferKind.STAKE_LOST, event.lost),
                (TransferKind.STAKE_BACK, event.back),
                (TransferKind.PRIZE, event.prize),
            )
            return tuple(Posting(kind, event.seat, cents) for kind, cents in amounts if cents)
        case SpecialPaid(seat=seat, prize=prize):
            return (Posting(TransferKind.PRIZE, seat, prize),)  # [BJ-25i]
        case RoundVoided(back=back, lost_back=lost_back, prize_back=prize_back):  # [BJ-28]
            return (
                *postings_by_seat(TransferKind.STAKE_BACK, back),
                *postings_by_seat(TransferKind.LOST_BACK, lost_back),
                *postings_by_seat(TransferKind.PRIZE_BACK, prize_back),
            )
        case CardDealt() | BankDealt() | HoleDealt() | HoleTurned() | BetsClosed() | RoundSettled():
            return ()
        case CardAsked() | HandStood() | OfferDeclined():
            return ()
    assert_never(event)
