"""Hold'em's commands and events, and the state of a round."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.engine import GameCommand, GameEvent
from games.rules.holdem.sheet import Setting, Sheet
from games.rules.shared.cards import Card
from games.rules.shared.money import Cents, Seat
from games.rules.shared.poker_hands import HandKind
from games.rules.shared.pots import Share

Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
PREFLOP, FLOP, TURN, RIVER = range(4)  # the four turns of bets  [HE-25]


# --- Commands


class TurnCommand(GameCommand, frozen=True, kw_only=True):
    """One of the four options of rule 34, in the player's turn.

    A command that names the decision it answers, by the turn of bets and the amount to match, is never
    taken for a later one.
    """

    turn: Annotated[int, Meta(ge=PREFLOP, le=RIVER)] | None = None
    facing: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None


class Fold(TurnCommand, frozen=True, tag="fold"):
    """[HE-34a]"""


class Check(TurnCommand, frozen=True, tag="check"):
    """[HE-34b]"""


class Call(TurnCommand, frozen=True, tag="call"):
    """[HE-34c]"""


class Raise(TurnCommand, frozen=True, tag="raise"):
    """Bring one's bet of this turn to so many cents, above the other bets.

    The first bet of a turn is one too.

    [HE-34d]
    """

    to: Chips


class BuyIn(GameCommand, frozen=True, tag="buy-in"):
    """Join the table with its fixed buy-in.  [HE-8]"""


class TopUp(GameCommand, frozen=True, tag="top-up"):
    """Buy more chips.  [HE-2q] [HE-12]"""

    cents: Chips


class SitOut(GameCommand, frozen=True, tag="sit-out"):
    """Sit out and keep the seat.  [HE-68]"""


class SitIn(GameCommand, frozen=True, tag="sit-in"):
    """Return after sitting out.  [HE-68]"""


class PostBigBlind(GameCommand, frozen=True, tag="post-big-blind"):
    """Choose to join at once with a bet of the size of the big blind.  [HE-21]"""


class WaitForBlind(GameCommand, frozen=True, tag="wait-for-blind"):
    """Join when the big blind reaches one's seat."""


Decision = Fold | Check | Call | Raise
Command = Fold | Check | Call | Raise | BuyIn | TopUp | SitOut | SitIn | PostBigBlind | WaitForBlind


# --- Events


class Why(StrEnum):
    """What caused a decision: the player, the clock, or the player's leaving."""

    SELF = "self"
    TIME = "time"  # [HE-45]
    LEFT = "left"  # [HE-10]


class Blind(StrEnum):
    SMALL = "small"  # [HE-2n]
    BIG = "big"  # [HE-2i]
    ENTRY = "entry"  # not compulsory: the newcomer chose it


class BoughtIn(GameEvent, frozen=True, tag="bought-in", gc=False):
    """The stack is what was paid less the commission.  [HE-8] [HE-17b]"""

    seat: Seat
    cents: Cents
    commission: Cents = 0


class ToppedUp(GameEvent, frozen=True, tag="topped-up", gc=False):
    """Chips bought during a round join the stack when it is over.  [HE-11b] [HE-17b]"""

    seat: Seat
    cents: Cents
    commission: Cents = 0


class SatOut(GameEvent, frozen=True, tag="sat-out", gc=False):
    seat: Seat
    reason: str = ""  # why the house deals the player no cards; empty for a choice of the player


class SatIn(GameEvent, frozen=True, tag="sat-in", gc=False):
    seat: Seat


class EntryChosen(GameEvent, frozen=True, tag="entry-chosen", gc=False):
    seat: Seat
    post: bool


class SeatLeft(GameEvent, frozen=True, tag="seat-left", gc=False):
    """A player leaves with the stack.  [HE-10]"""

    seat: Seat
    cents: Cents


class HandFixed(GameEvent, frozen=True, tag="hand-fixed", gc=False):
    """The seats of the hand are fixed, before the value of the beacon that decides it exists.

    `players` are ascending. The button is known unless it will be drawn by lot among them; `posting` pay the
    big blind to join.

    [HE-46a] [HE-46b] [HE-48]
    """

    players: tuple[Seat, ...]
    button: Seat = 0
    posting: tuple[Seat, ...] = ()


class ButtonPlaced(GameEvent, frozen=True, tag="button-placed", gc=False):
    """The round begins: the button, and the players who are dealt in, in dealing order.

    [HE-46a] [HE-46b] [HE-47]
    """

    button: Seat
    players: tuple[Seat, ...]
    drawn: bool = False  # by lot, when play starts or resumes


class BlindPosted(GameEvent, frozen=True, tag="blind-posted", gc=False):
    """[HE-48]"""

    seat: Seat
    cents: Cents
    blind: Blind


class CardsDealt(GameEvent, frozen=True, tag="cards-dealt", gc=False):
    """One card face down to each player, in dealing order.  [HE-49] [HE-50]"""

    cards: dict[Seat, Card]


class Folded(GameEvent, frozen=True, tag="folded", gc=False):
    seat: Seat
    why: Why = Why.SELF


class Checked(GameEvent, frozen=True, tag="checked", gc=False):
    seat: Seat
    why: Why = Why.SELF


class Called(GameEvent, frozen=True, tag="called", gc=False):
    seat: Seat
    cents: Cents
    all_in: bool = False  # [HE-2k]


