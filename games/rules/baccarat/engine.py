"""Ponto e banca and Macau (812/2015): one game, and a variant that differs in its limits alone.

A round: players bet until the house closes the bets (multiple players) or the player starts the deal (individual); four
cards are dealt face down, punto's two are turned, then banco's; each hand may get one card more by the table of rule 20;
losing stakes are collected, then winning ones are paid. The step that makes both scores known also settles the round, so
that no interruption can come between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from games.rules.baccarat.bets import launch, lay, take
from games.rules.baccarat.description import describe
from games.rules.baccarat.events import (
    MOST_UNDONE,
    Bet,
    BetPlaced,
    Bets,
    BetsClosed,
    BetTaken,
    CardDealt,
    CardDrawn,
    Clear,
    Command,
    Event,
    HandTurned,
    Launch,
    NaturalAnnounced,
    Phase,
    PrizesPaid,
    RoundVoided,
    ScoresCounted,
    StakesCollected,
    State,
    Undo,
    in_all,
    less,
    more,
)
from games.rules.baccarat.hands import NATURAL, Hand, draws_next, score
from games.rules.baccarat.settlement import settle
from games.rules.baccarat.sheet import Setting, Sheet, Shoe, check, check_setting
from games.rules.baccarat.view import explain, options, outcome, results, stakes, told, view
from games.rules.engine import Cents, Chance, Clock, Drawn, Posting, Refusal, Refused, Road, Seat, Wait
from games.rules.shared.cards import COVERED, PACK, Card, in_order, names
from games.rules.shared.sessions import Mode, voids

__all__ = [
    "ANYTIME",
    "BETWEEN_PLAYERS",
    "Command",
    "Event",
    "Setting",
    "Sheet",
    "State",
    "absence",
    "act",
    "advance",
    "apply",
    "begin",
    "check",
    "check_setting",
    "clock",
    "describe",
    "drawn",
    "end_shoe",
    "explain",
    "hidden",
    "keeps_shoe",
    "lapse",
    "options",
    "outcome",
    "pause",
    "positions",
    "postings",
    "results",
    "stakes",
    "to_act",
    "told",
    "view",
    "void",
    "waits",
    "withdraw",
]

CLOSE_MS = 1200  # between the announcement and the first card
BETWEEN_PLAYERS = False
ANYTIME: tuple[type, ...] = ()
DEAL = (Hand.PUNTO, Hand.BANCO, Hand.PUNTO, Hand.BANCO)  # one at a time, alternately, punto first  [PB-17]


def begin(sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
    """A new round, dealt from where the last one ended if its shoe is kept; a shoe of another size is a new one."""
    kept = before is not None and keeps_shoe(before) and before.setting.decks == setting.decks
    return State(sheet, setting, dealt=before.dealt if before is not None and kept else 0)


def act(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    if state.phase is not Phase.BETTING:
        # Bets stand from the close to the settlement.  [PB-2c] [PB-16] [PB-27b]
        raise Refused(Refusal.BETS_CLOSED, "PB-16" if state.setting.mode == Mode.INDIVIDUAL else "PB-27b")
    match command:
        case Bet(on=on):
            return lay(state, seat, on)
        case Undo() | Clear():
            return take(state, seat, command)
        case Launch():
            launch(state, seat)
            return (BetsClosed(),)
    assert_never(command)


def advance(state: State, chance: Chance) -> tuple[Event, ...]:
    match state.phase:
        case Phase.BETTING:
            return (BetsClosed(),)  # for all players at the same instant  [PB-27a] [PB-27b]
        case Phase.DEALING:
            return _deal(state, chance)
    raise ValueError(f"a round that is {state.phase} does not go on")


def _deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """The next step of the deal that people see by itself; no card before the bets are closed.  [PB-16]"""
    if not state.down:
        return tuple(CardDealt(hand, state.dealt + index) for index, hand in enumerate(DEAL))  # [PB-17]
    shoe = chance.shuffled(state.setting.decks * PACK)  # whole packs, six or eight  [PB-6b] [PB-6c]
    if not state.punto:
        return _turn(state, Hand.PUNTO, shoe)  # [PB-18]
    if not state.banco:
        return _settled(state, _turn(state, Hand.BANCO, shoe))  # [PB-18]
    hand = draws_next(state.punto, state.banco)  # [PB-20]
    assert hand is not None
    (card,) = in_order(shoe, state.dealt, 1)
    return _settled(state, (CardDrawn(hand, card, state.dealt),))


def _turn(state: State, hand: Hand, shoe: Sequence[int]) -> tuple[Event, ...]:
    """The cards that lie face down get their faces from the shoe only now: until they are turned nobody has them."""
    first, second = (
        in_order(shoe, place, 1)[0] for place, owner in zip(state.down, DEAL, strict=True) if owner is hand
    )
    cards = (first, second)
    if score(cards) in NATURAL:
        return HandTurned(hand, cards), NaturalAnnounced(
            hand, score(cards)
        )  # [PB-20-ponto-8-9] [PB-20-banca-8-9]
    return (HandTurned(hand, cards),)


def _settled(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """With the settlement, when no card is to come: scores that can be determined are never left undetermined.  [PB-29]"""
    for event in events:
        state = apply(state, event)
    return events if draws_next(state.punto, state.banco) else (*events, *settle(state))


def lapse(state: State, seat: Seat) -> tuple[Event, ...]:
    """The player of an individual table is gone with a bet laid: the bet stands, so the house deals.  [PB-30a] [PB-30b]"""
    if seat in state.bets and state.phase is Phase.BETTING and state.setting.mode == Mode.INDIVIDUAL:
        return (BetsClosed(),)
    return ()


def withdraw(state: State, seat: Seat) -> tuple[Event, ...]:
    """A bet whose deal was never started goes back to a player who ends the session; at a table for many it stands.  [PB-34]"""
    if seat not in state.bets or state.phase is not Phase.BETTING or state.setting.mode != Mode.INDIVIDUAL:
        return ()
    return (BetTaken(seat, state.bets[seat].on),)


def void(state: State, cause: str) -> tuple[Event, ...]:
    """Every stake goes back, where the cause makes the round void; otherwise nothing happens.  [PB-29] [PB-30a]"""
    if not voids(cause):
        return ()
    if state.phase in (Phase.SETTLED, Phase.VOID):
        raise ValueError(f"a round that is {state.phase} cannot become void")
    return (RoundVoided(cause, {seat: bets.total for seat, bets in state.bets.items()}),)  # [PB-29]


def apply(state: State, event: Event) -> State:
    match event:
        case BetPlaced(seat=seat, on=on):
            return _with_bet(state, seat, on)
        case BetTaken(seat=seat, on=on):
            return _without_bet(state, seat, on)
        case BetsClosed():
            return replace(state, phase=Phase.DEALING)
        case CardDealt(place=place):
            return replace(state, down=(*state.down, place), dealt=place + 1)
        case HandTurned(hand=hand, cards=cards):
            return _with_cards(state, hand, cards)
        case CardDrawn(hand=hand, card=card, place=place):
            return replace(_with_cards(state, hand, (card,)), dealt=place + 1)
        case NaturalAnnounced() | ScoresCounted():
            return state  # said aloud; the cards say it too
        case StakesCollected(lost=lost):
            return replace(state, lost=lost)
        case PrizesPaid(back=back, prize=prize, commission=commission):
            return replace(state, back=back, prize=prize, commission=commission, phase=Phase.SETTLED)
        case RoundVoided(cause=cause, back=back):
            return replace(state, back=back, cause=cause, phase=Phase.VOID)
    assert_never(event)


def _with_cards(state: State, hand: Hand, cards: tuple[Card, ...]) -> State:
    if hand is Hand.PUNTO:
        return replace(state, punto=(*state.punto, *cards))
    return replace(state, banco=(*state.banco, *cards))


def _with_bet(state: State, seat: Seat, on: dict[str, Cents]) -> State:
    bets = state.bets.get(seat)
    laid = (*bets.laid, on)[-MOST_UNDONE:] if bets else (on,)
    lying = more(bets.on, on) if bets else dict(on)
    after = Bets(lying, in_all(lying), laid)
    return replace(state, bets={**state.bets, seat: after}, totals=more(state.totals, on))


def _without_bet(state: State, seat: Seat, on: dict[str, Cents]) -> State:
    others = dict(state.bets)
    bets = others.pop(seat)
    lying = less(bets.on, on)
    if lying:
        others[seat] = Bets(lying, in_all(lying), bets.laid[:-1])
    return replace(state, bets=others, totals=less(state.totals, on))


def waits(state: State) -> Wait:
    match state.phase:
        case Phase.BETTING:
            return Wait.BETS
        case Phase.DEALING:
            return Wait.HOUSE
        case Phase.SETTLED | Phase.VOID:
            return Wait.OVER
    assert_never(state.phase)


def to_act(state: State) -> Sequence[Seat]:
    return ()  # nobody decides anything once the bets are closed: the table of rule 20 does


def clock(state: State) -> Clock | None:
    return None


def absence(state: State, seat: Seat) -> str:
    return ""


def end_shoe(state: State) -> State:
    return replace(state, dealt=PACK * state.setting.decks)


def pause(state: State) -> int:
    match state.phase:
        case Phase.BETTING:
            return 0
        case Phase.DEALING if not state.down:
            return CLOSE_MS
        case Phase.DEALING:
            # Four cards come one at a time; two that are turned, or a third, want to be read.
            return state.setting.card_ms * (2 if state.punto else len(DEAL))
        case Phase.SETTLED | Phase.VOID:
            return 1000 * state.setting.rest_seconds
    assert_never(state.phase)


def hidden(event: Event) -> bool:
    return False  # a card that lies face down has no face in the record


def keeps_shoe(state: State) -> bool:
    """Until the cut card has come out; the shoe of a void round is not dealt from again."""
    left = state.setting.decks * PACK - state.dealt
    return state.setting.shoe == Shoe.KEPT and state.phase is Phase.SETTLED and left > state.setting.cut_card


def drawn(state: State) -> Drawn:
    """The first four cards as they were dealt, then punto's third before banco's; a hand not yet turned has no names.  [PB-17] [PB-20]"""
    punto, banco = names(state.punto) or [COVERED, COVERED], names(state.banco) or [COVERED, COVERED]
    first = (punto[0], banco[0], punto[1], banco[1])[: len(state.down)]
    start = state.down[0] if state.down else state.dealt
    return Drawn((*first, *punto[2:], *banco[2:]), decks=state.setting.decks, start=start)


def positions(state: State, seat: Seat | None) -> tuple[int, ...]:
    return ()  # no card is opened by itself: the seed opens all


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            return (Posting(Road.STAKE, seat, in_all(on)),)
        case BetTaken(seat=seat, on=on):
            return (Posting(Road.STAKE_BACK, seat, in_all(on)),)
        case StakesCollected(lost=lost):
            return _along(Road.STAKE_LOST, lost)  # [PB-22]
        case PrizesPaid(back=back, prize=prize, commission=commission):
            # A winning stake stays the player's; the commission is deducted of the prize.  [PB-24] [PB-26]
            return (
                *_along(Road.STAKE_BACK, back),
                *_along(Road.PRIZE, prize),
                *_along(Road.COMMISSION, commission),
            )
        case RoundVoided(back=back):
            return _along(Road.STAKE_BACK, back)  # [PB-29]
        case BetsClosed() | CardDealt() | HandTurned() | NaturalAnnounced() | CardDrawn() | ScoresCounted():
            return ()
    assert_never(event)


def _along(road: Road, amounts: Mapping[Seat, Cents]) -> tuple[Posting, ...]:
    return tuple(Posting(road, seat, cents) for seat, cents in amounts.items())
