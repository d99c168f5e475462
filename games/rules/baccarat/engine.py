"""Ponto e banca and Macau (812/2015): one game, and a variant that differs only in its limits.

A round: players bet until the house closes the bets (multiple players) or the player starts the deal
(individual); four cards are dealt face down, punto's two are turned, then banco's; each hand may get one
more card by the table of rule 20; losing stakes are collected, then winning ones are paid. The step that
makes both scores known also settles the round, so that nothing can interrupt it in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from games.rules.baccarat.apply import apply
from games.rules.baccarat.bets import place_bet, start_deal, take_back
from games.rules.baccarat.description import describe
from games.rules.baccarat.events import (
    Bet,
    BetsClosed,
    CardDealt,
    CardDrawn,
    Command,
    Event,
    HandTurned,
    Launch,
    NaturalAnnounced,
    Phase,
    RoundVoided,
    State,
)
from games.rules.baccarat.hands import NATURAL, Side, next_to_draw, score
from games.rules.baccarat.settlement import postings, settle
from games.rules.baccarat.sheet import Setting, Sheet, Shoe, check_setting, check_sheet
from games.rules.baccarat.view import event_for_seat, explain, options, outcome, results, stakes, view
from games.rules.bets import BetTaken, Clear, Undo
from games.rules.engine import Chance, DrawRecord, Engine, Wait
from games.rules.shared.cards import COVERED, PACK, in_order, names
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode, voids_round

CLOSE_MS = 1200  # between the announcement and the first card
DEAL = (Side.PUNTO, Side.BANCO, Side.PUNTO, Side.BANCO)  # one at a time, alternately, punto first  [PB-17]


class BaccaratEngine(Engine[Sheet, Setting, State, Command, Event]):
    sheet_type = Sheet
    setting_type = Setting
    state_type = State
    command_type = Command
    event_type = Event

    results_shown = 72  # the scoreboards are drawn from them

    check_sheet = staticmethod(check_sheet)
    check_setting = staticmethod(check_setting)
    describe = staticmethod(describe)
    apply = staticmethod(apply)
    options = staticmethod(options)
    view = staticmethod(view)
    event_for_seat = staticmethod(event_for_seat)
    postings = staticmethod(postings)
    stakes = staticmethod(stakes)
    results = staticmethod(results)
    outcome = staticmethod(outcome)
    explain = staticmethod(explain)

    def begin(self, sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
        """A new round, dealt from the cards that the last one left if its shoe is kept.

        A shoe of another size is a new one.
        """
        if before is None or not self.keeps_shoe(before) or before.setting.decks != setting.decks:
            return State(sheet, setting)
        return State(sheet, setting, dealt=before.dealt)

    def act(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        if state.phase is not Phase.BETTING:
            # Bets stand from the close to the settlement.  [PB-2c] [PB-16] [PB-27b]
            rule = "PB-16" if state.setting.mode is Mode.INDIVIDUAL else "PB-27b"
            raise Refused(Refusal.BETS_CLOSED, rule)
        match command:
            case Bet(on=on):
                return place_bet(state, seat, on)
            case Undo() | Clear():
                return take_back(state, seat, command)
            case Launch():
                return start_deal(state, seat)
        assert_never(command)

    def advance(self, state: State, chance: Chance) -> tuple[Event, ...]:
        match state.phase:
            case Phase.BETTING:
                return (BetsClosed(),)  # for all players at once  [PB-27a] [PB-27b]
            case Phase.DEALING:
                return _deal(state, chance)
            case Phase.SETTLED | Phase.VOID:
                raise ValueError(f"cannot advance a round that is {state.phase}")
        assert_never(state.phase)

    def default_action(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """The player of an individual table left a bet on it: the bet stands, so the house deals.

        [PB-30a] [PB-30b]
        """
        is_betting = state.phase is Phase.BETTING and state.setting.mode is Mode.INDIVIDUAL
        return (BetsClosed(),) if is_betting and seat in state.bets else ()

    def withdraw(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """A bet whose deal never started is returned to a player who ends the session.  [PB-34]"""
        is_betting = state.phase is Phase.BETTING and state.setting.mode is Mode.INDIVIDUAL
        return (BetTaken(seat, state.bets[seat].on),) if is_betting and seat in state.bets else ()

    def void(self, state: State, cause: str) -> tuple[Event, ...]:
        """[PB-29] [PB-30a]"""
        if not voids_round(cause):
            return ()
        if state.phase in (Phase.SETTLED, Phase.VOID):
            raise ValueError(f"cannot void a round that is {state.phase}")
        return (RoundVoided(cause, {seat: bets.total for seat, bets in state.bets.items()}),)  # [PB-29]

    def waiting_for(self, state: State) -> Wait:
        match state.phase:
            case Phase.BETTING:
                return Wait.BETS
            case Phase.DEALING:
                return Wait.HOUSE
            case Phase.SETTLED | Phase.VOID:
                return Wait.OVER
        assert_never(state.phase)

    def pause_ms(self, state: State) -> int:
        match state.phase:
            case Phase.BETTING:
                return 0
            case Phase.DEALING if not state.down:
                return CLOSE_MS
            case Phase.DEALING:
                # Four cards come one at a time. Two turned cards, or a third, need time to be read.
                return state.setting.card_ms * (2 if state.punto else len(DEAL))
            case Phase.SETTLED | Phase.VOID:
                return 1000 * state.setting.rest_seconds
        assert_never(state.phase)

    def keeps_shoe(self, state: State) -> bool:
        """Until the cut card has appeared. After a void round the shoe is as it was before that round."""
        cards_left = state.setting.decks * PACK - state.dealt
        return state.setting.shoe is Shoe.KEPT and cards_left > state.setting.cut_card

    def end_shoe(self, state: State) -> State:
        return replace(state, dealt=PACK * state.setting.decks)

    def draw_record(self, state: State) -> DrawRecord:
        """The first four cards as dealt, then punto's third card before banco's.

        Cards not turned yet have no names.

        [PB-17] [PB-20]
        """
        punto, banco = names(state.punto) or [COVERED] * 2, names(state.banco) or [COVERED] * 2
        first_four = (punto[0], banco[0], punto[1], banco[1])[: len(state.down)]
        start = state.down[0] if state.down else state.dealt
        return DrawRecord((*first_four, *punto[2:], *banco[2:]), decks=state.setting.decks, start=start)


def _deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """The next step of the deal that people see by itself.

    No card is dealt before the bets are closed.

    [PB-16]
    """
    if not state.down:
        return tuple(CardDealt(hand, state.dealt + index) for index, hand in enumerate(DEAL))  # [PB-17]
    shoe = chance.shuffled(state.setting.decks * PACK)  # whole packs, six or eight  [PB-6b] [PB-6c]
    if not state.punto:
        return _turn(state, Side.PUNTO, shoe)  # [PB-18]
    if not state.banco:
        return _settle_if_complete(state, _turn(state, Side.BANCO, shoe))  # [PB-18]
    hand = next_to_draw(state.punto, state.banco)  # [PB-20]
    assert hand is not None
    (card,) = in_order(shoe, state.dealt, 1)
    return _settle_if_complete(state, (CardDrawn(hand, card, state.dealt),))


def _turn(state: State, hand: Side, shoe: Sequence[int]) -> tuple[Event, ...]:
    """The face-down cards are read from the shoe only now: until they are turned nobody has them."""
    places = [place for place, owner in zip(state.down, DEAL, strict=True) if owner is hand]
    first, second = (in_order(shoe, place, 1)[0] for place in places)
    cards = (first, second)
    if score(cards) in NATURAL:
        # A natural ends the hand.  [PB-20-ponto-8-9] [PB-20-banca-8-9]
        return HandTurned(hand, cards), NaturalAnnounced(hand, score(cards))
    return (HandTurned(hand, cards),)


def _settle_if_complete(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Settle in the same step once no card is to come: scores that can be determined are always determined.

    [PB-29]
    """
    for event in events:
        state = apply(state, event)
    return events if next_to_draw(state.punto, state.banco) else (*events, *settle(state))


ENGINE = BaccaratEngine()
