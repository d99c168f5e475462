"""The rules in the back office: every version, what it changes, whom it would have flagged, who decided."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from unfold.decorators import display

from casino.compliance.monitoring.changing import (
    DECIDES,
    PROPOSES,
    RULE_CHANGE,
    ChangeWaits,
    Difference,
    differences,
    kinds_seen_by,
    propose_version,
    refusal_of,
    repeat_replay,
    retired_source,
    stop_replay,
    version_before,
)
from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.following import versions_in_force
from casino.compliance.monitoring.models import RuleReplay, RuleVersion
from casino.compliance.monitoring.record import moment_of
from casino.compliance.monitoring.rules import MAX_SOURCE, read_rule, shipped_rules
from players.audit import note
from players.decisions.deciding import check_right
from players.decisions.pages import DecisionAdmin, decision_context
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person, Player
from players.shared.admin_base import format_moment, signed_in_staff
from players.shared.staff_reasons import reason_of

LABELS = {
    "proposed": "warning",
    "in-force": "success",
    "replaced": "info",
    "retired": "info",
    "refused": "danger",
    "withdrawn": "info",
}


class DraftForm(forms.Form):
    source = forms.CharField(
        label=gettext_lazy("Text of the rule"),
        max_length=MAX_SOURCE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false"}),
    )


@admin.register(RuleVersion)
class RuleVersionAdmin(DecisionAdmin):
    kind = RULE_CHANGE
    list_display = ("name", "number", "kind_display", "state_badge", "author", "decider", "decided_display")
    list_filter = ("state", "kind")
    search_fields = ("name",)
    list_select_related = ("author", "decider")
    ordering = ("name", "-number")
    fields = (
        "name", "number", "kind_display", "state_display", "author", "at_display", "reason", "decider",
        "decided_display", "answer",
    )  # fmt: skip
    readonly_fields = ("kind_display", "state_display", "at_display", "decided_display")
    change_form_outer_before_template = "backoffice/monitoring/version.html"
    change_form_outer_after_template = "backoffice/monitoring/source.html"
    list_before_template = "backoffice/monitoring/list.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("draft/", view(draft), name="monitoring_ruleversion_draft"),
            path("propose/", view(propose), name="monitoring_ruleversion_propose"),
            path("<int:pk>/replay/", view(steer_replay), name="monitoring_ruleversion_replay"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleVersion]:
        later = RuleVersion.objects.filter(
            name=OuterRef("name"), number__gt=OuterRef("number"), state=RuleVersion.State.IN_FORCE
        )
        rows: QuerySet[RuleVersion] = super().get_queryset(request)
        return rows.filter(kind__in=kinds_seen_by(signed_in_staff(request))).annotate(
            is_replaced=Exists(later)
        )

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        may_propose = request.user.has_perm(PROPOSES)
        return super().changelist_view(request, {**(extra_context or {}), "may_propose": may_propose})

    def page_context(self, row: RuleVersion, person: Person) -> dict[str, Any]:
        if row.kind not in kinds_seen_by(person):
            return {}
        replayed = RuleReplay.objects.filter(version=row).first()
        refusal = refusal_of(replayed) if replayed else ""
        is_decidable = replayed is not None and replayed.state == RuleReplay.State.FINISHED and not refusal
        prevented = () if is_decidable else ("activate",)
        may_propose = person.has_perm(PROPOSES)
        is_counting = row.pk in {version.pk for version in versions_in_force()}
        return {
            "retired_source": retired_source(row.source) if may_propose and is_counting else "",
            "decision": decision_context(RULE_CHANGE, row, person, prevented=prevented),
            "version": row,
            "replay": replayed,
            "refusal": refusal,
            "may_steer": row.state == RuleVersion.State.PROPOSED
            and (may_propose or person.has_perm(DECIDES)),
            "may_propose": may_propose,
            **_content(row, replayed),
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        response = super().change_view(request, object_id, form_url, extra_context)
        context = getattr(response, "context_data", None) or {}
        if context.get("evidence"):
            # Whom a rule flags is read under the right of its kind, and stays on the record.
            note("monitoring.evidence-seen", request=request, about=f"ruleversion:{object_id}")
        return response

    @display(description=gettext_lazy("kind"), ordering="kind")
    def kind_display(self, version: RuleVersion) -> str:
        return version.get_kind_display()

    @display(description=gettext_lazy("state"), label=LABELS, ordering="state")
    def state_badge(self, version: RuleVersion) -> tuple[str, str]:
        if version.state == RuleVersion.State.IN_FORCE and getattr(version, "is_replaced", False):
            return "replaced", _("replaced")
        if version.state == RuleVersion.State.IN_FORCE and version.is_retired:
            return "retired", _("retired")
        return version.state, version.get_state_display()

    @display(description=gettext_lazy("state"))
    def state_display(self, version: RuleVersion) -> str:
        badge: tuple[str, str] = self.state_badge(version)
        return badge[1]

    @display(description=gettext_lazy("proposed"), ordering="at")
    def at_display(self, version: RuleVersion) -> str:
        return format_moment(version.at)

    @display(description=gettext_lazy("decided"), ordering="decided")
    def decided_display(self, version: RuleVersion) -> str | SafeString:
        return format_moment(version.decided) if version.decided else "–"


def _content(version: RuleVersion, replayed: RuleReplay | None) -> dict[str, Any]:
    """What the version says, changes and would have said."""
    try:
        rule = version.rule
    except RuleFault as error:
        return {"fault": str(error)}
    before = version_before(version)
    return {
        "rule": rule,
        "before": before,
        "differences": differences(before.source, version.source) if before else [],
        "evidence": evidence_of(version, replayed) if replayed else [],
    }


def evidence_of(version: RuleVersion, replayed: RuleReplay) -> list[dict[str, Any]]:
    """Some of those whom it would have flagged, as its own sentences."""
    rule = version.rule
    names = dict(
        Player.objects.filter(pk__in=[entry["player"] for entry in replayed.evidence]).values_list(
            "pk", "alias"
        )
    )
    return [
        {
            "player": entry["player"],
            "alias": names.get(entry["player"], "–"),
            "at": moment_of(entry["at"]),
            "sentence": rule.explain(entry["figures"]),
        }
        for entry in replayed.evidence
    ]


@require_http_methods(["GET", "POST"])
def draft(request: HttpRequest) -> HttpResponse:
    """Write a rule, and see what it changes."""
    person = signed_in_staff(request)
    check_right(person, (PROPOSES,))
    return _draft_page(request, person)


def _draft_page(request: HttpRequest, person: Person, fault: str = "") -> HttpResponse:
    in_force = {
        version.name: version
        for version in RuleVersion.objects.filter(
            state=RuleVersion.State.IN_FORCE, kind__in=kinds_seen_by(person)
        ).order_by("name", "number")
    }
    texts = {name: version.source for name, version in in_force.items()} | _shipped_later(person)
    chosen = request.GET.get("rule", "")
    is_post = request.method == "POST"
    form = DraftForm(request.POST if is_post else None, initial={"source": texts.get(chosen, "")})
    changed: list[Difference] = []
    before: RuleVersion | None = None
    if is_post and not fault:
        fault, before, changed = _examine(form, in_force)
    context = {
        **admin.site.each_context(request),
        "title": _("Propose a rule"),
        "form": form,
        "titles": {name: read_rule(text).title.shown() for name, text in sorted(texts.items())},
        "chosen": chosen if chosen in texts else "",
        "fault": fault,
        "is_examined": is_post and not fault,
        "before": before,
        "differences": changed,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "backoffice/monitoring/draft.html", context, status=422 if fault else 200)


def _shipped_later(person: Person) -> dict[str, str]:
    """The rules that came with a later release than this house began with: people bring them in force."""
    known, kinds = set(RuleVersion.objects.values_list("name", flat=True)), kinds_seen_by(person)
    return {
        name: text
        for name, text in shipped_rules().items()
        if name not in known and read_rule(text).kind in kinds
    }


def _examine(
    form: DraftForm, in_force: dict[str, RuleVersion]
) -> tuple[str, RuleVersion | None, list[Difference]]:
    """Why the text is no rule; otherwise what it changes in which version."""
    if not form.is_valid():
        return " ".join(str(error) for errors in form.errors.values() for error in errors), None, []
    source = form.cleaned_data["source"]
    try:
        before = in_force.get(read_rule(source).name)
    except RuleFault as error:
        return str(error), None, []
    return "", before, differences(before.source, source) if before else []


@require_POST
@step_up_required
def propose(request: HttpRequest) -> HttpResponse:
    person = signed_in_staff(request)
    check_right(person, (PROPOSES,))
    form = DraftForm(request.POST)
    fault = ""
    if not form.is_valid():
        fault = " ".join(str(error) for errors in form.errors.values() for error in errors)
    elif reason := reason_of(request):
        try:
            version = propose_version(
                source=form.cleaned_data["source"], reason=reason, person=person, request=request
            )
        except RuleFault as error:
            fault = str(error)
        except ChangeWaits:
            fault = _("A change of this rule is already waiting for a second person. Withdraw it first.")
        else:
            messages.success(request, _("Proposed. It is now being replayed over the whole past."))
            return redirect("admin:monitoring_ruleversion_change", version.pk)
    return _draft_page(request, person, fault)


@require_POST
def steer_replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Stops a replay, or begins it again."""
    person = signed_in_staff(request)
    check_right(person, (PROPOSES, DECIDES))
    version = RuleVersion.objects.filter(pk=pk, kind__in=kinds_seen_by(person)).first()
    if version is None:
        raise Http404
    is_done = {"stop": stop_replay, "repeat": repeat_replay}.get(request.POST.get("act", ""))
    if is_done is None:
        messages.error(request, _("This step does not exist."))
    elif is_done(pk, person):
        messages.success(request, _("Done and recorded."))
    else:
        messages.error(request, _("The replay has changed in the meantime: nothing was done."))
    return redirect(reverse("admin:monitoring_ruleversion_change", args=[pk]))
