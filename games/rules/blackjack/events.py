"""Blackjack's commands and events, and the state of a round.

Until the face-down card is turned, neither an event nor the state contains it. The state only holds its
place in the shoe, so that nobody can look at it early, the house included.  [BJ-14b] [BJ-17]
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.bets import BetPlaced, BetTaken, Clear, Stakes, Undo
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.engine import GameCommand, GameEvent
from games.rules.shared.cards import Card
from games.rules.shared.money import Cents, Seat

Place = str  # "1" to "7", from the bank's left
PlaceName = Annotated[str, Meta(max_length=2)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Turn = Annotated[int, Meta(ge=0, le=1_000_000)]
FACE_DOWN = -1  # stands for the unknown card among the cards dealt


# --- Commands


class Bet(GameCommand, frozen=True, tag="bet"):
    """So many cents on each place. All of them are accepted or none.  [BJ-2a] [BJ-9]"""

    on: Annotated[dict[PlaceName, Chips], Meta(min_length=1, max_length=7)]


class Launch(GameCommand, frozen=True, tag="launch"):
    """The player of an individual table starts the deal.  [BJ-13]"""


class OfferAnswer(GameCommand, frozen=True):
    """An answer to the offer that a place has against an ace."""

    place: PlaceName


class Insure(OfferAnswer, frozen=True, tag="insure"):
    """So many cents on the insurance of a place.  [BJ-15f]"""

    cents: Chips


class EvenMoney(OfferAnswer, frozen=True, tag="even-money"):
    """Take a prize of one to one for a place's blackjack before the bank's second card is known.  [BJ-20b]"""


class Decline(OfferAnswer, frozen=True, tag="decline"):
    """Neither insurance nor even money for a place."""


class Decision(GameCommand, frozen=True):
    """What to do with the hand in turn.

    `turn` is the number of the decision that the player was asked for. An answer to an earlier one is
    refused, never taken for the next.  [BJ-24b]
    """

    turn: Turn


class Hit(Decision, frozen=True, tag="hit"):
    """One more card.  [BJ-15a] [BJ-15d]"""


class Stand(Decision, frozen=True, tag="stand"):
    """No more cards.  [BJ-15c]"""


class Double(Decision, frozen=True, tag="double"):
    """Double the stake for exactly one more card.  [BJ-15b]"""

    cents: Chips


class Split(Decision, frozen=True, tag="split"):
    """Stake the same again to make two hands of one.  [BJ-21a]"""

    cents: Chips


class Surrender(Decision, frozen=True, tag="surrender"):
    """Give up the hand and keep half of the bet.  [BJ-15e]"""


Command = (
    Bet | Undo | Clear | Launch | Insure | EvenMoney | Decline | Hit | Stand | Double | Split | Surrender
)


# --- Events


class BetsClosed(GameEvent, frozen=True, tag="bets-closed", gc=False):
    """No more bets; the cards are being dealt.  [BJ-12b]"""


class HandEvent(GameEvent, frozen=True, gc=False):
    """An event of one hand of a place. A place has one hand, number 0, until it is split."""

    seat: Seat
    place: Place
    hand: int = 0


class CardDealt(HandEvent, frozen=True, tag="card-dealt", kw_only=True, gc=False):
    """A card for a player, face up.  [BJ-14a] [BJ-14b]"""

    card: Card


class BankDealt(GameEvent, frozen=True, tag="bank-dealt", gc=False):
    """A card for the bank, face up.  [BJ-14a] [BJ-17b]"""

    card: Card


class HoleDealt(GameEvent, frozen=True, tag="hole-dealt", gc=False):
    """The bank's second card, face down. Nobody knows which it is.  [BJ-14b]"""


class InsurancePlaced(GameEvent, frozen=True, tag="insurance-placed", gc=False):
    """[BJ-15f]"""

    seat: Seat
    place: Place
    stake: Cents


class OfferDeclined(GameEvent, frozen=True, tag="offer-declined", gc=False):
    """Neither insurance nor even money; `lapsed` if the player's time was up (A03)."""

    seat: Seat
    place: Place
    lapsed: bool = False


class CardAsked(HandEvent, frozen=True, tag="card-asked", gc=False):
    """[BJ-15a] [BJ-15d]"""

    lapsed: bool = False


class HandStood(HandEvent, frozen=True, tag="hand-stood", gc=False):
    """[BJ-15c]"""

    lapsed: bool = False


class HandDoubled(HandEvent, frozen=True, tag="hand-doubled", kw_only=True, gc=False):
    """`low`: the ace that counted 1 in the total of 9, 10 or 11 keeps that value.  [BJ-15b] [BJ-8a-ii]"""

    stake: Cents
    low: bool = False


class HandSplit(HandEvent, frozen=True, tag="hand-split", kw_only=True, gc=False):
    """The second card starts a new hand, right after this one, with its own stake.  [BJ-2e] [BJ-21a]"""

    stake: Cents


class SpecialPaid(HandEvent, frozen=True, tag="special-paid", kw_only=True, gc=False):
    """Three cards made a special combination, whatever becomes of the bet.  [BJ-25i]"""

    combination: str
    prize: Cents


