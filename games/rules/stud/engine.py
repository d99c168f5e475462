"""Stud against the house: póquer sem descarte (803/2015) and Macau stud (61/2004).

A round: antes (and jackpot bets) until the close; five cards each, one of the bank's face up; every player
folds or places a second bet of twice the ante; the bank's hand is opened, and if it plays, hands are
compared and paid; the jackpot is paid last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import assert_never

from games.rules.bets import Clear, Undo
from games.rules.engine import Chance, Clock, DrawRecord, Engine, Wait
from games.rules.shared.cards import PACK, in_order, names
from games.rules.shared.money import Seat
from games.rules.shared.sessions import Mode
from games.rules.stud.apply import apply
from games.rules.stud.bets import (
    chat_closed_by,
    check_launch,
    decide,
    default_decision,
    is_deciding,
    place_bet,
    refuse_after_close,
    take_back,
    withdraw,
)
from games.rules.stud.events import (
    BANK,
    BankDealt,
    BankRevealed,
    Bet,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    CarriedReturned,
    Command,
    Continue,
    DecisionsOpened,
    Event,
    Fold,
    HandState,
    HandVoided,
    JackpotOpened,
    Launch,
    NobodyPlayed,
    PackShuffled,
    Phase,
    State,
)
from games.rules.stud.explanation import explain, results
from games.rules.stud.irregularities import find_irregularity, void, void_irregular
from games.rules.stud.settlement import postings, settle
from games.rules.stud.sheet import VARIANTS, Setting, Sheet, check_setting, check_sheet
from games.rules.stud.variant import HAND_SIZE, Dealing
from games.rules.stud.view import describe, event_for_seat, free_options, options, outcome, stakes, view

CLOSE_MS = 1200  # between the announcement and the first card
CARD_MS = 220  # for each card dealt
LOOK_MS = 2500  # to look at an open hand or a payment


class StudEngine(Engine[Sheet, Setting, State, Command, Event]):
    sheet_type = Sheet
    setting_type = Setting
    state_type = State
    command_type = Command
    event_type = Event

    chat_closed_by = staticmethod(chat_closed_by)
    check_sheet = staticmethod(check_sheet)
    check_setting = staticmethod(check_setting)
    describe = staticmethod(describe)
    void = staticmethod(void)
    withdraw = staticmethod(withdraw)
    apply = staticmethod(apply)
    options = staticmethod(options)
    free_options = staticmethod(free_options)
    view = staticmethod(view)
    event_for_seat = staticmethod(event_for_seat)
    postings = staticmethod(postings)
    stakes = staticmethod(stakes)
    results = staticmethod(results)
    outcome = staticmethod(outcome)
    explain = staticmethod(explain)

    def begin(self, sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
        """A new round.

        The jackpot and the jackpot bets of an irregular hand carry over.

        [MS-11.1] [MS-11.4]
        """
        if before is None:
            return State(sheet, setting)
        return State(sheet, setting, carried=before.held, meter=before.meter)

    def act(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        match command:
            case Fold() | Continue():
                return decide(state, seat, command)
            case Bet() | Undo() | Clear() | Launch() if state.phase is not Phase.BETTING:
                refuse_after_close(state, command)
            case Bet():
                return place_bet(state, seat, command)
            case Undo() | Clear():
                return take_back(state, seat, command)
            case Launch():
                check_launch(state, seat)
                return _close_bets(state)
        assert_never(command)

    def advance(self, state: State, chance: Chance) -> tuple[Event, ...]:
        match state.phase:
            case Phase.BETTING:
                return _close_bets(state)
            case Phase.DEALING:
                return _deal(state, chance)  # once the bets are closed  [CS-19]
            case Phase.DECIDING if not self.to_act(state):
                if any(place.choice is HandState.CONTINUED for place in state.places.values()):
                    return (BankRevealed(state.bank),)  # only after the last decision  [CS-24] [MS-6.8]
                return settle(state)
            case Phase.SHOWDOWN:
                return settle(state)
            case Phase.DECIDING | Phase.SETTLED | Phase.VOID:
                raise ValueError(f"cannot advance a round that is {state.phase}")
        assert_never(state.phase)

    def default_action(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """A decision's time is up, or the player of an individual table left a stake: the hand is dealt.

        [CS-34] [CS-35]
        """
        is_betting = state.phase is Phase.BETTING and state.setting.mode is Mode.INDIVIDUAL
        if is_betting and self.stakes(state).get(seat):
            return _close_bets(state)
        return default_decision(state, seat)

    def waiting_for(self, state: State) -> Wait:
        match state.phase:
            case Phase.BETTING:
                return Wait.BETS
            case Phase.DECIDING:
                return Wait.CHOICE if self.to_act(state) else Wait.HOUSE
            case Phase.DEALING | Phase.SHOWDOWN:
                return Wait.HOUSE
            case Phase.SETTLED | Phase.VOID:
                return Wait.OVER
        assert_never(state.phase)

    def to_act(self, state: State) -> Sequence[Seat]:
        """The seats that have not decided yet; all decide at the same time, each for itself.

        [CS-20] [MS-6.5]
        """
        return [seat for seat in state.playing if is_deciding(state, seat)]

    def clock(self, state: State) -> Clock | None:
        """Everybody has the same time, and everybody who was warned the same extra time.  [CS-21] [CS-31]"""
        seats = self.to_act(state)
        if not seats:
            return None
        whole, extra = 1000 * state.setting.decision_seconds, 1000 * state.setting.extra_seconds
        warned = [seat for seat in seats if state.places[seat].choice is HandState.WARNED]
        if not warned or len(warned) == len(seats):
            return Clock((state.phase,), extra if warned else whole, warned=bool(warned))
        own = {seat: extra if seat in warned else whole for seat in seats}
        return Clock((state.phase,), whole, by_seat=own)

    def pause_ms(self, state: State) -> int:
        """The pace of a live table: between cards, to look at the hands, and between rounds.  [CS-3]"""
        match state.phase:
            case Phase.BETTING:
                return 0
            case Phase.DEALING if not state.dealt:
                return CLOSE_MS
            case Phase.DEALING:
                by_shuffler = state.setting.dealing is Dealing.SHUFFLER
                return CARD_MS * (HAND_SIZE if by_shuffler else len(state.playing) + 1)
            case Phase.DECIDING:
                return CARD_MS
            case Phase.SHOWDOWN:
                return LOOK_MS
            case Phase.SETTLED | Phase.VOID:
                return 1000 * state.setting.rest_seconds
        assert_never(state.phase)

    def is_hidden(self, event: Event) -> bool:
        """A card that is dealt face down.  [CS-19b] [MS-7.1] [MS-7.2]"""
        return isinstance(event, CardDealt) or (isinstance(event, BankDealt) and not event.up)

    def draw_record(self, state: State) -> DrawRecord:
        """The discarded card, then the hands as dealt: in turn, or five at a time.

        [CS-19a] [CS-19b] [MS-7.1] [MS-7.2]
        """
        hands = [state.places[seat].cards for seat in sorted(state.places) if state.places[seat].cards]
        hands.append(state.bank)
        by_shuffler = state.setting.dealing is Dealing.SHUFFLER
        turns: Iterable[Sequence[int]] = hands if by_shuffler else zip(*hands, strict=False)
        return DrawRecord(tuple(names([*state.discard, *chain.from_iterable(turns)])), decks=1)


def _close_bets(state: State) -> tuple[Event, ...]:
    """For all players at once.

    No card is dealt to a place without an ante.

    [CS-2a] [CS-14a] [CS-14b] [MS-6.2]
    """
    terms, playing = state.setting.jackpot, state.playing
    events: list[Event] = [BetsClosed(state.meter, state.carried)]
    unused = {seat: cents for seat, cents in state.carried.items() if terms is None or seat not in playing}
    if unused:
        events.append(CarriedReturned(unused))  # no ante in this round (A49)
    if not playing:
        return (*events, NobodyPlayed())
    if terms is not None and state.meter == 0:
        events.append(JackpotOpened(terms.minimum))  # [MS-10.8b]
    return tuple(events)


def _deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """The next turn of the deal. When the hands are complete, the croupier checks the deal."""
    variant, dealing, order = VARIANTS[state.sheet.system], state.setting.dealing, chance.shuffled(PACK)
    if sorted(order) != list(range(PACK)):
        # A wrong pack voids the hand.  [MS-11.4]
        return void_irregular(state, "shuffler-failure" if dealing is Dealing.SHUFFLER else "wrong-deal")
    if variant.shuffles and not state.shuffled:
        # The white card is at the end of the cut pack and is never reached.  [MS-3.1] [MS-3.2]
        return (PackShuffled(dealing, cut=dealing is Dealing.SHOE),)
    if variant.discards_first and not state.discard:
        (card,) = in_order(order, 0, 1)
        return (CardDiscarded(card),)  # [CS-19a]
    if dealing is Dealing.SHOE and len(state.bank) < HAND_SIZE:
        return _deal_in_turn(state, order)
    if dealing is Dealing.SHUFFLER and not state.bank:
        return _deal_five(state, order)
    return _check_deal(state)


def _check_deal(state: State) -> tuple[Event, ...]:
    if irregularity := find_irregularity(state):
        return void_irregular(state, irregularity)  # [MS-11.1]
    without_ante = [seat for seat, place in state.places.items() if place.cards and not place.ante]
    if without_ante and not VARIANTS[state.sheet.system].carry_over_causes:
        return void_irregular(state, "wrong-deal")
    return (*map(HandVoided, without_ante), DecisionsOpened())  # [CS-20] [MS-6.5] [MS-11.3]


def _deal_in_turn(state: State, order: Sequence[int]) -> tuple[Event, ...]:
    """One card to each player in the order of the places, clockwise, and the last to the bank.

    [CS-19b] [MS-7.1]
    """
    playing = state.playing
    *players_cards, bank_card = in_order(order, state.dealt, len(playing) + 1)
    # The bank's last card is face up [CS-19c] [MS-7.1], unless another was exposed by accident [MS-11.2].
    up = len(state.bank) == HAND_SIZE - 1 and not state.face_up
    return (*map(CardDealt, playing, players_cards), BankDealt(bank_card, up))


def _deal_five(state: State, order: Sequence[int]) -> tuple[Event, ...]:
    """Five cards at once to the next player, and last to the dealer, whose top card is face up.  [MS-7.2]"""
    cards = in_order(order, state.dealt, HAND_SIZE)
    seat = next((seat for seat in state.playing if not state.places[seat].cards), BANK)
    if seat != BANK:
        return tuple(CardDealt(seat, card) for card in cards)
    return tuple(BankDealt(card, up=index == 0) for index, card in enumerate(cards))


ENGINE = StudEngine()
