"""A shift: its beginning, its end with a handover, and the reading of the handover.

What is open at the end is counted by the house, as the person of the shift sees it; the person adds words.
Each reader sees of it what the reader's own rights allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.backoffice.models import Shift, WorkClaim
from casino.backoffice.work_actions import ShiftRefused, audit_subject, is_on_duty
from casino.backoffice.work_queue import may_work_on, summaries
from games.floor.live_floor import FloorFilters, FloorRow, floor_rows
from games.models import Table
from players.audit import note
from players.models import Person
from players.shared import clock
from players.shared.decoding import prepare
from players.work_sources import work_source

SEES_FLOOR = "games.view_table"
# A handover that nobody has read within a week is news to nobody.
READ_WITHIN = timedelta(days=7)
SIGNS: dict[str, Promise] = {
    "held": _("on hold"),
    "incident": _("open incident"),
    "suspended": _("new rounds suspended"),
    "late": _("a step is overdue"),
}


class OpenQueue(Struct, frozen=True):
    """How much of a queue waits for the person of the shift."""

    source: str
    count: int
    oldest: datetime
    is_late: bool


class OpenClaim(Struct, frozen=True):
    """An item that the person had claimed. It goes to the successor or back to the queue."""

    source: str
    key: str
    is_handed_over: bool


class OpenTable(Struct, frozen=True):
    """A table at which something is wrong."""

    table: int
    name: str
    signs: list[str]


class OpenWork(Struct, frozen=True):
    queues: list[OpenQueue]
    claims: list[OpenClaim]
    tables: list[OpenTable] | None  # None: the person does not see the floor


prepare(OpenWork)


class Shown(Struct, frozen=True):
    """One line of what was open, in the reader's language."""

    title: str
    detail: str
    url: str
    count: int = 0
    oldest: datetime | None = None
    is_late: bool = False


class ShownWork(Struct, frozen=True):
    queues: list[Shown]
    claims: list[Shown]
    tables: list[Shown]
    sees_tables: bool  # otherwise nothing is known of the floor

    @property
    def is_nothing(self) -> bool:
        return not (self.queues or self.claims or self.tables)


class Handover(Struct, frozen=True):
    shift: Shift
    work: ShownWork | None  # None: the house did not count then
    may_confirm: bool


def begin_shift(*, person: Person, request: Any = None) -> Shift:
    try:
        with transaction.atomic():
            shift = Shift.objects.create(person=person)
            note("shifts.begun", person=person, about=f"shift:{shift.pk}", request=request)
    except IntegrityError as error:
        raise ShiftRefused from error
    return shift


def end_shift(*, person: Person, successor: Person | None, text: str, request: Any = None) -> Shift:
    """Ends the shift. Open claims go to the successor; what they may not decide returns to the queue."""
    with transaction.atomic():
        shift = Shift.objects.select_for_update().filter(person=person, ended=None).first()
        if shift is None:
            raise ShiftRefused
        if successor is not None and not is_on_duty(successor, person):
            raise ShiftRefused
        claims = list(WorkClaim.objects.select_for_update().filter(person=person, ended=None).order_by("pk"))
        handed = []
        if successor is not None:
            handed = [claim for claim in claims if may_work_on(successor, claim.source, claim.key)]
        open_work = count_open_work(person, claims=claims, handed=handed)
        WorkClaim.objects.filter(pk__in=[claim.pk for claim in claims]).update(ended=Now())
        WorkClaim.objects.bulk_create(
            [WorkClaim(source=claim.source, key=claim.key, person=successor) for claim in handed]
        )
        Shift.objects.filter(pk=shift.pk).update(
            ended=Now(),
            successor=successor,
            items=len(handed),
            note=text,
            open_work=msgspec.to_builtins(open_work),
        )
        note(
            "shifts.ended",
            person=person,
            about=f"shift:{shift.pk}",
            request=request,
            successor=successor.email if successor else None,
            handed_over=[audit_subject(claim.source, claim.key) for claim in handed],
            released=[audit_subject(claim.source, claim.key) for claim in claims if claim not in handed],
        )
    shift.refresh_from_db()
    return shift


