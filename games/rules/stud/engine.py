"""Stud against the house, póquer sem descarte (803/2015) and Macau stud (61/2004): one game, two sets of tables.

A round: antes (and jackpot bets) until the close; five cards each, one of the bank's face up; every player gives up the
hand or lays a second bet of twice the ante; the bank's hand is opened, and if it plays, hands are compared and paid; the
jackpot is paid last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import assert_never

from games.rules.engine import Cents, Chance, Clock, Drawn, Posting, Road, Seat, Wait
from games.rules.shared.cards import PACK, in_order, names
from games.rules.shared.sessions import Mode, voids
from games.rules.stud.apply import apply
from games.rules.stud.bets import check_launch, decide, deciding, lay, leave, out_of_time, take_back, too_late
from games.rules.stud.events import (
    BANK,
    OVER,
    BankDealt,
    BankRevealed,
    Bet,
    BetPlaced,
    BetsClosed,
    BetTaken,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CarriedReturned,
    Choice,
    Clear,
    Command,
    Continue,
    Continued,
    DecisionsOpened,
    DecisionWarned,
    Event,
    Fold,
    Folded,
    HandsRevealed,
    HandVoided,
    JackpotFed,
    JackpotOpened,
    JackpotPaid,
    JackpotSettled,
    Launch,
    NobodyPlayed,
    PackShuffled,
    Phase,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    State,
    Undo,
)
from games.rules.stud.explanation import explain, results
from games.rules.stud.settlement import irregularity, settle
from games.rules.stud.sheet import GAMES, Setting, Sheet, check, check_setting
from games.rules.stud.variant import HAND, Dealing
from games.rules.stud.view import describe, options, outcome, stakes, told, view

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
    "expose",
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
CARD_MS = 220  # for each card that comes out of the shoe
LOOK_MS = 2500  # to see an open hand, or a payment
BETWEEN_PLAYERS = False
ANYTIME: tuple[type, ...] = ()


def begin(sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
    """A new round. The jackpot goes on growing, and the jackpot bets of an irregular hand come along.  [MS-11.1] [MS-11.4]"""
    if before is None:
        return State(sheet, setting)
    return State(sheet, setting, carried=before.held, meter=before.meter)


def act(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    match command:
        case Fold() | Continue():
            return decide(state, seat, command)
        case Bet() | Undo() | Clear() | Launch() if state.phase is not Phase.BETTING:
            too_late(state, command)
        case Bet():
            return lay(state, seat, command)
        case Undo() | Clear():
            return take_back(state, seat, command)
        case Launch():
            check_launch(state, seat)
            return _close(state)
    assert_never(command)


def _close(state: State) -> tuple[Event, ...]:
    """For all players at the same instant. No cards are dealt to a place without an ante.  [CS-2a] [CS-14a] [CS-14b] [MS-6.2]"""
    terms, playing = state.setting.jackpot, state.playing
    events: list[Event] = [BetsClosed(state.meter, state.carried)]
    homeless = {seat: cents for seat, cents in state.carried.items() if terms is None or seat not in playing}
    if homeless:
        events.append(CarriedReturned(homeless))  # no ante is made in this round (A49)
    if not playing:
        return (*events, NobodyPlayed())
    if terms is not None and state.meter == 0:
        events.append(JackpotOpened(terms.minimum))  # [MS-10.8b]
    return tuple(events)


def advance(state: State, chance: Chance) -> tuple[Event, ...]:
    match state.phase:
        case Phase.BETTING:
            return _close(state)
        case Phase.DEALING:
            return _deal(state, chance)  # once the bets are closed  [CS-19]
        case Phase.DECIDING if not to_act(state):
            if any(place.choice is Choice.CONTINUED for place in state.places.values()):
                return (BankRevealed(state.bank),)  # only after the last decision  [CS-24] [MS-6.8]
            return settle(state)
        case Phase.SHOWDOWN:
            return settle(state)
    raise ValueError(f"a round that is {state.phase} does not go on")


def _deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """The next turn of the deal; when the hands are whole the croupier looks whether all is right."""
    game, order = GAMES[state.sheet.system], chance.shuffled(PACK)
    if sorted(order) != list(range(PACK)):
        return _irregular(
            state, "shuffler-failure" if state.setting.dealing is Dealing.SHUFFLER else "wrong-deal"
        )  # [MS-11.4]
    if game.shuffles and not state.shuffled:
        # The white card lies at the end of the pack that was cut, and is never reached.  [MS-3.1] [MS-3.2]
        return (PackShuffled(state.setting.dealing, cut=state.setting.dealing is Dealing.SHOE),)
    if game.discards_first and not state.discard:
        return tuple(map(CardDiscarded, in_order(order, 0, 1)))  # [CS-19a]
    if state.setting.dealing is Dealing.SHOE and len(state.bank) < HAND:
        return _deal_in_turn(state, order)
    if state.setting.dealing is Dealing.SHUFFLER and not state.bank:
        return _deal_five(state, order)
    if found := irregularity(state):
        return _irregular(state, found)  # [MS-11.1]
    strays = [seat for seat, place in state.places.items() if place.cards and not place.ante]
    if strays and not game.carrying:
        return _irregular(state, "wrong-deal")
    return (*map(HandVoided, strays), DecisionsOpened())  # [CS-20] [MS-6.5] [MS-11.3]


def _deal_in_turn(state: State, order: Sequence[int]) -> tuple[Event, ...]:
    """One card to each player in the order of the places, clockwise, and the last to the bank.  [CS-19b] [MS-7.1]"""
    playing = state.playing
    *theirs, ours = in_order(order, state.dealt, len(playing) + 1)
    # The bank's last card lies face up [CS-19c] [MS-7.1], unless one of its cards was turned up by accident [MS-11.2].
    up = len(state.bank) == HAND - 1 and not state.up
    return (*map(CardDealt, playing, theirs), BankDealt(ours, up))


def _deal_five(state: State, order: Sequence[int]) -> tuple[Event, ...]:
    """Five cards together to the next player, and to the dealer last, whose top card is shown.  [MS-7.2]"""
    cards = in_order(order, state.dealt, HAND)
    seat = next((seat for seat in state.playing if not state.places[seat].cards), BANK)
    if seat != BANK:
        return tuple(CardDealt(seat, card) for card in cards)
    return tuple(BankDealt(card, up=place == 0) for place, card in enumerate(cards))


def _irregular(state: State, found: str) -> tuple[Event, ...]:
    """What the croupier's own check finds makes the round void: by article 11, or as a record that contradicts itself."""
    return void(state, found if found in GAMES[state.sheet.system].carrying else "check-failed")


