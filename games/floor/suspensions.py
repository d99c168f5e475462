"""Manual suspension of a table, of a game or of the house: no new round starts, and the present round is
played to its end.

A suspension never stops or voids a round. While it lasts the database refuses to open the table
(`games/database/tables_in_play.sql`): for a person, the opening hours, a table session and the release of an
incident.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from games.floor.hours import is_open
from games.floor.models import TableHours, TableSuspension
from games.models import Table
from players.audit import note
from players.models import Person
from players.shared.clock import now

SUSPENDABLE = (Table.Status.OPEN, Table.Status.DRAINING)


class SuspensionRefused(Exception):
    """The table is suspended already, is not, or is in a status that opens by other means."""


def suspension_of(table: int) -> TableSuspension | None:
    """The suspension that lasts, if there is one."""
    return TableSuspension.objects.filter(table=table, ended=None).select_related("person").first()


def suspend_table(*, table: int, person: Person, reason: str) -> TableSuspension:
    """No new round begins from the next transaction of the table on."""
    try:
        with transaction.atomic():
            row = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table)
            if row.status not in SUSPENDABLE:
                raise SuspensionRefused
            suspension = TableSuspension.objects.create(table=row, person=person, reason=reason)
            Table.objects.filter(pk=table).update(status=Table.Status.DRAINING, reason=reason)
            about = f"table:{table}"
            note("tables.suspended", person=person, about=about, before=row.status, reason=reason)
    except IntegrityError as error:
        raise SuspensionRefused from error
    return suspension


def release_table(*, table: int, person: Person, reason: str) -> TableSuspension:
    """Ends the suspension. The table opens, unless it is on hold or its opening hours are over."""
    with transaction.atomic():
        row = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table)
        suspension = TableSuspension.objects.select_for_update().filter(table=row, ended=None).first()
        if suspension is None:
            raise SuspensionRefused
        TableSuspension.objects.filter(pk=suspension.pk).update(
            ended=Now(), released_by=person, release_reason=reason
        )
        hours = TableHours.objects.select_for_update().filter(table=row).first()
        opens = hours is None or is_open(hours.week, now())
        if hours is not None:
            TableHours.objects.filter(pk=hours.pk).update(closed_by_hours=not opens)
        if opens and row.status in (Table.Status.DRAINING, Table.Status.CLOSED):
            Table.objects.filter(pk=table).update(status=Table.Status.OPEN, reason="")
        note("tables.suspension-ended", person=person, about=f"table:{table}", opens=opens, reason=reason)
    suspension.refresh_from_db()
    return suspension


def suspend_game(*, system: str, person: Person, reason: str) -> list[int]:
    """Suspends every table of a game that runs, or of all games (""), in one transaction: all or none.

    [903-B 6.3.1.1, 6.3.1.2]
    """
    lasting = TableSuspension.objects.filter(table=OuterRef("pk"), ended=None)
    try:
        with transaction.atomic():
            running = Table.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
            running = running.filter(~Exists(lasting), status__in=SUSPENDABLE)
            numbers = [table.pk for table in _of_game(running, system)]
            if not numbers:
                raise SuspensionRefused
            TableSuspension.objects.bulk_create(
                TableSuspension(table_id=number, person=person, reason=reason) for number in numbers
            )
            Table.objects.filter(pk__in=numbers).update(status=Table.Status.DRAINING, reason=reason)
            note("tables.game-suspended", person=person, about=_about(system), tables=numbers, reason=reason)
    except IntegrityError as error:
        raise SuspensionRefused from error
    return numbers


def release_game(*, system: str, person: Person, reason: str) -> list[int]:
    """Ends the suspensions of a game, or of all games (""). Each table opens by its own laws."""
    with transaction.atomic():
        suspended = Table.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
        suspended = suspended.filter(Exists(TableSuspension.objects.filter(table=OuterRef("pk"), ended=None)))
        numbers = [table.pk for table in _of_game(suspended, system)]
        if not numbers:
            raise SuspensionRefused
        for number in numbers:
            release_table(table=number, person=person, reason=reason)
        note("tables.game-released", person=person, about=_about(system), tables=numbers, reason=reason)
    return numbers


def _of_game(tables: QuerySet[Table], system: str) -> QuerySet[Table]:
    return tables.filter(system=system) if system else tables


def _about(system: str) -> str:
    return f"game:{system}" if system else "house"
