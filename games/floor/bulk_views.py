"""The pages of steps for many tables: choose and try, then the decision of a second person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache

from games.catalogue import GAME_NAMES
from games.floor import bulk
from games.floor.hours import DAYS
from games.floor.models import BulkChange, TableHours
from games.floor.permissions import require_permission
from games.floor.views import render_page
from games.models import Table
from players.decisions.pages import decide_view, decision_context
from players.shared.amount_field import AmountField
from players.shared.collation import collation_key
from players.shared.staff_reasons import reason_of

RECENT = 20
KINDS = BulkChange.Kind
OUTCOMES: dict[str, str | Promise] = {
    bulk.BulkOutcome.READY: lazy("ready"),
    bulk.BulkOutcome.DONE: lazy("table done"),
    bulk.BulkOutcome.DEFERRED: lazy("from the jackpot's next win on"),
    bulk.BulkOutcome.NOT_NOW: lazy("not possible in its present state"),
    bulk.BulkOutcome.NO_SETTING: lazy("has no confirmed setting"),
    bulk.BulkOutcome.OTHER_GAME: lazy("another game"),
    bulk.BulkOutcome.SAME: lazy("already has this setting"),
    bulk.BulkOutcome.SAME_HOURS: lazy("already has these hours"),
    bulk.BulkOutcome.CHANGE_OPEN: lazy("a change of it is already waiting"),
    bulk.BulkOutcome.UNLAWFUL: lazy("breaks a rule"),
}


class MinimumForm(forms.Form):
    use_required_attribute = False  # one action wants it; a browser would hold back all others

    minimum = AmountField(label=lazy("Minimum (only to set it)"), minimum=1)


@never_cache
def bulk_page(request: HttpRequest) -> HttpResponse:
    """Choose a step and tables, see what it would do, and propose it."""
    person = require_permission(request, bulk.RIGHT)
    kind = request.POST.get("kind", BulkChange.Kind.DRAIN)
    kind = kind if kind in BulkChange.Kind.values else BulkChange.Kind.DRAIN
    chosen = {
        int(number) for number in request.POST.getlist("table") if number.isdecimal() and len(number) < 18
    }
    origin = _chosen_table(request)
    source = origin.setting if origin and kind == BulkChange.Kind.SETTING else None
    is_minimum = request.method == "POST" and kind == KINDS.MINIMUM
    minimum = MinimumForm(request.POST if is_minimum else None, initial=request.POST.dict())
    value, lines = None, []
    if request.method == "POST":
        bulk.require_right(kind, person)
        value, problem = _value_of(kind, origin, minimum)
        if problem:
            messages.error(request, problem)
        elif minimum.errors:
            pass  # said at the field
        elif not chosen:
            messages.error(request, _("Choose at least one table."))
        else:
            lines = bulk.dry_run(kind, sorted(chosen), source, value)
    is_ready = any(line.is_ready for line in lines)
    if "propose" in request.POST and is_ready and (reason := reason_of(request)):
        change = bulk.propose_bulk_change(
            kind=kind, tables=sorted(chosen), source=source, value=value, person=person, reason=reason
        )
        messages.success(request, _("Proposed: a second person must confirm it."))
        return redirect("floor_bulk_change", change.pk)
    tables = Table.objects.select_related("setting")
    return render_page(
        request,
        "backoffice/floor/bulk.html",
        _("Many tables at once"),
        kinds=BulkChange.Kind.choices,
        kind=kind,
        games=_by_game(list(tables), chosen),
        origin=origin,
        sources=[table for table in tables.order_by("name") if table.setting_id],
        minimum=minimum["minimum"],
        lines=_shown(lines),
        is_ready=is_ready,
        reason=request.POST.get("reason", ""),
        recent=BulkChange.objects.select_related("author", "confirmer").order_by("-pk")[:RECENT],
    )


def _chosen_table(request: HttpRequest) -> Table | None:
    """The table whose setting or hours are copied."""
    number = request.POST.get("source", "")
    tables = Table.objects.select_related("setting__table").filter(setting__isnull=False)
    return tables.filter(pk=number if number.isdecimal() and len(number) < 18 else 0).first()


def _value_of(kind: str, origin: Table | None, minimum: MinimumForm) -> tuple[Any, str]:
    """The minimum or the hours of the step; and what is missing."""
    if kind == KINDS.SETTING and origin is None:
        return None, _("Choose the table whose setting is copied.")
    if kind == KINDS.HOURS:
        if origin is None:
            return None, _("Choose the table whose opening hours are copied.")
        hours = TableHours.objects.filter(table=origin).first()
        return (hours.week if hours else []), ""
    if kind == KINDS.MINIMUM:
        return (minimum.cleaned_data["minimum"] if minimum.is_valid() else None), ""
    return None, ""


def _by_game(tables: list[Table], chosen: set[int]) -> list[dict[str, Any]]:
    games: dict[str, list[dict[str, Any]]] = {}
    for table in sorted(tables, key=lambda table: collation_key(table.name)):
        games.setdefault(table.system, []).append({"table": table, "is_chosen": table.pk in chosen})
    named = [{"title": GAME_NAMES.get(system, system), "tables": rows} for system, rows in games.items()]
    return sorted(named, key=lambda game: collation_key(str(game["title"])))


def _shown(lines: list[bulk.DryRunLine]) -> list[dict[str, Any]]:
    return [{"line": line, "outcome": OUTCOMES[line.outcome]} for line in lines]


@never_cache
def bulk_change_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A proposed step with what it would do now, or a decided one with what it did."""
    person = require_permission(request, bulk.RIGHT)
    change = get_object_or_404(BulkChange.objects.select_related(*bulk.BULK_CHANGE.related), pk=pk)
    is_open = change.state == BulkChange.State.PROPOSED
    names = dict(Table.objects.filter(pk__in=change.tables).values_list("pk", "name"))
    results = [
        {"table": table, "name": names.get(table, table), "outcome": OUTCOMES[change.results[str(table)]]}
        for table in change.tables
        if str(table) in change.results
    ]
    return render_page(
        request,
        "backoffice/floor/bulk_change.html",
        _("Many tables at once"),
        change=change,
        lines=_shown(bulk.dry_run(change.kind, change.tables, change.source, change.value))
        if is_open
        else [],
        results=results,
        hours=list(zip(DAYS, bulk.hours_of_days(change.value or []), strict=True))
        if change.kind == KINDS.HOURS
        else [],
        decision=decision_context(bulk.BULK_CHANGE, change, person),
    )


decide_bulk_change = decide_view(bulk.BULK_CHANGE)
