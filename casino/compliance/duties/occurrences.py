"""Losses, disasters, incidents, errors, breaches and severe weaknesses: entered, reported, explained, solved
and closed.

[903-B 2.3.4, 2.3.5, 6.3.3.3, 6.3.3.4, 7.11.1, 7.12.1.3, 8.1.1.4, 8.4.2.1]

The print says "at once" and "as soon as possible" and names no hours. The hours here are the house's own, as
the longest that these words can mean; the week, the month and the 48 hours are the print's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.compliance.duties.models import Occurrence, OccurrenceEntry
from games.models import Incident
from players.audit import note
from players.models import Person
from players.shared import clock

Kind, Entry = Occurrence.Kind, OccurrenceEntry.Kind
Occurrences = QuerySet[Any]  # with what was entered about each
AT_ONCE: Final = 2  # hours
SOON: Final = 24
WEEK: Final = 7 * 24
SHORTEST_MONTH: Final = 28 * 24
TWO_DAYS: Final = 48
SEVERE: Final = Decimal("7.0")  # CVSS, as the print says
HIGHEST: Final = Decimal("10.0")


class Clock(Struct, frozen=True):
    """Within how many hours of its notice an occurrence is reported, and solved."""

    report: int
    law: str
    solve: int = 0  # 0: no law says until when
    or_plan: bool = False  # it is solved in time, or else a plan goes to the regulator in that time


CLOCKS: Mapping[str, Clock] = {
    Kind.LOSS: Clock(AT_ONCE, "903-B 2.3.4", WEEK),
    Kind.WRONG: Clock(SOON, "903-B 2.3.4", WEEK),
    Kind.DISASTER: Clock(AT_ONCE, "903-B 2.3.5, 7.12.1", SHORTEST_MONTH),
    Kind.SECURITY: Clock(SOON, "903-B 7.11.1"),
    Kind.ERROR: Clock(AT_ONCE, "903-B 8.4.2"),
    Kind.BREACH: Clock(AT_ONCE, "903-B 8.4.2"),
    Kind.WEAKNESS: Clock(TWO_DAYS, "903-B 8.1.1.4", TWO_DAYS, or_plan=True),
}
# What must be entered before another person closes an occurrence. The database knows it too.
BEFORE_CLOSING: Final = frozenset({Entry.REPORTED, Entry.CAUSE, Entry.SOLUTION})
MENDED_IN_TIME: Final = frozenset({Entry.CAUSE, Entry.SOLUTION})


class OccurrenceRefusal(StrEnum):
    CLOSED = "closed"
    SECOND_PERSON = "second-person"
    INCOMPLETE = "incomplete"
    UNPLANNED = "unplanned"
    TIMES = "times"


MESSAGES: dict[OccurrenceRefusal, Promise] = {
    OccurrenceRefusal.CLOSED: _("This occurrence is closed. Enter a new one if something else happened."),
    OccurrenceRefusal.SECOND_PERSON: _(
        "The person who entered an occurrence cannot close it. A second person must."
    ),
    OccurrenceRefusal.INCOMPLETE: _(
        "An occurrence can be closed once its report, its cause and its solution are entered."
    ),
    OccurrenceRefusal.UNPLANNED: _(
        "A weakness can be closed once its cause and its solution are entered. One that was not fixed "
        "within 48 hours needs its plan and its report too."
    ),
    OccurrenceRefusal.TIMES: _(
        "The time is in the future, or before the occurrence was noticed. Enter it in Lisbon time."
    ),
}


class OccurrenceRefused(Exception):
    """A refused entry. It changes nothing."""

    def __init__(self, code: OccurrenceRefusal) -> None:
        super().__init__(code)
        self.sentence = MESSAGES[code]


def enter_occurrence(
    *,
    kind: str,
    title: str,
    facts: str,
    occurred: datetime | None,
    noticed: datetime,
    incident: Incident | None,
    person: Person,
    score: Decimal | None = None,
) -> Occurrence:
    """Enter what happened. Its clocks run from the moment at which somebody noticed it."""
    now = clock.now()
    if noticed > now or (occurred is not None and occurred > noticed):
        raise OccurrenceRefused(OccurrenceRefusal.TIMES)
    times = CLOCKS[kind]
    with transaction.atomic():
        occurrence = Occurrence.objects.create(
            kind=kind,
            title=title,
            facts=facts,
            occurred=occurred,
            noticed=noticed,
            report_by=noticed + timedelta(hours=times.report),
            solve_by=noticed + timedelta(hours=times.solve) if times.solve else None,
            incident=incident,
            person=person,
            score=score,
        )
        note("duties.occurrence-entered", person=person, about=f"occurrence:{occurrence.pk}", what=kind)
    return occurrence


def add_entry(
    *, occurrence: Occurrence, kind: str, text: str, reference: str, done: datetime | None, person: Person
) -> None:
    """Enter what was done about an occurrence: now, unless an earlier time is given."""
    entries = list(occurrence.entries.all())
    known = {entry.kind for entry in entries}
    now = clock.now()
    if Entry.CLOSED in known:
        raise OccurrenceRefused(OccurrenceRefusal.CLOSED)
    if done is not None and not occurrence.noticed <= done <= now:
        raise OccurrenceRefused(OccurrenceRefusal.TIMES)
    if kind == Entry.CLOSED:
        if person.pk == occurrence.person_id:
            raise OccurrenceRefused(OccurrenceRefusal.SECOND_PERSON)
        if not known >= needed_to_close(occurrence, entries):
            is_weakness = CLOCKS[occurrence.kind].or_plan
            raise OccurrenceRefused(
                OccurrenceRefusal.UNPLANNED if is_weakness else OccurrenceRefusal.INCOMPLETE
            )
    try:
        with transaction.atomic():
            OccurrenceEntry.objects.create(
                occurrence=occurrence,
                kind=kind,
                text=text,
                reference=reference,
                done=done or now,
                person=person,
            )
            about = f"occurrence:{occurrence.pk}"
            note(f"duties.occurrence-{kind}", person=person, about=about, reference=reference)
    except IntegrityError as error:  # somebody closed it meanwhile
        raise OccurrenceRefused(OccurrenceRefusal.CLOSED) from error


def needed_to_close(occurrence: Occurrence, entries: Iterable[OccurrenceEntry]) -> frozenset[str]:
    """What must be entered before it is closed."""
    if not CLOCKS[occurrence.kind].or_plan:
        return BEFORE_CLOSING
    assert occurrence.solve_by is not None
    mended = [entry.done for entry in entries if entry.kind == Entry.SOLUTION]
    in_time = bool(mended) and min(mended) <= occurrence.solve_by
    return MENDED_IN_TIME if in_time else BEFORE_CLOSING | {Entry.PLAN}


def with_states() -> Occurrences:
    """All occurrences, each with what was entered about it."""

    def has(kind: str, **more: Any) -> Exists:
        return Exists(OccurrenceEntry.objects.filter(occurrence=OuterRef("pk"), kind=kind, **more))

    return Occurrence.objects.annotate(
        is_reported=has(Entry.REPORTED),
        has_plan=has(Entry.PLAN),
        has_cause=has(Entry.CAUSE),
        is_solved=has(Entry.SOLUTION),
        is_solved_in_time=has(Entry.SOLUTION, done__lte=OuterRef("solve_by")),
        is_closed=has(Entry.CLOSED),
    )


def open_occurrences() -> Occurrences:
    return with_states().filter(is_closed=False)


def waiting_for(person: Person) -> Occurrences:
    """What this person can do something about: not what only a second person may close."""
    explained = Q(has_cause=True, is_solved=True)
    complete = (
        explained & Q(is_reported=True) & (~Q(kind=Kind.WEAKNESS) | Q(has_plan=True))
    ) | explained & Q(kind=Kind.WEAKNESS, is_solved_in_time=True)
    return open_occurrences().exclude(complete & Q(person=person)).order_by("report_by", "pk")


def next_deadline(occurrence: Any) -> datetime | None:
    """Until when the next thing is owed; None once it was reported and no law says when it is solved. Of a
    weakness: until it is mended, or its plan was sent.
    """
    due: datetime | None = occurrence.report_by
    if CLOCKS[occurrence.kind].or_plan:
        is_planned = occurrence.is_reported and occurrence.has_plan
        due = None if is_planned or occurrence.is_solved else occurrence.solve_by
    elif occurrence.is_reported:
        due = None if occurrence.is_solved else occurrence.solve_by
    return due


def alarm_before(occurrence: Any, due: datetime) -> datetime:
    """When the alarm of a deadline rings: after half of the time."""
    noticed: datetime = occurrence.noticed
    return noticed + (due - noticed) / 2
