"""The hands of ponto e banca: card values, scores and pairs, and the table of rule 20 for the third card.

The two hands are called punto and banco, because a player is a person and the bank is the house's money.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from games.rules.shared.cards import ACE, TEN, Card, rank


class Side(StrEnum):
    PUNTO = "punto"
    BANCO = "banco"


def card_value(card: Card) -> int:
    if rank(card) == ACE:
        return 1  # [PB-7a]
    if rank(card) >= TEN:
        return 0  # [PB-7b]
    return rank(card) + 2  # [PB-7c]


def score(cards: Sequence[Card]) -> int:
    """Of a sum above 10 or 20 only the excess counts; exactly 10 or 20 counts nothing (A38).  [PB-8]"""
    return sum(map(card_value, cards)) % 10


def is_pair(cards: Sequence[Card]) -> bool:
    """The first two cards decide, by rank whatever the suits; a king and a queen are no pair.

    [PB-2e] [PB-11] [PB-12]
    """
    return rank(cards[0]) == rank(cards[1])


class ThirdCardDecision(Struct, frozen=True):
    """What a hand does after its first two cards, and the rule that decides it."""

    code: str
    rule: str

    @property
    def draws(self) -> bool:
        return self.code == "draws"


def parse_cell(cell: str) -> frozenset[int]:
    """A cell of the printed table. Its 10 stands for every card of value 0 (A39)."""
    return frozenset(int(number) % 10 for number in cell.split("-"))


NATURAL = parse_cell("8-9")  # [PB-19]
PUNTO_DRAWS = parse_cell("0-1-2-3-4-5")  # [PB-20-ponto-0-5]

# By banco's score: the third cards of punto to which banco draws.
BANCO_DRAWS: Mapping[int, frozenset[int]] = {
    3: parse_cell("1-2-3-4-5-6-7-9-10"),  # [PB-20-banca-3]
    4: parse_cell("2-3-4-5-6-7"),  # [PB-20-banca-4]
    5: parse_cell("4-5-6-7"),  # [PB-20-banca-5]
    6: parse_cell("6-7"),  # [PB-20-banca-6]
}
BANCO_ALWAYS_DRAWS = parse_cell("0-1-2")  # [PB-20-banca-0-2]
BANCO_DRAWS_ALONE = parse_cell("3-4-5")  # if punto does not draw  [PB-20-nodraw-3-5]


def move_of_punto(punto: int, banco: int) -> ThirdCardDecision:
    """By the scores of both hands' first two cards."""
    if punto in NATURAL:
        return ThirdCardDecision("natural", "PB-20-ponto-8-9")  # [PB-20-ponto-8-9]
    if banco in NATURAL:
        return ThirdCardDecision("stands", "PB-19")  # [PB-19]
    if punto in PUNTO_DRAWS:
        return ThirdCardDecision("draws", "PB-20-ponto-0-5")  # [PB-20-ponto-0-5]
    return ThirdCardDecision("stands", "PB-20-ponto-6-7")  # [PB-20-ponto-6-7]


def move_of_banco(banco: int, third: int | None, *, natural: bool) -> ThirdCardDecision:
    """By banco's first score, the value of punto's third card (None: no card), and punto's natural."""
    if banco in NATURAL:
        return ThirdCardDecision("natural", "PB-20-banca-8-9")  # [PB-20-banca-8-9]
    if natural:
        return ThirdCardDecision("stands", "PB-19")  # [PB-19]
    if banco in BANCO_ALWAYS_DRAWS:
        return ThirdCardDecision("draws", "PB-20-banca-0-2")  # [PB-20-banca-0-2]
    if banco == 7:
        return ThirdCardDecision("stands", "PB-20-banca-7")  # [PB-20-banca-7]
    if third is not None:
        return ThirdCardDecision(
            "draws" if third % 10 in BANCO_DRAWS[banco] else "stands", f"PB-20-banca-{banco}"
        )
    if banco in BANCO_DRAWS_ALONE:
        return ThirdCardDecision("draws", "PB-20-nodraw-3-5")  # [PB-20-nodraw-3-5]
    return ThirdCardDecision("stands", "PB-20-nodraw-6")  # [PB-20-nodraw-6]


def moves(punto: Sequence[Card], banco: Sequence[Card]) -> dict[Side, ThirdCardDecision]:
    """The moves that the open cards decide: punto's after both hands are turned, then banco's."""
    if len(punto) < 2 or len(banco) < 2:
        return {}
    punto_score = score(punto[:2])
    decided = {Side.PUNTO: move_of_punto(punto_score, score(banco[:2]))}
    if len(punto) > 2 or not decided[Side.PUNTO].draws:
        third = card_value(punto[2]) if len(punto) > 2 else None
        decided[Side.BANCO] = move_of_banco(score(banco[:2]), third, natural=punto_score in NATURAL)
    return decided


def next_to_draw(punto: Sequence[Card], banco: Sequence[Card]) -> Side | None:
    """The hand that takes a card now: punto before banco, each one card at most; None when both are complete.

    [PB-20]
    """
    decided = moves(punto, banco)
    for hand, cards in ((Side.PUNTO, punto), (Side.BANCO, banco)):
        if len(cards) == 2 and hand in decided and decided[hand].draws:
            return hand
    return None
