"""Roulette's commands and events, and the state of a round."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.bets import BetTaken, Clear, PlayerBets, Stakes, Undo
from games.rules.engine import GameCommand, GameEvent
from games.rules.roulette.layout import Number
from games.rules.roulette.sheet import SecondZero, Setting, Sheet
from games.rules.shared.money import Cents, Seat

MAX_PLACES = 50  # in one command

PlaceName = Annotated[str, Meta(max_length=30)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]


# --- Commands


class Bet(GameCommand, frozen=True, tag="bet"):
    """So many cents on each place. All of them are accepted or none.  [AR-3a] [AR-8] [FR-3a] [FR-9]"""

    on: Annotated[dict[PlaceName, Chips], Meta(min_length=1, max_length=MAX_PLACES)]


class PlaceCallBet(GameCommand, frozen=True, tag="call"):
    """A call bet: a series, or the neighbours or finals of a number, at `chip` cents for each chip.

    [FR-8]
    """

    name: PlaceName
    chip: Chips
    number: Annotated[str, Meta(max_length=2)] = ""


class Launch(GameCommand, frozen=True, tag="launch"):
    """The player of an individual wheel launches the ball.  [AR-15] [FR-R16]"""


Command = Bet | Undo | Clear | PlaceCallBet | Launch


# --- Events


class BetPlaced(GameEvent, frozen=True, tag="bet-placed", gc=False):
    seat: Seat
    on: Stakes
    call: str = ""


class BetsClosed(GameEvent, frozen=True, tag="bets-closed", gc=False):
    """No more bets; the ball is in motion.  [AR-14b] [FR-R15b]"""


class NumberDrawn(GameEvent, frozen=True, tag="number-drawn", gc=False):
    """The ball rests; the number is marked on the layout.  [AR-16] [FR-R17]"""

    number: Number


class StakesCollected(GameEvent, frozen=True, tag="stakes-collected", gc=False):
    """The losing chips are collected before anything is paid.  [AR-17] [FR-R18]"""

    lost: dict[Seat, Cents]


class HeldCollected(GameEvent, frozen=True, tag="held-collected", gc=False):
    """Imprisoned stakes that lost.  [FR-R20c]"""

    lost: dict[Seat, Cents]


class StakesHeld(GameEvent, frozen=True, tag="stakes-held", gc=False):
    """Even-chance stakes imprisoned for the next round.  [FR-R20c]"""

    held: dict[Seat, Stakes]


class HeldKept(GameEvent, frozen=True, tag="held-kept", gc=False):
    """Imprisoned stakes that remain so, where the rule sheet provides that for a second zero.  [FR-R20c]"""

    held: dict[Seat, Stakes]


class HeldReturned(GameEvent, frozen=True, tag="held-returned", gc=False):
    """Imprisoned stakes that are released, without a prize.  [FR-R20c]"""

    back: dict[Seat, Cents]


class PrizesPaid(GameEvent, frozen=True, tag="prizes-paid", gc=False):
    """The stakes that players keep, and their prizes. The round ends.  [AR-17] [FR-R18]"""

    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]


class RoundVoided(GameEvent, frozen=True, tag="round-voided", gc=False):
    """No valid number: every stake is returned, imprisoned ones too.  [AR-21] [FR-R22]"""

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


# --- State


class Phase(StrEnum):
    """The phases of a round, in order. Any phase but SETTLED may end in VOID.  [AR-3d] [FR-3d]"""

    BETTING = "betting"
    CLOSED = "closed"
    SETTLED = "settled"
    VOID = "void"


SHARDS = 64
NO_BETS: dict[Seat, PlayerBets] = {}


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: the rules it is played under, and the result of its events."""

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    # By `seat % SHARDS`, so that a bet at a full table copies one shard and not the bets of two thousand
    # players.
    bets: dict[int, dict[Seat, PlayerBets]] = {}
    totals: Stakes = {}  # of all players, by place
    carried: dict[Seat, Stakes] = {}  # stakes that were imprisoned in the round before
    second_zero: SecondZero = SecondZero.LOST  # what the sheet they were placed under provides for them
    number: Number = ""
    cause: str = ""
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    held: dict[Seat, Stakes] = {}  # stakes imprisoned in this round

    def bets_of(self, seat: Seat) -> PlayerBets | None:
        return self.bets.get(seat % SHARDS, NO_BETS).get(seat)

    def bettors(self) -> Iterator[tuple[Seat, PlayerBets]]:
        """Every player with a bet in this round."""
        for shard in self.bets.values():
            yield from shard.items()
