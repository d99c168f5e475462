"""The desk of a table: proposing a setting with its consequences in sight, its hours, and what is done to it as it runs."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.catalogue import game_choices
from games.floor import changes, jackpots, live_floor, staff_actions
from games.floor.consequences import compared
from games.floor.fields import differences, setting_groups
from games.floor.forms import SettingForm, breach_said, form_for
from games.floor.hours import Unreadable, spans_read, spans_said
from games.floor.models import TableHours
from games.models import Table
from games.rulebook.selectors import setting_of, sheet_of, sheets_in_force
from players.audit import note
from players.models import Person
from players.shared.form_versions import FIELD, form_version, is_outdated
from players.shared.staff_reasons import reason_of

DAYS = (
    lazy("Monday"),
    lazy("Tuesday"),
    lazy("Wednesday"),
    lazy("Thursday"),
    lazy("Friday"),
    lazy("Saturday"),
    lazy("Sunday"),
)


def person_may(request: HttpRequest, right: str) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm(right):
        raise PermissionDenied
    return request.user


def page(request: HttpRequest, template: str, title: str, **told: Any) -> HttpResponse:
    """A page of our own inside the back office's frame."""
    return render(request, template, {**admin.site.each_context(request), "title": title, **told})


def table_and_form(request: HttpRequest, pk: int, given: Any) -> tuple[Table, SettingForm]:
    table = get_object_or_404(Table.objects.select_related("setting"), pk=pk)
    before = setting_of(table.system, table.setting) if table.setting else None
    return table, form_for(table.system)(given, table=table, before=before)


