"""The actions of staff on rule changes: begin, edit, take a step, read a document.

Each calls one function of `changes`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.catalogue import GAMES, game_choices
from games.models import RuleSheet
from games.rulebook import change_pages, changes, consequences, impact
from games.rulebook.assessment import Assessment
from games.rulebook.forms import BeginForm, SheetForm, StepForm
from games.rulebook.lifecycle import AUTHOR, EDITABLE, REGULATOR, RuleRefused, StepRefusal, permissions_of
from games.rulebook.models import OPEN, RuleChange, RuleDocument
from players.audit import note
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.clock import LISBON
from players.shared.form_versions import FIELD
from players.shared.staff_reasons import MIN_LENGTH

SHOWN_VERSIONS = 20  # earlier versions that a draft may begin with


def require_viewer(request: HttpRequest) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm("rulebook.view_rulechange"):
        raise PermissionDenied
    return request.user


def require_author(request: HttpRequest) -> Person:
    person = require_viewer(request)
    if AUTHOR not in permissions_of(person):
        raise PermissionDenied
    return person


def confirmation(verb: str) -> str:
    return {
        "submit": _("Submitted: a second person must endorse it."),
        "endorse": _("Endorsed: it is with the regulator."),
        "return": _("Returned to its author."),
        "authorise": _("Authorised: the house may set the date from which it applies."),
        "refuse": _("Refused, and closed."),
        "schedule": _("Scheduled. It takes effect automatically, at each table from its next round."),
        "withdraw": _("Withdrawn, and closed."),
    }[verb]


def begin(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Begins a draft. Shows each game with its rules in force, its open request and its earlier versions."""
    person = require_author(request)
    sheets = list(RuleSheet.objects.exclude(status=RuleSheet.Status.DRAFT).order_by("system", "-version"))
    games = _list_games(sheets)
    available = [(game["system"], game["name"]) for game in games if not game["open"]]
    form = BeginForm(request.POST or None, systems=available)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        matches = (
            sheet for sheet in sheets if sheet.pk == data["reinstated"] and sheet.system == data["system"]
        )
        try:
            change = changes.begin_rule_change(
                system=data["system"],
                person=person,
                title=data["title"],
                earlier=next(matches, None),
                request=request,
            )
            return redirect("admin:rulebook_rulechange_edit", change.pk)
        except RuleRefused as refused:
            messages.error(request, refused.sentence)
    requested = str(request.GET.get("game", ""))
    page = {**context, "games": games, "form": form, "requested_game": requested}
    return render(request, "backoffice/rulebook/begin.html", page)


def _list_games(sheets: list[RuleSheet]) -> list[dict[str, Any]]:
    changes_by_system = {
        change.system: change for change in RuleChange.objects.filter(state__in=OPEN).select_related("author")
    }
    games = []
    for system, name in game_choices():
        own = [sheet for sheet in sheets if sheet.system == system]
        in_force = (sheet for sheet in own if sheet.status == RuleSheet.Status.IN_FORCE)
        earlier = [sheet for sheet in own if sheet.status == RuleSheet.Status.SUPERSEDED]
        games.append(
            {
                "system": system,
                "name": name,
                "sheet": next(in_force, None),
                "earlier": earlier[:SHOWN_VERSIONS],
                "open": changes_by_system.get(system),
            }
        )
    return games


def edit(request: HttpRequest, change: RuleChange, context: dict[str, object]) -> HttpResponse:
    """The form of a draft. Each field shows the value in force, its bound, its rules and its breaches."""
    person = require_author(request)
    if change.author_id != person.pk or change.state not in EDITABLE:
        code = StepRefusal.NOT_YOURS if change.state in EDITABLE else StepRefusal.NOT_NOW
        messages.error(request, RuleRefused(code).sentence)
        return redirect("admin:rulebook_rulechange_change", change.pk)
    form = SheetForm(request.POST or None, change=change)
    if request.method == "POST" and form.is_valid():
        response = _save(request, change, form, person)
        if response is not None:
            return response
    before, after = changes.base_of(change), changes.rules_of(change)
    rows = {
        row.field.path: row
        for group in change_pages.compare_sheets(change.system, before, after, changes.find_breaches(change))
        for row in group.rows
    }
    groups = []
    for group in GAMES[change.system].sheet.groups:
        fields = [(rows[field.path], form[field.path]) for field in group.fields]
        groups.append({"title": group.title, "fields": fields})
    edition = changes.draft_edition(change)
    assessment = [form[name] for name in Assessment.__struct_fields__]
    page = {
        **context,
        "change": change,
        "form": form,
        "assessment": assessment,
        "groups": groups,
        "edition": edition,
    }
    return render(request, "backoffice/rulebook/edit.html", page)


