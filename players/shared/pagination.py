"""Keyset pagination: the place where a list continues is signed and travels in the URL, so every page
costs as much as the first.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core import signing

PER_PAGE = 25
SALT = "history"


def encode_cursor(*place: Any) -> str:
    values = [value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value for value in place]
    return signing.dumps(values, salt=SALT)


def decode_cursor(cursor: str, length: int) -> list[Any] | None:
    """The place, or None if the cursor is empty or was not signed here: then the list starts at its
    beginning.
    """
    if not cursor:
        return None
    try:
        place = signing.loads(cursor, salt=SALT)
    except signing.BadSignature:
        return None
    return place if isinstance(place, list) and len(place) == length else None
