"""What staff do to a running table: open, drain, close, retry, suspend, release.

Each action has a reason and an audit line.
"""

from __future__ import annotations

import redis
import structlog
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.floor.hours import emptied_tables
from games.floor.models import TableHours
from games.floor.suspensions import (
    SuspensionRefused,
    release_game,
    release_table,
    suspend_game,
    suspend_table,
    suspension_of,
)
from games.models import Table
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import CheckInactivity
from players.audit import note
from players.models import Person

log = structlog.get_logger("floor")
OPEN, DRAINING, CLOSED = Table.Status.OPEN, Table.Status.DRAINING, Table.Status.CLOSED
ACTIONS: dict[str, Promise] = {
    "open": _("Open"),
    "drain": _("Close after this round"),
    "close": _("Close"),
    "retry": _("Check the table again"),
    "suspend": _("Suspend new rounds"),
    "release": _("Lift the suspension"),
}
# What an action needs, if it is not the permission to change tables.
PERMISSIONS = {"suspend": "floor.add_tablesuspension", "release": "floor.release_tablesuspension"}
# The actions that each status allows. Two people release a table on hold, on the page of its incident.
ALLOWED_ACTIONS: dict[str, tuple[str, ...]] = {
    OPEN: ("drain", "close", "suspend", "retry"),
    DRAINING: ("open", "close", "suspend", "retry"),
    CLOSED: ("open",),
    Table.Status.HELD: (),
}
AUDIT_KINDS = {"open": "opened", "drain": "drained", "close": "closed", "retry": "looked-at-again"}
CONFIRMATIONS: dict[str, Promise] = {
    "open": _("The table is open."),
    "drain": _(
        "The table closes after this round; seated players are told at once, and new players find it closed."
    ),
    "close": _("The table is closed."),
    "retry": _("The croupier was asked to check the table again."),
    "suspend": _("No new round starts. A running round is played to its end."),
    "release": _("The suspension has been lifted."),
}


class NotAllowedNow(Exception):
    """The status of the table does not allow the action, or players are still seated."""


class NoSetting(Exception):
    """A table cannot open without a confirmed setting."""


def permission_for(action: str) -> str:
    return PERMISSIONS.get(action, "games.change_table")


def allowed_actions(status: str, *, is_suspended: bool) -> tuple[str, ...]:
    """The actions that the status allows. A suspended table is only released."""
    return ("release",) if is_suspended else ALLOWED_ACTIONS[status]


def act_on_table(*, table: int, action: str, person: Person, reason: str) -> str:
    """Takes the action and returns the new status of the table."""
    take_table_step(table=table, action=action, person=person, reason=reason)
    wake_croupier(table)
    return str(Table.objects.values_list("status", flat=True).get(pk=table))


def act_on_game(*, system: str, action: str, person: Person, reason: str) -> int:
    """Suspends or releases every table of a game, or of all games (""). Returns how many they were."""
    act = suspend_game if action == "suspend" else release_game
    try:
        tables = act(system=system, person=person, reason=reason)
    except SuspensionRefused as error:
        raise NotAllowedNow from error
    try:
        send_to_tables(tables, CheckInactivity())
    except redis.RedisError as error:
        log.warning("croupiers not notified", tables=tables, error=str(error))
    return len(tables)


def take_table_step(*, table: int, action: str, person: Person, reason: str) -> None:
    """Takes the action. A caller inside a transaction must wake the croupier after the commit."""
    try:
        if action == "suspend":
            suspend_table(table=table, person=person, reason=reason)
        elif action == "release":
            release_table(table=table, person=person, reason=reason)
        else:
            _open_or_close(table, action, person, reason)
    except SuspensionRefused as error:
        raise NotAllowedNow from error


def _open_or_close(table: int, action: str, person: Person, reason: str) -> None:
    with transaction.atomic():
        row = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table)
        if action not in allowed_actions(row.status, is_suspended=suspension_of(table) is not None):
            raise NotAllowedNow
        if action == "open" and row.setting_id is None:
            raise NoSetting
        if action != "retry":
            _set_status(row, action, reason)
        about = f"table:{table}"
        note(f"tables.{AUDIT_KINDS[action]}", person=person, about=about, before=row.status, reason=reason)


def wake_croupier(table: int) -> None:
    """Asks the croupier to look at the table at once. If the message is lost, only time is lost."""
    try:
        send_to_tables([table], CheckInactivity())
    except redis.RedisError as error:
        log.warning("croupier not notified", table=table, error=str(error))


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
    TableHours.objects.filter(table=table.pk).update(closed_by_hours=False)
