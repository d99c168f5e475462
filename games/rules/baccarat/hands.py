"""The cards of ponto e banca: what they are worth, what makes a pair, and who takes a third card, as rule 20 prints it.

The two hands are called punto and banco, because a player is a person and the bank is the house's money.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from games.rules.shared.cards import ACE, TEN, Card, rank


class Hand(StrEnum):
    PUNTO = "punto"
    BANCO = "banco"


def value(card: Card) -> int:
    if rank(card) == ACE:
        return 1  # [PB-7a]
    if rank(card) >= TEN:
        return 0  # [PB-7b]
    return rank(card) + 2  # [PB-7c]


def score(cards: Sequence[Card]) -> int:
    """Of a sum past 10 or 20 only the excess counts; exactly 10 or 20 leaves nothing (A38).  [PB-8]"""
    return sum(map(value, cards)) % 10


def is_pair(cards: Sequence[Card]) -> bool:
    """The first two cards alone decide, by rank, whatever their suits; a king and a queen are no pair.  [PB-2e] [PB-11] [PB-12]"""
    return rank(cards[0]) == rank(cards[1])


class Move(Struct, frozen=True):
    """What a hand does after its first two cards, and the rule that says so."""

    code: str
    rule: str

    @property
    def draws(self) -> bool:
        return self.code == "draws"


def printed(row: str) -> frozenset[int]:
    """A cell of the table; its 10 stands for every card of value 0 (A39)."""
    return frozenset(int(number) % 10 for number in row.split("-"))


NATURAL = printed("8-9")  # [PB-19]
PUNTO_DRAWS = printed("0-1-2-3-4-5")  # [PB-20-ponto-0-5]

# Banco, having: takes a card if punto takes.
BANCO_DRAWS: Mapping[int, frozenset[int]] = {
    3: printed("1-2-3-4-5-6-7-9-10"),  # [PB-20-banca-3]
    4: printed("2-3-4-5-6-7"),  # [PB-20-banca-4]
    5: printed("4-5-6-7"),  # [PB-20-banca-5]
    6: printed("6-7"),  # [PB-20-banca-6]
}
BANCO_ALWAYS_DRAWS = printed("0-1-2")  # [PB-20-banca-0-2]
BANCO_DRAWS_ALONE = printed("3-4-5")  # where punto takes no card  [PB-20-nodraw-3-5]


def move_of_punto(punto: int, banco: int) -> Move:
    """By the scores of both hands' first two cards."""
    if punto in NATURAL:
        return Move("natural", "PB-20-ponto-8-9")  # [PB-20-ponto-8-9]
    if banco in NATURAL:
        return Move("stands", "PB-19")  # [PB-19]
    if punto in PUNTO_DRAWS:
        return Move("draws", "PB-20-ponto-0-5")  # [PB-20-ponto-0-5]
    return Move("stands", "PB-20-ponto-6-7")  # [PB-20-ponto-6-7]


def move_of_banco(banco: int, third: int | None, *, natural: bool) -> Move:
    """By its own first score, the value of punto's third card (None: punto took none), and whether punto had 8 or 9 at once."""
    if banco in NATURAL:
        return Move("natural", "PB-20-banca-8-9")  # [PB-20-banca-8-9]
    if natural:
        return Move("stands", "PB-19")  # [PB-19]
    if banco in BANCO_ALWAYS_DRAWS:
        return Move("draws", "PB-20-banca-0-2")  # [PB-20-banca-0-2]
    if banco == 7:
        return Move("stands", "PB-20-banca-7")  # [PB-20-banca-7]
    if third is not None:
        return Move("draws" if third % 10 in BANCO_DRAWS[banco] else "stands", f"PB-20-banca-{banco}")
    if banco in BANCO_DRAWS_ALONE:
        return Move("draws", "PB-20-nodraw-3-5")  # [PB-20-nodraw-3-5]
    return Move("stands", "PB-20-nodraw-6")  # [PB-20-nodraw-6]


def moves(punto: Sequence[Card], banco: Sequence[Card]) -> dict[Hand, Move]:
    """What is decided by the cards that lie open: punto's move once both hands are turned, banco's once punto has done."""
    if len(punto) < 2 or len(banco) < 2:
        return {}
    first = score(punto[:2])
    decided = {Hand.PUNTO: move_of_punto(first, score(banco[:2]))}
    if len(punto) > 2 or not decided[Hand.PUNTO].draws:
        third = value(punto[2]) if len(punto) > 2 else None
        decided[Hand.BANCO] = move_of_banco(score(banco[:2]), third, natural=first in NATURAL)
    return decided


def draws_next(punto: Sequence[Card], banco: Sequence[Card]) -> Hand | None:
    """Who takes a card now, punto before banco and neither more than one; None when both have done.  [PB-20]"""
    decided = moves(punto, banco)
    for hand, cards in ((Hand.PUNTO, punto), (Hand.BANCO, banco)):
        if len(cards) == 2 and hand in decided and decided[hand].draws:
            return hand
    return None
