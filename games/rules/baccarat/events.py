"""What is said at a table of ponto e banca and what is written: commands, events, and the state that events fold into."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.baccarat.hands import Hand
from games.rules.baccarat.sheet import Place, Setting, Sheet
from games.rules.engine import Cents, Seat
from games.rules.shared.cards import Card

MOST_UNDONE = 50  # steps back that a player can take

Laid = dict[str, Cents]  # by chance
PlaceName = Annotated[str, Meta(max_length=30)]
Chips = Annotated[
    int, Meta(ge=1, le=1_000_000_000_000)
]  # a guard of the wire: no rule limits a bet at a Macau table


class Said(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A command. Its fields are checked for shape where it is read, for lawfulness by the engine."""


class Bet(Said, frozen=True, tag="bet"):
    """So many cents on each chance; all of them or none.  [PB-9a] [PB-9b] [PB-9c] [PB-10]"""

    on: Annotated[dict[PlaceName, Chips], Meta(min_length=1, max_length=len(Place))]


class Undo(Said, frozen=True, tag="undo"):
    """Take back the last bet that was accepted."""


class Clear(Said, frozen=True, tag="clear"):
    """Take back everything laid in this round."""


class Launch(Said, frozen=True, tag="launch"):
    """The player of an individual table starts the deal.  [PB-28]"""


Command = Bet | Undo | Clear | Launch


class Happened(Struct, frozen=True, tag_field="t", gc=False):
    """An event. Amounts by seat are whole cents; cards are numbers, and `place` is a card's place in the shoe."""


class BetPlaced(Happened, frozen=True, tag="bet-placed", gc=False):
    seat: Seat
    on: Laid


class BetTaken(Happened, frozen=True, tag="bet-taken", gc=False):
    """The player took a bet back before the close."""

    seat: Seat
    on: Laid


class BetsClosed(Happened, frozen=True, tag="bets-closed", gc=False):
    """No more bets; cards are being dealt.  [PB-27b]"""


class CardDealt(Happened, frozen=True, tag="card-dealt", gc=False):
    """One of the first four cards, face down: nobody knows it yet, the record neither.  [PB-17]"""

    hand: Hand
    place: int


class HandTurned(Happened, frozen=True, tag="hand-turned", gc=False):
    """The first two cards of a hand are turned, punto's before banco's.  [PB-18]"""

    hand: Hand
    cards: tuple[Card, Card]


class NaturalAnnounced(Happened, frozen=True, tag="natural-announced", gc=False):
    """Eight or nine with two cards.  [PB-20-ponto-8-9] [PB-20-banca-8-9]"""

    hand: Hand
    score: int


class CardDrawn(Happened, frozen=True, tag="card-drawn", gc=False):
    """A third card, face up from the start.  [PB-20] [PB-21]"""

    hand: Hand
    card: Card
    place: int


class ScoresCounted(Happened, frozen=True, tag="scores-counted", gc=False):
    """Both hands have done: what they come to, who won (or the tie), and the pairs there were.  [PB-2c]"""

    punto: int
    banco: int
    winner: Place
    pairs: tuple[Place, ...]


class StakesCollected(Happened, frozen=True, tag="stakes-collected", gc=False):
    """The losing chips are taken, before anything is paid.  [PB-2c]"""

    lost: dict[Seat, Cents]


class PrizesPaid(Happened, frozen=True, tag="prizes-paid", gc=False):
    """What stays the players' of their stakes, their prizes, and what is deducted of them; the round ends.  [PB-2c] [PB-24] [PB-26]"""

    back: dict[Seat, Cents]
    prize: dict[Seat, Cents]
    commission: dict[Seat, Cents]


class RoundVoided(Happened, frozen=True, tag="round-voided", gc=False):
    """No score can be determined: every stake goes back.  [PB-29]"""

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


class Phase(StrEnum):
    """A round's phases, in their order; void ends a round at any of them but the last.  [PB-2c]"""

    BETTING = "betting"
    DEALING = "dealing"
    SETTLED = "settled"
    VOID = "void"


class Bets(Struct, frozen=True, gc=False):
    """What one player has laid in this round: by chance, in all, and by the bets that may be taken back."""

    on: Laid
    total: Cents
    laid: tuple[Laid, ...]


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: its rules, and what its events left. Of the shoe it knows how far it is dealt, and no card that lies in it."""

    sheet: Sheet
    setting: Setting
    phase: Phase = Phase.BETTING
    bets: dict[Seat, Bets] = {}
    totals: Laid = {}  # what all players have on each chance
    dealt: int = 0  # cards that have left the shoe
    down: tuple[int, ...] = ()  # the places in the shoe of the first four cards, in the order of the deal
    punto: tuple[Card, ...] = ()
    banco: tuple[Card, ...] = ()
    cause: str = ""
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    commission: dict[Seat, Cents] = {}

    def cards(self, hand: Hand) -> tuple[Card, ...]:
        return self.punto if hand is Hand.PUNTO else self.banco


def in_all(laid: Mapping[str, Cents]) -> Cents:
    return sum(laid.values())


def less(laid: Mapping[str, Cents], taken: Mapping[str, Cents]) -> Laid:
    """What lies when that is taken away; a chance with nothing on it is no chance with a bet."""
    left = dict(laid)
    for place, cents in taken.items():
        left[place] -= cents
        if not left[place]:
            del left[place]
    return left


def more(laid: Mapping[str, Cents], added: Mapping[str, Cents]) -> Laid:
    both = dict(laid)
    for place, cents in added.items():
        both[place] = both.get(place, 0) + cents
    return both
