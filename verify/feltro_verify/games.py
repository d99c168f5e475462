"""What each game draws: the pockets of its wheels, its shoes, its pack. It contains no rule of play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ShoeKind:
    """`decks` are the allowed packs; `kept` says whether a shoe may be kept for another round; `unturned` is
    the largest number of cards of a round that may stay face down.
    """

    decks: tuple[int, ...]
    kept: bool = False
    unturned: int = 0


def _row(numbers: str) -> tuple[str, ...]:
    return tuple(numbers.split("-"))


WHEELS = {
    "american-roulette": {
        "37": _row(
            "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
        ),
        "38": _row(
            "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
        ),
    },
    "french-roulette": {
        "FR": _row(
            "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"
        ),
    },
}
SHOES = {
    "blackjack": ShoeKind((4, 6, 8), kept=True, unturned=1),
    "baccarat": ShoeKind((6, 8), kept=True),
    "caribbean-stud": ShoeKind((1,)),
    "macau-stud": ShoeKind((1,)),
}
# How many cards of the table a pack may end with.
PACKS = {"holdem": (0, 3, 4, 5)}
