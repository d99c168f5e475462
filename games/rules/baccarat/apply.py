"""How each event changes the state of a round of ponto e banca."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.rules.baccarat.events import (
    BetsClosed,
    CardDealt,
    CardDrawn,
    Event,
    HandTurned,
    NaturalAnnounced,
    Phase,
    PrizesPaid,
    RoundVoided,
    ScoresCounted,
    StakesCollected,
    State,
)
from games.rules.baccarat.hands import Side
from games.rules.bets import MAX_UNDO, BetPlaced, BetTaken, PlayerBets, Stakes
from games.rules.shared.amounts import minus, plus, total
from games.rules.shared.cards import Card
from games.rules.shared.money import Seat


def apply(state: State, event: Event) -> State:
    match event:
        case BetPlaced(seat=seat, on=on):
            return _add_bet(state, seat, on)
        case BetTaken(seat=seat, on=on):
            return _remove_bet(state, seat, on)
        case BetsClosed():
            return replace(state, phase=Phase.DEALING)
        case CardDealt(place=place):
            return replace(state, down=(*state.down, place), dealt=place + 1)
        case HandTurned(hand=hand, cards=cards):
            return _add_cards(state, hand, cards)
        case CardDrawn(hand=hand, card=card, place=place):
            return replace(_add_cards(state, hand, (card,)), dealt=place + 1)
        case NaturalAnnounced() | ScoresCounted():
            return state  # announcements; the cards already say it
        case StakesCollected(lost=lost):
            return replace(state, lost=lost)
        case PrizesPaid(back=back, prize=prize, commission=commission):
            return replace(state, back=back, prize=prize, commission=commission, phase=Phase.SETTLED)
        case RoundVoided(cause=cause, back=back):
            first = state.down[0] if state.down else state.dealt  # its cards go back to a kept shoe
            return replace(state, back=back, cause=cause, phase=Phase.VOID, dealt=first)
    assert_never(event)


def _add_cards(state: State, hand: Side, cards: tuple[Card, ...]) -> State:
    if hand is Side.PUNTO:
        return replace(state, punto=(*state.punto, *cards))
    return replace(state, banco=(*state.banco, *cards))


def _add_bet(state: State, seat: Seat, on: Stakes) -> State:
    bets = state.bets.get(seat)
    placed = (*bets.placed, on)[-MAX_UNDO:] if bets else (on,)
    own = plus(bets.on, on) if bets else dict(on)
    after = PlayerBets(own, total(own), placed)
    return replace(state, bets={**state.bets, seat: after}, totals=plus(state.totals, on))


def _remove_bet(state: State, seat: Seat, on: Stakes) -> State:
    all_bets = dict(state.bets)
    bets = all_bets.pop(seat)
    own = minus(bets.on, on)
    if own:
        all_bets[seat] = PlayerBets(own, total(own), bets.placed[:-1])
    return replace(state, bets=all_bets, totals=minus(state.totals, on))
