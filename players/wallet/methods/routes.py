"""Where a withdrawal goes: back to what the player paid with, then to the registered account.
[903-B 5.4.2.4]

Money goes back first to what was used last, at most what came from it and has not gone back. The rest goes
to the registered account, and so does all that came by a method that takes nothing back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Source(Struct, frozen=True):
    """What a player paid with: a card, or an account from which a transfer came."""

    method: str
    instrument: str
    # The card at the provider; empty for an account.
    token: str
    # What came from it and has not gone back, in cents.
    cents: int


class Part(Struct, frozen=True):
    """A part of a withdrawal; without a source it goes to the registered account."""

    cents: int
    source: Source | None = None


def split_withdrawal(cents: int, sources: Sequence[Source]) -> list[Part]:
    """The parts of a withdrawal, in the order of the sources; the registered account comes last."""
    parts, rest = [], cents
    for source in sources:
        part = min(rest, source.cents)
        if part > 0:
            parts.append(Part(part, source))
            rest -= part
    if rest:
        parts.append(Part(rest))
    assert sum(part.cents for part in parts) == cents, "a withdrawal was split wrongly"
    return parts