def expose(state: State, hand: int, place: int) -> tuple[Event, ...]:
    """A covered card was seen by accident. One does no harm; a second makes the hand invalid.  [MS-11.1] [MS-11.2]"""
    cards = state.bank if hand == BANK else state.places[hand].cards
    if place in (state.up if hand == BANK else state.exposed.get(hand, ())):
        return ()  # it lies open already
    if "two-cards-exposed" not in GAMES[state.sheet.system].carrying:
        return void(state, "check-failed")  # 803/2015 knows no card that may be seen  [CS-33]
    if state.mishaps:
        return void(state, "two-cards-exposed")  # [MS-11.1]
    return (CardExposed(hand, place, cards[place]),)  # [MS-11.2]


def lapse(state: State, seat: Seat) -> tuple[Event, ...]:
    """Time is up for a decision, or the player of an individual table left with a stake on it: his hand is dealt.  [CS-34] [CS-35]"""
    if state.phase is Phase.BETTING and state.setting.mode is Mode.INDIVIDUAL and stakes(state).get(seat):
        return _close(state)
    return out_of_time(state, seat)


def withdraw(state: State, seat: Seat) -> tuple[Event, ...]:
    return leave(state, seat)


def void(state: State, cause: str) -> tuple[Event, ...]:
    """Every stake goes back where the cause makes the round void; otherwise nothing happens.  [CS-33] [CS-34] [CS-36]"""
    carrying = cause in GAMES[state.sheet.system].carrying
    if not carrying and not voids(cause):
        return ()
    if state.phase in OVER:
        raise ValueError(f"a round that is {state.phase} cannot become void")
    jackpots = {seat: place.jackpot for seat, place in state.places.items() if place.jackpot}
    if carrying:
        # Antes and additional bets go back; jackpot bets stand for the next hand.  [MS-11.1] [MS-11.4]
        back = {seat: place.ante + place.second for seat, place in state.places.items() if place.ante}
        return (RoundVoided(cause, back, held=jackpots, kept=state.carried),)
    back = {seat: place.staked for seat, place in state.places.items() if place.staked}
    return (RoundVoided(cause, back, returned=state.carried),)  # [CS-33] (A50)


def waits(state: State) -> Wait:
    match state.phase:
        case Phase.BETTING:
            return Wait.BETS
        case Phase.DECIDING:
            return Wait.CHOICE if to_act(state) else Wait.HOUSE
        case Phase.DEALING | Phase.SHOWDOWN:
            return Wait.HOUSE
        case Phase.SETTLED | Phase.VOID:
            return Wait.OVER
    assert_never(state.phase)


def to_act(state: State) -> Sequence[Seat]:
    """Who has not decided yet; all decide at the same time, each for himself.  [CS-20] [MS-6.5]"""
    return [seat for seat in state.playing if deciding(state, seat)]


