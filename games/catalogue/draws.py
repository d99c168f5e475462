"""What chance decides in a round of a game, and what is published so that anybody can check it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class WheelDraw(Struct, frozen=True):
    """One of the equal places of a wheel. Each wheel by its name, its places in their order."""

    wheels: Mapping[str, tuple[str, ...]]


class ShoeDraw(Struct, frozen=True):
    """Cards of a shoe, whose seed is opened after its last round.

    A shoe may have each of those numbers of packs, and may be kept for another round. `unturned` is how many cards of a
    round may go away face down.
    """

    decks: tuple[int, ...]
    kept: bool = False
    unturned: int = 0


class PackDraw(Struct, frozen=True):
    """Cards of one pack whose seed stays sealed: each card is committed to on its own and opened to those who saw it.

    `common` are the numbers of common cards with which a round may end.
    """

    common: tuple[int, ...]


Draw = WheelDraw | ShoeDraw | PackDraw
