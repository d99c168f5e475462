"""The floor's pages: the setting of a table, its hours, actions on it, the live floor and the jackpots."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.catalogue import GAMES, game_choices
from games.floor import changes, jackpots, live_floor, staff_actions
from games.floor.consequences import compare_limits
from games.floor.fields import differences
from games.floor.forms import SettingForm, describe_breach, form_for
from games.floor.hours import DAYS, InvalidHours, format_spans, parse_spans, set_week
from games.floor.models import TableHours
from games.floor.permissions import require_permission
from games.floor.suspensions import SUSPENDABLE
from games.models import Table
from games.tables.sheet_selectors import setting_of, sheet_of, sheets_in_force
from players.decisions.deciding import BaseChanged
from players.models import Person
from players.shared.form_versions import FIELD, form_version, is_outdated
from players.shared.staff_reasons import reason_of

# The columns of a table on the floor page that refresh.
LIVE_CELLS = (
    "status_label",
    "phase_label",
    "seated",
    "round",
    "age",
    "exposure",
    "worst",
    "other_money",
    "last",
    "last_at",
    "trouble",
    "solved",
    "pending",
    "staked_today",
    "result_today",
)


def render_page(request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
    """Renders one of the floor's own pages inside the frame of the back office."""
    return render(request, template, {**admin.site.each_context(request), "title": title, **context})


def table_and_form(request: HttpRequest, pk: int, data: Any) -> tuple[Table, SettingForm]:
    table = get_object_or_404(Table.objects.select_related("setting"), pk=pk)
    before = setting_of(table.system, table.setting) if table.setting else None
    return table, form_for(table.system)(data, table=table, before=before)


