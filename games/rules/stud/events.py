"""What is said at a stud table and what is written: commands, events, and the state that events fold into."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.rules.engine import Cents, Seat
from games.rules.shared.cards import Card
from games.rules.shared.poker_hands import Kind
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import HAND, Dealing

BANK: Final = 0  # stands for the bank where hands are counted; the places of people begin at one
MOST_UNDONE: Final = 50  # steps back that a player can take

BoxName = Annotated[str, Meta(max_length=30)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Laid = dict[str, Cents]


class Said(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A command. Its fields are checked for shape where it is read, for lawfulness by the engine."""


class Bet(Said, frozen=True, tag="bet"):
    """So many cents on the boxes of one's own place; all of them or none.  [CS-2a] [MS-5.1] [MS-5.2]"""

    on: Annotated[dict[BoxName, Chips], Meta(min_length=1, max_length=3)]


class Undo(Said, frozen=True, tag="undo"):
    """Take back the last bet that was accepted."""


class Clear(Said, frozen=True, tag="clear"):
    """Take back everything laid in this round."""


class Launch(Said, frozen=True, tag="launch"):
    """The player of an individual table starts the deal.  [CS-15]"""


class Fold(Said, frozen=True, tag="fold"):
    """Give up the hand.  [CS-20a] [MS-6.7]"""


class Continue(Said, frozen=True, tag="continue"):
    """Stay in play with a second bet, of the amount that the person saw and means.  [CS-20b] [CS-23] [MS-5.3] [MS-6.6]"""

    bet: Chips


Command = Bet | Undo | Clear | Launch | Fold | Continue


class Happened(Struct, frozen=True, tag_field="t", gc=False, omit_defaults=True):
    """An event. Amounts by seat are whole cents."""


class BetPlaced(Happened, frozen=True, tag="bet-placed", gc=False):
    seat: Seat
    on: Laid


class BetTaken(Happened, frozen=True, tag="bet-taken", gc=False):
    """The player took a bet back before the close."""

    seat: Seat
    on: Laid


class BetsClosed(Happened, frozen=True, tag="bets-closed", gc=False):
    """«Jogo feito, nada mais, cartas em distribuição.» It says with which pot and carried jackpot bets the hand begins.  [CS-14b]"""

    meter: Cents = 0
    carried: dict[Seat, Cents] = {}


class CarriedReturned(Happened, frozen=True, tag="carried-returned", gc=False):
    """As the bets close, carried jackpot bets without an ante or without a jackpot go back (A49)."""

    back: dict[Seat, Cents]


class JackpotOpened(Happened, frozen=True, tag="jackpot-opened", gc=False):
    """The house puts the minimum into an empty pot.  [MS-10.8b]"""

    cents: Cents


class NobodyPlayed(Happened, frozen=True, tag="nobody-played", gc=False):
    """No ante was made, so that no card is dealt.  [CS-2a] [MS-6.2]"""


class PackShuffled(Happened, frozen=True, tag="pack-shuffled", gc=False):
    """By hand, cut with the white card and put in the shoe [MS-3.1]; or by the shuffler, without a cut [MS-3.2]."""

    dealing: Dealing
    cut: bool = False


class CardDiscarded(Happened, frozen=True, tag="card-discarded", gc=False):
    """The first card lies open in the discard corner.  [CS-19a]"""

    card: Card


class CardDealt(Happened, frozen=True, tag="card-dealt", gc=False):
    """A card, face down, for a player.  [CS-19b] [MS-7.1] [MS-7.2]"""

    seat: Seat
    card: Card


class BankDealt(Happened, frozen=True, tag="bank-dealt", gc=False):
    """A card for the bank, face down or up.  [CS-19b] [CS-19c] [MS-7.1] [MS-7.2]"""

    card: Card
    up: bool = False


class CardExposed(Happened, frozen=True, tag="card-exposed", gc=False):
    """A card was turned up by accident, the bank's or a player's; the hand goes on.  [MS-11.2]"""

    hand: int
    place: int
    card: Card


class HandVoided(Happened, frozen=True, tag="hand-voided", gc=False):
    """Cards came by accident to a place without a bet; that hand is void and play goes on.  [MS-11.3]"""

    hand: int


class DecisionsOpened(Happened, frozen=True, tag="decisions-opened", gc=False):
    """All hands are whole and the players look at their cards.  [CS-20] [MS-6.5]"""


class DecisionWarned(Happened, frozen=True, tag="decision-warned", gc=False):
    """The time is up; the player is warned and has the extra time.  [CS-31]"""

    seat: Seat


class Folded(Happened, frozen=True, tag="folded", gc=False):
    """The ante is lost and the cards are collected, whatever the bank then has.  [CS-22] [CS-32] [MS-6.7]"""

    seat: Seat
    lapsed: bool = False


class Continued(Happened, frozen=True, tag="continued", gc=False):
    """The second bet is laid.  [CS-23] [MS-6.6]"""

    seat: Seat
    cents: Cents


