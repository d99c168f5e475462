"""How each event changes the state of a stud round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.rules.bets import MAX_UNDO, BetPlaced, BetTaken
from games.rules.shared.amounts import plus, total
from games.rules.shared.money import Seat
from games.rules.stud.events import (
    BANK,
    BankDealt,
    BankRevealed,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CarriedReturned,
    Continued,
    DecisionsOpened,
    DecisionWarned,
    Event,
    Folded,
    HandsRevealed,
    HandState,
    HandVoided,
    JackpotFed,
    JackpotOpened,
    JackpotPaid,
    JackpotPrize,
    JackpotSettled,
    NobodyPlayed,
    PackShuffled,
    Phase,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    State,
)
from games.rules.stud.variant import HAND_SIZE


def apply(state: State, event: Event) -> State:
    return HANDLERS[type(event)](state, event)


def _change_place(state: State, seat: Seat, **changes: object) -> State:
    place = replace(state.place_of(seat), **changes)
    return replace(state, places={**state.places, seat: place})


def _without_place(state: State, seat: Seat) -> State:
    return replace(state, places={other: place for other, place in state.places.items() if other != seat})


# --- Bets


def _bet_placed(state: State, event: BetPlaced) -> State:
    place, on = state.place_of(event.seat), event.on
    ante, jackpot = place.ante + on.get("ante", 0), place.jackpot + on.get("jackpot", 0)
    placed = (*place.placed, on)[-MAX_UNDO:]
    return _change_place(state, event.seat, ante=ante, jackpot=jackpot, placed=placed)


def _bet_taken(state: State, event: BetTaken) -> State:
    place, on = state.places[event.seat], event.on
    ante, jackpot = place.ante - on.get("ante", 0), place.jackpot - on.get("jackpot", 0)
    if not (ante or jackpot):
        return _without_place(state, event.seat)
    return _change_place(state, event.seat, ante=ante, jackpot=jackpot, placed=place.placed[:-1])


def _bets_closed(state: State, event: BetsClosed) -> State:
    return replace(state, phase=Phase.DEALING, meter=event.meter, carried=event.carried)


def _carried_returned(state: State, event: CarriedReturned) -> State:
    carried = {seat: cents for seat, cents in state.carried.items() if seat not in event.back}
    return replace(state, carried=carried, returned=event.back)


def _jackpot_opened(state: State, event: JackpotOpened) -> State:
    return replace(state, meter=state.meter + event.cents)


def _nobody_played(state: State, event: NobodyPlayed) -> State:
    return replace(state, phase=Phase.SETTLED)


# --- Cards


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    return replace(state, shuffled=True)


def _card_discarded(state: State, event: CardDiscarded) -> State:
    return replace(state, discard=(*state.discard, event.card))


def _card_dealt(state: State, event: CardDealt) -> State:
    return _change_place(state, event.seat, cards=(*state.place_of(event.seat).cards, event.card))


def _bank_dealt(state: State, event: BankDealt) -> State:
    face_up = (*state.face_up, len(state.bank)) if event.up else state.face_up
    return replace(state, bank=(*state.bank, event.card), face_up=face_up)


def _card_exposed(state: State, event: CardExposed) -> State:
    exposures = state.exposures + 1
    if event.hand == BANK:
        # It stays face up, and all the others are dealt face down.  [MS-11.2]
        return replace(state, face_up=(event.place,), exposures=exposures)
    return replace(state, exposed={**state.exposed, event.hand: (event.place,)}, exposures=exposures)


def _hand_voided(state: State, event: HandVoided) -> State:
    return _without_place(state, event.hand)


# --- Decisions and showdown


def _decisions_opened(state: State, event: DecisionsOpened) -> State:
    return replace(state, phase=Phase.DECIDING)


def _decision_warned(state: State, event: DecisionWarned) -> State:
    return _change_place(state, event.seat, choice=HandState.WARNED)


def _folded(state: State, event: Folded) -> State:
    return _change_place(state, event.seat, choice=HandState.FOLDED)


def _continued(state: State, event: Continued) -> State:
    return _change_place(state, event.seat, choice=HandState.CONTINUED, second=event.cents)


def _bank_revealed(state: State, event: BankRevealed) -> State:
    return replace(state, phase=Phase.SHOWDOWN, face_up=tuple(range(HAND_SIZE)))


def _hands_revealed(state: State, event: HandsRevealed) -> State:
    return replace(state, revealed=event.hands)


# --- Settlement


def _stakes_collected(state: State, event: StakesCollected) -> State:
    return replace(state, lost=event.lost)


def _prizes_paid(state: State, event: PrizesPaid) -> State:
    return replace(state, back=event.back, prize=event.prize, phase=Phase.SETTLED)


def _jackpot_fed(state: State, event: JackpotFed) -> State:
    """A jackpot bet is spent, whatever it wins."""
    spent = {seat: state.jackpot_bet_of(seat) for seat in {**event.share, **event.held_share}}
    meter = state.meter + total(event.share) + total(event.held_share)
    return replace(state, lost=plus(state.lost, spent), meter=meter)


def _jackpot_paid(state: State, event: JackpotPaid) -> State:
    prize = JackpotPrize(event.seat, event.kind, event.cents, event.fill)
    return replace(
        state,
        prize=plus(state.prize, {event.seat: event.cents}),
        jackpot_prizes=(*state.jackpot_prizes, prize),
        revealed={**state.revealed, event.seat: event.cards},
        meter=state.meter + event.fill - event.cents,
    )


def _jackpot_settled(state: State, event: JackpotSettled) -> State:
    return replace(state, meter=state.meter + event.restart)


def _round_voided(state: State, event: RoundVoided) -> State:
    held, back = plus(event.held, event.kept), plus(event.back, event.returned)
    return replace(state, back=back, held=held, cause=event.cause, phase=Phase.VOID)


HANDLERS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    BetPlaced: _bet_placed,
    BetTaken: _bet_taken,
    BetsClosed: _bets_closed,
    CarriedReturned: _carried_returned,
    JackpotOpened: _jackpot_opened,
    NobodyPlayed: _nobody_played,
    PackShuffled: _pack_shuffled,
    CardDiscarded: _card_discarded,
    CardDealt: _card_dealt,
    BankDealt: _bank_dealt,
    CardExposed: _card_exposed,
    HandVoided: _hand_voided,
    DecisionsOpened: _decisions_opened,
    DecisionWarned: _decision_warned,
    Folded: _folded,
    Continued: _continued,
    BankRevealed: _bank_revealed,
    HandsRevealed: _hands_revealed,
    StakesCollected: _stakes_collected,
    PrizesPaid: _prizes_paid,
    JackpotFed: _jackpot_fed,
    JackpotPaid: _jackpot_paid,
    JackpotSettled: _jackpot_settled,
    RoundVoided: _round_voided,
}
