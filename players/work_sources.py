"""What waits for staff. Each package registers its sources; the back office shows them in one queue.

An item that a person proposed or already decided waits for another person, so their source leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from msgspec import Struct

from players.models import Person


class WorkItem(Struct, frozen=True):
    """One item: what it is about, since when it waits, and when it is due."""

    key: str
    title: str
    detail: str
    since: datetime
    due: datetime | None
    url: str


class WorkSource(Struct, frozen=True):
    code: str
    permission: str
    title: str | Promise
    # The rows that wait for this person, the most urgent first.
    waiting: Callable[[Person], QuerySet[Any]]
    describe: Callable[[Any], WorkItem]
    # The column that `WorkItem.since` shows.
    since: str
    # The column that `WorkItem.due` shows, or how long after `since` an item is due.
    due: str | timedelta | None = None
    # Only `describe` knows when an item is due.
    is_due_described: bool = False
    # The column that `WorkItem.key` shows.
    key: str = "pk"
    # A stricter check than `has_perm`.
    is_allowed: Callable[[Person], bool] | None = None
    # Where a note is the decision: the kind of its audit line.
    closing_note: str = ""

    def allows(self, person: Person) -> bool:
        return self.is_allowed(person) if self.is_allowed else person.has_perm(self.permission)


_sources: dict[str, WorkSource] = {}


def register_work_sources(*sources: WorkSource) -> None:
    _sources.update({source.code: source for source in sources})


def work_sources(person: Person) -> list[WorkSource]:
    """The sources that the person works on, in the order of registration."""
    return [source for source in _sources.values() if source.allows(person)]


def works_on_any(person: Person) -> bool:
    return any(source.allows(person) for source in _sources.values())


def work_source(code: str) -> WorkSource | None:
    return _sources.get(code)
