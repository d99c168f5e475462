"""How each event changes the state of a roulette round."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.rules.bets import MAX_UNDO, BetTaken, PlayerBets, Stakes
from games.rules.roulette.events import (
    NO_BETS,
    SHARDS,
    BetPlaced,
    BetsClosed,
    Event,
    HeldCollected,
    HeldKept,
    HeldReturned,
    NumberDrawn,
    Phase,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    StakesHeld,
    State,
)
from games.rules.shared.amounts import minus, plus, total
from games.rules.shared.money import Seat


def apply(state: State, event: Event) -> State:
    match event:
        case BetPlaced(seat=seat, on=on):
            return _add_bet(state, seat, on)
        case BetTaken(seat=seat, on=on):
            return _remove_bet(state, seat, on)
        case BetsClosed():
            return replace(state, phase=Phase.CLOSED)
        case NumberDrawn(number=number):
            return replace(state, number=number)
        case StakesCollected(lost=lost) | HeldCollected(lost=lost):
            return replace(state, lost=plus(state.lost, lost))
        case StakesHeld(held=held) | HeldKept(held=held):
            all_held = dict(state.held)
            for seat, stakes in held.items():
                all_held[seat] = plus(all_held.get(seat, {}), stakes)
            return replace(state, held=all_held)
        case HeldReturned(back=back):
            return replace(state, back=plus(state.back, back))
        case PrizesPaid(back=back, prize=prize):
            return replace(state, back=plus(state.back, back), prize=prize, phase=Phase.SETTLED)
        case RoundVoided(cause=cause, back=back, held=returned):
            return replace(state, back=plus(back, returned), cause=cause, phase=Phase.VOID)
    assert_never(event)


def _add_bet(state: State, seat: Seat, on: Stakes) -> State:
    # One loop adds to the player's bets and to the totals of the table: this runs for every bet at a full
    # table.
    bets = state.bets_of(seat)
    own, totals = dict(bets.on) if bets else {}, dict(state.totals)
    staked = bets.total if bets else 0
    for place, cents in on.items():
        own[place] = own.get(place, 0) + cents
        totals[place] = totals.get(place, 0) + cents
        staked += cents
    placed = (*bets.placed, on)[-MAX_UNDO:] if bets else (on,)
    shard = {**state.bets.get(seat % SHARDS, NO_BETS), seat: PlayerBets(own, staked, placed)}
    return replace(state, bets={**state.bets, seat % SHARDS: shard}, totals=totals)


def _remove_bet(state: State, seat: Seat, on: Stakes) -> State:
    shard = dict(state.bets[seat % SHARDS])
    bets = shard.pop(seat)
    own = minus(bets.on, on)
    if own:
        shard[seat] = PlayerBets(own, bets.total - total(on), bets.placed[:-1])
    return replace(state, bets={**state.bets, seat % SHARDS: shard}, totals=minus(state.totals, on))
