"""The draw by every test that standards name for one: how often, in which order, how far apart, how alike. At
99 %, by fixed keys.

Each test gives the chance of a draw at least so odd as this one. A fair draw falls below one in a hundred
once in a hundred tests; so the battery is read as a whole too: no more of its tests may fail at 99 % than a
fair draw's would with 99 %, and all their chances together must lie as evenly as chance has it. A draw that
is bent on purpose fails it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations

import pytest

from games.draw.generator import Draw
from tests.games.draw.test_draw_statistics import as_expected, chance_of, evenly

WHEEL, PACK = 37, 52
COUNT = 40_000
KEYS = tuple(bytes([number]) * 32 for number in range(1, 4))
Test = Callable[[Sequence[int], int], float]


def normal(deviation: float) -> float:
    """The chance of a deviation at least so far to either side."""
    return math.erfc(abs(deviation) / math.sqrt(2))


def frequency(drawn: Sequence[int], n: int) -> float:
    counted = Counter(drawn)
    return evenly([counted[number] for number in range(n)])


def serial_pairs(drawn: Sequence[int], n: int) -> float:
    """What follows what, two by two without sharing any."""
    counted = Counter(zip(drawn[::2], drawn[1::2], strict=False))
    return evenly([counted[one, other] for one in range(n) for other in range(n)])


def overlaps(drawn: Sequence[int], n: int) -> float:
    """Overlapping pairs and triples of the number's third part: of such counts only the difference of two
    sums is a chi-square.
    """
    parts = [number * 3 // n for number in drawn]
    weights = [sum(1 for number in range(n) if number * 3 // n == part) / n for part in range(3)]
    rounded = parts + parts[:2]

    def square(length: int) -> float:
        counted = Counter(tuple(rounded[at : at + length]) for at in range(len(parts)))
        total = 0.0
        for key in _words(length):
            wanted = len(parts) * math.prod(weights[part] for part in key)
            total += (counted[key] - wanted) ** 2 / wanted
        return total

    return chance_of(square(3) - square(2), 27 - 9)


def _words(length: int) -> Iterator[tuple[int, ...]]:
    yield from ([()] if not length else ((*word, part) for word in _words(length - 1) for part in range(3)))


def correlation(lag: int) -> Test:
    def serial(drawn: Sequence[int], n: int) -> float:
        middle, spread = (n - 1) / 2, (n * n - 1) / 12
        total = sum((one - middle) * (other - middle) for one, other in zip(drawn, drawn[lag:], strict=False))
        return normal(total / spread / math.sqrt(len(drawn) - lag))

    return serial


def runs(drawn: Sequence[int], n: int) -> float:
    """How often a sequence changes between its lower and its upper half; the middle number is left out."""
    halves = [number * 2 > n - 1 for number in drawn if number * 2 != n - 1]
    up = sum(halves)
    down = len(halves) - up
    changes = 1 + sum(one != other for one, other in pairwise(halves))
    mean = 1 + 2 * up * down / len(halves)
    spread = (mean - 1) * (mean - 2) / (len(halves) - 1)
    return normal((changes - mean) / math.sqrt(spread))


def gaps(drawn: Sequence[int], n: int) -> float:
    """How long one waits for a number of the lowest sixth."""
    few = max(1, n // 6)
    hit, most, last, counted = few / n, 30, -1, Counter[int]()
    for at, number in enumerate(drawn):
        if number < few:
            counted[min(at - last - 1, most)] += 1
            last = at
    shares = [hit * (1 - hit) ** wait for wait in range(most)] + [(1 - hit) ** most]
    return as_expected([counted[wait] for wait in range(most + 1)], shares)


def collector(drawn: Sequence[int], n: int) -> float:
    """How many draws until every one of eight classes has come: the coupon collector's wait."""
    classes, counted, seen, waited = 8, Counter[int](), set[int](), 0
    longest = 45
    usable = [number % classes for number in drawn if number < n - n % classes]
    for usable_number in usable:
        seen.add(usable_number)
        waited += 1
        if len(seen) == classes:
            counted[min(waited, longest)] += 1
            seen, waited = set(), 0

    def done(draws: int) -> float:
        return sum(
            (-1) ** left * math.comb(classes, left) * (1 - left / classes) ** draws
            for left in range(classes + 1)
        )

    shares = [done(draws) - done(draws - 1) for draws in range(classes, longest)]
    shares.append(1 - sum(shares))
    return as_expected([counted[draws] for draws in range(classes, longest + 1)], shares)


