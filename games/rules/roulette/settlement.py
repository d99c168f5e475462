"""How every stake is settled once the number is drawn: won, lost, halved or held; and earlier held stakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct

from games.rules.bets import BetTaken, Stakes
from games.rules.roulette.events import (
    BetPlaced,
    BetsClosed,
    Event,
    HeldCollected,
    HeldKept,
    HeldReturned,
    NumberDrawn,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    StakesHeld,
    State,
)
from games.rules.roulette.layout import EVEN_CHANCES, LAYOUT_OF, PLACES, BetKind, Number, PlaceId, winners
from games.rules.roulette.sheet import PRIZES, RULE_LETTERS, RULES, SecondZero, Sheet, Zero
from games.rules.shared.amounts import total
from games.rules.shared.money import Cents, Posting, Seat, TransferKind, postings_by_seat

ZERO_NUMBERS = ("0", "00")


class SettledStake(Struct, frozen=True, gc=False):
    """One stake decided. `back + lost + held` is the stake; the prize comes on top of it (A02)."""

    code: str
    prize: Cents = 0
    back: Cents = 0
    lost: Cents = 0
    held: Cents = 0


def prize_of(kind: BetKind, stake: Cents) -> Cents:
    """A fraction of a cent is rounded up for the player (A01); with the table's step there is none."""
    won, staked = PRIZES[kind]
    return -(-stake * won // staked)


def settle_stake(sheet: Sheet, layout: str, place: PlaceId, stake: Cents, number: Number) -> SettledStake:
    """Rules 13, 18 and 19 of 804/2015; R14, R19 and R20 of 807/2015."""
    kind = PLACES[layout][place].kind
    if place in winners(layout, number):  # [AR-18a] [FR-R19a]
        # Zero is in no dozen, column, line or even chance, so only the multiple chances that name it win.
        return SettledStake("won", prize_of(kind, stake), back=stake)  # [AR-19b] [FR-R20]
    if number not in ZERO_NUMBERS or kind not in EVEN_CHANCES or sheet.zero_option is Zero.LOSE_ALL:
        return SettledStake("lost", lost=stake)  # [AR-18b] [AR-19a] [FR-R19b] [FR-R20a]
    if sheet.zero_option is Zero.LA_PARTAGE:
        back = -(-stake // 2)  # the odd cent goes to the player (A01)
        return SettledStake("halved", back=back, lost=stake - back)  # [FR-R20b]
    return SettledStake("held", held=stake)  # [FR-R20c]


def settle_held_stake(
    second_zero: SecondZero, layout: str, place: PlaceId, stake: Cents, number: Number
) -> SettledStake:
    """An imprisoned stake at its next number: returned without a prize, lost, or by the rule sheet at a
    second zero.

    [FR-R20c]
    """
    if place in winners(layout, number):
        return SettledStake("released", back=stake)  # [FR-R20c]
    if number in ZERO_NUMBERS and second_zero is SecondZero.STAYS:
        return SettledStake("kept", held=stake)  # [FR-R20c]
    return SettledStake("prison-lost", lost=stake)  # [FR-R20c]


def settlement_rule(sheet: Sheet, kind: BetKind, settled: SettledStake, number: Number) -> str:
    """The rule that decided a stake."""
    rules = RULES[sheet.system]
    match settled.code:
        case "won":
            return rules["prize"] + RULE_LETTERS[kind]
        case "halved":
            return rules["zero-half"]
        case "held" | "kept" | "released" | "prison-lost":
            return rules["zero-prison"]
    if number in ZERO_NUMBERS:
        return rules["zero-even" if kind in EVEN_CHANCES else "zero"]
    return rules["lost"]


class SeatTotals:
    """What is settled between the house and each player, summed up stake by stake."""

    def __init__(self) -> None:
        self.lost: dict[Seat, Cents] = {}
        self.back: dict[Seat, Cents] = {}
        self.prize: dict[Seat, Cents] = {}
        self.held: dict[Seat, Stakes] = {}

    def add(self, seat: Seat, place: PlaceId, settled: SettledStake) -> None:
        # Written out, because a number at a full table settles thousands of stakes.
        if settled.lost:
            self.lost[seat] = self.lost.get(seat, 0) + settled.lost
        if settled.back:
            self.back[seat] = self.back.get(seat, 0) + settled.back
        if settled.prize:
            self.prize[seat] = self.prize.get(seat, 0) + settled.prize
        if settled.held:
            self.held.setdefault(seat, {})[place] = settled.held


def settle(state: State, number: Number) -> tuple[Event, ...]:
    """One number decides every player's bets, and each is settled against the house alone.  [AR-5] [FR-5]"""
    layout, stakes, prison = LAYOUT_OF[state.setting.variant], SeatTotals(), SeatTotals()
    for seat, bets in state.bettors():
        for place, stake in bets.on.items():
            stakes.add(seat, place, settle_stake(state.sheet, layout, place, stake, number))
    for seat, carried in state.carried.items():
        for place, stake in carried.items():
            prison.add(seat, place, settle_held_stake(state.second_zero, layout, place, stake, number))
    # The number, then the losing chips, then the prizes.  [AR-16] [AR-17] [FR-R17] [FR-R18]
    events: list[Event] = [NumberDrawn(number), StakesCollected(stakes.lost)]
    if prison.lost:
        events.append(HeldCollected(prison.lost))
    if stakes.held:
        events.append(StakesHeld(stakes.held))
    if prison.held:
        events.append(HeldKept(prison.held))
    if prison.back:
        events.append(HeldReturned(prison.back))
    return (*events, PrizesPaid(stakes.back, stakes.prize))


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            return (Posting(TransferKind.STAKE, seat, total(on)),)
        case BetTaken(seat=seat, on=on):
            return (Posting(TransferKind.STAKE_BACK, seat, total(on)),)
        case StakesCollected(lost=lost):
            return postings_by_seat(TransferKind.STAKE_LOST, lost)  # [AR-17] [FR-R18]
        case HeldCollected(lost=lost):
            return postings_by_seat(TransferKind.HELD_LOST, lost)  # [FR-R20c]
        case StakesHeld(held=held):
            return postings_by_seat(TransferKind.STAKE_HELD, _totals(held))  # [FR-R20c]
        case HeldReturned(back=back):
            return postings_by_seat(TransferKind.HELD_BACK, back)  # [FR-R20c]
        case PrizesPaid(back=back, prize=prize):  # [AR-17] [FR-R18]
            returned = postings_by_seat(TransferKind.STAKE_BACK, back)
            return (*returned, *postings_by_seat(TransferKind.PRIZE, prize))
        case RoundVoided(back=back, held=held):  # [AR-21] [FR-R22]
            returned = postings_by_seat(TransferKind.STAKE_BACK, back)
            return (*returned, *postings_by_seat(TransferKind.HELD_BACK, held))
        case BetsClosed() | NumberDrawn() | HeldKept():
            return ()
    assert_never(event)


def _totals(stakes: Mapping[Seat, Stakes]) -> dict[Seat, Cents]:
    return {seat: total(on) for seat, on in stakes.items()}
