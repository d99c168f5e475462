"""The commands and events of a stud against the house, and the state of a round."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.rules.bets import BetPlaced, BetTaken, Clear, Stakes, Undo
from games.rules.engine import GameCommand, GameEvent
from games.rules.shared.cards import Card
from games.rules.shared.money import Cents, Seat
from games.rules.shared.poker_hands import HandKind
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import HAND_SIZE, Dealing

BANK: Final = 0  # stands for the bank among hands; the places of players begin at one

BoxName = Annotated[str, Meta(max_length=30)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]


# --- Commands


class Bet(GameCommand, frozen=True, tag="bet"):
    """So many cents on the boxes of one's own place.

    All of them are accepted or none.

    [CS-2a] [MS-5.1] [MS-5.2]
    """

    on: Annotated[dict[BoxName, Chips], Meta(min_length=1, max_length=3)]


class Launch(GameCommand, frozen=True, tag="launch"):
    """The player of an individual table starts the deal.  [CS-15]"""


class Fold(GameCommand, frozen=True, tag="fold"):
    """Give up the hand.  [CS-20a] [MS-6.7]"""


class Continue(GameCommand, frozen=True, tag="continue"):
    """Stay in play with a second bet of the amount that the player was shown.

    [CS-20b] [CS-23] [MS-5.3] [MS-6.6]
    """

    bet: Chips


Command = Bet | Undo | Clear | Launch | Fold | Continue


# --- Events


class BetsClosed(GameEvent, frozen=True, tag="bets-closed", gc=False):
    """«Jogo feito, nada mais, cartas em distribuição.»

    The hand begins with this pot and these carried jackpot bets.

    They are in the event so that the record of a round needs no other round's.  [CS-14b]
    """

    meter: Cents = 0
    carried: dict[Seat, Cents] = {}


class CarriedReturned(GameEvent, frozen=True, tag="carried-returned", gc=False):
    """When the bets close, carried jackpot bets without an ante or without a jackpot are returned (A49)."""

    back: dict[Seat, Cents]


class JackpotOpened(GameEvent, frozen=True, tag="jackpot-opened", gc=False):
    """The operator puts the minimum into an empty pot.  [MS-10.8b]"""

    cents: Cents


class NobodyPlayed(GameEvent, frozen=True, tag="nobody-played", gc=False):
    """No ante was placed, so no card is dealt.  [CS-2a] [MS-6.2]"""


class PackShuffled(GameEvent, frozen=True, tag="pack-shuffled", gc=False):
    """By hand, cut with the white card and put in the shoe [MS-3.1]; or by the shuffler, uncut [MS-3.2]."""

    dealing: Dealing
    cut: bool = False


class CardDiscarded(GameEvent, frozen=True, tag="card-discarded", gc=False):
    """The first card is discarded face up.  [CS-19a]"""

    card: Card


class CardDealt(GameEvent, frozen=True, tag="card-dealt", gc=False):
    """A face-down card for a player.  [CS-19b] [MS-7.1] [MS-7.2]"""

    seat: Seat
    card: Card


class BankDealt(GameEvent, frozen=True, tag="bank-dealt", gc=False):
    """A card for the bank, face down or up.  [CS-19b] [CS-19c] [MS-7.1] [MS-7.2]"""

    card: Card
    up: bool = False


class CardExposed(GameEvent, frozen=True, tag="card-exposed", gc=False):
    """A card of the bank or a player was exposed by accident; the hand continues.  [MS-11.2]"""

    hand: int
    place: int
    card: Card


class HandVoided(GameEvent, frozen=True, tag="hand-voided", gc=False):
    """Cards were dealt by accident to a place without a bet; that hand is void and play continues.

    [MS-11.3]
    """

    hand: int


class DecisionsOpened(GameEvent, frozen=True, tag="decisions-opened", gc=False):
    """All hands are complete and the players look at their cards.  [CS-20] [MS-6.5]"""


class DecisionWarned(GameEvent, frozen=True, tag="decision-warned", gc=False):
    """The time is up; the player is warned and gets extra time.  [CS-31]"""

    seat: Seat


class Folded(GameEvent, frozen=True, tag="folded", gc=False):
    """The ante is lost and the cards are collected, whatever the bank then has.  [CS-22] [CS-32] [MS-6.7]"""

    seat: Seat
    lapsed: bool = False


class Continued(GameEvent, frozen=True, tag="continued", gc=False):
    """The second bet is placed.  [CS-23] [MS-6.6]"""

    seat: Seat
    cents: Cents


class BankRevealed(GameEvent, frozen=True, tag="bank-revealed", gc=False):
    """The bank's covered cards are turned.  [CS-24] [MS-6.8]"""

    cards: tuple[Card, ...]


class HandsRevealed(GameEvent, frozen=True, tag="hands-revealed", gc=False):
    """The bank plays, so the players' cards are turned and compared.  [CS-27] [MS-9.3]"""

    hands: dict[Seat, tuple[Card, ...]]


class StakesCollected(GameEvent, frozen=True, tag="stakes-collected", gc=False):
    """The losing chips are collected before anything is paid.  [CS-2e] [MS-9.4]"""

    lost: dict[Seat, Cents]


class PrizesPaid(GameEvent, frozen=True, tag="prizes-paid", gc=False):
    """The stakes that players keep, and their prizes.  [CS-2e] [MS-9.5]"""

    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]


