"""Where a list goes on: the place is signed and travels in the address, so that no page of a long list costs more than the first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core import signing

PER_PAGE = 25


def packed(*place: Any) -> str:
    return signing.dumps(
        [value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value for value in place],
        salt="history",
    )


def unpacked(said: str, length: int) -> list[Any] | None:
    """The place, or nothing where it was not made here: then the list begins at its beginning."""
    if not said:
        return None
    try:
        place = signing.loads(said, salt="history")
    except signing.BadSignature:
        return None
    return place if isinstance(place, list) and len(place) == length else None