def _save(request: HttpRequest, change: RuleChange, form: SheetForm, person: Person) -> HttpResponse | None:
    """Saves the draft and redirects. Returns None if another window saved it first; the form then says so."""
    data = form.cleaned_data
    try:
        changes.save_draft(
            change=change.pk,
            person=person,
            sheet=form.sheet,
            title=data["title"],
            reason=data["reason"],
            generator=data["generator"],
            assessment=Assessment(data["category"], data["other_parts"], data["risk"]),
            edition=request.POST.get(FIELD, ""),
            request=request,
        )
    except RuleRefused as refused:
        messages.error(request, refused.sentence)
        return redirect("admin:rulebook_rulechange_change", change.pk)
    except changes.DraftConflict:
        change.refresh_from_db()
        form.add_error(None, _describe_conflict(change, form))
        return None
    change.refresh_from_db()
    if changes.find_breaches(change):
        messages.warning(
            request, _("Saved. It contradicts the regulation and cannot be submitted yet: see the notes.")
        )
        # The author stays on the form, where the breach can be corrected.
        return redirect("admin:rulebook_rulechange_edit", change.pk)
    messages.success(request, _("Saved."))
    return redirect("admin:rulebook_rulechange_change", change.pk)


def _describe_conflict(change: RuleChange, form: SheetForm) -> str:
    """What the other window saved, where it differs from the form."""
    saved, typed = changes.rules_of(change), form.sheet
    lines = [
        f"{row.field.label}: {row.after}"
        for group in change_pages.compare_sheets(change.system, typed, saved, [])
        for row in group.rows
        if row.changed
    ]
    for name in ("title", "reason", *Assessment.__struct_fields__):
        value = getattr(change, name)
        if value != form.cleaned_data[name]:
            lines.append(f"{form.fields[name].label}: {value}")
    sentence = _(
        "This draft was saved from another window in the meantime. Nothing was overwritten, and what "
        "you wrote is kept below. Where it differs, the saved draft says: %(lines)s. Save the draft "
        "again to replace that."
    )
    return sentence % {"lines": "; ".join(lines) or "–"}


