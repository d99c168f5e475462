"""Simple strategies for simulated hold'em tables. A player knows the own cards and what everybody sees.

A strategy values a hand with up to a thousand points: before the flop by ranks, pair, suit and gap; after
it by the combination beyond the common cards, and by what may still come. Strategies differ in the points
they need to call, bet or raise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from games.odds.stream import Stream
from games.rules.holdem.bets import raise_range
from games.rules.holdem.events import PREFLOP, RIVER, Call, Check, Decision, Fold, Raise, State
from games.rules.shared.cards import ACE, Card
from games.rules.shared.money import Cents, Seat
from games.rules.shared.poker_hands import FLUSH, FOUR, FULL, HIGH, PAIR, STRAIGHT, THREE, TWO, best_five

Player = Callable[[State, Seat, Stream], Decision]
THOUSAND: Final = 1000


class Strategy(Struct, frozen=True):
    """The points, of a thousand, that a player needs for each decision."""

    name: str
    enters: int  # to call the big blind
    raises: int  # to raise before the flop
    bets: int  # to bet or raise after it
    stays: int  # added to the price of a call
    bluffs: int  # how often, of a thousand times, the player bets with nothing

    def __call__(self, state: State, seat: Seat, stream: Stream) -> Decision:
        place = state.seats[seat]
        owed = min(state.to_match - place.bet, place.stack)
        before_flop = state.turn == PREFLOP
        points = (
            opening(place.cards)
            if before_flop
            else standing(place.cards, state.board, len(state.not_folded()))
        )
        wanted = (self.raises if before_flop else self.bets) + 80 * state.raises
        bluff = self.bluffs and not before_flop and not owed and stream.below(THOUSAND) < self.bluffs
        if points >= wanted or bluff:
            room = raise_range(state, place)
            if room is not None:
                to = state.to_match + (state.pot + owed) * (3 if before_flop else 2) // 3
                return Raise(max(room.minimum, min(to, room.maximum)))
        if not owed:
            return Check()
        return Call() if points >= self.points_to_call(state, owed, before_flop) else Fold()

    def points_to_call(self, state: State, owed: Cents, before_flop: bool) -> int:
        """The points needed for a call: more for a more expensive one."""
        price = THOUSAND * owed // (state.pot + owed)
        if before_flop:
            return self.enters + 90 * state.raises + max(0, price - 400)
        return price + self.stays


CAUTIOUS = Strategy("cautious", enters=500, raises=720, bets=690, stays=220, bluffs=20)
SOLID = Strategy("solid", enters=455, raises=530, bets=590, stays=170, bluffs=150)
BOLD = Strategy("bold", enters=380, raises=455, bets=520, stays=140, bluffs=300)
LOOSE = Strategy("loose", enters=290, raises=820, bets=760, stays=20, bluffs=30)
KINDS: Final = (CAUTIOUS, SOLID, BOLD, LOOSE)


@lru_cache(maxsize=2704)
def opening(cards: tuple[Card, ...]) -> int:
    """The points of two cards before the flop."""
    low, high = sorted(card >> 2 for card in cards)
    if low == high:
        return 500 + 40 * high
    suited = 60 * (cards[0] & 3 == cards[1] & 3)
    close = (0, 60, 40, 20)[high - low] if high - low < 4 else 0
    return 23 * (high + low) + suited + close + 50 * (high == ACE)


def standing(own: tuple[Card, ...], board: tuple[Card, ...], alive: int) -> int:
    """The points of two cards with the common cards on the table, against the other players."""
    points = made(own, board)
    if len(board) < RIVER + 2:
        points += coming(own, board)
    return points - 25 * (alive - 2)


def made(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    best = best_five(own + board)
    kind = best.strength >> 20
    common = shared(board)
    if len(board) == 5 and kind >= STRAIGHT and not any(card in own for card in best.cards):
        return 350  # all players have it
    if kind >= STRAIGHT:
        return {STRAIGHT: 880, FLUSH: 910, FULL: 950}.get(kind, 990)
    if kind == common:
        return 120 + 15 * max(card >> 2 for card in own)
    if kind == THREE:
        return 850
    if kind == TWO and common == HIGH:
        return 800
    return pair(own, board)


def shared(board: tuple[Card, ...]) -> int:
    """The combination that the ranks of the common cards alone make."""
    ranks = [card >> 2 for card in board]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts[0] > 2:
        return THREE if counts[0] == 3 else FOUR
    return HIGH if counts[0] == 1 else TWO if counts[1:2] == [2] else PAIR


def pair(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """The points of one pair made with the own cards, by how many ranks on the table are above it."""
    ranks = sorted({card >> 2 for card in board}, reverse=True)
    first, second = (card >> 2 for card in own)
    paired = (
        first if first == second else max([rank for rank in (first, second) if rank in ranks], default=-1)
    )
    if paired < 0:
        return 120 + 15 * max(first, second)
    above = sum(rank > paired for rank in ranks)
    return (650, 480, 390, 330, 300, 300)[above] + (60 if first == second else 3 * max(first, second))


def coming(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """The points for four cards to a flush or a straight while cards are still to come."""
    cards = own + board
    still = 5 - len(board)
    suits = [card & 3 for card in cards]
    points = 85 * still * any(suits.count(suit) == 4 for suit in {card & 3 for card in own})
    return points + (65 * still if _open_ended([card >> 2 for card in cards]) else 0)


def _open_ended(ranks: Sequence[int]) -> bool:
    mask = sum(1 << rank for rank in set(ranks))
    runs = mask & mask >> 1 & mask >> 2 & mask >> 3
    return bool(runs & 0b0111111110)  # four in a row with room at both ends
