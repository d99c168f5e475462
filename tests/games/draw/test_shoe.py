"""A kept shoe is stored as a composition: round by round, cards are drawn as from a shoe that was shuffled
in advance.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial, sqrt

import pytest

from games.draw import generator
from games.draw.shoe import shoe_digest
from games.rules.shared.cards import PACK


def choices(size: int) -> list[tuple[int, ...]]:
    """Every way in which the numbers of a shuffle of that many cards can fall."""
    return list(product(*(range(n) for n in range(size, 1, -1))))


def shuffled_by(
    monkeypatch: pytest.MonkeyPatch, numbers: tuple[int, ...], dealt: tuple[int, ...], size: int
) -> tuple[int, ...]:
    """The order that the draw makes of a small shoe when its words are these numbers."""
    draw = generator.Draw(bytes(32), dealt)
    monkeypatch.setattr(draw, "_words", list(numbers[::-1]))
    return draw.shuffled(size)


@pytest.mark.parametrize(("size", "first"), [(3, 1), (4, 1), (4, 2), (5, 2)])
def test_two_rounds_give_every_order_of_a_small_shoe_the_same_chance(
    monkeypatch: pytest.MonkeyPatch, size: int, first: int
) -> None:
    """Exactly: all numbers of the first round times all numbers of the second."""
    chances: Counter[tuple[int, ...]] = Counter()
    for numbers in choices(size):
        opening = shuffled_by(monkeypatch, numbers, (), size)[:first]
        for later in choices(size - first):
            order = shuffled_by(monkeypatch, later, opening, size)
            assert order[:first] == opening, "what was dealt stays as it came"
            chances[order] += Fraction(1, factorial(size) * factorial(size - first))
    assert set(chances) == set(permutations(range(size)))
    assert set(chances.values()) == {Fraction(1, factorial(size))}


def test_the_digest_of_a_shoe_depends_on_every_fact_of_its_rounds() -> None:
    """So no other round, and no other order of rounds, can be put into the chain of a shoe later."""
    first = shoe_digest("", 7, 3, "c" * 64, {1: "0" * 32, 2: "1" * 32}, [0, 51])
    repeated = shoe_digest(first, 7, 4, "d" * 64, {1: "2" * 32}, [5])
    others = [
        shoe_digest("", 7, 4, "d" * 64, {1: "2" * 32}, [5]),
        shoe_digest(first, 8, 4, "d" * 64, {1: "2" * 32}, [5]),
        shoe_digest(first, 7, 5, "d" * 64, {1: "2" * 32}, [5]),
        shoe_digest(first, 7, 4, "e" * 64, {1: "2" * 32}, [5]),
        shoe_digest(first, 7, 4, "d" * 64, {2: "2" * 32}, [5]),
        shoe_digest(first, 7, 4, "d" * 64, {1: "3" * 32}, [5]),
        shoe_digest(first, 7, 4, "d" * 64, {1: "2" * 32}, [6]),
        shoe_digest(first, 7, 4, "d" * 64, {1: "2" * 32}, [5, 6]),
    ]
    assert len({first, repeated, *others}) == len(others) + 2


def test_equal_cards_of_several_packs_leave_one_by_one() -> None:
    first, left = generator.split_shoe([3, 3, 51], 2 * PACK)
    assert first == [3, 3 + PACK, 51]
    assert len(left) == 2 * PACK - 3 and left == sorted(left)
    assert Counter(place % PACK for place in left) == Counter(dict.fromkeys(range(PACK), 2)) - Counter(
        [3, 3, 51]
    )
    with pytest.raises(ValueError, match="does not hold"):
        generator.split_shoe([3, 3, 3], 2 * PACK)


def played_shoe(name: int, decks: int, rounds: int, cards: int) -> list[int]:
    """The cards that come out of a kept shoe, a few in every round, each round by its own key."""
    dealt: list[int] = []
    for number in range(rounds):
        key = hashlib.sha256(f"{name}|{number}".encode()).digest()
        order = generator.Draw(key, dealt).shuffled(decks * PACK)
        dealt += [place % PACK for place in order[len(dealt) : len(dealt) + cards]]
    return dealt


def test_a_shoe_of_eight_packs_shows_no_difference_from_a_shuffled_one() -> None:
    """Every rank comes as often in every round, and two cards in a row pair as often as in a shuffled one:
    within four and a half standard deviations, by keys that are fixed.
    """
    shoes, decks, rounds, cards = 400, 8, 40, 5
    counts = [Counter[int]() for _ in range(rounds)]
    pairs = 0
    for name in range(shoes):
        dealt = played_shoe(name, decks, rounds, cards)
        assert max(Counter(dealt).values()) <= decks
        for number in range(rounds):
            counts[number].update(card >> 2 for card in dealt[number * cards : (number + 1) * cards])
        pairs += sum(one >> 2 == other >> 2 for one, other in zip(dealt, dealt[1:], strict=False))
    expected = shoes * cards / 13
    for count in counts:
        chi = sum((count[rank] - expected) ** 2 / expected for rank in range(13))
        assert chi < 12 + 4.5 * sqrt(24), "each round alone"
    chance, neighbours = (4 * decks - 1) / (52 * decks - 1), shoes * (rounds * cards - 1)
    assert abs(pairs - neighbours * chance) < 4.5 * sqrt(neighbours * chance * (1 - chance))