class Raised(GameEvent, frozen=True, tag="raised", gc=False):
    seat: Seat
    cents: Cents
    to: Cents
    all_in: bool = False


class ExcessReturned(GameEvent, frozen=True, tag="excess-returned", gc=False):
    """Unmatched chips are returned (A26).  [HE-40]"""

    seat: Seat
    cents: Cents


class CommonTurned(GameEvent, frozen=True, tag="common-turned", gc=False):
    """Flop, turn or river.  [HE-53] [HE-55] [HE-57]"""

    cards: tuple[Card, ...]


class HandShown(GameEvent, frozen=True, tag="hand-shown", gc=False):
    """A player's cards are turned. With five common cards, the combination is named.  [HE-59] [HE-60]"""

    seat: Seat
    cards: tuple[Card, ...]
    kind: HandKind | None = None
    best: tuple[Card, ...] = ()


class HandDiscarded(GameEvent, frozen=True, tag="hand-discarded", gc=False):
    """A beaten hand is discarded unseen, if the specific rules provide that.  [HE-59]"""

    seat: Seat


class PaidPot(Struct, frozen=True, gc=False):
    """A pot, and who was paid from it."""

    amount: Cents
    contenders: tuple[Seat, ...]
    shares: tuple[Share[int], ...]


class PotsPaid(GameEvent, frozen=True, tag="pots-paid", gc=False):
    """The pots are paid to their winners, the main pot first. The round ends.  [HE-2o] [HE-63c]"""

    pots: tuple[PaidPot, ...]


class RoundVoided(GameEvent, frozen=True, tag="round-voided", gc=False):
    """Every bet is returned to the stack it came from.  [HE-72]"""

    cause: str
    back: dict[Seat, Cents]


Event = (
    BoughtIn
    | ToppedUp
    | SatOut
    | SatIn
    | EntryChosen
    | SeatLeft
    | HandFixed
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


# --- State


class Phase(StrEnum):
    """The phases of a round, in order. Any phase but PAID may end in VOID.  [HE-2j]"""

    SEATING = "seating"  # between rounds: players join, leave, top up and sit out
    FIXED = "fixed"  # the seats of the hand are fixed, and the value of the beacon is awaited
    BLINDS = "blinds"
    ONE_CARD = "one-card"
    BETTING = "betting"
    SHOWDOWN = "showdown"
    PAID = "paid"
    VOID = "void"


# As constants, because looking up a member in its class costs many times as much.
SEATING, FIXED, BLINDS, ONE_CARD, BETTING, SHOWDOWN, PAID, VOID = Phase


class SeatState(Struct, frozen=True, gc=False, omit_defaults=True):
    """The chips and cards of one seat. Who sits there is the table's business."""

    stack: Cents = 0
    pending: Cents = 0  # chips bought during the round, which join the stack when it is over  [HE-11b]
    resting: bool = False
    rest_reason: str = ""  # why the player may not be dealt in; only that player sees it
    entering: bool = False  # joins with the big blind
    posting: bool = False  # chose to post it at once
    rounds_out: int = 0  # rounds in a row that were dealt without this seat
    left: bool = False  # the player has left; what he bet stays in the pot  [HE-10]
    # In this round:
    dealt: bool = False
    cards: tuple[Card, ...] = ()
    bet: Cents = 0  # in this turn
    committed: Cents = 0  # in this round, less what was returned unmatched
    returned: Cents = 0  # unmatched  [HE-40]
    acted: bool = False  # in this turn
    folded: bool = False
    shown: bool = False
    discarded: bool = False  # beaten and not turned  [HE-59]
    gross: Cents = 0  # won from the pots
    commission: Cents = 0


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: the rules it is played under, and the result of its events.

    Stacks and button carry over between rounds.
    """

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.SEATING
    seats: dict[Seat, SeatState] = {}
    button: Seat = 0  # 0 before it is drawn
    orbit: Seat = 0  # where the button was when this orbit began  [HE-2s]
    fixed: HandFixed | None = None  # until the button is placed
    players: tuple[Seat, ...] = ()  # the seats dealt in, from the small blind clockwise
    drawn: bool = False  # the button was drawn by lot
    dealt: int = 0  # cards that have left the pack
    dealt_to: tuple[Seat, ...] = ()  # the seats that the face-down cards went to, in order
    board: tuple[Card, ...] = ()
    turn: int = PREFLOP
    pot: Cents = 0  # all chips in play, those of this turn included  [HE-2o]
    to_match: Cents = 0
    last_raise: Cents = 0  # the last full raise of the turn; the minimum before it
    raises: int = 0
    raiser: Seat = 0  # the last to raise in the last turn with bets
    actor: Seat = 0
    bet_in_turn: bool = False  # whether this turn has had a voluntary bet  [HE-18]
    bet_in_round: bool = False  # whether this round has had one
    paid: tuple[PaidPot, ...] = ()
    cause: str = ""

    def not_folded(self) -> list[Seat]:
        """The seats that were dealt in and have not folded."""
        seats = self.seats
        return [seat for seat in self.players if not seats[seat].folded]

    def is_fixed(self, seat: Seat) -> bool:
        """Whether that seat will be dealt in as soon as the value of the beacon has come."""
        return self.phase is FIXED and self.fixed is not None and seat in self.fixed.players

    def dealt_in(self) -> Iterator[tuple[Seat, SeatState]]:
        for seat in self.players:
            yield seat, self.seats[seat]
