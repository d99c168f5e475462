"""What staff do at the rule-change desk: begin, edit, take a step, read a document. Each is one act of `changes`, or a refusal in words."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.catalogue import GAMES, game_choices
from games.models import RuleSheet
from games.rulebook import change_pages, changes, consequences, impact
from games.rulebook.forms import BeginForm, SheetForm, StepForm
from games.rulebook.lifecycle import AUTHOR, EDITED, Refusal, RuleRefused, rights_of
from games.rulebook.models import OPEN, RuleChange, RuleDocument
from players.audit import note
from players.models import Person
from players.shared.form_versions import FIELD

LISBON = ZoneInfo("Europe/Lisbon")


def must_see(request: HttpRequest) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm("rulebook.view_rulechange"):
        raise PermissionDenied
    return request.user


def must_author(request: HttpRequest) -> Person:
    person = must_see(request)
    if AUTHOR not in rights_of(person):
        raise PermissionDenied
    return person


def done(verb: str) -> str:
    return {
        "submit": _("Submitted: a second person must endorse it."),
        "endorse": _("Endorsed: it is with the regulator."),
        "return": _("Returned to its author."),
        "authorise": _("Authorised: the house may say from when it applies."),
        "refuse": _("Refused, and closed."),
        "schedule": _("Scheduled: it comes in force by itself, each table at its next round."),
        "withdraw": _("Withdrawn, and closed."),
    }[verb]


def begin(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Every game with what is in force, what is open, and the versions that one may go back to."""
    person = must_author(request)
    sheets = list(RuleSheet.objects.exclude(status=RuleSheet.Status.DRAFT).order_by("system", "-version"))
    open_now = {
        change.system: change for change in RuleChange.objects.filter(state__in=OPEN).select_related("author")
    }
    games = [
        {
            "system": system,
            "name": name,
            "sheet": next(
                (each for each in sheets if each.system == system and each.status == "in-force"), None
            ),
            "earlier": [each for each in sheets if each.system == system and each.status == "superseded"][
                :20
            ],
            "open": open_now.get(system),
        }
        for system, name in game_choices()
    ]
    free = [(game["system"], game["name"]) for game in games if not game["open"]]
    form = BeginForm(request.POST or None, systems=free)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        again = next(
            (each for each in sheets if each.pk == given["again"] and each.system == given["system"]), None
        )
        try:
            change = changes.change_begin(
                system=given["system"], person=person, title=given["title"], again=again, request=request
            )
            return redirect("admin:rulebook_rulechange_edit", change.pk)
        except RuleRefused as refused:
            messages.error(request, refused.sentence)
    asked = str(request.GET.get("game", ""))
    return render(
        request, "backoffice/rulebook/begin.html", {**context, "games": games, "form": form, "asked": asked}
    )


def edit(request: HttpRequest, change: RuleChange, context: dict[str, Any]) -> HttpResponse:
    """The form made for the game: each field with what is in force, its bound, its rules; a breach stands under its field."""
    person = must_author(request)
    if change.author_id != person.pk or change.state not in EDITED:
        messages.error(
            request, RuleRefused(Refusal.NOT_YOURS if change.state in EDITED else Refusal.NOT_NOW).sentence
        )
        return redirect("admin:rulebook_rulechange_change", change.pk)
    form = SheetForm(request.POST or None, change=change)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        told = {name: given[name] for name in ("title", "reason", "generator")}
        try:
            edition = request.POST.get(FIELD, "")
            changes.draft_save(
                change=change.pk, person=person, sheet=form.sheet, edition=edition, request=request, **told
            )
        except RuleRefused as refused:
            messages.error(request, refused.sentence)
            return redirect("admin:rulebook_rulechange_change", change.pk)
        except changes.DraftMoved:
            change.refresh_from_db()
            form.add_error(None, _moved(change, form))
        else:
            return _kept(request, change)
    before, after = changes.base_of(change), changes.rules_of(change)
    lines = {
        row.field.path: row
        for group in change_pages.rows(change.system, before, after, changes.breaches(change))
        for row in group.rows
    }
    groups = [
        {"title": group.title, "fields": [(lines[field.path], form[field.path]) for field in group.fields]}
        for group in GAMES[change.system].sheet.groups
    ]
    told = {
        **context,
        "change": change,
        "form": form,
        "groups": groups,
        "edition": changes.draft_edition(change),
    }
    return render(request, "backoffice/rulebook/edit.html", told)


