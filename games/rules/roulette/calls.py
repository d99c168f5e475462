"""Call bets on the French wheel: the numbers each one names, and the chips it places.  [FR-8]

The regulation gives numbers, not chips. The chips are the classical placement (A10), and the rule sheet's
text lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from games.rules.roulette.layout import WHEELS, Number, PlaceId, parse_row

# The series as printed in rule 8.
SERIES: Mapping[str, tuple[Number, ...]] = {
    "voisins": parse_row("22-18-29-7-28-12-35-3-26-0-32-15-19-4-21-2-25"),  # [FR-8a]
    "tiers": parse_row("27-13-36-11-30-8-23-10-5-24-16-33"),  # [FR-8b]
    "orphelins": parse_row("17-34-6-1-20-14-31-9"),  # [FR-8c]
}

# The chips on each place (A10): nine, six and five in all.
SERIES_CHIPS: Mapping[str, Mapping[PlaceId, int]] = {
    "voisins": {  # [FR-8a]
        "street:0-2-3": 2,
        "split:4-7": 1,
        "split:12-15": 1,
        "split:18-21": 1,
        "split:19-22": 1,
        "split:32-35": 1,
        "corner:25-26-28-29": 2,
    },
    "tiers": {  # [FR-8b]
        "split:5-8": 1,
        "split:10-11": 1,
        "split:13-16": 1,
        "split:23-24": 1,
        "split:27-30": 1,
        "split:33-36": 1,
    },
    "orphelins": {  # [FR-8c]
        "straight:1": 1,
        "split:6-9": 1,
        "split:14-17": 1,
        "split:17-20": 1,
        "split:31-34": 1,
    },
}

# "Two, four, six neighbours" are totals, half of them on each side of the number (A11).
NEIGHBOURS: Mapping[str, int] = {
    "neighbours-2": 2,  # [FR-8d-i]
    "neighbours-4": 4,  # [FR-8d-ii]
    "neighbours-6": 6,  # [FR-8d-iii]
}
FINALS = "finals"  # [FR-8e]

CALL_RULES: Mapping[str, str] = {
    "voisins": "FR-8a",
    "tiers": "FR-8b",
    "orphelins": "FR-8c",
    "neighbours-2": "FR-8d-i",
    "neighbours-4": "FR-8d-ii",
    "neighbours-6": "FR-8d-iii",
    "finals": "FR-8e",
}


class CallBet(Struct, frozen=True):
    """A call bet: the numbers it names, in wheel or numerical order, and the chips it places."""

    rule: str
    numbers: tuple[Number, ...]
    chips: Mapping[PlaceId, int]


def numbers_around(number: Number, total: int) -> tuple[Number, ...]:
    """A number and its neighbours, half on each side, clockwise.  [FR-8d-i] [FR-8d-ii] [FR-8d-iii]"""
    wheel = WHEELS["FR"]
    position, per_side = wheel.index(number), total // 2
    return tuple(wheel[(position + step) % len(wheel)] for step in range(-per_side, per_side + 1))


def numbers_ending(digit: int) -> tuple[Number, ...]:
    """The numbers that end in that digit.  [FR-8e]"""
    return tuple(str(n) for n in range(37) if n % 10 == digit)


def _chip_on_each(numbers: tuple[Number, ...]) -> dict[PlaceId, int]:
    return {f"straight:{number}": 1 for number in numbers}


@lru_cache(maxsize=1)
def call_bets() -> Mapping[tuple[str, str], CallBet]:
    """Every call bet by its name and its argument: a number, a digit, or nothing for a series."""
    bets = {(name, ""): CallBet(CALL_RULES[name], SERIES[name], SERIES_CHIPS[name]) for name in SERIES}
    for name, total in NEIGHBOURS.items():
        for number in WHEELS["FR"]:
            around = numbers_around(number, total)
            bets[name, number] = CallBet(CALL_RULES[name], around, _chip_on_each(around))
    for digit in range(10):
        ending = numbers_ending(digit)
        bets[FINALS, str(digit)] = CallBet(CALL_RULES[FINALS], ending, _chip_on_each(ending))
    return bets
