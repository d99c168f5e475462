"""Blackjack (805/2015): every player against the one hand of the bank.

A round: bets; two cards for everybody, the bank's second face down; blackjacks that the bank cannot match are paid; against
an ace, insurance and even money; the hands in turn; the bank's second card is shown and the bank draws to 17; losing bets are
collected, winning ones paid. Cards come one at a time, so that the table can show each.  [BJ-2f] [BJ-3]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from games.rules.blackjack.apply import apply
from games.rules.blackjack.decisions import answer, bet, by_default, decide
from games.rules.blackjack.events import (
    BANK,
    BETTING,
    DEALING,
    FACE_DOWN,
    NATURALS,
    PLAYING,
    SETTLED,
    SETTLING,
    VOID,
    BankDealt,
    Bet,
    BetPlaced,
    BetsClosed,
    BetTaken,
    CardAsked,
    CardDealt,
    Command,
    Decline,
    Double,
    EvenMoney,
    Event,
    Hand,
    HandDoubled,
    HandSettled,
    HandSplit,
    HandStood,
    Hit,
    HoleDealt,
    HoleTurned,
    InsurancePlaced,
    InsuranceSettled,
    Insure,
    Laid,
    Launch,
    OfferDeclined,
    Phase,
    RoundSettled,
    RoundVoided,
    SpecialPaid,
    Split,
    Stand,
    State,
    Surrender,
    Undo,
)
from games.rules.blackjack.settlement import at_once, collect_and_pay, insurances, naturals
from games.rules.blackjack.sheet import Setting, Sheet, Shoe, check, check_setting
from games.rules.blackjack.view import (
    describe,
    explain,
    options,
    outcome,
    results,
    stakes,
    to_act,
    told,
    view,
    waits,
)
from games.rules.engine import Cents, Chance, Clock, Drawn, Posting, Refusal, Refused, Road, Seat
from games.rules.shared.cards import COVERED, NAMES, PACK, Card, in_order
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

# Milliseconds before the house's next step, for people to see the last one.
PAUSES: Mapping[Phase, int] = {
    BETTING: 0,
    DEALING: 450,
    NATURALS: 900,
    PLAYING: 550,
    BANK: 900,
    SETTLING: 900,
}
CLOSE_MS = 1200  # between the announcement and the first card
INDIVIDUAL, CUT = Mode.INDIVIDUAL, Shoe.CUT
DECISIONS = frozenset((Hit, Stand, Double, Split, Surrender))  # on the hand whose turn it is
ANSWERS = frozenset((Insure, EvenMoney, Decline))  # to the offers against an ace
BETWEEN_PLAYERS = False
ANYTIME: tuple[type, ...] = ()


def begin(sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
    """A new round: with cards shuffled afresh, or from where the last round left the shoe."""
    seated = tuple(sorted(seats))
    if before is None or not keeps_shoe(before):
        return State(sheet, setting, setting.decks, seated)
    return State(sheet, setting, before.decks, seated, first=before.dealt, dealt=before.dealt)


def act(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    # By type and not by match, which is several times slower for structs.
    said: Any = command
    kind = type(said)
    if kind in DECISIONS:
        return decide(state, seat, said)
    if kind in ANSWERS:
        return answer(state, seat, said)
    if state.phase is not BETTING:
        # Bets of a round stand from the close to its settlement.
        raise Refused(
            Refusal.BETS_CLOSED, "BJ-13" if state.setting.mode is Mode.INDIVIDUAL else "BJ-12b"
        )  # [BJ-12b] [BJ-13]
    if kind is Bet:
        return bet(state, seat, said.on)
    if kind is Launch:
        if state.setting.mode is not INDIVIDUAL:
            raise Refused(Refusal.NOT_OFFERED, "BJ-12a")  # the timer closes the bets of all  [BJ-12a]
        if not state.places_of(seat):
            raise Refused(Refusal.NOTHING_BET, "BJ-13")  # only after a bet  [BJ-13]
        return (BetsClosed(),)
    laid = state.laid.get(seat, ())
    if not (laid if kind is Undo else state.places_of(seat)):
        raise Refused(Refusal.NOTHING_TO_UNDO, "BJ-2f")
    return (BetTaken(seat, laid[-1] if kind is Undo else _all_of(state, seat)),)


def advance(state: State, chance: Chance) -> tuple[Event, ...]:
    """The one next thing that the house does."""
    phase = state.phase
    if phase is DEALING:
        return (_deal(state, chance),)
    if phase is BANK:
        if state.hole >= 0:
            (card,) = in_order(chance.shuffled(PACK * state.decks), state.hole, 1)
            return (HoleTurned(card),)  # [BJ-17]
        return (
            tuple(insurances(state)) if state.is_insured() else (BankDealt(_next(state, chance)),)
        )  # [BJ-17b]
    if phase is SETTLING:
        return collect_and_pay(state)
    if phase is PLAYING and state.due:
        box = state.boxes[state.place]
        card, hand = _next(state, chance), box.hands[state.hand]
        dealt = CardDealt(box.seat, state.place, state.hand, card=card)
        return (dealt, *at_once(state, state.place, state.hand, hand, (*hand.cards, card)))
    if phase is BETTING:
        # For all players at the same instant; a round without a bet is over with it.  [BJ-12a] [BJ-12b]
        return (BetsClosed(),) if state.boxes else (BetsClosed(), RoundSettled())
    if phase is NATURALS:
        return tuple(naturals(state))  # [BJ-20a]
    raise ValueError(f"a round that is {state.phase} does not go on by itself")


def _next(state: State, chance: Chance) -> Card:
    (card,) = in_order(chance.shuffled(PACK * state.decks), state.dealt, 1)
    return card


def _deal(state: State, chance: Chance) -> Event:
    """One open card for each place and one for the bank; then a second for each, and the bank's face down.  [BJ-14a] [BJ-14b]"""
    count, turn = len(state.boxes), state.dealt - state.first
    if turn == count:
        return BankDealt(_next(state, chance))  # [BJ-14a]
    if turn == 2 * count + 1:
        return HoleDealt()  # [BJ-14b]
    place = tuple(state.boxes)[turn if turn < count else turn - count - 1]
    return CardDealt(state.boxes[place].seat, place, card=_next(state, chance))