def _kept(request: HttpRequest, change: RuleChange) -> HttpResponse:
    change.refresh_from_db()
    wrong = changes.breaches(change)
    if wrong:
        messages.warning(
            request, _("Kept. It contradicts the regulation and cannot be submitted yet: see the notes.")
        )
    else:
        messages.success(request, _("Kept."))
    # With a breach one stays where it can be mended.
    return redirect(
        "admin:rulebook_rulechange_edit" if wrong else "admin:rulebook_rulechange_change", change.pk
    )


def _moved(change: RuleChange, form: SheetForm) -> str:
    """What the other window saved, where it differs from what was typed in this one."""
    saved, typed = changes.rules_of(change), form.sheet
    rows = [
        row
        for group in change_pages.rows(change.system, typed, saved, [])
        for row in group.rows
        if row.changed
    ]
    lines = [f"{row.field.label}: {row.after}" for row in rows]
    for name in ("title", "reason"):
        value = getattr(change, name)
        if value != form.cleaned_data[name]:
            lines.append(f"{form.fields[name].label}: {value}")
    told = {"lines": "; ".join(lines) or "–"}
    return (
        _(
            "This draft was saved from another window meanwhile. Nothing was overwritten, and what you wrote is kept below. "
            "Where it differs, the saved draft says: %(lines)s. Keep the draft again to replace that."
        )
        % told
    )


@require_POST
def step(request: HttpRequest, pk: int) -> HttpResponse:
    person, found = must_see(request), get_object_or_404(RuleChange, pk=pk)
    form = StepForm(request.POST, request.FILES)
    try:
        if not form.is_valid():
            raise RuleRefused(
                Refusal.BAD_FILE
                if "document" in form.errors
                else Refusal.NO_PROOF
                if "dated" in form.errors
                else Refusal.NOT_NOW
            )
        given = form.cleaned_data
        file = given["document"]
        if file is not None and file.size > changes.LARGEST:
            raise RuleRefused(Refusal.BAD_FILE)
        changes.change_step(
            change=found.pk,
            verb=given["verb"],
            person=person,
            digest=given["digest"],
            reason=" ".join(given["reason"].split()),
            reference=given["reference"].strip(),
            dated=given["dated"],
            document=(file.name or "", file.read()) if file is not None else None,
            moment=lisbon(given["moment"]),
            request=request,
        )
        messages.success(request, done(given["verb"]))
        if given["verb"] == "endorse" and not impact.is_known(found):
            messages.warning(
                request,
                _(
                    "It was endorsed before its consequences were counted: they are shown as soon as they are."
                ),
            )
    except RuleRefused as refused:
        messages.error(request, refused.sentence)
    return redirect("admin:rulebook_rulechange_change", found.pk)


def lisbon(given: datetime | None) -> datetime | None:
    """What was written is what Lisbon's clocks will show."""
    return given.replace(tzinfo=LISBON) if given is not None else None


@require_POST
def rebase(request: HttpRequest, pk: int) -> HttpResponse:
    person, found = must_author(request), get_object_or_404(RuleChange, pk=pk)
    try:
        changes.draft_rebase(change=found.pk, person=person, request=request)
        messages.success(
            request,
            _(
                "Laid on the rules in force now. What it proposes has not changed: look at the differences again."
            ),
        )
    except RuleRefused as refused:
        messages.error(request, refused.sentence)
    return redirect("admin:rulebook_rulechange_change", found.pk)


@require_http_methods(["GET", "POST"])
def impact_view(request: HttpRequest, pk: int) -> HttpResponse:
    """What is counted of the consequences so far; counting is stopped, and asked for again, by whoever may see the request."""
    must_see(request)
    found = get_object_or_404(RuleChange.objects.select_related("content", "base"), pk=pk)
    if request.method == "POST":
        if request.POST.get("verb") == "stop":
            impact.impact_stop(found)
        elif impact.countable(found):
            impact.impact_ask(found)
        return redirect(f"{reverse('admin:rulebook_rulechange_change', args=[found.pk])}#impact")
    return render(request, "backoffice/rulebook/impact.html", consequences.told(found))


@require_safe
def document(request: HttpRequest, pk: Any) -> HttpResponse:
    """A paper of the regulator, to those whose role reads it, and on the record."""
    person = must_see(request)
    if not person.has_perm("rulebook.view_ruledocument"):
        raise PermissionDenied
    found = get_object_or_404(RuleDocument, pk=pk)
    note(
        "rules.document-read",
        person=person,
        about=f"rulechange:{found.change_id}",
        request=request,
        document=str(found.pk),
    )
    answer = HttpResponse(bytes(found.data), content_type=found.type)
    answer["Content-Disposition"] = f'attachment; filename="{found.pk}.{found.type.partition("/")[2]}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
