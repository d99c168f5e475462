"""What is said at a blackjack table and what is written: commands, events, and the state that events fold into.

The card that lies face down is nowhere in events or state until it is turned: it is remembered as a place in the shoe, so
that nobody can look at it early, the house included.  [BJ-14b] [BJ-17]
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.engine import Cents, Seat
from games.rules.shared.cards import Card

Place = str  # "1" to "7", from the bank's left
PlaceName = Annotated[str, Meta(max_length=2)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Turn = Annotated[int, Meta(ge=0, le=1_000_000)]
Laid = dict[Place, Cents]
MOST_UNDONE = 50  # steps back that a player can take
FACE_DOWN = -1  # among the cards that were dealt, the one that nobody knows


class Said(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A command. Its fields are checked for shape where it is read, for lawfulness by the engine."""


class Bet(Said, frozen=True, tag="bet"):
    """So many cents on each place; all of them or none.  [BJ-2a] [BJ-9]"""

    on: Annotated[dict[PlaceName, Chips], Meta(min_length=1, max_length=7)]


class Undo(Said, frozen=True, tag="undo"):
    """Take back the last bet that was accepted."""


class Clear(Said, frozen=True, tag="clear"):
    """Take back everything bet in this round."""


class Launch(Said, frozen=True, tag="launch"):
    """The player of a table of one starts the deal.  [BJ-13]"""


class Insure(Said, frozen=True, tag="insure"):
    """So many cents on the insurance of a place.  [BJ-15f]"""

    place: PlaceName
    cents: Chips


class EvenMoney(Said, frozen=True, tag="even-money"):
    """Take a prize of one to one for the blackjack of a place, before the bank's second card is known.  [BJ-20b]"""

    place: PlaceName


class Decline(Said, frozen=True, tag="decline"):
    """Neither insurance nor even money for a place."""

    place: PlaceName


class Decision(Said, frozen=True):
    """What to do with the hand whose turn it is. `turn` is the number of the decision that the player was asked for: one made
    for an earlier hand or card is refused, never taken for the next.  [BJ-24b]"""

    turn: Turn


class Hit(Decision, frozen=True, tag="hit"):
    """One more card.  [BJ-15a] [BJ-15d]"""


class Stand(Decision, frozen=True, tag="stand"):
    """No more cards.  [BJ-15c]"""


class Double(Decision, frozen=True, tag="double"):
    """As much again on the hand, for exactly one more card.  [BJ-15b]"""

    cents: Chips


class Split(Decision, frozen=True, tag="split"):
    """As much again, to make two hands of one.  [BJ-21a]"""

    cents: Chips


class Surrender(Decision, frozen=True, tag="surrender"):
    """Give the hand up for half of the bet.  [BJ-15e]"""


Command = (
    Bet | Undo | Clear | Launch | Insure | EvenMoney | Decline | Hit | Stand | Double | Split | Surrender
)


class Happened(Struct, frozen=True, tag_field="t", gc=False, omit_defaults=True):
    """An event. Amounts are whole cents; a card is its number."""


class BetPlaced(Happened, frozen=True, tag="bet-placed", gc=False):
    seat: Seat
    on: Laid


class BetTaken(Happened, frozen=True, tag="bet-taken", gc=False):
    """The player took a bet back before the close."""

    seat: Seat
    on: Laid


class BetsClosed(Happened, frozen=True, tag="bets-closed", gc=False):
    """No more bets; the cards are being dealt.  [BJ-12b]"""


class OfHand(Happened, frozen=True, gc=False):
    """An event of one hand of one place. A place has one hand, numbered 0, until it is split."""

    seat: Seat
    place: Place
    hand: int = 0


class CardDealt(OfHand, frozen=True, tag="card-dealt", kw_only=True, gc=False):
    """A card for a player, face up.  [BJ-14a] [BJ-14b]"""

    card: Card


class BankDealt(Happened, frozen=True, tag="bank-dealt", gc=False):
    """A card for the bank, face up.  [BJ-14a] [BJ-17b]"""

    card: Card


class HoleDealt(Happened, frozen=True, tag="hole-dealt", gc=False):
    """The bank's second card, face down: which it is, nobody knows.  [BJ-14b]"""


class InsurancePlaced(Happened, frozen=True, tag="insurance-placed", gc=False):
    """[BJ-15f]"""

    seat: Seat
    place: Place
    stake: Cents


class OfferDeclined(Happened, frozen=True, tag="offer-declined", gc=False):
    """Neither insurance nor even money; `lapsed` where the player's time was up (A03)."""

    seat: Seat
    place: Place
    lapsed: bool = False


class CardAsked(OfHand, frozen=True, tag="card-asked", gc=False):
    """[BJ-15a] [BJ-15d]"""

    lapsed: bool = False


class HandStood(OfHand, frozen=True, tag="hand-stood", gc=False):
    """[BJ-15c]"""

    lapsed: bool = False


class HandDoubled(OfHand, frozen=True, tag="hand-doubled", kw_only=True, gc=False):
    """`low`: the ace that counted 1 in the total of 9, 10 or 11 stays 1.  [BJ-15b] [BJ-8a-ii]"""

    stake: Cents
    low: bool = False