def orders(drawn: Sequence[int], n: int) -> float:
    """In which order four numbers in a row lie, where they differ."""
    counted = Counter[tuple[int, ...]]()
    for at in range(0, len(drawn) - 3, 4):
        four = drawn[at : at + 4]
        if len(set(four)) == 4:
            counted[tuple(sorted(range(4), key=lambda place: four[place]))] += 1
    return evenly([counted[order] for order in permutations(range(4))])


def poker(drawn: Sequence[int], n: int) -> float:
    """How many different numbers there are among five."""
    counted = Counter(len(set(drawn[at : at + 5])) for at in range(0, len(drawn) - 4, 5))
    ways = {1: 1, 2: 15, 3: 25, 4: 10, 5: 1}  # into so many groups five things can be put
    shares = [ways[kinds] * math.perm(n, kinds) / n**5 for kinds in (2, 3, 4, 5)]
    shares[0] += n / n**5
    return as_expected([counted[1] + counted[2], counted[3], counted[4], counted[5]], shares)


def longest_rise(drawn: Sequence[int], n: int) -> float:
    """How long numbers rise before one falls; the one that falls is left out, so that rises do not depend on
    each other.
    """
    counted, length, at = Counter[int](), 1, 0
    while at + 1 < len(drawn):
        if drawn[at + 1] > drawn[at]:
            length, at = length + 1, at + 1
            continue
        counted[min(length, 6)] += 1
        length, at = 1, at + 2
    # So many numbers that rise strictly: each set of them in one of all orders with repetition.
    rising = [math.comb(n, length) / n**length for length in range(8)]
    shares = [rising[length] - rising[length + 1] for length in range(1, 6)] + [rising[6]]
    return as_expected([counted[length] for length in range(1, 7)], shares)


def maxima(drawn: Sequence[int], n: int) -> float:
    """The greatest of five, in ten classes."""
    tops = Counter(max(drawn[at : at + 5]) for at in range(0, len(drawn) - 4, 5))
    below = [((number + 1) / n) ** 5 for number in range(n)]
    edges = sorted(
        {next(number for number in range(n) if below[number] >= part / 10) for part in range(1, 11)}
    )
    counted, shares, before, last = [], [], 0.0, -1
    for edge in edges:
        counted.append(sum(tops[number] for number in range(last + 1, edge + 1)))
        shares.append(below[edge] - before)
        before, last = below[edge], edge
    return as_expected(counted, shares)


NUMBERS: dict[str, Test] = {
    "frequency": frequency, "pairs": serial_pairs, "overlaps": overlaps, "lag 1": correlation(1),
    "lag 2": correlation(2), "lag 37": correlation(37), "runs": runs, "gaps": gaps, "collector": collector,
    "orders": orders, "poker": poker,
    "rises": longest_rise, "maxima": maxima,
}  # fmt: skip


