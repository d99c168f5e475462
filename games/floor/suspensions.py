"""Manual suspension of a table: no new round starts, and the present round is played to its end.

A suspension never stops or voids a round. While it lasts the database refuses to open the table
(`games/database/tables_in_play.sql`): for a person, the opening hours, a table session and the release of an
incident.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
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
