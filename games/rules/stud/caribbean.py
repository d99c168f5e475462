"""Póquer sem descarte (803/2015): the ranking of hands, the prizes, and the numbers of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.shared.poker_hands import HIGH, HandKind, PokerHand
from games.rules.stud.variant import CARIBBEAN, BetBox, Cor, Dealing, Variant

# What a winning second bet pays, in the order of rule 12. "The bet" in i and j is the second one (A34).
TIMES: Final[Mapping[HandKind, int]] = {
    HandKind.ROYAL_FLUSH: 100,  # [CS-12a]
    HandKind.STRAIGHT_FLUSH: 50,  # [CS-12b]
    HandKind.FOUR_OF_A_KIND: 20,  # [CS-12c]
    HandKind.FULL_HOUSE: 7,  # [CS-12d]
    HandKind.FLUSH: 5,  # [CS-12e]
    HandKind.STRAIGHT: 4,  # [CS-12f]
    HandKind.THREE_OF_A_KIND: 3,  # [CS-12g]
    HandKind.TWO_PAIRS: 2,  # [CS-12h]
    HandKind.ONE_PAIR: 1,  # [CS-12i]
    HandKind.HIGH_CARDS: 1,  # [CS-12j]
}

# Between two hands of one kind. The royal flush has no rule of its own, because two of them are equal (A32).
DECIDED_BY: Final[Mapping[HandKind, str]] = {
    HandKind.ROYAL_FLUSH: "CS-13",
    HandKind.STRAIGHT_FLUSH: "CS-13a",
    HandKind.FOUR_OF_A_KIND: "CS-13b",
    HandKind.FULL_HOUSE: "CS-13c",
    HandKind.FLUSH: "CS-13d",
    HandKind.STRAIGHT: "CS-13a",
    HandKind.THREE_OF_A_KIND: "CS-13e",
    HandKind.TWO_PAIRS: "CS-13f",
    HandKind.ONE_PAIR: "CS-13g",
    HandKind.HIGH_CARDS: "CS-9a",
}

RULES: Final[Mapping[str, str]] = {
    "specific": "CS-P2",
    "round": "CS-2e",
    "mode": "CS-4",
    "boxes": "CS-6a",
    "seats": "CS-6a",
    "pack": "CS-6b",
    "compared": "CS-10",
    "equal": "CS-11b",
    "equal-singles": "CS-9b",
    "period": "CS-14a",
    "closing": "CS-14b",
    "launch": "CS-15",
    "ante": "CS-16",
    "minimum": "CS-17",
    "maximum": "CS-18",
    "royal": "CS-12a",
    "deal": "CS-19b",
    "choice": "CS-20",
    "fold": "CS-22",
    "decision": "CS-21",
    "second": "CS-23",
    "shown": "CS-24",
    "qualifies": "CS-25",
    "no-game": "CS-26",
    "won-second": "CS-28a",
    "won-ante": "CS-28b",
    "lost": "CS-29",
    "paid": "CS-2e",
    "extra": "CS-31",
    "lapsed": "CS-32",
    "void": "CS-33",
    "stands": "CS-34",
    "individual": "CS-41a",
    "multiple": "CS-41b",
    "inactive": "CS-42",
    "demo": "CS-43",
}


def weigh(hand: PokerHand, cor: Cor) -> int:
    """Ranks decide, from the highest down (A35).

    Of equal singles, the hand with three cards of one suit is higher.
    """
    ranks = hand.strength << 1  # [CS-9a] [CS-13a] [CS-13b] [CS-13c] [CS-13d] [CS-13e] [CS-13f] [CS-13g]
    if hand.strength >> 20 != HIGH or cor is Cor.COLOUR:
        return ranks  # equal hands neither win nor lose (A32)  [CS-11b] [CS-13]
    suits = [card & 3 for card in hand.cards]
    return ranks + (max(map(suits.count, suits)) >= 3)  # [CS-9b] (A31)


VARIANT: Final = Variant(
    system=CARIBBEAN,
    rules=RULES,
    boxes=(BetBox.ANTE, BetBox.BET),  # [CS-6a]
    kinds={kind: str(kind) for kind in HandKind},  # [CS-7a] [CS-7j]
    times=TIMES,
    royal=(TIMES[HandKind.ROYAL_FLUSH],) * 2,  # rule 12 leaves no choice  [CS-12a]
    times_rules={kind: f"CS-12{letter}" for kind, letter in zip(TIMES, "abcdefghij", strict=True)},
    decided_by=DECIDED_BY,
    weigh=weigh,
    suits_decide=False,
    dealings=(Dealing.SHOE,),  # [CS-19b]
    shuffles=False,
    discards_first=True,  # [CS-19a]
    capped=frozenset(),
    jackpot=False,
    carry_over_causes={},
)
