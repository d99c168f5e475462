"""Ten million draws, counted in every way in which they could favour something. The key is drawn anew for
each run and printed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from games.draw.generator import Draw, new_seed

# A fair draw fails once in so many runs, all tests together: each of them may err by its part of that
# (Bonferroni).
ONCE_IN = 1_000_000
WHEEL, PACK, SHOE = 37, 52, 416


def chance_of(square: float, freedom: int) -> float:
    """How likely a chi-square of at least so much is: the upper incomplete gamma function, by series or
    continued fraction.
    """
    a, x = freedom / 2, square / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 10_000):
            term *= x / (a + n)
            total += term
            if term < total * 1e-15:
                break
        return 1 - total * front
    b, c = x + 1 - a, 1e300
    d = h = 1 / b
    for n in range(1, 10_000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def evenly(counted: Sequence[int]) -> float:
    """The chance of counts at least so uneven, where all should be alike."""
    mean = sum(counted) / len(counted)
    return chance_of(sum((count - mean) ** 2 for count in counted) / mean, len(counted) - 1)


def as_expected(counted: Sequence[int], shares: Sequence[float]) -> float:
    total = sum(counted)
    square = sum(
        (count - total * share) ** 2 / (total * share) for count, share in zip(counted, shares, strict=True)
    )
    return chance_of(square, len(counted) - 1)


def of_numbers(drawn: Sequence[int], n: int) -> Iterator[tuple[str, float]]:
    """Single numbers, pairs in a row, the waits for a number, rising and falling."""
    counted = Counter(drawn)
    yield f"{n}: numbers", evenly([counted[number] for number in range(n)])
    pairs = Counter(zip(drawn[::2], drawn[1::2], strict=False))
    yield f"{n}: pairs", evenly([pairs[one, other] for one in range(n) for other in range(n)])
    lagged = Counter((other - one) % n for one, other in zip(drawn, drawn[7:], strict=False))
    yield f"{n}: steps of seven", evenly([lagged[step] for step in range(n)])
    most, last, waits = 3 * n, -1, Counter[int]()
    for place, number in enumerate(drawn):
        if number == 0:
            waits[min(place - last - 1, most)] += 1
            last = place
    miss = 1 - 1 / n
    shares = [miss**wait / n for wait in range(most)] + [miss**most]
    yield f"{n}: waits", as_expected([waits[wait] for wait in range(most + 1)], shares)
    rising = Counter(
        (one > other) - (one < other) for one, other in zip(drawn[::2], drawn[1::2], strict=False)
    )
    same = 1 / n
    yield (
        f"{n}: rising",
        as_expected([rising[-1], rising[0], rising[1]], [(1 - same) / 2, same, (1 - same) / 2]),
    )


def of_shoes(key: bytes, n: int, count: int) -> Iterator[tuple[str, float]]:
    """Which card comes first, last and in the middle; how far two neighbours were parted; how many cards stay
    where they lay.
    """
    places = {place: Counter[int]() for place in (0, 1, n // 2, n - 1)}
    steps, kept = Counter[int](), Counter[int]()
    for number in range(count):
        order = Draw(key[:28] + number.to_bytes(4, "big")).shuffled(n)
        for place, counted in places.items():
            counted[order[place]] += 1
        steps.update((other - one) % n for one, other in pairwise(order[:12]))
        kept[min(5, sum(place == card for place, card in enumerate(order)))] += 1
    for place, counted in places.items():
        yield f"shoe of {n}: place {place}", evenly([counted[card] for card in range(n)])
    yield f"shoe of {n}: neighbours", evenly([steps[step] for step in range(1, n)])
    # The cards that stay are as many as Poisson says, to many more places than there are shoes.
    shares = [math.exp(-1) / math.factorial(stay) for stay in range(5)]
    yield f"shoe of {n}: stayed", as_expected([kept[stay] for stay in range(6)], [*shares, 1 - sum(shares)])


def verdict(chances: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    return [(name, chance) for name, chance in chances if chance < 1 / ONCE_IN / len(chances)]


def numbers(key: bytes, n: int, count: int) -> list[int]:
    below = Draw(key).below
    return [below(n) for _ in range(count)]


def test_the_chances_are_those_of_the_tables() -> None:
    """Printed in every table of the chi-square distribution."""
    for freedom, square, chance in (
        (1, 3.841, 0.05),
        (2, 13.816, 0.001),
        (10, 18.307, 0.05),
        (36, 50.998, 0.05),
        (100, 149.449, 0.001),
    ):
        assert chance_of(square, freedom) == pytest.approx(chance, rel=2e-3)


@pytest.mark.parametrize("bias", [1, 100])
def test_a_word_too_many_for_one_number_does_not_pass(bias: int) -> None:
    """A draw that takes the rest of a division without throwing the uneven words away is found out, as soon
    as it favours enough.
    """
    drawn = [
        (number * bias + number % 7 * (number % 3 == 0)) % WHEEL
        for number in numbers(bytes(32), WHEEL * 3, 200_000)
    ]
    assert verdict(list(of_numbers(drawn, WHEEL)))


def test_a_hundred_thousand_draws_favour_nothing() -> None:
    """By fixed keys, so that it says the same in every run."""
    chances = [*of_numbers(numbers(bytes(32), WHEEL, 100_000), WHEEL), *of_shoes(bytes(32), PACK, 2_000)]
    assert verdict(chances) == []


@pytest.mark.long
def test_ten_million_draws_favour_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    key = new_seed()
    with capsys.disabled():
        print(f"\nten million draws, key {key.hex()}")
    chances: list[tuple[str, float]] = []
    drawn = 0
    for n, count in (
        (2, 1_000_000),
        (WHEEL, 3_000_000),
        (38, 1_000_000),
        (PACK, 1_000_000),
        (SHOE, 1_000_000),
    ):
        chances += of_numbers(numbers(bytes([n % 256]) + key[1:], n, count), n)
        drawn += count
    for n, count in ((PACK, 20_000), (312, 4_000), (SHOE, 2_000)):
        chances += of_shoes(key, n, count)
        drawn += count * (n - 1)
    with capsys.disabled():
        print(
            f"{drawn:,} draws, {len(chances)} tests, "
            f"the least likely {min(chances, key=lambda item: item[1])}"
        )
    assert drawn >= 10_000_000
    assert verdict(chances) == []