class BankRevealed(Happened, frozen=True, tag="bank-revealed", gc=False):
    """The bank's covered cards are turned.  [CS-24] [MS-6.8]"""

    cards: tuple[Card, ...]


class HandsRevealed(Happened, frozen=True, tag="hands-revealed", gc=False):
    """The bank plays, so the players' cards are turned and compared.  [CS-27] [MS-9.3]"""

    hands: dict[Seat, tuple[Card, ...]]


class StakesCollected(Happened, frozen=True, tag="stakes-collected", gc=False):
    """The losing chips are taken, before anything is paid.  [CS-2e] [MS-9.4]"""

    lost: dict[Seat, Cents]


class PrizesPaid(Happened, frozen=True, tag="prizes-paid", gc=False):
    """What stays the players' of their stakes, and their prizes.  [CS-2e] [MS-9.5]"""

    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]


class JackpotFed(Happened, frozen=True, tag="jackpot-fed", gc=False):
    """The jackpot bets of the hand: what goes to the pot, what to the house; those carried here by themselves."""

    share: dict[Seat, Cents]
    bank: dict[Seat, Cents]
    held_share: dict[Seat, Cents] = {}
    held_bank: dict[Seat, Cents] = {}


class JackpotPaid(Happened, frozen=True, tag="jackpot-paid", gc=False):
    """One jackpot prize, with the hand that wins it and what the house adds to the pot for it.  [MS-10.2] [MS-10.4]"""

    seat: Seat
    kind: Kind
    cards: tuple[Card, ...]
    cents: Cents
    fill: Cents = 0


class JackpotSettled(Happened, frozen=True, tag="jackpot-settled", gc=False):
    """Everybody is paid; what is left of the pot stays, and from nothing it begins again.  [MS-10.8a] [MS-10.8b]"""

    restart: Cents = 0


class RoundVoided(Happened, frozen=True, tag="round-voided", gc=False):
    """Every stake goes back; jackpot bets too [CS-33], or they stand for the next hand [MS-11.1] [MS-11.4]."""

    cause: str
    back: dict[Seat, Cents]
    held: dict[Seat, Cents] = {}  # jackpot bets of this round that now stand for the next
    kept: dict[Seat, Cents] = {}  # those that had been carried here already
    returned: dict[Seat, Cents] = {}  # carried ones that go back


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


class Phase(StrEnum):
    """A round's phases, in their order; void ends a round at any of them but the last.  [CS-2e]"""

    BETTING = "betting"
    DEALING = "dealing"
    DECIDING = "deciding"
    SHOWDOWN = "showdown"  # the bank's hand is open
    SETTLED = "settled"
    VOID = "void"


OVER: Final = (Phase.SETTLED, Phase.VOID)


class Choice(StrEnum):
    """Where a hand stands between its cards and the showdown."""

    OPEN = "open"
    WARNED = "warned"  # in the extra time  [CS-31]
    FOLDED = "folded"  # [CS-20a]
    CONTINUED = "continued"  # [CS-20b]


class Place(Struct, frozen=True, gc=False, omit_defaults=True):
    """One player's place in this round."""

    ante: Cents = 0
    second: Cents = 0
    jackpot: Cents = 0
    laid: tuple[Laid, ...] = ()  # the bets that may be taken back
    cards: tuple[Card, ...] = ()
    choice: Choice = Choice.OPEN

    @property
    def staked(self) -> Cents:
        return self.ante + self.second + self.jackpot

    def lying(self, box: str) -> Cents:
        return self.ante if box == "ante" else self.jackpot


NOBODY: Final = Place()


class Paid(Struct, frozen=True, gc=False):
    """A jackpot prize in the record of the round."""

    seat: Seat
    kind: Kind
    cents: Cents
    fill: Cents


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: its rules, and what its events left."""

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    places: dict[Seat, Place] = {}
    carried: dict[Seat, Cents] = {}  # jackpot bets that came into this round from a void one  [MS-11.1]
    returned: dict[Seat, Cents] = {}  # those of them that were given back when the bets closed (A49)
    meter: Cents = 0  # what lies in the account of the jackpot
    shuffled: bool = False
    discard: tuple[Card, ...] = ()
    bank: tuple[Card, ...] = ()
    up: tuple[int, ...] = ()  # which of the bank's cards lie face up
    exposed: dict[Seat, tuple[int, ...]] = {}  # cards of players that were turned up by accident  [MS-11.2]
    mishaps: int = 0  # how many cards were
    revealed: dict[Seat, tuple[Card, ...]] = {}  # the players' hands that everybody has seen
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    jackpots: tuple[Paid, ...] = ()  # in the order of payment
    held: dict[Seat, Cents] = {}  # jackpot bets that leave this round for the next
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
        return len(self.up) == HAND

    def on_jackpot(self, seat: Seat) -> Cents:
        """The accepted jackpot bet of that hand, laid in this round or carried into it."""
        return self.places.get(seat, NOBODY).jackpot + self.carried.get(seat, 0)
