"""Insurance at blackjack, and the jackpot of the studs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

PACK = 52
HANDS = comb(PACK, 5)
STRAIGHT_FLUSHES = 4 * 10  # royal flushes included
FREQUENCY = {
    "royal_flush": 4,
    "straight_flush": STRAIGHT_FLUSHES - 4,
    "four_of_a_kind": 13 * 48,
    "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": 4 * comb(13, 5) - STRAIGHT_FLUSHES,
}


def insurance_edge(decks: int) -> Fraction:
    """The bank shows an ace. All hands of two cards but a blackjack, which is not insured, are counted."""
    aces, tens, others = 4 * decks - 1, 16 * decks, 32 * decks
    left = aces + tens + others
    insured = won = 0
    for first, first_count in (("ace", aces), ("ten", tens), ("other", others)):
        for second, second_count in (("ace", aces), ("ten", tens), ("other", others)):
            if {first, second} == {"ace", "ten"}:
                continue
            ways = first_count * (second_count - (first == second))
            insured += ways * (left - 2)
            won += ways * (tens - (first, second).count("ten"))
    return 1 - 3 * Fraction(won, insured)


def jackpot_edge(terms: Mapping[str, int]) -> Fraction:
    """For one player, with the pot at its minimum and this bet's contribution."""
    pot = terms["minimum"] + terms["contribution"]
    prizes = {name: terms[name] for name in FREQUENCY}
    prizes["straight_flush"] = max(-(-pot // 10), terms["straight_flush"])
    prizes["royal_flush"] = max(pot, terms["royal_flush"])
    won = sum(count * prizes[name] for name, count in FREQUENCY.items())
    return 1 - Fraction(won, HANDS * terms["bet"])