def keep_document_first(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorator: a document is stored first, so that neither a confirmation nor a refusal loses it."""

    @wraps(view)
    def keeping(request: HttpRequest, pk: int) -> HttpResponseBase:
        if "document" in request.FILES:
            person, change = require_viewer(request), get_object_or_404(RuleChange, pk=pk)
            try:
                keep_document(request, change, person)
            except RuleRefused as refused:
                return _refuse_step(request, change, refused)
        return view(request, pk)

    return keeping


def keep_document(request: HttpRequest, change: RuleChange, person: Person) -> None:
    """Stores a document of somebody who may authorise, and names it in the request instead of the file."""
    file = request.FILES.get("document")
    if file is None or REGULATOR not in permissions_of(person):
        return
    if file.size is None or file.size > changes.MAX_FILE_SIZE:
        raise RuleRefused(StepRefusal.BAD_FILE)
    document = changes.save_document(change=change, person=person, name=file.name or "", data=file.read())
    fields = request.POST.copy()
    fields["kept"] = str(document.pk)
    request.POST = fields  # type: ignore[assignment]  # a copy of the same type, with one field more


@require_POST
@keep_document_first
@step_up_required
def step(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes one step of a request."""
    person, change = require_viewer(request), get_object_or_404(RuleChange, pk=pk)
    form = StepForm(request.POST)
    try:
        if not form.is_valid():
            raise RuleRefused(_refusal_of_form(form))
        data = form.cleaned_data
        verb, reason = data["verb"], " ".join(data["reason"].split())
        if verb == "endorse":
            reason = _reason_without_impact(change, reason)
        changes.take_change_step(
            change=change.pk,
            verb=verb,
            person=person,
            digest=data["digest"],
            reason=reason,
            reference=data["reference"].strip(),
            dated=data["dated"],
            document=kept_document(change, person, data["kept"]),
            moment=in_lisbon(data["moment"]),
            request=request,
        )
        messages.success(request, confirmation(verb))
    except RuleRefused as refused:
        return _refuse_step(request, change, refused)
    return redirect("admin:rulebook_rulechange_change", change.pk)


def _reason_without_impact(change: RuleChange, reason: str) -> str:
    """Why the request is endorsed without its consequences; nothing where they are computed."""
    if impact.is_computed(change):
        return ""
    if len(reason) < MIN_LENGTH:
        raise RuleRefused(StepRefusal.NO_IMPACT)
    return reason


def kept_document(change: RuleChange, person: Person, document_id: Any) -> RuleDocument | None:
    """A document that this person stored for this request."""
    if document_id is None:
        return None
    documents = RuleDocument.objects.filter(pk=document_id, change=change, person=person)
    return documents.defer("data").first()


def _refuse_step(request: HttpRequest, change: RuleChange, refused: RuleRefused) -> HttpResponse:
    """The page of the request again, with the sentence and what was typed."""
    messages.error(request, refused.sentence)
    change = RuleChange.objects.select_related("content", "base", "reinstated", "author", "sheet").get(
        pk=change.pk
    )
    person = require_viewer(request)
    typed = {name: request.POST.get(name, "") for name in ("verb", "reference", "dated", "moment", "reason")}
    kept = StepForm(request.POST)
    kept.is_valid()
    page = {
        **admin.site.each_context(request),
        "title": str(change),
        "opts": RuleChange._meta,
        **change_pages.change_context(change, person),
        "typed": typed,
        "kept_document": kept_document(change, person, kept.cleaned_data.get("kept")),
    }
    return render(request, "backoffice/rulebook/change.html", page, status=422)


def _refusal_of_form(form: StepForm) -> StepRefusal:
    return StepRefusal.NO_PROOF if "dated" in form.errors else StepRefusal.NOT_NOW


def in_lisbon(moment: datetime | None) -> datetime | None:
    """A moment without a zone, read as Lisbon time."""
    return moment.replace(tzinfo=LISBON) if moment is not None else None


@require_POST
def rebase(request: HttpRequest, pk: int) -> HttpResponse:
    """Bases a draft on the rules in force now."""
    person, change = require_author(request), get_object_or_404(RuleChange, pk=pk)
    try:
        changes.rebase_draft(change=change.pk, person=person, request=request)
        messages.success(
            request,
            _(
                "Updated to the rules now in force. What it proposes has not changed; review the "
                "differences again."
            ),
        )
    except RuleRefused as refused:
        messages.error(request, refused.sentence)
    return redirect("admin:rulebook_rulechange_change", change.pk)


@require_POST
def begin_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Begins a draft with the rules of a refused request."""
    person, change = require_author(request), get_object_or_404(RuleChange, pk=pk)
    try:
        draft = changes.begin_again(change=change.pk, person=person, request=request)
    except RuleRefused as refused:
        messages.error(request, refused.sentence)
        return redirect("admin:rulebook_rulechange_change", change.pk)
    return redirect("admin:rulebook_rulechange_edit", draft.pk)


@require_http_methods(["GET", "POST"])
def impact_view(request: HttpRequest, pk: int) -> HttpResponse:
    """The computed consequences. Each viewer of the request may stop the computation and request it."""
    require_viewer(request)
    change = get_object_or_404(RuleChange.objects.select_related("content", "base"), pk=pk)
    if request.method == "POST":
        if request.POST.get("verb") == "stop":
            impact.stop_impact(change)
        elif impact.is_computable(change):
            impact.request_impact(change)
        return redirect(f"{reverse('admin:rulebook_rulechange_change', args=[change.pk])}#impact")
    return render(request, "backoffice/rulebook/impact.html", consequences.impact_context(change))


@require_safe
def document(request: HttpRequest, pk: Any) -> HttpResponse:
    """A document of the regulator. Reading it needs a permission and is recorded."""
    person = require_viewer(request)
    if not person.has_perm("rulebook.view_ruledocument"):
        raise PermissionDenied
    row = get_object_or_404(RuleDocument, pk=pk)
    note(
        "rules.document-read",
        person=person,
        about=f"rulechange:{row.change_id}",
        request=request,
        document=str(row.pk),
    )
    response = HttpResponse(bytes(row.data), content_type=row.type)
    response["Content-Disposition"] = f'attachment; filename="{row.pk}.{row.type.partition("/")[2]}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
