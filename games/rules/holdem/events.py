"""What is said at a hold'em table and what is written: commands, events, and the state that events fold into."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.engine import Cents, Seat
from games.rules.holdem.sheet import Setting, Sheet
from games.rules.shared.cards import Card
from games.rules.shared.poker_hands import Kind
from games.rules.shared.pots import Share

Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
PREFLOP, FLOP, TURN, RIVER = range(4)  # the four turns of bets  [HE-25]


class Said(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A command. Its fields are checked for shape where it is read, for lawfulness by the engine."""


class Decided(Said, frozen=True, kw_only=True):
    """One of the four options. Where it says which decision it answers, it is never taken for a later one."""

    turn: Annotated[int, Meta(ge=PREFLOP, le=RIVER)] | None = None
    facing: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = (
        None  # what was to be matched as it was made
    )


class Fold(Decided, frozen=True, tag="fold"):
    """[HE-34a]"""


class Check(Decided, frozen=True, tag="check"):
    """[HE-34b]"""


class Call(Decided, frozen=True, tag="call"):
    """[HE-34c]"""


class Raise(Decided, frozen=True, tag="raise"):
    """Bring the own bet of this turn to so many cents, above what the players before have bet; the first bet too.  [HE-34d]"""

    to: Chips


class BuyIn(Said, frozen=True, tag="buy-in"):
    """Enter with the amount that is fixed for the table.  [HE-8]"""


class TopUp(Said, frozen=True, tag="top-up"):
    """Buy more chips.  [HE-2q] [HE-12]"""

    cents: Chips


class SitOut(Said, frozen=True, tag="sit-out"):
    """Rest and keep the seat.  [HE-68]"""


class SitIn(Said, frozen=True, tag="sit-in"):
    """Come back from the rest.  [HE-68]"""


class PostBigBlind(Said, frozen=True, tag="post-big-blind"):
    """Come in at once with a bet as big as the big blind, of one's own will.  [HE-21]"""


class WaitForBlind(Said, frozen=True, tag="wait-for-blind"):
    """Come in when the big blind falls to one's seat."""


Command = Fold | Check | Call | Raise | BuyIn | TopUp | SitOut | SitIn | PostBigBlind | WaitForBlind


class Happened(Struct, frozen=True, tag_field="t", gc=False, omit_defaults=True):
    """An event. Amounts are whole cents."""


class Why(StrEnum):
    """Who decided: the player, the clock, or the player's leaving."""

    SELF = "self"
    TIME = "time"  # [HE-45]
    LEFT = "left"  # [HE-10]


class Blind(StrEnum):
    SMALL = "small"  # [HE-2n]
    BIG = "big"  # [HE-2i]
    ENTRY = "entry"  # no compulsory bet: the newcomer chose it


class BoughtIn(Happened, frozen=True, tag="bought-in", gc=False):
    """So much was paid; what is not commission is the stack.  [HE-8] [HE-17b]"""

    seat: Seat
    cents: Cents
    commission: Cents = 0


class ToppedUp(Happened, frozen=True, tag="topped-up", gc=False):
    """In a round the chips wait beside the stack until it is over.  [HE-11b] [HE-17b]"""

    seat: Seat
    cents: Cents
    commission: Cents = 0


class SatOut(Happened, frozen=True, tag="sat-out", gc=False):
    seat: Seat


class SatIn(Happened, frozen=True, tag="sat-in", gc=False):
    seat: Seat


class EntryChosen(Happened, frozen=True, tag="entry-chosen", gc=False):
    seat: Seat
    post: bool


class SeatLeft(Happened, frozen=True, tag="seat-left", gc=False):
    """Somebody withdraws with the stack.  [HE-10]"""

    seat: Seat
    cents: Cents


class ButtonPlaced(Happened, frozen=True, tag="button-placed", gc=False):
    """The round begins: who has the hand, and who is dealt in, in the order of dealing.  [HE-46a] [HE-46b] [HE-47]"""

    button: Seat
    players: tuple[Seat, ...]
    drawn: bool = False  # by lot, as play starts or resumes


class BlindPosted(Happened, frozen=True, tag="blind-posted", gc=False):
    """[HE-48]"""

    seat: Seat
    cents: Cents
    blind: Blind


class CardsDealt(Happened, frozen=True, tag="cards-dealt", gc=False):
    """One card face down to each player, in their order.  [HE-49] [HE-50]"""

    cards: dict[Seat, Card]


class Folded(Happened, frozen=True, tag="folded", gc=False):
    seat: Seat
    why: Why = Why.SELF


class Checked(Happened, frozen=True, tag="checked", gc=False):
    seat: Seat
    why: Why = Why.SELF


class Called(Happened, frozen=True, tag="called", gc=False):
    seat: Seat
    cents: Cents
    all_in: bool = False  # [HE-2k]