def count_open_work(
    person: Person, *, claims: Iterable[WorkClaim], handed: Iterable[WorkClaim] = ()
) -> OpenWork:
    tables = None
    if person.has_perm(SEES_FLOOR):
        rows = floor_rows(FloorFilters(trouble=True))
        tables = [OpenTable(row.id, row.name, _signs(row)) for row in rows]
    goes_on = {claim.pk for claim in handed}
    return OpenWork(
        queues=[
            OpenQueue(row.code, row.count, row.oldest, row.is_late) for row in summaries(person, clock.now())
        ],
        claims=[OpenClaim(claim.source, claim.key, claim.pk in goes_on) for claim in claims],
        tables=tables,
    )


def _signs(row: FloorRow) -> list[str]:
    is_held = row.status == Table.Status.HELD
    holds = {
        "held": is_held,
        "incident": bool(row.incident),
        "suspended": bool(row.trouble) and not is_held and not row.incident,
        "late": row.late,
    }
    return [sign for sign, is_so in holds.items() if is_so]


def show_open_work(work: OpenWork, reader: Person) -> ShownWork:
    """What the reader may see of it: the queues that the reader works on, the floor with its right."""
    return ShownWork(
        queues=[
            Shown(
                title=str(source.title),
                detail="",
                url=f"{reverse('office_work')}?source={source.code}",
                count=row.count,
                oldest=row.oldest,
                is_late=row.is_late,
            )
            for row in work.queues
            if (source := work_source(row.source)) is not None and source.allows(reader)
        ],
        claims=[
            Shown(
                title=str(source.title),
                detail=str(_("handed over") if row.is_handed_over else _("back in the queue")),
                url=reverse("office_work_item", args=[row.source, row.key]),
            )
            for row in work.claims
            if (source := work_source(row.source)) is not None and source.allows(reader)
        ],
        tables=[
            Shown(
                title=row.name,
                detail=" · ".join(str(SIGNS[sign]) for sign in row.signs if sign in SIGNS),
                url=reverse("admin:games_table_change", args=[row.table]),
            )
            for row in work.tables or ()
            if reader.has_perm(SEES_FLOOR)
        ],
        sees_tables=work.tables is not None and reader.has_perm(SEES_FLOOR),
    )


def handovers(reader: Person, *, most: int) -> list[Handover]:
    """First those that wait to be read by this person, then the last ones."""
    waiting = list(unread_handovers(reader).select_related("person", "successor").order_by("ended"))
    last = (
        Shift.objects.filter(ended__isnull=False)
        .exclude(pk__in=[shift.pk for shift in waiting])
        .select_related("person", "successor", "read_by")
        .order_by("-ended", "-pk")[:most]
    )
    return [
        *(Handover(shift, _shown(shift, reader), True) for shift in waiting),
        *(Handover(shift, _shown(shift, reader), False) for shift in last),
    ]


def _shown(shift: Shift, reader: Person) -> ShownWork | None:
    if shift.open_work is None:
        return None
    return show_open_work(msgspec.convert(shift.open_work, OpenWork), reader)


def unread_handovers(person: Person) -> QuerySet[Shift]:
    """Those that name the person, or name nobody and come from a colleague with one of the same roles.

    The database asks the same of whoever confirms one (`handover_is_for_reader`).
    """
    colleagues = Person.objects.filter(groups__in=person.groups.values("pk")).values("pk")
    return Shift.objects.filter(
        Q(successor=person) | Q(successor=None, person__in=colleagues),
        ended__gt=clock.now() - READ_WITHIN,
        read_by=None,
    ).exclude(person=person)


def confirm_handover(*, pk: int, person: Person, request: Any = None) -> bool:
    """Whether this step did it: another person may have confirmed it before, or it is not for this one."""
    with transaction.atomic():
        waiting = unread_handovers(person).filter(pk=pk)
        if not waiting.exists() or not Shift.objects.filter(pk=pk, read_by=None).update(
            read_by=person, read=Now()
        ):
            return False
        note("shifts.handover-read", person=person, about=f"shift:{pk}", request=request)
    return True
