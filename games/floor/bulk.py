"""One step for many tables, by two people: a dry run, a proposal, and what the second person's decision did.

Each table is decided separately: the laws of a single table hold, and a table that cannot take the step is
left as it is and named in the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, structs

from games.floor import changes
from games.floor.fields import Difference, differences
from games.floor.forms import describe_breach
from games.floor.hours import DAYS, Week, format_spans, set_week
from games.floor.models import BulkChange, TableChange, TableHours, TableSuspension
from games.floor.staff_actions import (
    NoSetting,
    NotAllowedNow,
    allowed_actions,
    permission_for,
    take_table_step,
    wake_croupier,
)
from games.models import Table, TableSetting
from games.tables.sheet_selectors import setting_of
from players.decisions.deciding import Decision, propose, take_step
from players.decisions.kinds import Kind, Step, closing_steps
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.staff_errors import MissingPermission

Action, State = BulkChange.Kind, BulkChange.State
RIGHT = "games.change_table"
MAX_TABLES = 100


class BulkOutcome(StrEnum):
    """What would happen, or has happened, at one table."""

    READY = "ready"
    DONE = "done"
    DEFERRED = "deferred"
    NOT_NOW = "not-now"
    NO_SETTING = "no-setting"
    OTHER_GAME = "other-game"
    SAME = "same"
    SAME_HOURS = "same-hours"
    CHANGE_OPEN = "change-open"
    UNLAWFUL = "unlawful"


class DryRunLine(Struct, frozen=True):
    """One table of a dry run: whether it can take the step, and what it would change."""

    table: Table
    outcome: BulkOutcome
    differences: Sequence[Any] = ()
    breaches: Sequence[str] = ()

    @property
    def is_ready(self) -> bool:
        return self.outcome in (BulkOutcome.READY, BulkOutcome.DEFERRED)


class NoTable(Exception):
    """No table can take the step."""


def dry_run(
    kind: str, tables: Sequence[int], source: TableSetting | None, value: Any = None
) -> list[DryRunLine]:
    """What the step would do now. Nothing is written. `value` is the minimum, or the week of hours."""
    chosen = Table.objects.filter(pk__in=list(tables)[:MAX_TABLES]).select_related("setting")
    rows = list(chosen.order_by("name", "pk"))
    suspended = set(
        TableSuspension.objects.filter(table__in=rows, ended=None).values_list("table", flat=True)
    )
    waiting = set(
        TableChange.objects.filter(table__in=rows, state__in=changes.OPEN).values_list("table", flat=True)
    )
    if kind == Action.SETTING:
        assert source is not None
        copied = setting_of(source.table.system, source)
        return [
            _line_of_setting(table, copied, table.pk in waiting)
            if table.system == source.table.system
            else DryRunLine(table, BulkOutcome.OTHER_GAME)
            for table in rows
        ]
    if kind == Action.MINIMUM:
        return [_line_of_minimum(table, value, table.pk in waiting) for table in rows]
    if kind == Action.HOURS:
        weeks = dict(TableHours.objects.filter(table__in=rows).values_list("table", "week"))
        return [_line_of_hours(table, weeks.get(table.pk, []), value) for table in rows]
    return [DryRunLine(table, _outcome_of_action(table, kind, table.pk in suspended)) for table in rows]


def _outcome_of_action(table: Table, action: str, is_suspended: bool) -> BulkOutcome:
    if action not in allowed_actions(table.status, is_suspended=is_suspended):
        return BulkOutcome.NOT_NOW
    if action == "open" and table.setting_id is None:
        return BulkOutcome.NO_SETTING
    return BulkOutcome.READY


def _line_of_minimum(table: Table, minimum: int, has_open_change: bool) -> DryRunLine:
    if table.setting is None:
        return DryRunLine(table, BulkOutcome.NO_SETTING)
    setting = setting_of(table.system, table.setting)
    return _line_of_setting(table, structs.replace(setting, minimum=minimum), has_open_change)


def _line_of_hours(table: Table, before: Week, after: Week) -> DryRunLine:
    if before == after:
        return DryRunLine(table, BulkOutcome.SAME_HOURS)
    changed = [
        Difference(str(day), "", *texts)
        for day, *texts in zip(DAYS, hours_of_days(before), hours_of_days(after), strict=True)
        if texts[0] != texts[1]
    ]
    return DryRunLine(table, BulkOutcome.READY, changed)


def hours_of_days(week: Week) -> list[str]:
    """The hours of each day, as people read them."""
    if not week:
        return [gettext("always open")] * len(DAYS)
    return [format_spans(spans) or gettext("closed all day") for spans in week]


def _line_of_setting(table: Table, copied: Any, has_open_change: bool) -> DryRunLine:
    before = setting_of(table.system, table.setting) if table.setting else None
    if before == copied:
        return DryRunLine(table, BulkOutcome.SAME)
    if has_open_change:
        return DryRunLine(table, BulkOutcome.CHANGE_OPEN)
    changed = differences(table.system, before, copied, table.currency) if before is not None else ()
    if breaches := changes.find_breaches(table, before, copied):
        texts = [describe_breach(breach, table.currency) for breach in breaches]
        return DryRunLine(table, BulkOutcome.UNLAWFUL, changed, texts)
    is_deferred = changes.must_wait_for_win(table, before, copied)
    return DryRunLine(table, BulkOutcome.DEFERRED if is_deferred else BulkOutcome.READY, changed)


def propose_bulk_change(
    *,
    kind: str,
    tables: Sequence[int],
    source: TableSetting | None,
    person: Person,
    reason: str,
    value: Any = None,
) -> BulkChange:
    """Propose the step for the tables that can take it now."""
    require_right(kind, person)
    # Sorted: two steps lock the tables that they share in one order.
    ready = sorted(line.table.pk for line in dry_run(kind, tables, source, value) if line.is_ready)
    if not ready:
        raise NoTable
    return propose(
        BULK_CHANGE,
        person=person,
        details={"change": kind, "tables": len(ready), "reason": reason},
        kind=kind,
        tables=ready,
        source=source,
        value=value,
        reason=reason,
    )


def require_right(kind: str, person: Person) -> None:
    """Suspending, and lifting a suspension, has a right of its own."""
    if not person.has_perm(permission_for(kind)):
        raise MissingPermission(permission_for(kind))


def _confirm(decision: Decision[BulkChange]) -> None:
    """Table by table."""
    require_right(decision.row.kind, decision.person)
    results = {str(table): _take(decision.row, table, decision.person) for table in decision.row.tables}
    decision.write(results=results)
    for table, outcome in results.items():
        if outcome == BulkOutcome.DONE:
            transaction.on_commit(partial(wake_croupier, int(table)))


def _details(decision: Decision[BulkChange]) -> dict[str, Any]:
    change = decision.row
    if decision.step.end != State.DONE:
        return {"change": change.kind, "reason": decision.reason}
    done = [one for one in change.results.values() if one in (BulkOutcome.DONE, BulkOutcome.DEFERRED)]
    return {"change": change.kind, "tables": len(done), "reason": change.reason}


BULK_CHANGE = Kind(
    name="bulk-change",
    model=BulkChange,
    proposes=RIGHT,
    steps=(
        Step(
            State.PROPOSED,
            State.DONE,
            "confirm",
            _("Confirm and do it"),
            (RIGHT,),
            "tables.bulk-confirmed",
            _("Done. What happened at each table is below."),
            columns=("results",),
            carry_out=_confirm,
        ),
        *closing_steps(State.PROPOSED, (RIGHT,), "tables.bulk-"),
    ),
    proposed="tables.bulk-proposed",
    about=lambda change: f"bulk:{change.pk}",
    details=_details,
    confirmed_by=step_up_required,
    title=_("Actions for many tables"),
    record=lambda change: change.get_kind_display(),
    item=lambda change: (change.get_kind_display(), change.reason),
    page="floor_bulk_change",
    form="floor_bulk_decide",
    waits=_("A second person must confirm it."),
    related=("author", "confirmer", "source__table"),
    target=changes.CHANGE_TARGET,
    decider="confirmer",
)


def _take(change: BulkChange, table: int, person: Person) -> BulkOutcome:
    """The step at one table. A refusal undoes only what it did there."""
    try:
        with transaction.atomic():
            match Action(change.kind):
                case Action.SETTING | Action.MINIMUM:
                    return _change_setting(change, table, person)
                case Action.HOURS:
                    set_week(table=table, week=change.value or [], person=person)
                    return BulkOutcome.DONE
                case action:
                    take_table_step(table=table, action=action, person=person, reason=change.reason)
                    return BulkOutcome.DONE
    except NotAllowedNow:
        return BulkOutcome.NOT_NOW
    except NoSetting:
        return BulkOutcome.NO_SETTING
    except changes.AlreadyOpen:
        return BulkOutcome.CHANGE_OPEN
    except changes.Unlawful:
        return BulkOutcome.UNLAWFUL


def _change_setting(change: BulkChange, table: int, person: Person) -> BulkOutcome:
    """A change of the table that the author proposed and this person confirms, as by hand."""
    row = Table.objects.select_related("setting").get(pk=table)
    before = setting_of(row.system, row.setting) if row.setting is not None else None
    if change.source is not None:
        setting = setting_of(change.source.table.system, change.source)
    elif before is not None:
        setting = structs.replace(before, minimum=change.value)
    else:
        raise NoSetting
    if before == setting:
        return BulkOutcome.SAME
    proposed = changes.propose_change(table=row, setting=setting, author=change.author, reason=change.reason)
    if proposed.state == TableChange.State.APPLIED:
        return BulkOutcome.DONE
    confirmed = take_step(changes.TABLE_CHANGE, proposed.pk, "confirm", person=person)
    return BulkOutcome.DEFERRED if confirmed.state == TableChange.State.DEFERRED else BulkOutcome.DONE
