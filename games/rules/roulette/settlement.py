"""What becomes of every stake when the number is out: won, lost, halved or held; and of those that were held before."""

from __future__ import annotations

from msgspec import Struct

from games.rules.engine import Cents, Seat
from games.rules.roulette.events import (
    Event,
    HeldCollected,
    HeldKept,
    HeldReturned,
    Laid,
    NumberDrawn,
    PrizesPaid,
    StakesCollected,
    StakesHeld,
    State,
)
from games.rules.roulette.layout import EVEN_CHANCES, LAYOUT_OF, PLACES, Kind, Number, PlaceId, winners
from games.rules.roulette.sheet import LETTER, PRIZES, RULES, SecondZero, Sheet, Zero

ZERO_NUMBERS = ("0", "00")


class Paid(Struct, frozen=True, gc=False):
    """One stake resolved: `back + lost + held` is the stake, and the prize comes on top of it (A02)."""

    code: str
    prize: Cents = 0
    back: Cents = 0
    lost: Cents = 0
    held: Cents = 0


def prize_of(kind: Kind, stake: Cents) -> Cents:
    won, staked = PRIZES[kind]
    return -(
        -stake * won // staked
    )  # a fraction of a cent goes to the player (A01); the table's step leaves none


def pay(sheet: Sheet, layout: str, place: PlaceId, stake: Cents, number: Number) -> Paid:
    """Rules 13, 18 and 19 of 804/2015; R14, R19 and R20 of 807/2015."""
    kind = PLACES[layout][place].kind
    if place in winners(layout, number):  # [AR-18a] [FR-R19a]
        # Zero stands in no dozen, column, line or even chance, so of the multiple chances only those that name it win.
        return Paid("won", prize_of(kind, stake), back=stake)  # [AR-19b] [FR-R20]
    if number not in ZERO_NUMBERS or kind not in EVEN_CHANCES or sheet.zero_option is Zero.LOSE_ALL:
        return Paid("lost", lost=stake)  # [AR-18b] [AR-19a] [FR-R19b] [FR-R20a]
    if sheet.zero_option is Zero.LA_PARTAGE:
        back = -(-stake // 2)  # the odd cent goes to the player (A01)
        return Paid("halved", back=back, lost=stake - back)  # [FR-R20b]
    return Paid("held", held=stake)  # [FR-R20c]


def release(second_zero: SecondZero, layout: str, place: PlaceId, stake: Cents, number: Number) -> Paid:
    """A stake in prison meets its next number: back without a prize, or lost, or as the rule sheet says of a second zero.  [FR-R20c]"""
    if place in winners(layout, number):
        return Paid("released", back=stake)  # [FR-R20c]
    if number in ZERO_NUMBERS and second_zero is SecondZero.STAYS:
        return Paid("kept", held=stake)  # [FR-R20c]
    return Paid("prison-lost", lost=stake)  # [FR-R20c]


def rule_of(sheet: Sheet, kind: Kind, paid: Paid, number: Number) -> str:
    """The rule by which that stake was resolved so."""
    rules = RULES[sheet.system]
    match paid.code:
        case "won":
            return rules["prize"] + LETTER[kind]
        case "halved":
            return rules["zero-half"]
        case "held" | "kept" | "released" | "prison-lost":
            return rules["zero-prison"]
    if number in ZERO_NUMBERS:
        return rules["zero-even" if kind in EVEN_CHANCES else "zero"]
    return rules["lost"]


class Tally:
    """What settles between the house and each player, while it is being counted."""

    def __init__(self) -> None:
        self.lost: dict[Seat, Cents] = {}
        self.back: dict[Seat, Cents] = {}
        self.prize: dict[Seat, Cents] = {}
        self.held: dict[Seat, Laid] = {}

    def count(self, seat: Seat, place: PlaceId, paid: Paid) -> None:
        if paid.lost:
            self.lost[seat] = self.lost.get(seat, 0) + paid.lost
        if paid.back:
            self.back[seat] = self.back.get(seat, 0) + paid.back
        if paid.prize:
            self.prize[seat] = self.prize.get(seat, 0) + paid.prize
        if paid.held:
            self.held.setdefault(seat, {})[place] = paid.held


def settle(state: State, number: Number) -> tuple[Event, ...]:
    """One number binds every player, and each is settled against the house alone.  [AR-5] [FR-5]"""
    layout, stakes, prison = LAYOUT_OF[state.setting.variant], Tally(), Tally()
    for seat, hand in state.laid():
        for place, stake in hand.on.items():
            stakes.count(seat, place, pay(state.sheet, layout, place, stake, number))
    for seat, carried in state.carried.items():
        for place, stake in carried.items():
            prison.count(seat, place, release(state.second_zero, layout, place, stake, number))
    # First the number is marked, then losing chips are collected, then winning ones paid.  [AR-16] [AR-17] [FR-R17] [FR-R18]
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