def lapse(state: State, seat: Seat) -> tuple[Event, ...]:
    """A player's time is up, or the player of a table of one is gone: bet and round stand, and go on.  [BJ-29] [BJ-30]"""
    if state.phase is BETTING:
        return (BetsClosed(),) if state.setting.mode is Mode.INDIVIDUAL and state.places_of(seat) else ()
    return by_default(state, seat)  # [BJ-30]


def withdraw(state: State, seat: Seat) -> tuple[Event, ...]:
    """A bet laid and never dealt to goes back to a player who ends the session; at a table for many it stands.  [BJ-34]"""
    if state.phase is not BETTING or state.setting.mode is not Mode.INDIVIDUAL or not state.places_of(seat):
        return ()
    return (BetTaken(seat, _all_of(state, seat)),)  # [BJ-34]


def _all_of(state: State, seat: Seat) -> Laid:
    return {place: state.boxes[place].bet for place in state.places_of(seat)}


def void(state: State, cause: str) -> tuple[Event, ...]:
    """Every stake goes back, where the cause makes the round void; otherwise nothing happens.  [BJ-27] [BJ-29]

    A prize that was paid already goes back to the bank (A66).
    """
    if not voids(cause):
        return ()  # [BJ-29]
    if state.phase in (SETTLED, VOID):
        raise ValueError(f"a round that is {state.phase} cannot become void")
    back: dict[Seat, Cents] = {}
    lost: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    for box in state.boxes.values():
        hands = box.hands or (Hand(box.bet),)
        lies = (
            sum(hand.stake - hand.back - hand.lost for hand in hands)
            + box.insurance
            - box.insurance_back
            - box.insurance_lost
        )
        _add(back, box.seat, lies)  # [BJ-28]
        _add(lost, box.seat, sum(hand.lost for hand in hands) + box.insurance_lost)  # [BJ-28]
        _add(
            prize, box.seat, sum(hand.prize + hand.special for hand in hands) + box.insurance_prize
        )  # [BJ-28]
    return (RoundVoided(cause, back, lost, prize),)


