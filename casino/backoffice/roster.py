"""The roster: who is to be on duty when, and in which role.

It is drawn in Lisbon time and kept in moments, so that a night across midnight, or one in which the clocks
change, has the hours that people work. It plans and gives nobody anything: on duty is whoever has started a
shift (`Shift.objects.on_duty`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.backoffice.models import PlannedShift, Shift
from casino.backoffice.roles import ROLES
from players.audit import note
from players.models import Person
from players.shared import clock

SEES, DRAWS = "backoffice.view_plannedshift", "backoffice.add_plannedshift"
LONGEST = timedelta(hours=16)  # of one shift; more is a mistake of the hand
WEEK = timedelta(days=7)
ROSTERED = tuple(role for role, rights in ROLES.items() if SEES in rights)
Span = tuple[datetime, datetime]


class NoSuchHour(ValueError):
    """The clocks go forward, and this local time is left out on that day."""

    def __init__(self, day: date, local_time: time) -> None:
        super().__init__(day, local_time)
        self.day, self.local_time = day, local_time


class PlannedAlready(Exception):
    """The person is planned at that time. The day is unknown if somebody else planned it at this moment."""

    def __init__(self, day: date | None) -> None:
        super().__init__(day)
        self.day = day


class Standing(StrEnum):
    """A line of the roster beside what happened."""

    PLANNED = "planned"
    ON_DUTY = "on-duty"
    ABSENT = "absent"  # it has begun, and the person has not started a shift
    WORKED = "worked"
    MISSED = "missed"


STANDING_LABELS: dict[Standing, Promise] = {
    Standing.PLANNED: _("planned"),
    Standing.ON_DUTY: _("on duty"),
    Standing.ABSENT: _("has not started"),
    Standing.WORKED: _("was on duty"),
    Standing.MISSED: _("was not on duty"),
}


class RosterLine(Struct, frozen=True):
    plan: PlannedShift
    standing: Standing
    is_own: bool
    may_withdraw: bool
    ends_later: bool  # on another day than it begins, and after its midnight

    @property
    def standing_label(self) -> str:
        return str(STANDING_LABELS[self.standing])

    @property
    def length(self) -> str:
        """The hours that are worked: seven or nine in a night of eight in which the clocks change."""
        hours, minutes = divmod(round((self.plan.ends - self.plan.begins).total_seconds() / 60), 60)
        return f"{hours} h {minutes:02}" if minutes else f"{hours} h"


class RosterDay(Struct, frozen=True):
    day: date
    is_today: bool
    lines: list[RosterLine]


def duty_span(day: date, begins: time, ends: time) -> Span:
    """From one local time to the next. What ends at or before its beginning ends on the next day.

    Of an hour that comes twice the beginning is the first and the end the second.
    """
    last = day if ends > begins else day + timedelta(days=1)
    return _moment(day, begins), _moment(last, ends.replace(fold=1))


def _moment(day: date, local_time: time) -> datetime:
    local = datetime.combine(day, local_time, clock.LISBON)
    moment = local.astimezone(UTC)
    if moment.astimezone(clock.LISBON).time() != local_time.replace(fold=0):
        raise NoSuchHour(day, local_time.replace(fold=0))
    return moment


def people_by_role() -> list[tuple[Group, list[Person]]]:
    """The people who can be on the roster, under each of their roles."""
    people = Person.objects.filter(is_staff=True, is_active=True).prefetch_related("groups").order_by("email")
    by_role: dict[str, tuple[Group, list[Person]]] = {}
    for person in people:
        for role in person.groups.all():
            by_role.setdefault(role.name, (role, []))[1].append(person)
    return [by_role[role] for role in ROSTERED if role in by_role]


def open_plans() -> QuerySet[PlannedShift]:
    return PlannedShift.objects.filter(withdrawn=None)


def plans_between(start: datetime, end: datetime) -> QuerySet[PlannedShift]:
    return open_plans().filter(ends__gt=start, begins__lt=end)


def coming_plans(person: Person, now: datetime) -> QuerySet[PlannedShift]:
    """The person's own lines that have not ended, the next one first."""
    return open_plans().filter(person=person, ends__gt=now).select_related("role").order_by("begins")


def plan_shifts(
    *, person: Person, role: Group, spans: Sequence[Span], by: Person, request: Any = None
) -> list[PlannedShift]:
    """Draws one line for each span, or none if the person is planned at one of the times already."""
    lines = [
        PlannedShift(person=person, role=role, begins=begins, ends=ends, drawn_by=by)
        for begins, ends in sorted(spans)
    ]
    with transaction.atomic():
        return _draw(lines, by, request)


