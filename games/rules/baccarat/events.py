"""The commands and events of ponto e banca, and the state of a round."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.baccarat.hands import Side
from games.rules.baccarat.sheet import BetPlace, Setting, Sheet
from games.rules.bets import BetPlaced, BetTaken, Clear, PlayerBets, Stakes, Undo
from games.rules.engine import GameCommand, GameEvent
from games.rules.shared.cards import Card
from games.rules.shared.money import Cents, Seat

PlaceName = Annotated[str, Meta(max_length=30)]
# The upper bound protects the server; no rule limits a bet at a Macau table.
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000_000)]


# --- Commands


class Bet(GameCommand, frozen=True, tag="bet"):
    """So many cents on each chance. All of them are accepted or none.  [PB-9a] [PB-9b] [PB-9c] [PB-10]"""

    on: Annotated[dict[PlaceName, Chips], Meta(min_length=1, max_length=len(BetPlace))]


class Launch(GameCommand, frozen=True, tag="launch"):
    """The player of an individual table starts the deal.  [PB-28]"""


Command = Bet | Undo | Clear | Launch


# --- Events


class BetsClosed(GameEvent, frozen=True, tag="bets-closed", gc=False):
    """No more bets; cards are being dealt.  [PB-27b]"""


class CardDealt(GameEvent, frozen=True, tag="card-dealt", gc=False):
    """One of the first four cards, face down.

    Nobody knows it yet, the record included; `place` is its place in the shoe.

    [PB-17]
    """

    hand: Side
    place: int


class HandTurned(GameEvent, frozen=True, tag="hand-turned", gc=False):
    """The first two cards of a hand are turned, punto's before banco's.  [PB-18]"""

    hand: Side
    cards: tuple[Card, Card]


class NaturalAnnounced(GameEvent, frozen=True, tag="natural-announced", gc=False):
    """Eight or nine with two cards.  [PB-20-ponto-8-9] [PB-20-banca-8-9]"""

    hand: Side
    score: int


class CardDrawn(GameEvent, frozen=True, tag="card-drawn", gc=False):
    """A third card, dealt face up.  [PB-20] [PB-21]"""

    hand: Side
    card: Card
    place: int


class ScoresCounted(GameEvent, frozen=True, tag="scores-counted", gc=False):
    """Both hands are complete: their scores, the winner (or the tie), and the pairs.  [PB-2c]"""

    punto: int
    banco: int
    winner: BetPlace
    pairs: tuple[BetPlace, ...]


class StakesCollected(GameEvent, frozen=True, tag="stakes-collected", gc=False):
    """The losing chips are collected before anything is paid.  [PB-2c]"""

    lost: dict[Seat, Cents]


class PrizesPaid(GameEvent, frozen=True, tag="prizes-paid", gc=False):
    """The stakes that players keep, their prizes and the commission on them.

    The round ends.

    [PB-2c] [PB-24] [PB-26]
    """

    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]
    commission: dict[Seat, Cents]


class RoundVoided(GameEvent, frozen=True, tag="round-voided", gc=False):
    """No score can be determined: every stake is returned.  [PB-29]"""

    cause: str
    back: dict[Seat, Cents]


Event = (
    BetPlaced
    | BetTaken
    | BetsClosed
    | CardDealt
    | HandTurned
    | NaturalAnnounced
    | CardDrawn
    | ScoresCounted
    | StakesCollected
    | PrizesPaid
    | RoundVoided
)


# --- State


class Phase(StrEnum):
    """The phases of a round, in order. Any phase but SETTLED may end in VOID.  [PB-2c]"""

    BETTING = "betting"
    DEALING = "dealing"
    SETTLED = "settled"
    VOID = "void"


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: the rules it is played under, and the result of its events.

    It contains no card still in the shoe.
    """

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    bets: dict[Seat, PlayerBets] = {}
    totals: Stakes = {}  # of all players, by chance
    dealt: int = 0  # cards that have left the shoe
    down: tuple[int, ...] = ()  # the places in the shoe of the first four cards, in the order of the deal
    punto: tuple[Card, ...] = ()
    banco: tuple[Card, ...] = ()
    cause: str = ""
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    commission: dict[Seat, Cents] = {}

    def cards(self, hand: Side) -> tuple[Card, ...]:
        return self.punto if hand is Side.PUNTO else self.banco