def _add(sums: dict[Seat, Cents], seat: Seat, cents: Cents) -> None:
    if cents:
        sums[seat] = sums.get(seat, 0) + cents


def clock(state: State) -> Clock | None:
    """Each decision has its time, and the extra time after the warning (A03)."""
    if not to_act(state):
        return None
    return Clock(
        (state.phase, state.turn), 1000 * state.setting.decision_seconds, 1000 * state.setting.extra_seconds
    )


def absence(state: State, seat: Seat) -> str:
    return ""


def end_shoe(state: State) -> State:
    return replace(state, dealt=PACK * state.decks)


def pause(state: State) -> int:
    """Before the house's step; after the end, the rest between rounds."""
    match state.phase:
        case Phase.SETTLED | Phase.VOID:
            return 1000 * state.setting.rest_seconds
        case Phase.OFFERS:
            return 0
        case Phase.DEALING if state.dealt == state.first:
            return CLOSE_MS
    return PAUSES[state.phase]


def hidden(event: Event) -> bool:
    return False  # the card that lies face down stands in no event until it is turned


def keeps_shoe(state: State) -> bool:
    """The round in which the cut card comes is the shoe's last; a void round ends its shoe."""
    return state.setting.shoe is CUT and state.phase is not VOID and state.dealt < state.setting.cut


def drawn(state: State) -> Drawn:
    """Every card that left the shoe; the bank's second has no name where it was never turned.  [BJ-14b] [BJ-17]"""
    given = tuple(COVERED if card == FACE_DOWN else NAMES[card] for card in state.given)
    return Drawn(given, decks=state.decks, start=state.first)


def positions(state: State, seat: Seat | None) -> tuple[int, ...]:
    return ()  # no card is opened by itself: the seed opens all


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case (
            CardDealt()
            | BetsClosed()
            | BankDealt()
            | HoleDealt()
            | HoleTurned()
            | CardAsked()
            | HandStood()
            | OfferDeclined()
            | RoundSettled()
        ):
            return ()
        case BetPlaced(seat=seat, on=on):
            return (Posting(Road.STAKE, seat, sum(on.values())),)
        case BetTaken(seat=seat, on=on):
            return (Posting(Road.STAKE_BACK, seat, sum(on.values())),)
        case (
            InsurancePlaced(seat=seat, stake=stake)
            | HandDoubled(seat=seat, stake=stake)
            | HandSplit(seat=seat, stake=stake)
        ):
            return (Posting(Road.STAKE, seat, stake),)
        case (
            HandSettled(seat=seat, back=back, lost=lost, prize=prize)
            | InsuranceSettled(seat=seat, back=back, lost=lost, prize=prize)
        ):
            along = ((Road.STAKE_LOST, lost), (Road.STAKE_BACK, back), (Road.PRIZE, prize))
            return tuple(Posting(road, seat, cents) for road, cents in along if cents)
        case SpecialPaid(seat=seat, prize=prize):
            return (Posting(Road.PRIZE, seat, prize),)  # [BJ-25i]
        case RoundVoided(back=back, lost_back=lost, prize_back=prize):
            by_road = ((Road.STAKE_BACK, back), (Road.LOST_BACK, lost), (Road.PRIZE_BACK, prize))  # [BJ-28]
            return tuple(Posting(road, seat, cents) for road, sums in by_road for seat, cents in sums.items())
    assert_never(event)