@never_cache
def setting_form(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of a table's setting. A change that needs one person applies at once; others are proposed."""
    person = require_permission(request, "games.change_table")
    table, form = table_and_form(request, pk, request.POST or None)
    if request.method == "POST" and form.is_valid() and "propose" in request.POST:
        if not form.is_changed:
            messages.info(request, _("Nothing differs from the current setting."))
        elif reason := reason_of(request):
            response = _propose(request, table, form, person, reason)
            if response is not None:
                return response
    rows = []
    for group in GAMES[table.system].tables.groups:
        fields = [(field, form[field.path]) for field in group.fields]
        rows.append((group, fields))
    return render_page(
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


def _propose(
    request: HttpRequest, table: Table, form: SettingForm, person: Person, reason: str
) -> HttpResponse | None:
    """Proposes the setting and redirects. Returns None if it was refused, after adding the messages."""
    try:
        edition = request.POST.get(FIELD, "")
        change = changes.propose_change(
            table=table, setting=form.setting, author=person, reason=reason, edition=edition
        )
    except changes.AlreadyOpen:
        messages.error(
            request, _("A change of this table is already waiting: confirm, refuse or withdraw it first.")
        )
        return None
    except BaseChanged:
        sentence = _(
            "The setting of this table was changed in the meantime. What you wrote is kept; review "
            "the consequences, then propose it again."
        )
        form.add_error(None, sentence)
        return None
    except changes.Unlawful as unlawful:
        for breach in unlawful.breaches:
            messages.error(request, describe_breach(breach, table.currency))
        return None
    if change.alone:
        messages.success(request, _("Set: it applies from the next round on."))
        return redirect("admin:games_table_change", table.pk)
    messages.success(request, _("Proposed: a second person must confirm it."))
    return redirect("admin:floor_tablechange_change", change.pk)


@never_cache
@require_GET
def setting_limits(request: HttpRequest, pk: int) -> HttpResponse:
    """The consequences of the figures in the form, as JSON. Writes nothing."""
    require_permission(request, "games.change_table")
    table, form = table_and_form(request, pk, request.GET)
    if not form.is_valid():
        wrong = [
            {"field": name, "message": str(error)} for name, errors in form.errors.items() for error in errors
        ]
        return JsonResponse({"wrong": wrong})
    preview = consequences(table, form)
    lines = [
        {
            "label": line.label,
            "before": line.before,
            "after": line.after,
            "times": line.times,
            "rule": line.rule,
            "changed": line.changed,
        }
        for line in preview["lines"]
    ]
    figures = {name: preview[name] for name in ("two", "defers", "seated", "changed")}
    return JsonResponse({"wrong": [], "lines": lines, **figures})


def consequences(table: Table, form: SettingForm) -> dict[str, Any]:
    """What the setting in the form changes, and who must confirm it."""
    sheet = sheet_of(sheets_in_force()[table.system])
    changed = differences(table.system, form.before, form.setting, table.currency)
    return {
        "lines": compare_limits(table.system, sheet, form.before, form.setting, table.currency),
        "changed": len(changed),
        "differences": changed,
        "two": form.before is None or not changes.needs_one_person(form.before, form.setting),
        "defers": changes.must_wait_for_win(table, form.before, form.setting),
        "seated": table.people,
    }


@never_cache
def set_hours(request: HttpRequest, pk: int) -> HttpResponse:
    """The weekly hours of a table. A table without hours is always open."""
    person = require_permission(request, "games.change_table")
    table = get_object_or_404(Table, pk=pk)
    hours = TableHours.objects.filter(table=table).first()
    edition = form_version(hours.week if hours else None)
    texts = [format_spans(spans) for spans in hours.week] if hours else ["00:00-24:00"] * 7
    errors: dict[int, str] = {}
    if request.method == "POST":
        texts = [request.POST.get(f"day-{day}", "")[:200] for day in range(7)]
        week, errors = _parse_week(texts)
        if not errors and is_outdated(request, edition):
            sentence = _(
                "The hours of this table were changed in the meantime. What you wrote is kept: set "
                "it again to replace them."
            )
            messages.error(request, sentence)
        elif not errors:
            set_week(table=table.pk, week=[] if request.POST.get("always") else week, person=person)
            messages.success(request, _("Set: the table opens and closes by these hours."))
            return redirect("admin:games_table_change", pk)
    return render_page(
        request,
        "backoffice/floor/hours.html",
        _("Hours of %(table)s") % {"table": table.name},
        table=table,
        days=[(DAYS[day], f"day-{day}", text, errors.get(day, "")) for day, text in enumerate(texts)],
        edition=edition,
        always=bool(request.POST.get("always")) if request.method == "POST" else hours is None,
    )


def _parse_week(texts: list[str]) -> tuple[list[list[list[int]]], dict[int, str]]:
    """The spans of each day, and a message for each day that cannot be read."""
    week, errors = [], {}
    for day, text in enumerate(texts):
        try:
            week.append(parse_spans(text))
        except InvalidHours:
            errors[day] = _("Write hours like 10:00-14:00, 18:00-02:00, or nothing for closed all day.")
    return week, errors


@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Acts on a table, from its own page or from the live floor."""
    action = request.POST.get("act", "")
    person = require_permission(request, staff_actions.permission_for(action))
    get_object_or_404(Table, pk=pk)
    if action not in staff_actions.ACTIONS:
        messages.error(request, _("This step does not exist."))
    elif reason := reason_of(request):
        try:
            staff_actions.act_on_table(table=pk, action=action, person=person, reason=reason)
            messages.success(request, str(staff_actions.CONFIRMATIONS[action]))
        except staff_actions.NotAllowedNow:
            messages.error(
                request, _("Not possible now: the table is in another state, or people are still seated.")
            )
        except staff_actions.NoSetting:
            messages.error(request, _("This table has no confirmed setting yet."))
    if request.POST.get("from") == "floor":
        return redirect("floor")
    return redirect("admin:games_table_change", pk)


@never_cache
@require_GET
def floor(request: HttpRequest) -> HttpResponse:
    """Every table in its present state."""
    person = require_permission(request, "games.view_table")
    chosen = live_floor.parse_filters(request.GET)
    rows = live_floor.floor_rows(chosen, may=person.has_perm)
    filters = [
        ("system", _("Game"), [("", _("all")), *game_choices()], chosen.system),
        ("status", _("Status"), [("", _("all")), *Table.Status.choices], chosen.status),
        (
            "currency",
            _("Currency"),
            [("", _("all")), ("EUR", _("euro")), ("DEMO", _("demonstration credits"))],
            chosen.currency,
        ),
    ]
    return render_page(
        request,
        "backoffice/floor/floor.html",
        _("Live floor"),
        rows=rows,
        wrong=live_floor.wrong_now(rows),
        is_filtered=not chosen.is_empty,
        summary=live_floor.summarise(rows),
        filters=filters,
        only_trouble=chosen.trouble,
    )


@never_cache
@require_GET
def floor_state(request: HttpRequest) -> HttpResponse:
    """The live floor as JSON, for the page that refreshes itself."""
    require_permission(request, "games.view_table")
    rows = live_floor.floor_rows(live_floor.parse_filters(request.GET))
    tables = {
        str(row.id): {
            **{name: str(getattr(row, name)) for name in LIVE_CELLS},
            "status": row.status,
            "late": row.late,
            "phase": row.phase,
            "idle": row.idle,
            "trouble_now": row.in_trouble,
        }
        for row in rows
    }
    values = [value for _title, value, _alarm in live_floor.summarise(rows)]
    wrong = [{"table": line.table, "text": line.text, "url": line.url} for line in live_floor.wrong_now(rows)]
    return JsonResponse({"tables": tables, "summary": values, "wrong": wrong})


@never_cache
@require_GET
def jackpots_page(request: HttpRequest) -> HttpResponse:
    require_permission(request, "games.view_table")
    return render_page(request, "backoffice/floor/jackpots.html", _("Jackpots"), pots=jackpots.list_pots())


@never_cache
def switches_page(request: HttpRequest) -> HttpResponse:
    """Every game, and the house, with the act that suspends its tables or ends their suspension."""
    if request.method == "POST":
        return _switch(request)
    require_permission(request, "games.view_table")
    suspended = Count("pk", filter=Q(suspensions__isnull=False, suspensions__ended=None), distinct=True)
    running = Count("pk", filter=Q(status__in=SUSPENDABLE), distinct=True)
    counts = {
        row["system"]: row
        for row in Table.objects.values("system").annotate(running=running, suspended=suspended).order_by()
    }
    rows = [(system, name, counts[system]) for system, name in game_choices() if system in counts]
    whole = {key: sum(row[key] for _s, _n, row in rows) for key in ("running", "suspended")}
    return render_page(
        request,
        "backoffice/floor/switches.html",
        _("Games on and off"),
        rows=[("", _("the whole house"), whole), *rows],
        may_suspend=request.user.has_perm(staff_actions.PERMISSIONS["suspend"]),
        may_release=request.user.has_perm(staff_actions.PERMISSIONS["release"]),
    )


def _switch(request: HttpRequest) -> HttpResponse:
    action, system = request.POST.get("action", ""), request.POST.get("system", "")
    suspends = staff_actions.PERMISSIONS["suspend"]
    person = require_permission(request, staff_actions.PERMISSIONS.get(action, suspends))
    if action not in staff_actions.PERMISSIONS or (system and system not in GAMES):
        raise Http404
    if reason := reason_of(request):
        try:
            count = staff_actions.act_on_game(system=system, action=action, person=person, reason=reason)
        except staff_actions.NotAllowedNow:
            messages.error(request, _("No table of this kind can take this step now."))
        else:
            text = ngettext("%(count)s table is switched.", "%(count)s tables are switched.", count)
            messages.success(request, text % {"count": count})
    return redirect("floor_switches")