class JackpotFed(GameEvent, frozen=True, tag="jackpot-fed", gc=False):
    """The jackpot bets of the hand: the pot's share and the operator's.

    Carried bets are listed separately.
    """

    share: dict[Seat, Cents]
    bank: dict[Seat, Cents]
    held_share: dict[Seat, Cents] = {}
    held_bank: dict[Seat, Cents] = {}


class JackpotPaid(GameEvent, frozen=True, tag="jackpot-paid", gc=False):
    """A jackpot prize, the hand that wins it, and what the operator adds to the pot for it.

    [MS-10.2] [MS-10.4]
    """

    seat: Seat
    kind: HandKind
    cards: tuple[Card, ...]
    cents: Cents
    fill: Cents = 0


class JackpotSettled(GameEvent, frozen=True, tag="jackpot-settled", gc=False):
    """All jackpot prizes are paid.

    The rest of the pot stays; an empty pot begins again.

    [MS-10.8a] [MS-10.8b]
    """

    restart: Cents = 0


class RoundVoided(GameEvent, frozen=True, tag="round-voided", gc=False):
    """Every stake is returned.

    Jackpot bets are too [CS-33], or they carry over to the next hand [MS-11.1] [MS-11.4].
    """

    cause: str
    back: dict[Seat, Cents]
    held: dict[Seat, Cents] = {}  # jackpot bets of this round that carry over to the next
    kept: dict[Seat, Cents] = {}  # those that had been carried over to this round
    returned: dict[Seat, Cents] = {}  # carried ones that are returned


Event = (
    BetPlaced
    | BetTaken
    | BetsClosed
    | CarriedReturned
    | JackpotOpened
    | NobodyPlayed
    | PackShuffled
    | CardDiscarded
    | CardDealt
    | BankDealt
    | CardExposed
    | HandVoided
    | DecisionsOpened
    | DecisionWarned
    | Folded
    | Continued
    | BankRevealed
    | HandsRevealed
    | StakesCollected
    | PrizesPaid
    | JackpotFed
    | JackpotPaid
    | JackpotSettled
    | RoundVoided
)


# --- State


class Phase(StrEnum):
    """The phases of a round, in order. Any phase but SETTLED may end in VOID.  [CS-2e]"""

    BETTING = "betting"
    DEALING = "dealing"
    DECIDING = "deciding"
    SHOWDOWN = "showdown"  # the bank's hand is open
    SETTLED = "settled"
    VOID = "void"


OVER: Final = (Phase.SETTLED, Phase.VOID)


class HandState(StrEnum):
    """Where a hand stands between its cards and the showdown."""

    OPEN = "open"
    WARNED = "warned"  # in the extra time  [CS-31]
    FOLDED = "folded"  # [CS-20a]
    CONTINUED = "continued"  # [CS-20b]


class PlaceState(Struct, frozen=True, gc=False, omit_defaults=True):
    """One player's place in this round."""

    ante: Cents = 0
    second: Cents = 0
    jackpot: Cents = 0
    placed: tuple[Stakes, ...] = ()  # the bets that may be taken back
    cards: tuple[Card, ...] = ()
    choice: HandState = HandState.OPEN

    @property
    def staked(self) -> Cents:
        return self.ante + self.second + self.jackpot


EMPTY_PLACE: Final = PlaceState()


class JackpotPrize(Struct, frozen=True, gc=False):
    """A jackpot prize that was paid."""

    seat: Seat
    kind: HandKind
    cents: Cents
    fill: Cents


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: the rules it is played under, and the result of its events."""

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    places: dict[Seat, PlaceState] = {}
    carried: dict[Seat, Cents] = {}  # jackpot bets carried over from a void round  [MS-11.1]
    returned: dict[Seat, Cents] = {}  # those returned when the bets closed (A49)
    meter: Cents = 0  # the balance of the jackpot account
    shuffled: bool = False
    discard: tuple[Card, ...] = ()
    bank: tuple[Card, ...] = ()
    face_up: tuple[int, ...] = ()  # which of the bank's cards are face up
    exposed: dict[Seat, tuple[int, ...]] = {}  # players' cards that were exposed by accident  [MS-11.2]
    exposures: int = 0  # how many cards were exposed by accident
    revealed: dict[Seat, tuple[Card, ...]] = {}  # players' hands that everybody has seen
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    jackpot_prizes: tuple[JackpotPrize, ...] = ()  # in the order of payment
    held: dict[Seat, Cents] = {}  # jackpot bets that carry over to the next round
    cause: str = ""

    @property
    def playing(self) -> list[Seat]:
        """The places with an ante, in the order of the table.  [CS-19b] [MS-7.1]"""
        return sorted(seat for seat, place in self.places.items() if place.ante)

    @property
    def dealt(self) -> int:
        """How many cards have left the pack."""
        return len(self.discard) + len(self.bank) + sum(len(place.cards) for place in self.places.values())

    @property
    def bank_open(self) -> bool:
        return len(self.face_up) == HAND_SIZE

    def place_of(self, seat: Seat) -> PlaceState:
        return self.places.get(seat, EMPTY_PLACE)

    def jackpot_bet_of(self, seat: Seat) -> Cents:
        """The accepted jackpot bet of a hand, placed in this round or carried over to it."""
        return self.place_of(seat).jackpot + self.carried.get(seat, 0)
