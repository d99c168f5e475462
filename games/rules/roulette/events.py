"""What is said at a roulette table and what is written: commands, events, and the state that events fold into."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.engine import Cents, Seat
from games.rules.roulette.layout import Number, PlaceId
from games.rules.roulette.sheet import SecondZero, Setting, Sheet

MOST_PLACES = 50  # in one command
MOST_UNDONE = 50  # steps back that a player can take

Laid = dict[PlaceId, Cents]
PlaceName = Annotated[str, Meta(max_length=30)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Said(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A command. Its fields are checked for shape where it is read, for lawfulness by the engine."""


class Bet(Said, frozen=True, tag="bet"):
    """So many cents on each place; all of them or none.  [AR-3a] [AR-8] [FR-3a] [FR-9]"""

    on: Annotated[dict[PlaceName, Chips], Meta(min_length=1, max_length=MOST_PLACES)]


class Undo(Said, frozen=True, tag="undo"):
    """Take back the last bet that was accepted."""


class Clear(Said, frozen=True, tag="clear"):
    """Take back everything laid in this round."""


class Call(Said, frozen=True, tag="call"):
    """A call bet at one chip: a series, or neighbours and finals of a number.  [FR-8]"""

    name: PlaceName
    chip: Chips
    number: Annotated[str, Meta(max_length=2)] = ""


class Launch(Said, frozen=True, tag="launch"):
    """The player of an individual wheel sets the ball in motion.  [AR-15] [FR-R16]"""


Command = Bet | Undo | Clear | Call | Launch


class Happened(Struct, frozen=True, tag_field="t", gc=False, omit_defaults=True):
    """An event. Amounts by seat are whole cents."""


class BetPlaced(Happened, frozen=True, tag="bet-placed", gc=False):
    seat: Seat
    on: Laid
    call: str = ""


class BetTaken(Happened, frozen=True, tag="bet-taken", gc=False):
    """The player took a bet back before the close."""

    seat: Seat
    on: Laid


class BetsClosed(Happened, frozen=True, tag="bets-closed", gc=False):
    """No more bets; the ball is in motion.  [AR-14b] [FR-R15b]"""


class NumberDrawn(Happened, frozen=True, tag="number-drawn", gc=False):
    """The ball rests; the number is marked on the layout.  [AR-16] [FR-R17]"""

    number: Number


class StakesCollected(Happened, frozen=True, tag="stakes-collected", gc=False):
    """The losing chips are taken, before anything is paid.  [AR-17] [FR-R18]"""

    lost: dict[Seat, Cents]


class HeldCollected(Happened, frozen=True, tag="held-collected", gc=False):
    """Stakes in prison that lost.  [FR-R20c]"""

    lost: dict[Seat, Cents]


class StakesHeld(Happened, frozen=True, tag="stakes-held", gc=False):
    """Even-chance stakes go to prison for the next round.  [FR-R20c]"""

    held: dict[Seat, Laid]


class HeldKept(Happened, frozen=True, tag="held-kept", gc=False):
    """Stakes in prison that stay there, where the rule sheet says so of a second zero.  [FR-R20c]"""

    held: dict[Seat, Laid]


class HeldReturned(Happened, frozen=True, tag="held-returned", gc=False):
    """Stakes in prison that are free again, without a prize.  [FR-R20c]"""

    back: dict[Seat, Cents]


class PrizesPaid(Happened, frozen=True, tag="prizes-paid", gc=False):
    """What stays the players' of their stakes, and their prizes; the round ends.  [AR-17] [FR-R18]"""

    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]


class RoundVoided(Happened, frozen=True, tag="round-voided", gc=False):
    """No valid number: every stake goes back, those in prison too.  [AR-21] [FR-R22]"""

    cause: str
    back: dict[Seat, Cents]
    held: dict[Seat, Cents] = {}


Event = (
    BetPlaced
    | BetTaken
    | BetsClosed
    | NumberDrawn
    | StakesCollected
    | HeldCollected
    | StakesHeld
    | HeldKept
    | HeldReturned
    | PrizesPaid
    | RoundVoided
)


class Phase(StrEnum):
    """A round's phases, in their order; void ends a round at any of them but the last.  [AR-3d] [FR-3d]"""

    BETTING = "betting"
    CLOSED = "closed"
    SETTLED = "settled"
    VOID = "void"


class Hand(Struct, frozen=True, gc=False):
    """What one player has laid in this round: by place, in all, and by the bets that may be taken back."""

    on: Laid
    total: Cents
    laid: tuple[Laid, ...]


SHELVES = 64
NOBODY: dict[Seat, Hand] = {}


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: its rules, and what its events left."""

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    hands: dict[
        int, dict[Seat, Hand]
    ] = {}  # by shelf, so that a bet at a full table copies one shelf and not two thousand hands
    totals: Laid = {}  # what all players have on each place
    carried: dict[Seat, Laid] = {}  # stakes that came into this round in prison
    second_zero: SecondZero = SecondZero.LOST  # what the sheet they were laid under says of them
    number: Number = ""
    cause: str = ""
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    held: dict[Seat, Laid] = {}  # stakes that leave this round in prison

    def hand(self, seat: Seat) -> Hand | None:
        return self.hands.get(seat % SHELVES, NOBODY).get(seat)

    def laid(self) -> Iterator[tuple[Seat, Hand]]:
        """Everybody who has a bet in this round, with what they laid."""
        for shelf in self.hands.values():
            yield from shelf.items()


def in_all(laid: Mapping[PlaceId, Cents]) -> Cents:
    return sum(laid.values())
