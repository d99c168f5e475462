"""What the overview of the back office shows, read from the context of its page."""

from __future__ import annotations

from typing import Any


def tiles_of(page: Any, kind: str) -> list[Any]:
    return [tile for group in page.context["groups"] if group.kind == kind for tile in group.tiles]


def cards_of(page: Any) -> list[Any]:
    """The alarms and the cards of the house and of the demonstration."""
    return [*page.context["alarms"], *tiles_of(page, "card"), *tiles_of(page, "practice")]


def work_of(page: Any) -> Any:
    """What waits for the reader, who works on a queue."""
    (work,) = tiles_of(page, "waiting")
    return work