class HandSettled(HandEvent, frozen=True, tag="hand-settled", kw_only=True, gc=False):
    """One bet is decided; `code` says how.  [BJ-25a] to [BJ-25h]"""

    code: str
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0


class HoleTurned(GameEvent, frozen=True, tag="hole-turned", gc=False):
    """The bank's second card is turned after the last decision.  [BJ-17]"""

    card: Card


class InsuranceSettled(GameEvent, frozen=True, tag="insurance-settled", gc=False):
    """[BJ-25f] [BJ-25g]"""

    seat: Seat
    place: Place
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0


class RoundSettled(GameEvent, frozen=True, tag="round-settled", gc=False):
    """Losing chips are collected and prizes paid. The round ends.  [BJ-2f]"""


class RoundVoided(GameEvent, frozen=True, tag="round-voided", gc=False):
    """Every bet is returned, doubles, splits and insurance included, so that balances are as before the
    round.

    Stakes already collected are returned too, and prizes already paid are taken back.  [BJ-28]
    """

    cause: str
    back: dict[Seat, Cents]
    lost_back: dict[Seat, Cents] = {}
    prize_back: dict[Seat, Cents] = {}


Event = (
    BetPlaced
    | BetTaken
    | BetsClosed
    | CardDealt
    | BankDealt
    | HoleDealt
    | InsurancePlaced
    | OfferDeclined
    | CardAsked
    | HandStood
    | HandDoubled
    | HandSplit
    | SpecialPaid
    | HandSettled
    | HoleTurned
    | InsuranceSettled
    | RoundSettled
    | RoundVoided
)


# --- State


class Phase(StrEnum):
    """The phases of a round, in order. Any phase but SETTLED may end in VOID.  [BJ-2f]"""

    BETTING = "betting"
    DEALING = "dealing"  # two cards for everybody
    NATURALS = "naturals"  # blackjacks paid at once  [BJ-20a]
    OFFERS = "offers"  # insurance and even money, for all players at once  [BJ-15f] [BJ-20b]
    PLAYING = "playing"  # the hands in turn
    BANK = "bank"  # the second card is turned and the bank draws
    SETTLING = "settling"  # losing bets are collected, then winning ones paid
    SETTLED = "settled"
    VOID = "void"


# As constants, because looking up a member in its class costs many times as much.
BETTING, DEALING, NATURALS, OFFERS, PLAYING, BANK, SETTLING, SETTLED, VOID = Phase


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """One bet and its cards."""

    stake: Cents
    cards: tuple[Card, ...] = ()
    done: bool = False  # nothing more to decide or deal
    doubled: bool = False
    low: bool = False  # one ace is bound to 1  [BJ-8a-ii]
    split: bool = False
    aces: bool = False  # from split aces  [BJ-21c]
    code: str = ""  # how it was decided; empty while it is open
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0
    special: Cents = 0  # [BJ-25i]


class Box(Struct, frozen=True, gc=False, omit_defaults=True):
    """One place in play: its player, its hands and its insurance."""

    seat: Seat
    bet: Cents
    hands: tuple[Hand, ...] = ()
    splits: int = 0
    answered: bool = False  # the offer against an ace was accepted or declined
    insurance: Cents = 0
    insurance_back: Cents = 0
    insurance_lost: Cents = 0
    insurance_prize: Cents = 0

    @property
    def insured(self) -> bool:
        """Whether an insurance is not decided yet."""
        return self.insurance > self.insurance_back + self.insurance_lost


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: the rules it is played under, and the result of its events."""

    sheet: Sheet
    setting: Setting
    decks: int  # of the shoe in use, which is dealt to its end even if the setting changes
    seated: tuple[Seat, ...] = ()  # at the beginning of the round; their own places are reserved
    phase: Phase = Phase.BETTING
    boxes: dict[Place, Box] = {}  # the places with a bet; sorted once the bets are closed
    placed: dict[Seat, tuple[Stakes, ...]] = {}  # each player's bets that may be taken back
    bank: tuple[Card, ...] = ()
    hole: int = -1  # the place in the shoe of the bank's face-down card; -1 if there is none
    first: int = 0  # cards dealt from the shoe before this round
    dealt: int = 0  # cards dealt from it so far
    given: tuple[Card, ...] = ()  # the cards dealt in this round, in order
    place: Place = ""  # whose turn it is
    hand: int = 0
    turn: int = 0  # number of decisions made in this round
    card_due: bool = False  # the hand in turn waits for a card
    cause: str = ""

    def open_hands(self) -> Iterator[tuple[Place, Box, int, Hand]]:
        """The bets that are not decided yet, each with its place and number."""
        for place, box in self.boxes.items():
            for index, hand in enumerate(box.hands):
                if not hand.code:
                    yield place, box, index, hand

    def is_open(self) -> bool:
        """Whether a bet is not decided yet."""
        for box in self.boxes.values():
            for hand in box.hands:
                if not hand.code:
                    return True
        return False

    def is_insured(self) -> bool:
        """Whether an insurance is not decided yet."""
        return any(box.insured for box in self.boxes.values() if box.insurance)

    def places_of(self, seat: Seat) -> list[Place]:
        return [place for place, box in self.boxes.items() if box.seat == seat]