def duplicates(key: bytes, count: int = 4_000) -> float:
    """The number of equal pairs among this many draws of thirty bits follows the birthday distribution."""
    below, space = Draw(key).below, 1 << 15
    drawn = Counter((below(space) << 9) | below(1 << 9) for _ in range(count))
    alike = sum(many * (many - 1) // 2 for many in drawn.values())
    mean = count * (count - 1) / 2 / (space << 9)
    return min(1.0, 2 * _poisson(alike, mean))


def _poisson(seen: int, mean: float) -> float:
    """The probability of at least this count, or of at most this count, whichever is smaller."""
    at_most = sum(math.exp(-mean) * mean**count / math.factorial(count) for count in range(seen + 1))
    less = sum(math.exp(-mean) * mean**count / math.factorial(count) for count in range(seen))
    return min(at_most, 1 - less)


def interplay(key: bytes, count: int = 60_000) -> float:
    """A number that was drawn for one round says nothing of the number that the same stream gives to the
    next, modulo whatever.
    """
    below = Draw(key).below
    pairs = Counter((below(WHEEL) % 6, below(38) % 6) for _ in range(count))
    first = [sum(number % 6 == part for number in range(WHEEL)) / WHEEL for part in range(6)]
    other = [sum(number % 6 == part for number in range(38)) / 38 for part in range(6)]
    places = [(one, two) for one in range(6) for two in range(6)]
    return as_expected([pairs[place] for place in places], [first[one] * other[two] for one, two in places])


def shuffles(key: bytes, count: int = 3_000) -> Iterator[tuple[str, float]]:
    """Of packs: which card lies where, who lies beside whom, how many runs of rising cards there are, how
    many cycles.
    """
    places, beside, rises, cycles = (
        [Counter[int]() for _ in range(3)],
        Counter[int](),
        Counter[int](),
        Counter[int](),
    )
    for number in range(count):
        order = Draw(key[:28] + number.to_bytes(4, "big")).shuffled(PACK)
        for counted, place in zip(places, (0, 25, 51), strict=True):
            counted[order[place]] += 1
        beside[(order[1] - order[0]) % PACK] += 1
        rises[sum(one < other for one, other in pairwise(order))] += 1
        cycles[_cycles(order)] += 1
    for place, counted in zip((0, 25, 51), places, strict=True):
        yield f"place {place}", evenly([counted[card] for card in range(PACK)])
    yield "neighbours", evenly([beside[step] for step in range(1, PACK)])
    mean, spread = (PACK - 1) / 2, (PACK + 1) / 12
    yield (
        "rising",
        normal(sum((many - mean) * times for many, times in rises.items()) / math.sqrt(spread * count)),
    )
    harmonic = sum(1 / place for place in range(1, PACK + 1))
    less = harmonic - sum(1 / place**2 for place in range(1, PACK + 1))
    yield (
        "cycles",
        normal(sum((many - harmonic) * times for many, times in cycles.items()) / math.sqrt(less * count)),
    )


def _cycles(order: Sequence[int]) -> int:
    seen, cycles = [False] * len(order), 0
    for start in range(len(order)):
        if not seen[start]:
            cycles, place = cycles + 1, start
            while not seen[place]:
                seen[place], place = True, order[place]
    return cycles


def battery(
    numbers: Callable[[bytes, int, int], Sequence[int]], count: int = COUNT
) -> Iterator[tuple[str, float]]:
    for at, key in enumerate(KEYS):
        for n in (WHEEL, PACK):
            drawn = numbers(key, n, count)
            for name, test in NUMBERS.items():
                yield f"key {at}, {n}: {name}", test(drawn, n)


def drawn_numbers(key: bytes, n: int, count: int) -> list[int]:
    below = Draw(bytes([n]) + key[1:]).below
    return [below(n) for _ in range(count)]


def allowed(tests: int, level: float = 0.01) -> int:
    """How many of these tests a fair draw may fail at one per cent each; in one of a hundred batteries it
    fails more.
    """
    total, failed = 0.0, -1
    while total < 0.99:
        failed += 1
        total += math.comb(tests, failed) * level**failed * (1 - level) ** (tests - failed)
    return failed


def even(chances: Sequence[float]) -> float:
    """Whether the p-values of many tests are spread evenly from 0 to 1, in ten classes."""
    counted = Counter(min(9, int(chance * 10)) for chance in chances)
    return evenly([counted[part] for part in range(10)])


def test_the_draw_passes_the_battery_at_99_per_cent() -> None:
    results = list(battery(drawn_numbers))
    for at, key in enumerate(KEYS):
        results += [(f"key {at}: {name}", chance) for name, chance in shuffles(key)]
        results += [(f"key {at}: duplicates", duplicates(key)), (f"key {at}: interplay", interplay(key))]
    failed = [(name, chance) for name, chance in results if chance < 0.01]
    assert len(results) >= 90
    assert len(failed) <= allowed(len(results)), failed
    assert min(chance for _, chance in results) > 0.01 / len(results)
    assert even([chance for _, chance in results]) > 0.01


def bent_by_division(key: bytes, n: int, count: int) -> list[int]:
    """A byte divided, and its rest taken: the low numbers come more often."""
    below = Draw(key).below
    return [below(256) % n for _ in range(count)]


def bent_by_memory(key: bytes, n: int, count: int) -> list[int]:
    """What has just come comes a little less often: as if the wheel remembered."""
    below, drawn = Draw(key).below, [0]
    while len(drawn) <= count:
        number = below(n)
        drawn.append(below(n) if number == drawn[-1] else number)
    return drawn[1:]


def bent_by_repetition(key: bytes, n: int, count: int) -> list[int]:
    """A generator that begins again after some thousand numbers."""
    once = drawn_numbers(key, n, 5_000)
    return (once * (count // len(once) + 1))[:count]


@pytest.mark.parametrize("bent", [bent_by_division, bent_by_memory, bent_by_repetition])
def test_a_draw_that_is_bent_fails_it(bent: Callable[[bytes, int, int], Sequence[int]]) -> None:
    results = list(battery(bent, 20_000))
    assert sum(chance < 0.01 for _, chance in results) > allowed(len(results))
