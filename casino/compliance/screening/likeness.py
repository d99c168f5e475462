"""How like a person is to an entry, as a match keeps it. Pages read it without what compares."""

from __future__ import annotations

from msgspec import Struct

ENOUGH = 15.5  # bits


class Agreement(Struct, frozen=True):
    """A word of the person, the word of the entry that it agrees with, how, and the bits."""

    person: str
    entry: str
    how: str
    bits: float


class Likeness(Struct, frozen=True):
    """Why a person may be an entry, as it is kept with the match."""

    entry: int
    name: str  # of the entry: the spelling that agrees best
    bits: float
    words: tuple[Agreement, ...]
    unseen_of_person: tuple[str, ...]
    unseen_of_entry: tuple[str, ...]
    is_in_order: bool
    birth: str  # same-day, swapped-day, same-year, other-day, next-year, other-year, unknown
    listed_birth: str
