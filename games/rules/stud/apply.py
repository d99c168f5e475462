"""How the events of a stud round fold into its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from games.rules.engine import Cents, Seat
from games.rules.stud.events import (
    BANK,
    MOST_UNDONE,
    NOBODY,
    BankDealt,
    BankRevealed,
    BetPlaced,
    BetsClosed,
    BetTaken,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CarriedReturned,
    Choice,
    Continued,
    DecisionsOpened,
    DecisionWarned,
    Event,
    Folded,
    HandsRevealed,
    HandVoided,
    JackpotFed,
    JackpotOpened,
    JackpotPaid,
    JackpotSettled,
    Laid,
    NobodyPlayed,
    PackShuffled,
    Paid,
    Phase,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    State,
)
from games.rules.stud.variant import HAND


def apply(state: State, event: Event) -> State:
    match event:
        case BetPlaced(seat=seat, on=on):
            return _with_bet(state, seat, on)
        case BetTaken(seat=seat, on=on):
            return _without_bet(state, seat, on)
        case BetsClosed(meter=meter, carried=carried):
            # What was brought along stands in the event, so that the record of this round needs no other round's.
            return replace(state, phase=Phase.DEALING, meter=meter, carried=carried)
        case CarriedReturned(back=back):
            carried = {seat: cents for seat, cents in state.carried.items() if seat not in back}
            return replace(state, carried=carried, returned=back)
        case JackpotOpened(cents=cents):
            return replace(state, meter=state.meter + cents)
        case NobodyPlayed():
            return replace(state, phase=Phase.SETTLED)
        case PackShuffled():
            return replace(state, shuffled=True)
        case CardDiscarded() | CardDealt() | BankDealt() | CardExposed() | HandVoided():
            return _with_card(state, event)
        case DecisionsOpened():
            return replace(state, phase=Phase.DECIDING)
        case DecisionWarned(seat=seat):
            return _place(state, seat, choice=Choice.WARNED)
        case Folded(seat=seat):
            return _place(state, seat, choice=Choice.FOLDED)
        case Continued(seat=seat, cents=cents):
            return _place(state, seat, choice=Choice.CONTINUED, second=cents)
        case BankRevealed():
            return replace(state, phase=Phase.SHOWDOWN, up=tuple(range(HAND)))
        case HandsRevealed(hands=hands):
            return replace(state, revealed=hands)
        case (
            StakesCollected() | PrizesPaid() | JackpotFed() | JackpotPaid() | JackpotSettled() | RoundVoided()
        ):
            return _with_money(state, event)
    assert_never(event)


def _with_card(
    state: State, event: CardDiscarded | CardDealt | BankDealt | CardExposed | HandVoided
) -> State:
    match event:
        case CardDiscarded(card=card):
            return replace(state, discard=(*state.discard, card))
        case CardDealt(seat=seat, card=card):
            return _place(state, seat, cards=(*state.places.get(seat, NOBODY).cards, card))
        case BankDealt(card=card, up=up):
            return replace(
                state, bank=(*state.bank, card), up=(*state.up, len(state.bank)) if up else state.up
            )
        case CardExposed(hand=hand, place=place) if hand == BANK:
            return replace(
                state, up=(place,), mishaps=state.mishaps + 1
            )  # it stays open and all others face down  [MS-11.2]
        case CardExposed(hand=hand, place=place):
            return replace(state, exposed={**state.exposed, hand: (place,)}, mishaps=state.mishaps + 1)
        case HandVoided(hand=hand):
            return replace(
                state, places={seat: place for seat, place in state.places.items() if seat != hand}
            )
    assert_never(event)


def _with_money(
    state: State,
    event: StakesCollected | PrizesPaid | JackpotFed | JackpotPaid | JackpotSettled | RoundVoided,
) -> State:
    match event:
        case StakesCollected(lost=lost):
            return replace(state, lost=lost)
        case PrizesPaid(back=back, prize=prize):
            return replace(state, back=back, prize=prize, phase=Phase.SETTLED)
        case JackpotFed(share=share, held_share=held_share):
            lost = dict(state.lost)
            for seat in {**share, **held_share}:
                lost[seat] = lost.get(seat, 0) + state.on_jackpot(
                    seat
                )  # a jackpot bet is spent, whatever it wins
            grown = sum(share.values()) + sum(held_share.values())
            return replace(state, lost=lost, meter=state.meter + grown)
        case JackpotPaid(seat=seat, kind=kind, cards=cards, cents=cents, fill=fill):
            prize = {**state.prize, seat: state.prize.get(seat, 0) + cents}
            jackpots = (*state.jackpots, Paid(seat, kind, cents, fill))
            revealed = {**state.revealed, seat: cards}
            return replace(
                state, prize=prize, jackpots=jackpots, revealed=revealed, meter=state.meter + fill - cents
            )
        case JackpotSettled(restart=restart):
            return replace(state, meter=state.meter + restart)
        case RoundVoided(cause=cause, back=back, held=held, kept=kept, returned=returned):
            held, back = _sum(held, kept), _sum(back, returned)
            return replace(state, back=back, held=held, cause=cause, phase=Phase.VOID)
    assert_never(event)


def _with_bet(state: State, seat: Seat, on: Laid) -> State:
    place = state.places.get(seat, NOBODY)
    ante, jackpot = place.ante + on.get("ante", 0), place.jackpot + on.get("jackpot", 0)
    return _place(state, seat, ante=ante, jackpot=jackpot, laid=(*place.laid, on)[-MOST_UNDONE:])


def _without_bet(state: State, seat: Seat, on: Laid) -> State:
    place = state.places[seat]
    ante, jackpot = place.ante - on.get("ante", 0), place.jackpot - on.get("jackpot", 0)
    if ante or jackpot:
        return _place(state, seat, ante=ante, jackpot=jackpot, laid=place.laid[:-1])
    return replace(state, places={other: place for other, place in state.places.items() if other != seat})


def _place(state: State, seat: Seat, **changes: Any) -> State:
    place = replace(state.places.get(seat, NOBODY), **changes)
    return replace(state, places={**state.places, seat: place})


def _sum(one: Mapping[Seat, Cents], other: Mapping[Seat, Cents]) -> dict[Seat, Cents]:
    both = dict(one)
    for seat, cents in other.items():
        both[seat] = both.get(seat, 0) + cents
    return both
