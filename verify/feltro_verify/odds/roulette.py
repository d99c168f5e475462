"""Roulette: the mean return over the pockets of the wheel."""

from __future__ import annotations

from fractions import Fraction

from feltro_verify.games import WHEELS

# Of each chance the numbers of one place, and the prize of one staked, besides the stake.
CHANCES: dict[str, tuple[frozenset[str], Fraction]] = {
    name: (frozenset(map(str, numbers)), prize)
    for name, numbers, prize in (
        ("straight", [17], Fraction(35)),
        ("split", [17, 20], Fraction(17)),
        ("street", [16, 17, 18], Fraction(11)),
        ("corner", [16, 17, 19, 20], Fraction(8)),
        ("line", range(16, 22), Fraction(5)),
        ("dozen", range(1, 13), Fraction(2)),
        ("column", range(1, 35, 3), Fraction(2)),
        ("double-dozen", range(1, 25), Fraction(1, 2)),
        ("double-column", (n for n in range(1, 37) if n % 3), Fraction(1, 2)),
        ("even", range(2, 37, 2), Fraction(1)),
        ("odd", range(1, 36, 2), Fraction(1)),
        ("low", range(1, 19), Fraction(1)),
        ("high", range(19, 37), Fraction(1)),
        ("red", (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36), Fraction(1)),
        ("black", (2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35), Fraction(1)),
    )
}
EVEN_CHANCES = ("even", "odd", "low", "high", "red", "black")


def roulette_edges(game: str, wheel: str, zero_option: str, second_zero: str) -> dict[str, Fraction]:
    pockets = WHEELS[game][wheel]
    zeros = sum(pocket in ("0", "00") for pocket in pockets)
    edges = {}
    for name, (numbers, prize) in CHANCES.items():
        winning = sum(pocket in numbers for pocket in pockets)
        returned = winning * (1 + prize)
        if name in EVEN_CHANCES:
            returned += zeros * _after_zero(zero_option, second_zero, winning, zeros, len(pockets))
        edges[name] = 1 - returned / len(pockets)
    return edges


def _after_zero(zero_option: str, second_zero: str, winning: int, zeros: int, pockets: int) -> Fraction:
    """What an even chance gets back on average when zero comes."""
    if zero_option == "lose-all":
        return Fraction(0)
    if zero_option == "la-partage":
        return Fraction(1, 2)
    # In prison the next number decides. Where a further zero leaves it there, only the others count.
    return Fraction(winning, pockets - (zeros if second_zero == "stays" else 0))
