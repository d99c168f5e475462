"""Blackjack (805/2015): every player plays against the bank's single hand.

A round: bets; two cards for everybody, the bank's second face down; blackjacks that the bank cannot match
are paid; against an ace, insurance and even money; the hands in turn; the bank's second card is turned and
the bank draws to 17; losing bets are collected, winning ones paid. Cards are dealt one at a time, so that
the table can show each.  [BJ-2f] [BJ-3]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.rules.bets import BetTaken
from games.rules.blackjack.apply import apply
from games.rules.blackjack.bets import all_bets_of, place_bet, start_deal, take_back
from games.rules.blackjack.decisions import answer_offer, decide, default_decision, seats_to_act
from games.rules.blackjack.events import (
    BANK,
    BETTING,
    DEALING,
    FACE_DOWN,
    NATURALS,
    OFFERS,
    PLAYING,
    SETTLED,
    SETTLING,
    VOID,
    BankDealt,
    Bet,
    BetsClosed,
    CardDealt,
    Command,
    Decision,
    Event,
    HoleDealt,
    HoleTurned,
    Launch,
    OfferAnswer,
    Phase,
    RoundSettled,
    State,
)
from games.rules.blackjack.explanation import explain, outcome, results, stakes
from games.rules.blackjack.settlement import (
    collect_and_pay,
    pay_naturals,
    postings,
    return_stakes,
    settle_by_card,
    settle_insurances,
)
from games.rules.blackjack.sheet import Setting, Sheet, Shoe, check_setting, check_sheet
from games.rules.blackjack.view import describe, event_for_seat, free_options, options, view
from games.rules.engine import Chance, Clock, DrawRecord, Engine, Wait
from games.rules.shared.cards import COVERED, NAMES, PACK, Card, in_order
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode, voids_round

CLOSE_MS = 1200  # between the announcement and the first card
# Before the house's next step, for people to see the last one.
PAUSES_MS: Mapping[Phase, int] = {
    BETTING: 0,
    DEALING: 450,
    NATURALS: 900,
    OFFERS: 0,
    PLAYING: 550,
    BANK: 900,
    SETTLING: 900,
}
WAITS: Mapping[Phase, Wait] = {
    BETTING: Wait.BETS,
    DEALING: Wait.HOUSE,
    NATURALS: Wait.HOUSE,
    OFFERS: Wait.CHOICE,
    PLAYING: Wait.CHOICE,
    BANK: Wait.HOUSE,
    SETTLING: Wait.HOUSE,
    SETTLED: Wait.OVER,
    VOID: Wait.OVER,
}
HOUSE, INDIVIDUAL, CUT = Wait.HOUSE, Mode.INDIVIDUAL, Shoe.CUT


class BlackjackEngine(Engine[Sheet, Setting, State, Command, Event]):
    sheet_type = Sheet
    setting_type = Setting
    state_type = State
    command_type = Command
    event_type = Event

    check_sheet = staticmethod(check_sheet)
    check_setting = staticmethod(check_setting)
    describe = staticmethod(describe)
    apply = staticmethod(apply)
    to_act = staticmethod(seats_to_act)
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
        """A new round, dealt from a new shoe or from the cards that the last round left."""
        seated = tuple(sorted(seats))
        if before is None or not self.keeps_shoe(before):
            return State(sheet, setting, setting.decks, seated)
        return State(sheet, setting, before.decks, seated, first=before.dealt, dealt=before.dealt)

    def act(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        # `isinstance` and not `match`, which is several times slower for structs.
        if isinstance(command, Decision):
            return decide(state, seat, command)
        if isinstance(command, OfferAnswer):
            return answer_offer(state, seat, command)
        if state.phase is not BETTING:
            # Bets stand from the close to the settlement.  [BJ-12b] [BJ-13]
            raise Refused(Refusal.BETS_CLOSED, "BJ-13" if state.setting.mode is INDIVIDUAL else "BJ-12b")
        if isinstance(command, Bet):
            return place_bet(state, seat, command.on)
        if isinstance(command, Launch):
            return start_deal(state, seat)
        return take_back(state, seat, command)

    def advance(self, state: State, chance: Chance) -> tuple[Event, ...]:
        """The house's next single step."""
        phase = state.phase
        if phase is DEALING:
            return (_deal(state, chance),)
        if phase is BANK:
            return _play_bank(state, chance)
        if phase is SETTLING:
            return collect_and_pay(state)
        if phase is PLAYING and state.card_due:
            return _deal_to_hand(state, chance)
        if phase is BETTING:
            # For all players at the same instant. A round without a bet ends here.  [BJ-12a] [BJ-12b]
            return (BetsClosed(),) if state.boxes else (BetsClosed(), RoundSettled())
        if phase is NATURALS:
            return tuple(pay_naturals(state))  # [BJ-20a]
        raise ValueError(f"cannot advance a round that is {phase}")

    def default_action(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """A decision's time is up, or the player of an individual table is gone: bets and round stand.

        [BJ-29] [BJ-30]
        """
        if state.phase is BETTING:
            has_bet = state.setting.mode is INDIVIDUAL and state.places_of(seat)
            return (BetsClosed(),) if has_bet else ()
        return default_decision(state, seat)  # [BJ-30]

    def withdraw(self, state: State, seat: Seat) -> tuple[Event, ...]:
        """A bet to which no card was dealt is returned to a player who ends the session.  [BJ-34]"""
        if state.phase is not BETTING or state.setting.mode is not INDIVIDUAL or not state.places_of(seat):
            return ()
        return (BetTaken(seat, all_bets_of(state, seat)),)  # [BJ-34]

    def void(self, state: State, cause: str) -> tuple[Event, ...]:
        """[BJ-27] [BJ-29] (A20)"""
        if not voids_round(cause):
            return ()  # [BJ-29]
        if state.phase in (SETTLED, VOID):
            raise ValueError(f"cannot void a round that is {state.phase}")
        return (return_stakes(state, cause),)

    def waiting_for(self, state: State) -> Wait:
        return HOUSE if state.card_due else WAITS[state.phase]

    def clock(self, state: State) -> Clock | None:
        """Each decision has its time, and extra time after the warning (A03)."""
        if not self.to_act(state):
            return None
        setting = state.setting
        return Clock((state.phase, state.turn), 1000 * setting.decision_seconds, 1000 * setting.extra_seconds)

    def pause_ms(self, state: State) -> int:
        if state.phase in (SETTLED, VOID):
            return 1000 * state.setting.rest_seconds
        if state.phase is DEALING and state.dealt == state.first:
            return CLOSE_MS
        return PAUSES_MS[state.phase]

    def keeps_shoe(self, state: State) -> bool:
        """The round in which the cut card appears is the last from its shoe.

        After a void round the shoe is as it was before that round.
        """
        return state.setting.shoe is CUT and state.dealt < state.setting.cut

    def end_shoe(self, state: State) -> State:
        return replace(state, dealt=PACK * state.decks)

    def draw_record(self, state: State) -> DrawRecord:
        """Every card that left the shoe.

        The bank's second card has no name if it was never turned.

        [BJ-14b] [BJ-17]
        """
        given = tuple(COVERED if card == FACE_DOWN else NAMES[card] for card in state.given)
        return DrawRecord(given, decks=state.decks, start=state.first)


def _next_card(state: State, chance: Chance) -> Card:
    (card,) = in_order(chance.shuffled(PACK * state.decks), state.dealt, 1)
    return card


def _deal(state: State, chance: Chance) -> Event:
    """One open card for each place and the bank; then a second for each place, and the bank's face down.

    [BJ-14a] [BJ-14b]
    """
    places = tuple(state.boxes)
    count, turn = len(places), state.dealt - state.first
    if turn == count:
        return BankDealt(_next_card(state, chance))  # [BJ-14a]
    if turn == 2 * count + 1:
        return HoleDealt()  # [BJ-14b]
    place = places[turn if turn < count else turn - count - 1]
    return CardDealt(state.boxes[place].seat, place, card=_next_card(state, chance))


def _deal_to_hand(state: State, chance: Chance) -> tuple[Event, ...]:
    """A card to the hand whose turn it is, and what that card decides automatically."""
    box, card = state.boxes[state.place], _next_card(state, chance)
    hand = box.hands[state.hand]
    dealt = CardDealt(box.seat, state.place, state.hand, card=card)
    return (dealt, *settle_by_card(state, state.place, state.hand, hand, (*hand.cards, card)))


def _play_bank(state: State, chance: Chance) -> tuple[Event, ...]:
    """The second card is turned, insurances are settled, then the bank draws."""
    if state.hole >= 0:
        (card,) = in_order(chance.shuffled(PACK * state.decks), state.hole, 1)
        return (HoleTurned(card),)  # [BJ-17]
    if state.is_insured():
        return tuple(settle_insurances(state))
    return (BankDealt(_next_card(state, chance)),)  # [BJ-17b]


ENGINE = BlackjackEngine()