class Raised(Happened, frozen=True, tag="raised", gc=False):
    seat: Seat
    cents: Cents
    to: Cents
    all_in: bool = False


class ExcessReturned(Happened, frozen=True, tag="excess-returned", gc=False):
    """Chips that nobody matched go back (A26).  [HE-40]"""

    seat: Seat
    cents: Cents


class CommonTurned(Happened, frozen=True, tag="common-turned", gc=False):
    """Flop, turn or river.  [HE-53] [HE-55] [HE-57]"""

    cards: tuple[Card, ...]


class HandShown(Happened, frozen=True, tag="hand-shown", gc=False):
    """A player's cards are turned; once all common cards lie, with the combination they make.  [HE-59] [HE-60]"""

    seat: Seat
    cards: tuple[Card, ...]
    kind: Kind | None = None
    best: tuple[Card, ...] = ()


class HandDiscarded(Happened, frozen=True, tag="hand-discarded", gc=False):
    """A beaten hand goes to the discard unseen, where the specific rules say so.  [HE-59]"""

    seat: Seat


class Paid(Struct, frozen=True, gc=False):
    """One pot and who was paid from it."""

    amount: Cents
    contenders: tuple[Seat, ...]
    shares: tuple[Share[int], ...]


class PotsPaid(Happened, frozen=True, tag="pots-paid", gc=False):
    """The pots go to their winners, the main pot first; the round ends.  [HE-2o] [HE-63c]"""

    pots: tuple[Paid, ...]


class RoundVoided(Happened, frozen=True, tag="round-voided", gc=False):
    """Every bet goes back to the stack it came from.  [HE-72]"""

    cause: str
    back: dict[Seat, Cents]


Event = (
    BoughtIn
    | ToppedUp
    | SatOut
    | SatIn
    | EntryChosen
    | SeatLeft
    | ButtonPlaced
    | BlindPosted
    | CardsDealt
    | Folded
    | Checked
    | Called
    | Raised
    | ExcessReturned
    | CommonTurned
    | HandShown
    | HandDiscarded
    | PotsPaid
    | RoundVoided
)


class Phase(StrEnum):
    """A round's phases, in their order; void ends a round at any of them but the last.  [HE-2j]"""

    SEATING = "seating"  # between rounds: people come, go, top up and rest
    BLINDS = "blinds"
    ONE_CARD = "one-card"
    BETTING = "betting"
    SHOWDOWN = "showdown"
    PAID = "paid"
    VOID = "void"


# Under names of their own: a member is looked up in its class at many times the cost of a name.
SEATING, BLINDS, ONE_CARD, BETTING, SHOWDOWN, PAID, VOID = Phase


class Place(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one seat has in front of it. Who sits there is the table's business."""

    stack: Cents = 0
    bought: Cents = 0  # chips that wait for the end of the round  [HE-11b]
    resting: bool = False
    entering: bool = False  # comes in with the big blind
    posting: bool = False  # and chose to post it at once
    out: int = 0  # rounds in a row that were dealt without this seat
    left: bool = False  # gone; what was bet stays in the pot  [HE-10]
    # In the round:
    dealt: bool = False
    cards: tuple[Card, ...] = ()
    bet: Cents = 0  # in this turn
    put: Cents = 0  # in this round, less what went back unmatched
    returned: Cents = 0  # unmatched  [HE-40]
    spoke: bool = False  # decided something in this turn
    folded: bool = False
    shown: bool = False
    discarded: bool = False  # beaten and not turned  [HE-59]
    gross: Cents = 0
    commission: Cents = 0


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: its rules, and what its events left. Stacks and the button come along from the round before."""

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.SEATING
    seats: dict[Seat, Place] = {}
    button: Seat = 0  # nobody's, before it is drawn
    orbit: Seat = 0  # where the button lay as the present orbit began  [HE-2s]
    players: tuple[Seat, ...] = ()  # who was dealt in, from the small blind clockwise
    drawn: bool = False
    dealt: int = 0  # cards that have left the pack
    to: tuple[Seat, ...] = ()  # whom each of those that lie face down went to
    board: tuple[Card, ...] = ()
    turn: int = PREFLOP
    pot: Cents = 0  # all chips that are in play, those of this turn too  [HE-2o]
    to_match: Cents = 0
    last_raise: Cents = 0  # the last full raise of the turn; the minimum before it
    raises: int = 0
    raiser: Seat = 0  # the last to raise in the last turn that had bets
    actor: Seat = 0
    opened: bool = False  # was there a voluntary bet in this turn?  [HE-18]
    played: bool = False  # was there one in this round?
    paid: tuple[Paid, ...] = ()
    cause: str = ""

    def alive(self) -> list[Seat]:
        """Who was dealt in and has not folded."""
        seats = self.seats
        return [seat for seat in self.players if not seats[seat].folded]

    def dealt_in(self) -> Iterator[tuple[Seat, Place]]:
        for seat in self.players:
            yield seat, self.seats[seat]