def clock(state: State) -> Clock | None:
    """Everybody has the same time, and whoever was warned the same extra time.  [CS-21] [CS-31]"""
    seats = to_act(state)
    if not seats:
        return None
    warned = all(state.places[seat].choice is Choice.WARNED for seat in seats)
    seconds = state.setting.extra_seconds if warned else state.setting.decision_seconds
    return Clock((state.phase,), 1000 * seconds, warned=warned)


def absence(state: State, seat: Seat) -> str:
    return ""


def end_shoe(state: State) -> State:
    return state


def pause(state: State) -> int:
    """The pace of a live table: from card to card, a look at the hands, the rest before the next round.  [CS-3]"""
    match state.phase:
        case Phase.BETTING:
            return 0
        case Phase.DEALING:
            last = HAND if state.setting.dealing is Dealing.SHUFFLER else len(state.playing) + 1
            return CARD_MS * last if state.dealt else CLOSE_MS
        case Phase.DECIDING:
            return CARD_MS
        case Phase.SHOWDOWN:
            return LOOK_MS
        case Phase.SETTLED | Phase.VOID:
            return 1000 * state.setting.rest_seconds
    assert_never(state.phase)


def hidden(event: Event) -> bool:
    """A card that lies face down when it is dealt.  [CS-19b] [MS-7.1] [MS-7.2]"""
    return isinstance(event, CardDealt) or (isinstance(event, BankDealt) and not event.up)


def keeps_shoe(state: State) -> bool:
    return False  # every round is dealt from one whole pack  [CS-6b] [MS-1.1]


def drawn(state: State) -> Drawn:
    """The card that was laid aside, then the hands as they were dealt: in turn, or five at a time.  [CS-19a] [CS-19b] [MS-7.1] [MS-7.2]"""
    hands = [state.places[seat].cards for seat in sorted(state.places) if state.places[seat].cards] + [
        state.bank
    ]
    turns: Iterable[Sequence[int]] = (
        hands if state.setting.dealing is Dealing.SHUFFLER else zip(*hands, strict=False)
    )
    return Drawn(tuple(names([*state.discard, *chain.from_iterable(turns)])), decks=1)


def positions(state: State, seat: Seat | None) -> tuple[int, ...]:
    return ()  # no card is opened by itself: the seed opens all


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            roads = {"ante": Road.STAKE, "jackpot": Road.JACKPOT_BET}
            return tuple(Posting(roads[box], seat, cents) for box, cents in on.items())
        case BetTaken(seat=seat, on=on):
            return (Posting(Road.STAKE_BACK, seat, sum(on.values())),)
        case Continued(seat=seat, cents=cents):
            return (Posting(Road.STAKE, seat, cents),)  # [CS-23] [MS-6.6]
        case CarriedReturned(back=back):
            return _along((Road.HELD_BACK, back))  # (A49)
        case JackpotOpened(cents=cents):
            return (Posting(Road.JACKPOT_FILL, None, cents),)  # [MS-10.8b]
        case StakesCollected(lost=lost):
            return _along((Road.STAKE_LOST, lost))  # [CS-22] [CS-29] [MS-6.7] [MS-9.4]
        case PrizesPaid(back=back, prize=prize):
            return _along(
                (Road.STAKE_BACK, back), (Road.PRIZE, prize)
            )  # [CS-26] [CS-28a] [CS-28b] [MS-9.2] [MS-9.5]
        case JackpotFed(share=share, bank=bank, held_share=held_share, held_bank=held_bank):
            carried = ((Road.JACKPOT_HELD_SHARE, held_share), (Road.HELD_LOST, held_bank))
            return _along((Road.JACKPOT_SHARE, share), (Road.JACKPOT_BANK, bank), *carried)
        case JackpotPaid(seat=seat, cents=cents, fill=fill):
            filled = (Posting(Road.JACKPOT_FILL, None, fill),) if fill else ()
            return (*filled, Posting(Road.JACKPOT_PRIZE, seat, cents))  # [MS-10.8a]
        case JackpotSettled(restart=restart):
            return (Posting(Road.JACKPOT_FILL, None, restart),) if restart else ()  # [MS-10.8b]
        case RoundVoided(back=back, held=held, returned=returned):
            return _along(
                (Road.STAKE_BACK, back), (Road.STAKE_HELD, held), (Road.HELD_BACK, returned)
            )  # [CS-33] [MS-11.1]
        case (
            BetsClosed()
            | NobodyPlayed()
            | PackShuffled()
            | CardDiscarded()
            | CardDealt()
            | BankDealt()
            | CardExposed()
            | HandVoided()
        ):
            return ()
        case DecisionsOpened() | DecisionWarned() | Folded() | BankRevealed() | HandsRevealed():
            return ()
    assert_never(event)


def _along(*ways: tuple[Road, Mapping[Seat, Cents]]) -> tuple[Posting, ...]:
    return tuple(Posting(road, seat, cents) for road, amounts in ways for seat, cents in amounts.items())
