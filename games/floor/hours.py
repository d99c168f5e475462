"""Opening hours of tables in Lisbon time: how they are written, and which tables are due to open or close."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from games.floor.models import TableHours
from games.models import Round, Table
from players.audit import note
from players.models import Person
from players.shared.clock import LISBON, now

log = structlog.get_logger("floor")
DAY = 24 * 60
SPAN = re.compile(r"(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})", re.ASCII)
DAYS = (
    _("Monday"),
    _("Tuesday"),
    _("Wednesday"),
    _("Thursday"),
    _("Friday"),
    _("Saturday"),
    _("Sunday"),
)
Week = Sequence[Sequence[Sequence[int]]]


class InvalidHours(ValueError):
    """The text is not a list of spans."""


def parse_spans(text: str) -> list[list[int]]:
    """Reads the spans of one day: «10:00-14:00, 18:00-02:00». An empty text means closed all day.

    A span that ends before it begins runs past midnight.
    """
    spans = []
    for part in (part.strip() for part in text.split(",") if part.strip()):
        match = SPAN.fullmatch(part)
        if match is None:
            raise InvalidHours(part)
        first, early, last, late = (int(figure) for figure in match.groups())
        opens, closes = first * 60 + early, last * 60 + late
        if early > 59 or late > 59 or opens >= DAY or closes > DAY:
            raise InvalidHours(part)
        spans.append([opens, closes if closes > opens else closes + DAY])
    spans.sort()
    if any(span[0] < before[1] for before, span in zip(spans, spans[1:], strict=False)):
        raise InvalidHours(text)
    return spans


def format_spans(spans: Sequence[Sequence[int]]) -> str:
    return ", ".join(
        f"{_hour(opens)}-{_hour(closes if closes <= DAY else closes - DAY)}" for opens, closes in spans
    )


def _hour(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def set_week(*, table: int, week: Week, person: Person) -> None:
    """The weekly hours of a table; without a week it is always open."""
    with transaction.atomic():
        hours = TableHours.objects.select_for_update().filter(table=table).first()
        before = hours.week if hours else []
        if week:
            TableHours.objects.update_or_create(table_id=table, defaults={"week": week})
        elif hours is not None:
            # A table that only its hours had closed opens again without them.
            closed = Table.objects.filter(pk=table, status__in=(Table.Status.DRAINING, Table.Status.CLOSED))
            if hours.closed_by_hours:
                closed.update(status=Table.Status.OPEN, reason="")
            hours.delete()
        note("tables.hours-set", person=person, about=f"table:{table}", before=before, after=week)


def is_open(week: Week, at: datetime) -> bool:
    """Whether the moment lies in a span of its day in Lisbon or of the day before."""
    here = at.astimezone(LISBON)
    today, yesterday = here.date(), here.date() - timedelta(days=1)
    return any(
        _has_passed(here, day, opens) and not _has_passed(here, day, closes)
        for day in (today, yesterday)
        for opens, closes in week[day.weekday()]
    )


def _has_passed(here: datetime, day: date, minutes: int) -> bool:
    """Whether it is that time of that day in Lisbon, or later.

    In October an hour repeats: its times count when they are shown first. In March an hour is skipped: its
    times count when the clocks change.
    """
    local_time = datetime.combine(day, time()) + timedelta(minutes=minutes)
    instant = local_time.replace(tzinfo=LISBON).astimezone(UTC)
    return here.replace(tzinfo=None) >= local_time or here.astimezone(UTC) >= instant


def apply_hours(at: datetime | None = None) -> tuple[int, int, int]:
    """Opens and drains tables by their hours, and closes draining tables that are empty.

    Returns how many opened, drain now and closed. The hours open only what they have closed: a table that a
    person closed stays closed.
    """
    moment = at or now()
    opens, drains = [], []
    for hours in TableHours.objects.select_related("table").only("week", "closed_by_hours", "table__status"):
        should_open = is_open(hours.week, moment)
        if should_open and hours.closed_by_hours:
            opens.append(hours.table_id)
        elif not should_open and not hours.closed_by_hours and hours.table.status == Table.Status.OPEN:
            drains.append(hours.table_id)
    with transaction.atomic():
        TableHours.objects.filter(table__in=opens).update(closed_by_hours=False)
        TableHours.objects.filter(table__in=drains).update(closed_by_hours=True)
        opened = Table.objects.filter(
            pk__in=opens, status__in=(Table.Status.DRAINING, Table.Status.CLOSED), setting__isnull=False
        )
        opened_count = opened.update(status=Table.Status.OPEN, reason="")
        drained = Table.objects.filter(pk__in=drains, status=Table.Status.OPEN).update(
            status=Table.Status.DRAINING, reason=""
        )
        closed = emptied_tables().update(status=Table.Status.CLOSED)
    if opened_count or drained:
        log.info("opening hours applied", opened=opens, drained=drains)
    return opened_count, drained, closed


def emptied_tables() -> QuerySet[Table]:
    """Draining tables without players and without an open round."""
    running = Round.objects.filter(table=OuterRef("pk"), number=OuterRef("round"), status=Round.Status.OPEN)
    return Table.objects.filter(~Exists(running), status=Table.Status.DRAINING, seated=0)
