"""What the public log says of stakes. A package above keeps the log and registers this; without one, receipts
say nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct


def _none_kept(*_facts: object) -> None:
    return None


class LogParts(Struct, frozen=True):
    # What a page needs to speak of the log.
    page_facts: Callable[[], dict[str, object] | None] = _none_kept
    # Whether the log can show what counts since then: a word for the page.
    standing: Callable[[datetime | None], str | None] = _none_kept
    # What is added to the receipt of an event of a table, whose round ended then.
    of_receipt: Callable[[int, int, datetime | None], dict[str, str] | None] = _none_kept


_registered = [LogParts()]


def register_log(parts: LogParts) -> None:
    _registered[0] = parts


def log_parts() -> LogParts:
    return _registered[0]
