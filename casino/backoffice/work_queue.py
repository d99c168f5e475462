"""The work queue: what waits for a person in each source, who works on it, and since when it waits.

Packages register their sources in `players.work_sources`. Items that the person proposed or already decided
wait for another person and are not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count, Min, Value
from django.urls import reverse
from msgspec import Struct

from casino.backoffice.models import Shift, WorkClaim, WorkNote
from players.models import Person
from players.shared import clock
from players.shared.personal_columns import fetch_keys
from players.work_sources import WorkItem, WorkSource, work_source, work_sources

MAX_SHOWN = 100  # items of one source on a page


class Urgency(StrEnum):
    """How much of the time until a deadline is left."""

    NONE = "none"  # there is no deadline
    CALM = "calm"
    SOON = "soon"
    LATE = "late"


SOON_FROM = 0.75  # of the whole time: a deadline of a day and one of a month ask for attention alike


def urgency_of(since: datetime, due: datetime | None, now: datetime) -> Urgency:
    if due is None:
        return Urgency.NONE
    if due < now:
        return Urgency.LATE
    return Urgency.SOON if now - since >= SOON_FROM * (due - since) else Urgency.CALM


class QueueRow(Struct, frozen=True):
    """An item with its source, owner and notes."""

    source: str
    source_title: str
    item: WorkItem
    owner: str
    is_own: bool
    notes: int
    urgency: Urgency

    @property
    def is_late(self) -> bool:
        return self.urgency is Urgency.LATE

    @property
    def reference(self) -> str:
        """Names the item in the form for several items. A code has no colon."""
        return f"{self.source}:{self.item.key}"


class SourceSummary(Struct, frozen=True):
    """How much waits in a source, since when, and until when."""

    code: str
    title: str
    count: int
    oldest: datetime
    due: datetime | None
    urgency: Urgency
    url: str

    @property
    def is_late(self) -> bool:
        return self.urgency is Urgency.LATE


def _described(source: WorkSource, rows: Iterable[Any]) -> Iterator[WorkItem]:
    found = list(rows)
    fetch_keys(found)
    yield from map(source.describe, found)


def waiting_items(person: Person) -> list[tuple[WorkSource, list[WorkItem], int]]:
    """Of each source, the most urgent items that wait for the person, and how many wait in all."""
    waiting = []
    for source in work_sources(person):
        rows = source.waiting(person)
        items = list(_described(source, rows[: MAX_SHOWN + 1]))
        count = rows.count() if len(items) > MAX_SHOWN else len(items)
        waiting.append((source, items[:MAX_SHOWN], count))
    return waiting


def summaries(person: Person, now: datetime) -> list[SourceSummary]:
    """The sources in which something waits, the earliest deadline first. All are counted in one query."""
    sources = {source.code: source for source in work_sources(person)}
    rows = []
    for code, count, oldest, earliest in _totals(sources.values(), person):
        source = sources[code]
        due = None
        if source.is_due_described:
            due = _earliest_due(source, person)
        elif isinstance(source.due, timedelta):
            due = oldest + source.due
        elif source.due is not None:
            due = earliest
        rows.append(
            SourceSummary(
                code=code,
                title=str(source.title),
                count=count,
                oldest=oldest,
                due=due,
                urgency=urgency_of(oldest, due, now),
                url=f"{reverse('office_work')}?source={code}",
            )
        )
    return sorted(rows, key=lambda row: (row.due is None, row.due or row.oldest, row.oldest))


def _totals(sources: Iterable[WorkSource], person: Person) -> list[tuple[str, int, datetime, datetime]]:
    """Of each source in which something waits: code, count, oldest item, and the earliest in the column of
    deadlines, if it has one.
    """
    totals = [
        source.waiting(person)
        .order_by()
        .annotate(source_code=Value(source.code))
        .values("source_code")
        .annotate(
            waiting=Count("pk"),
            oldest=Min(source.since),
            earliest=Min(source.due if isinstance(source.due, str) else source.since),
        )
        .values_list("source_code", "waiting", "oldest", "earliest")
        for source in sources
    ]
    if not totals:
        return []
    first, *others = totals
    return [row for row in first.union(*others, all=True) if row[1]]


def _earliest_due(source: WorkSource, person: Person) -> datetime | None:
    items = _described(source, source.waiting(person)[:MAX_SHOWN])
    return min((item.due for item in items if item.due is not None), default=None)


def queue_rows(
    person: Person, now: datetime, *, source: str = "", only: str = "", deadline: str = ""
) -> tuple[list[QueueRow], int]:
    """The rows of the queue by deadline and age, and how many more there are than are shown."""
    claims = {
        (claim.source, claim.key): claim
        for claim in WorkClaim.objects.filter(ended=None).select_related("person")
    }
    rows, more = [], 0
    waiting = [entry for entry in waiting_items(person) if source in ("", entry[0].code)]
    keys = [item.key for _source, items, _count in waiting for item in items]
    notes = {
        (row["source"], row["key"]): row["count"]
        for row in WorkNote.objects.filter(key__in=keys)
        .values("source", "key")
        .annotate(count=Count("pk"))
        .order_by("source", "key")
    }
    for entry, items, count in waiting:
        more += count - len(items)
        for item in items:
            claim = claims.get((entry.code, item.key))
            is_own = claim is not None and claim.person_id == person.pk
            if (only == "mine" and not is_own) or (only == "free" and claim is not None):
                continue
            urgency = urgency_of(item.since, item.due, now)
            if deadline and urgency != deadline:
                continue
            rows.append(
                QueueRow(
                    source=entry.code,
                    source_title=str(entry.title),
                    item=item,
                    owner=claim.person.email if claim else "",
                    is_own=is_own,
                    notes=notes.get((entry.code, item.key), 0),
                    urgency=urgency,
                )
            )
    rows.sort(key=lambda row: (row.item.due is None, row.item.due or row.item.since, row.item.since))
    return rows, more


def find_item(person: Person, code: str, key: str) -> WorkItem | None:
    """The item, if it waits for this person."""
    source = work_source(code)
    if source is None or not source.allows(person):
        return None
    try:
        row = source.waiting(person).filter(**{source.key: key}).first()
    except (ValueError, ValidationError):  # not a key of this source
        return None
    return source.describe(row) if row is not None else None


def exists(person: Person, code: str, key: str) -> bool:
    """Whether the key names a row of a source that the person works on, decided or not."""
    source = work_source(code)
    if source is None or not source.allows(person):
        return False
    try:
        return bool(source.waiting(person).model._default_manager.filter(**{source.key: key}).exists())
    except (ValueError, ValidationError):  # not a key of this source
        return False


def waiting_keys(person: Person, code: str, keys: list[str]) -> set[str]:
    """Those of the keys whose items wait for this person."""
    source = work_source(code)
    if source is None or not source.allows(person):
        return set()
    try:
        waiting = source.waiting(person).filter(**{f"{source.key}__in": keys})
    except (ValueError, ValidationError):  # not keys of this source
        return set()
    return {str(key) for key in waiting.values_list(source.key, flat=True)}


def may_work_on(person: Person, code: str, key: str) -> bool:
    return find_item(person, code, key) is not None


def next_item(person: Person, code: str, key: str) -> WorkItem | None:
    """The most urgent other item of the source that no other person has claimed."""
    source = work_source(code)
    if source is None or not source.allows(person):
        return None
    others = WorkClaim.objects.filter(source=code, ended=None).exclude(person=person)
    claimed = set(others.values_list("key", flat=True))
    items = _described(source, source.waiting(person)[:MAX_SHOWN])
    return next((item for item in items if item.key != key and item.key not in claimed), None)


def panel_context(person: Person, code: str, key: str) -> dict[str, Any]:
    """Who works on an item and what was noted, for the page that decides it. Empty without permission."""
    source = work_source(code)
    if source is None or not source.allows(person):
        return {}
    claim = WorkClaim.objects.filter(source=code, key=key, ended=None).select_related("person").first()
    item, now = find_item(person, code, key), clock.now()
    if item is None and claim is not None and claim.person_id == person.pk:
        claim = None  # decided; the page of the queue ends it
    return {
        "source": code,
        "source_title": source.title,
        "key": key,
        "item": item,
        "now": now,
        "urgency": urgency_of(item.since, item.due, now) if item else Urgency.NONE,
        "claim": claim,
        "is_own": claim is not None and claim.person_id == person.pk,
        "notes": WorkNote.objects.filter(source=code, key=key).select_related("person").order_by("pk"),
        "next": next_item(person, code, key),
    }


def people_on_duty() -> list[Shift]:
    return list(
        Shift.objects.on_duty()
        .select_related("person")
        .prefetch_related("person__groups")
        .order_by("began", "pk")
    )
