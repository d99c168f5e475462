"""What staff do to a table as it runs: open it, let it drain, close it, ask the croupier to look again. Each with its reason, on record."""

from __future__ import annotations

import redis
import structlog
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.floor.hours import emptied
from games.floor.models import TableHours
from games.models import Table
from games.tables.transport.client import summon
from games.tables.transport.protocol import Nudge
from players.audit import note
from players.models import Person

log = structlog.get_logger("floor")
OPEN, DRAINING, CLOSED = Table.Status.OPEN, Table.Status.DRAINING, Table.Status.CLOSED
ACTS: dict[str, Promise] = {
    "open": _("Open"),
    "drain": _("Drain"),
    "close": _("Close"),
    "retry": _("Look again"),
}
# Which acts a table's status allows. A table on hold is let go on by two people, at its incident.
MAY: dict[str, tuple[str, ...]] = {
    OPEN: ("drain", "close", "retry"),
    DRAINING: ("open", "close", "retry"),
    CLOSED: ("open",),
    Table.Status.HELD: (),
}
DONE: dict[str, Promise] = {
    "open": _("The table is open."),
    "drain": _(
        "The table closes after this round; who sits there is told at once, and new players find it closed."
    ),
    "close": _("The table is closed."),
    "retry": _("The croupier was asked to look at the table again."),
}


class NotNow(Exception):
    """The table's status does not allow it, or somebody still sits there."""


class NoSetting(Exception):
    """A table without a confirmed setting cannot open."""


def table_act(*, table: int, act: str, person: Person, reason: str) -> str:
    """Does it; the status that the table has then."""
    with transaction.atomic():
        found = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table)
        if act not in MAY[found.status]:
            raise NotNow
        if act == "open" and found.setting_id is None:
            raise NoSetting
        if act != "retry":
            _move(found, act, reason)
        note(f"tables.{PAST[act]}", person=person, about=f"table:{table}", before=found.status, reason=reason)
    _hint(table)
    return str(Table.objects.values_list("status", flat=True).get(pk=table))


def _hint(table: int) -> None:
    """Whoever waits for nothing looks at once. Lost, only time is lost."""
    try:
        summon([table], Nudge())
    except redis.RedisError as error:
        log.warning("croupier not asked", table=table, error=str(error))


PAST = {"open": "opened", "drain": "drained", "close": "closed", "retry": "looked-at-again"}


def _move(table: Table, act: str, reason: str) -> None:
    if act == "close" and table.status == DRAINING:
        if not emptied().filter(pk=table.pk).update(status=CLOSED, reason=reason):
            raise NotNow
    else:
        # With people at it a table closes once their round is over, and never under their hands.
        Table.objects.filter(pk=table.pk).update(
            status=OPEN if act == "open" else DRAINING, reason="" if act == "open" else reason
        )
        if act == "close":
            emptied().filter(pk=table.pk).update(status=CLOSED)
    TableHours.objects.filter(table=table.pk).update(shut=False)
