"""Losses, disasters, incidents, errors and breaches: entered, reported, explained, solved and closed.

[903-B 2.3.4, 2.3.5, 6.3.3.3, 6.3.3.4, 7.11.1, 7.12.1.3, 8.4.2.1]

The print says "at once" and "as soon as possible" and names no hours. The hours here are the house's own, as
the longest that these words can mean; the week and the month are the print's.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
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


class Clock(Struct, frozen=True):
    """Within how many hours of its notice an occurrence is reported, and solved."""

    report: int
    law: str
    solve: int = 0  # 0: no law says until when


CLOCKS: Mapping[str, Clock] = {
    Kind.LOSS: Clock(AT_ONCE, "903-B 2.3.4", WEEK),
    Kind.WRONG: Clock(SOON, "903-B 2.3.4", WEEK),
    Kind.DISASTER: Clock(AT_ONCE, "903-B 2.3.5, 7.12.1", SHORTEST_MONTH),
    Kind.SECURITY: Clock(SOON, "903-B 7.11.1"),
    Kind.ERROR: Clock(AT_ONCE, "903-B 8.4.2"),
    Kind.BREACH: Clock(AT_ONCE, "903-B 8.4.2"),
}
# What must be entered before another person closes an occurrence. The database knows it too.
BEFORE_CLOSING: Final = (Entry.REPORTED, Entry.CAUSE, Entry.SOLUTION)


class OccurrenceRefusal(StrEnum):
    CLOSED = "closed"
    SECOND_PERSON = "second-person"
    INCOMPLETE = "incomplete"
    TIMES = "times"


MESSAGES: dict[OccurrenceRefusal, Promise] = {
    OccurrenceRefusal.CLOSED: _("This occurrence is closed. Enter a new one if something else happened."),
    OccurrenceRefusal.SECOND_PERSON: _("Who entered an occurrence cannot close it. A second person must."),
    OccurrenceRefusal.INCOMPLETE: _(
        "An occurrence can be closed once its report, its cause and its solution are entered."
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
        )
        note("duties.occurrence-entered", person=person, about=f"occurrence:{occurrence.pk}", what=kind)
    return occurrence


def add_entry(
    *, occurrence: Occurrence, kind: str, text: str, reference: str, done: datetime | None, person: Person
) -> None:
    """Enter what was done about an occurrence: now, unless an earlier time is given."""
    known = {entry.kind for entry in occurrence.entries.all()}
    now = clock.now()
    if Entry.CLOSED in known:
        raise OccurrenceRefused(OccurrenceRefusal.CLOSED)
    if done is not None and not occurrence.noticed <= done <= now:
        raise OccurrenceRefused(OccurrenceRefusal.TIMES)
    if kind == Entry.CLOSED:
        if person.pk == occurrence.person_id:
            raise OccurrenceRefused(OccurrenceRefusal.SECOND_PERSON)
        if not known.issuperset(BEFORE_CLOSING):
            raise OccurrenceRefused(OccurrenceRefusal.INCOMPLETE)
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


def with_states() -> Occurrences:
    """All occurrences, each with what was entered about it."""

    def has(kind: str) -> Exists:
        return Exists(OccurrenceEntry.objects.filter(occurrence=OuterRef("pk"), kind=kind))

    return Occurrence.objects.annotate(
        is_reported=has(Entry.REPORTED),
        has_cause=has(Entry.CAUSE),
        is_solved=has(Entry.SOLUTION),
        is_closed=has(Entry.CLOSED),
    )


def open_occurrences() -> Occurrences:
    return with_states().filter(is_closed=False)


def waiting_for(person: Person) -> Occurrences:
    """What this person can do something about: not what only a second person may close."""
    complete = Q(is_reported=True, has_cause=True, is_solved=True)
    return open_occurrences().exclude(complete & Q(person=person)).order_by("report_by", "pk")


def next_deadline(occurrence: Any) -> datetime | None:
    """Until when the next thing is owed; None once it was reported and no law says when it is solved."""
    due: datetime | None = occurrence.report_by
    if occurrence.is_reported:
        due = None if occurrence.is_solved else occurrence.solve_by
    return due


def alarm_before(occurrence: Any, due: datetime) -> datetime:
    """When the alarm of a deadline rings: after half of the time."""
    noticed: datetime = occurrence.noticed
    return noticed + (due - noticed) / 2
