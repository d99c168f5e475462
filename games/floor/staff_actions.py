"""What staff do to a running table: open, drain, close, retry. Each action has a reason and an audit line."""

from __future__ import annotations

import redis
import structlog
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.floor.hours import emptied_tables
from games.floor.models import TableHours
from games.models import Table
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import CheckInactivity
from players.audit import note
from players.models import Person

log = structlog.get_logger("floor")
OPEN, DRAINING, CLOSED = Table.Status.OPEN, Table.Status.DRAINING, Table.Status.CLOSED
ACTIONS: dict[str, Promise] = {
    "open": _("Open"),
    "drain": _("Drain"),
    "close": _("Close"),
    "retry": _("Look again"),
}
# The actions that each status allows. Two people release a table on hold, on the page of its incident.
ALLOWED_ACTIONS: dict[str, tuple[str, ...]] = {
    OPEN: ("drain", "close", "retry"),
    DRAINING: ("open", "close", "retry"),
    CLOSED: ("open",),
    Table.Status.HELD: (),
}
CONFIRMATIONS: dict[str, Promise] = {
    "open": _("The table is open."),
    "drain": _(
        "The table closes after this round; who sits there is told at once, and new players find it closed."
    ),
    "close": _("The table is closed."),
    "retry": _("The croupier was asked to look at the table again."),
}


class NotAllowedNow(Exception):
    """The status of the table does not allow the action, or players are still seated."""


class NoSetting(Exception):
    """A table cannot open without a confirmed setting."""


def table_act(*, table: int, action: str, person: Person, reason: str) -> str:
    """Takes the action and returns the new status of the table."""
    with transaction.atomic():
        row = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table)
        if action not in ALLOWED_ACTIONS[row.status]:
            raise NotAllowedNow
        if action == "open" and row.setting_id is None:
            raise NoSetting
        if action != "retry":
            _set_status(row, action, reason)
        about = f"table:{table}"
        note(f"tables.{AUDIT_KINDS[action]}", person=person, about=about, before=row.status, reason=reason)
    _wake_croupier(table)
    return str(Table.objects.values_list("status", flat=True).get(pk=table))


def _wake_croupier(table: int) -> None:
    """Asks the croupier to look at the table at once. If the message is lost, only time is lost."""
    try:
        send_to_tables([table], CheckInactivity())
    except redis.RedisError as error:
        log.warning("croupier not notified", table=table, error=str(error))


AUDIT_KINDS = {"open": "opened", "drain": "drained", "close": "closed", "retry": "looked-at-again"}


def _set_status(table: Table, action: str, reason: str) -> None:
    if action == "close" and table.status == DRAINING:
        if not emptied_tables().filter(pk=table.pk).update(status=CLOSED, reason=reason):
            raise NotAllowedNow
    else:
        # A table with players closes after their round, never during it.
        Table.objects.filter(pk=table.pk).update(
            status=OPEN if action == "open" else DRAINING, reason="" if action == "open" else reason
        )
        if action == "close":
            emptied_tables().filter(pk=table.pk).update(status=CLOSED)
    TableHours.objects.filter(table=table.pk).update(shut=False)