def _draw(lines: list[PlannedShift], by: Person, request: Any) -> list[PlannedShift]:
    taken = _taken(lines)
    if taken:
        raise PlannedAlready(clock.day_of(taken[0].begins))
    try:
        with transaction.atomic():
            PlannedShift.objects.bulk_create(lines)
    except IntegrityError as error:  # the constraint: somebody else drew it at this moment
        raise PlannedAlready(None) from error
    drawn = [
        {"colleague": line.person.email, "role": line.role.name, "from": line.begins, "to": line.ends}
        for line in lines
    ]
    note("shifts.planned", person=by, about="roster", request=request, lines=drawn)
    return lines


def _taken(lines: Sequence[PlannedShift]) -> list[PlannedShift]:
    """Those of the lines at whose time their person is planned already."""
    if not lines:
        return []
    span = min(line.begins for line in lines), max(line.ends for line in lines)
    there = list(plans_between(*span).filter(person__in={line.person_id for line in lines}))
    return [line for line in lines if any(_overlap(line, other) for other in there)]


def _overlap(one: PlannedShift, other: PlannedShift) -> bool:
    return one.person_id == other.person_id and one.begins < other.ends and one.ends > other.begins


def copy_week(*, monday: date, by: Person, request: Any = None) -> tuple[int, int]:
    """Draws the lines of a week again for the week after, at the same local times.

    Left out, and counted, are lines of people who no longer have the role or are planned already.
    """
    start, end = clock.midnight(monday), clock.midnight(monday + WEEK)
    with transaction.atomic():
        rows = open_plans().filter(begins__gte=start, begins__lt=end).select_related("person", "role")
        held = {(person.pk, role.pk) for role, people in people_by_role() for person in people}
        lines = [
            PlannedShift(
                person=row.person,
                role=row.role,
                begins=clock.later_by_days(row.begins, WEEK.days),
                ends=clock.later_by_days(row.ends, WEEK.days),
                drawn_by=by,
            )
            for row in rows.order_by("begins", "pk")
        ]
        taken = set(map(id, _taken(lines)))
        free = [line for line in lines if id(line) not in taken and (line.person_id, line.role_id) in held]
        if free:
            _draw(free, by, request)
    return len(free), len(lines) - len(free)


def withdraw_plan(*, pk: int, by: Person, request: Any = None) -> PlannedShift | None:
    """Takes a line off the roster, unless it has ended: what was planned then stays as it was."""
    with transaction.atomic():
        line = open_plans().filter(pk=pk, ends__gt=clock.now()).select_related("person", "role").first()
        if line is None or not open_plans().filter(pk=pk).update(withdrawn=Now(), withdrawn_by=by):
            return None
        note(
            "shifts.plan-withdrawn",
            person=by,
            about=f"planned-shift:{pk}",
            request=request,
            colleague=line.person.email,
            role=line.role.name,
            begins=line.begins,
            ends=line.ends,
        )
    return line


def roster_week(monday: date, *, person: Person, now: datetime, role: str = "") -> list[RosterDay]:
    """The seven days, each with its lines; one that began on the Sunday before stands on Monday."""
    start, end = clock.midnight(monday), clock.midnight(monday + WEEK)
    rows = plans_between(start, end).select_related("person", "role").order_by("begins", "person__email")
    if role:
        rows = rows.filter(role__name=role)
    worked = list(Shift.objects.filter(Q(ended=None) | Q(ended__gt=start), began__lt=end))
    on_duty = set(Shift.objects.on_duty().values_list("person_id", flat=True))
    may_draw = person.has_perm(DRAWS)
    lines: dict[date, list[RosterLine]] = {monday + timedelta(days=number): [] for number in range(7)}
    for row in rows:
        day = max(clock.day_of(row.begins), monday)
        lines[day].append(
            RosterLine(
                plan=row,
                standing=_standing(row, now, on_duty, worked),
                is_own=row.person_id == person.pk,
                may_withdraw=may_draw and row.ends > now,
                ends_later=clock.day_of(row.ends - timedelta(seconds=1)) != day,
            )
        )
    today = clock.day_of(now)
    return [RosterDay(day, day == today, found) for day, found in lines.items()]


def _standing(row: PlannedShift, now: datetime, on_duty: set[int], worked: Sequence[Shift]) -> Standing:
    if row.begins > now:
        return Standing.PLANNED
    if row.ends > now:
        return Standing.ON_DUTY if row.person_id in on_duty else Standing.ABSENT
    was_there = any(
        shift.person_id == row.person_id
        and shift.began < row.ends
        and (shift.ended is None or shift.ended > row.begins)
        for shift in worked
    )
    return Standing.WORKED if was_there else Standing.MISSED