class HandSplit(OfHand, frozen=True, tag="hand-split", kw_only=True, gc=False):
    """The second card opens a hand of its own, right after this one, with the stake beside it.  [BJ-2e] [BJ-21a]"""

    stake: Cents


class SpecialPaid(OfHand, frozen=True, tag="special-paid", kw_only=True, gc=False):
    """Three cards made a special combination, whatever becomes of the bet.  [BJ-25i]"""

    combination: str
    prize: Cents


class HandSettled(OfHand, frozen=True, tag="hand-settled", kw_only=True, gc=False):
    """One bet is decided, and by what (`code`): stake back, lost, prize.  [BJ-25a] to [BJ-25h]"""

    code: str
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0


class HoleTurned(Happened, frozen=True, tag="hole-turned", gc=False):
    """The bank's second card is shown, after the last decision.  [BJ-17]"""

    card: Card


class InsuranceSettled(Happened, frozen=True, tag="insurance-settled", gc=False):
    """[BJ-25f] [BJ-25g]"""

    seat: Seat
    place: Place
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0


class RoundSettled(Happened, frozen=True, tag="round-settled", gc=False):
    """Losing chips are collected, prizes paid; the round ends.  [BJ-2f]"""


class RoundVoided(Happened, frozen=True, tag="round-voided", gc=False):
    """Every bet goes back, doubles, splits and insurance included, and balances are as before: what had been collected in the
    round comes back too, and what had been paid as a prize is taken back.  [BJ-28]"""

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


class Phase(StrEnum):
    """A round's phases, in their order; void ends a round at any of them but the last.  [BJ-2f]"""

    BETTING = "betting"
    DEALING = "dealing"  # two cards for everybody
    NATURALS = "naturals"  # blackjacks that are paid at once  [BJ-20a]
    OFFERS = "offers"  # insurance and even money, all players at the same time  [BJ-15f] [BJ-20b]
    PLAYING = "playing"  # the hands in turn
    BANK = "bank"  # the second card is shown, the bank draws
    SETTLING = "settling"  # losing bets are collected, then winning ones paid
    SETTLED = "settled"
    VOID = "void"


# Under names of their own: a member is looked up in its class at many times the cost of a name.
BETTING, DEALING, NATURALS, OFFERS, PLAYING, BANK, SETTLING, SETTLED, VOID = Phase


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """One bet and its cards."""

    stake: Cents
    cards: tuple[Card, ...] = ()
    done: bool = False  # nothing more is decided or dealt
    doubled: bool = False
    low: bool = False  # one ace is bound to 1  [BJ-8a-ii]
    split: bool = False
    aces: bool = False  # of split aces  [BJ-21c]
    code: str = ""  # how it was decided; empty while it is not
    back: Cents = 0
    lost: Cents = 0
    prize: Cents = 0
    special: Cents = 0  # [BJ-25i]


class Box(Struct, frozen=True, gc=False, omit_defaults=True):
    """One place in play: whose it is, its hands, its insurance."""

    seat: Seat
    bet: Cents
    hands: tuple[Hand, ...] = ()
    splits: int = 0
    answered: bool = False  # insured, paid even money, or neither
    insurance: Cents = 0
    insurance_back: Cents = 0
    insurance_lost: Cents = 0
    insurance_prize: Cents = 0

    @property
    def insured(self) -> bool:
        """Whether an insurance is still to be decided."""
        return self.insurance > self.insurance_back + self.insurance_lost


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A round: its rules, and what its events left."""

    sheet: Sheet
    setting: Setting
    decks: int  # of the shoe in use, which is dealt to its end even if the setting has changed
    seated: tuple[Seat, ...] = ()  # who sat when the round began: their own places are kept for them
    phase: Phase = Phase.BETTING
    boxes: dict[Place, Box] = {}  # the places with a bet; in their order once bets are closed
    laid: dict[Seat, tuple[Laid, ...]] = {}  # each player's bets that may be taken back
    bank: tuple[Card, ...] = ()
    hole: int = -1  # where in the shoe the bank's face-down card came from; -1 when none lies there
    first: int = 0  # cards that had been dealt from the shoe when the round began
    dealt: int = 0  # and by now
    given: tuple[
        Card, ...
    ] = ()  # the cards between the two, as they came; which hand has which is told by the hands
    place: Place = ""  # whose turn it is
    hand: int = 0
    turn: int = 0  # decisions taken in this round
    due: bool = False  # the hand whose turn it is waits for a card
    cause: str = ""

    def open_hands(self) -> Iterator[tuple[Place, Box, int, Hand]]:
        """The bets that are not decided yet."""
        for place, box in self.boxes.items():
            for index, hand in enumerate(box.hands):
                if not hand.code:
                    yield place, box, index, hand

    def is_open(self) -> bool:
        """Whether a bet is left that is not decided yet."""
        for box in self.boxes.values():
            for hand in box.hands:
                if not hand.code:
                    return True
        return False

    def is_insured(self) -> bool:
        """Whether an insurance is left that is not decided yet."""
        return any(box.insured for box in self.boxes.values() if box.insurance)

    def places_of(self, seat: Seat) -> list[Place]:
        return [place for place, box in self.boxes.items() if box.seat == seat]