@never_cache
def setting_form(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of the game; what is sent is proposed, or taken at once where one person may set it."""
    person = person_may(request, "games.change_table")
    table, form = table_and_form(request, pk, request.POST or None)
    if request.method == "POST" and form.is_valid() and "propose" in request.POST:
        if not form.changed_setting:
            messages.info(request, _("Nothing is different from what is set already."))
        elif reason := reason_of(request):
            answer = _proposed(request, table, form, person, reason)
            if answer is not None:
                return answer
    rows = [
        (group, [(field, form[field.path]) for field in group.fields])
        for group in setting_groups(table.system)
    ]
    return page(
        request,
        "backoffice/floor/setting.html",
        _("Set %(table)s") % {"table": table.name},
        table=table,
        form=form,
        rows=rows,
        consequences=consequences(table, form) if form.is_bound and form.is_valid() else None,
        currency=table.currency,
        reason=request.POST.get("reason", ""),
        edition=form_version(table.setting_id),
    )


def _proposed(
    request: HttpRequest, table: Table, form: SettingForm, person: Person, reason: str
) -> HttpResponse | None:
    try:
        edition = request.POST.get(FIELD, "")
        change = changes.change_propose(
            table=table, setting=form.setting, author=person, reason=reason, edition=edition
        )
    except changes.AlreadyOpen:
        messages.error(
            request, _("A change of this table waits already: confirm, refuse or withdraw it first.")
        )
        return None
    except changes.Moved:
        sentence = _(
            "This table was set otherwise meanwhile. What you wrote is kept; look at what follows, then propose it again."
        )
        form.add_error(None, sentence)
        return None
    except changes.Unlawful as unlawful:
        for breach in unlawful.breaches:
            messages.error(request, breach_said(breach, table.currency))
        return None
    if change.alone:
        messages.success(request, _("Set: it counts from the next round on."))
        return redirect("admin:games_table_change", table.pk)
    messages.success(request, _("Proposed: a second person must confirm it."))
    return redirect("admin:floor_tablechange_change", change.pk)


@never_cache
@require_GET
def setting_limits(request: HttpRequest, pk: int) -> HttpResponse:
    """What the figures in the form would make of the table: read and nothing else."""
    person_may(request, "games.change_table")
    table, form = table_and_form(request, pk, request.GET)
    if not form.is_valid():
        wrong = [
            {"field": name, "said": str(error)} for name, errors in form.errors.items() for error in errors
        ]
        return JsonResponse({"wrong": wrong})
    told = consequences(table, form)
    lines = [
        {
            "label": line.label,
            "before": line.before,
            "after": line.after,
            "times": line.times,
            "rule": line.rule,
            "changed": line.changed,
        }
        for line in told["lines"]
    ]
    return JsonResponse(
        {"wrong": [], "lines": lines, **{name: told[name] for name in ("two", "defers", "seated", "changed")}}
    )


def consequences(table: Table, form: SettingForm) -> dict[str, Any]:
    sheet = sheet_of(sheets_in_force()[table.system])
    changed = differences(table.system, form.before, form.setting, table.currency)
    return {
        "lines": compared(table.system, sheet, form.before, form.setting, table.currency),
        "changed": len(changed),
        "differences": changed,
        "two": form.before is None or not changes.alone(form.before, form.setting),
        "defers": changes.defers(table, form.before, form.setting),
        "seated": table.seated,
    }


@never_cache
def hours_set(request: HttpRequest, pk: int) -> HttpResponse:
    """The week of a table, day by day; nothing of it is always open."""
    person = person_may(request, "games.change_table")
    table = get_object_or_404(Table, pk=pk)
    known = TableHours.objects.filter(table=table).first()
    edition = form_version(known.week if known else None)
    written = [spans_said(spans) for spans in known.week] if known else ["00:00-24:00"] * 7
    wrong: dict[int, str] = {}
    if request.method == "POST":
        written = [request.POST.get(f"day-{day}", "")[:200] for day in range(7)]
        week = []
        for day, text in enumerate(written):
            try:
                week.append(spans_read(text))
            except Unreadable:
                wrong[day] = _("Write hours like 10:00-14:00, 18:00-02:00, or nothing for closed all day.")
        if not wrong and is_outdated(request, edition):
            sentence = _(
                "The hours of this table were set otherwise meanwhile. What you wrote is kept: set it again to replace them."
            )
            messages.error(request, sentence)
        elif not wrong:
            _hours_keep(table, known, [] if request.POST.get("always") else week, person)
            messages.success(request, _("Set: the table opens and closes by these hours."))
            return redirect("admin:games_table_change", pk)
    days = [(DAYS[day], f"day-{day}", text, wrong.get(day, "")) for day, text in enumerate(written)]
    return page(
        request, "backoffice/floor/hours.html", _("Hours of %(table)s") % {"table": table.name}, table=table, days=days, edition=edition,
        always=bool(request.POST.get("always")) if request.method == "POST" else known is None,
    )  # fmt: skip


def _hours_keep(table: Table, known: TableHours | None, week: list[Any], person: Person) -> None:
    with transaction.atomic():
        if week:
            TableHours.objects.update_or_create(table=table, defaults={"week": week})
        elif known is not None:
            # What only its hours had closed is open again without them.
            closed = Table.objects.filter(
                pk=table.pk, status__in=(Table.Status.DRAINING, Table.Status.CLOSED)
            )
            if known.shut:
                closed.update(status=Table.Status.OPEN, reason="")
            known.delete()
        note(
            "tables.hours-set",
            person=person,
            about=f"table:{table.pk}",
            before=known.week if known else [],
            after=week,
        )


@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Open, drain, close, look again: from the page of the table or from the floor, and back to there."""
    person = person_may(request, "games.change_table")
    get_object_or_404(Table, pk=pk)
    verb = request.POST.get("act", "")
    if verb not in staff_actions.ACTS:
        messages.error(request, _("There is no such step."))
    elif reason := reason_of(request):
        try:
            staff_actions.table_act(table=pk, act=verb, person=person, reason=reason)
            messages.success(request, staff_actions.DONE[verb])
        except staff_actions.NotNow:
            messages.error(request, _("Not now: the table is in another state, or people still sit there."))
        except staff_actions.NoSetting:
            messages.error(request, _("This table has no confirmed setting yet."))
    return (
        redirect("floor") if request.POST.get("from") == "floor" else redirect("admin:games_table_change", pk)
    )


@require_POST
def change_decide(request: HttpRequest, pk: int) -> HttpResponse:
    """The second person confirms exactly what he saw, or refuses it; the first may withdraw."""
    person = person_may(request, "games.change_table")
    verb = request.POST.get("verb", "")
    try:
        if verb == "confirm":
            found = changes.change_confirm(change=pk, person=person)
            if found.state == changes.State.DEFERRED:
                messages.success(request, _("Confirmed: it counts from the jackpot's next win on."))
            else:
                messages.success(request, _("Confirmed: it counts from the next round on."))
        elif verb == "refuse" and (reason := reason_of(request)):
            changes.change_refuse(change=pk, person=person, reason=reason)
            messages.success(request, _("Done, and written down."))
        elif verb != "refuse":
            messages.error(request, _("There is no such step."))
    except (changes.NotYours, IntegrityError):
        messages.error(request, _("Whoever proposed it cannot confirm it: a second person must."))
    except changes.Decided:
        messages.error(request, _("Somebody has decided it meanwhile."))
    except changes.Moved:
        messages.error(
            request, _("The table was set otherwise since this was proposed. Refuse it, and propose anew.")
        )
    except changes.Unlawful as unlawful:
        for breach in unlawful.breaches:
            messages.error(request, breach_said(breach, "EUR"))
    return redirect("admin:floor_tablechange_change", pk)


@never_cache
@require_GET
def floor(request: HttpRequest) -> HttpResponse:
    """Every table as it is now."""
    person = person_may(request, "games.view_table")
    wanted = live_floor.wanted_of(request.GET)
    rows = live_floor.floor(wanted, may_act=person.has_perm("games.change_table"))
    filters = [
        ("system", _("Game"), [("", _("all")), *game_choices()], wanted.system),
        ("status", _("Status"), [("", _("all")), *Table.Status.choices], wanted.status),
        (
            "currency",
            _("Currency"),
            [("", _("all")), ("EUR", _("euro")), ("DEMO", _("demonstration credits"))],
            wanted.currency,
        ),
    ]
    return page(
        request,
        "backoffice/floor/floor.html",
        _("Live floor"),
        rows=rows,
        summary=live_floor.summary(rows),
        filters=filters,
        wanted=wanted,
    )


@never_cache
@require_GET
def floor_state(request: HttpRequest) -> HttpResponse:
    """The same as figures, for the page that refreshes itself."""
    person_may(request, "games.view_table")
    rows = live_floor.floor(live_floor.wanted_of(request.GET), may_act=False)
    cells = (
        "status_said",
        "phase_said",
        "seated",
        "round",
        "age",
        "exposure",
        "beside",
        "last",
        "last_at",
        "trouble",
        "solved",
        "waits",
    )
    told = {
        str(row.id): {
            **{name: str(getattr(row, name)) for name in cells},
            "status": row.status,
            "late": row.late,
            "phase": row.phase,
        }
        for row in rows
    }
    return JsonResponse(
        {"tables": told, "summary": [value for _title, value, _alarm in live_floor.summary(rows)]}
    )


@never_cache
@require_GET
def jackpots_page(request: HttpRequest) -> HttpResponse:
    person_may(request, "games.view_table")
    return page(request, "backoffice/floor/jackpots.html", _("Jackpots"), pots=jackpots.pots())
