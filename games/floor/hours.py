"""The hours in which a table is open, by Lisbon's clocks: how they are written, and which tables are due to open or close."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet

from games.floor.models import TableHours
from games.models import Round, Table
from players.shared.clock import LISBON, now

log = structlog.get_logger("floor")
DAY = 24 * 60
SPAN = re.compile(r"(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})", re.ASCII)
Week = Sequence[Sequence[Sequence[int]]]


class Unreadable(ValueError):
    """What was written is no list of spans."""


def spans_read(text: str) -> list[list[int]]:
    """«10:00-14:00, 18:00-02:00»: spans of one day; one that ends before it begins runs past midnight. Nothing: closed all day."""
    spans = []
    for part in (part.strip() for part in text.split(",") if part.strip()):
        found = SPAN.fullmatch(part)
        if found is None:
            raise Unreadable(part)
        first, early, last, late = (int(figure) for figure in found.groups())
        opens, closes = first * 60 + early, last * 60 + late
        if early > 59 or late > 59 or opens >= DAY or closes > DAY:
            raise Unreadable(part)
        spans.append([opens, closes if closes > opens else closes + DAY])
    spans.sort()
    if any(span[0] < before[1] for before, span in zip(spans, spans[1:], strict=False)):
        raise Unreadable(text)
    return spans


def spans_said(spans: Sequence[Sequence[int]]) -> str:
    return ", ".join(
        f"{_hour(opens)}-{_hour(closes if closes <= DAY else closes - DAY)}" for opens, closes in spans
    )


def _hour(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def is_open(week: Week, at: datetime) -> bool:
    """Whether that moment lies in one of the spans, of its own day in Lisbon or of the day before."""
    here = at.astimezone(LISBON)
    today, yesterday = here.date(), here.date() - timedelta(days=1)
    return any(
        _has_come(here, day, opens) and not _has_come(here, day, closes)
        for day in (today, yesterday)
        for opens, closes in week[day.weekday()]
    )


def _has_come(here: datetime, day: date, minutes: int) -> bool:
    """Whether Lisbon's clocks have shown so many minutes after the midnight of that day, or a later time.

    In October an hour repeats, and its times have come once they were shown the first time. In March an hour is left out, and its
    times come when the clocks change.
    """
    wanted = datetime.combine(day, time()) + timedelta(minutes=minutes)
    return here.replace(tzinfo=None) >= wanted or here.astimezone(UTC) >= wanted.replace(
        tzinfo=LISBON
    ).astimezone(UTC)


def hours_keep(at: datetime | None = None) -> tuple[int, int, int]:
    """Tables whose hours have come or are over; and tables that were closing and have emptied. How many opened, drain now, are closed.

    Only what its hours have closed do its hours open again: a table that somebody closed stays closed.
    """
    moment = at or now()
    opens, drains = [], []
    for hours in TableHours.objects.select_related("table").only("week", "shut", "table__status"):
        wanted = is_open(hours.week, moment)
        if wanted and hours.shut:
            opens.append(hours.table_id)
        elif not wanted and not hours.shut and hours.table.status == Table.Status.OPEN:
            drains.append(hours.table_id)
    with transaction.atomic():
        TableHours.objects.filter(table__in=opens).update(shut=False)
        TableHours.objects.filter(table__in=drains).update(shut=True)
        opened = Table.objects.filter(
            pk__in=opens, status__in=(Table.Status.DRAINING, Table.Status.CLOSED), setting__isnull=False
        )
        counted = opened.update(status=Table.Status.OPEN, reason="")
        drained = Table.objects.filter(pk__in=drains, status=Table.Status.OPEN).update(
            status=Table.Status.DRAINING, reason=""
        )
        closed = emptied().update(status=Table.Status.CLOSED)
    if counted or drained:
        log.info("hours kept", opened=opens, drained=drains)
    return counted, drained, closed


def emptied() -> QuerySet[Table]:
    """Tables that were closing, where nobody sits and no round runs."""
    running = Round.objects.filter(status=Round.Status.OPEN).values("table")
    return Table.objects.filter(status=Table.Status.DRAINING, seated=0).exclude(pk__in=running)
