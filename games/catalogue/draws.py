"""The random part of a round of each game, as the published proof describes it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class WheelDraw(Struct, frozen=True):
    """One pocket of a wheel. `wheels` gives the pockets of each wheel by name, in order."""

    wheels: Mapping[str, tuple[str, ...]]


class ShoeDraw(Struct, frozen=True):
    """Cards of a shoe.

    `decks` are the allowed numbers of packs. `kept` says whether the shoe may be kept for another round.
    `unturned` is the largest number of cards in a round that may stay face down.
    """

    decks: tuple[int, ...]
    kept: bool = False
    unturned: int = 0


class PackDraw(Struct, frozen=True):
    """Cards of one pack whose seed stays sealed.

    Each card has its own commitment, opened to those who saw it.

    `common` are the allowed numbers of common cards at the end of a round.
    """

    common: tuple[int, ...]


Draw = WheelDraw | ShoeDraw | PackDraw
