"""The pages of cases, one list for each kind of rule, each under its own right."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from casino.compliance.bots.evidence import evidence_about
from casino.compliance.monitoring import cases, outcomes
from casino.compliance.monitoring.models import Case, RuleVersion
from casino.compliance.monitoring.work_sources import TITLES
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.identity.sign_in.reauthentication import step_up_required
from players.shared import clock
from players.shared.staff_reasons import too_short_message

MIN_LENGTH, MAX_LENGTH = 12, 1000  # characters of a reason
LAST_DECIDED = 50


def list_view(kind: str) -> Any:
    @shown_to(f"monitoring.view_{kind}_alert")
    def shown(request: HttpRequest) -> HttpResponseBase:
        note("monitoring.cases-seen", request=request, about="cases")
        months = cases.times_by_month(kind, clock.now())
        return page(
            request,
            "monitoring/cases.html",
            str(TITLES[RuleVersion.RuleKind(kind)]),
            this_month=months[0],
            told=[month for month in months if month.decided],
            rows=cases.open_cases(kind)[: cases.MOST_CASES],
            closed=cases.decided_cases(kind)[:LAST_DECIDED],
            most=cases.MOST_CASES,
            case_url=f"compliance_case_{kind}",
            ended=outcomes.ended_cases(kind),
            followed=outcomes.what_followed(kind),
            shares=outcomes.shares_of(kind),
            fewest=outcomes.FEWEST,
        )

    return shown


def case_view(kind: str) -> Any:
    @require_safe
    @shown_to(f"monitoring.view_{kind}_alert")
    def shown(request: HttpRequest, pk: int) -> HttpResponseBase:
        case = _case(kind, pk)
        note("monitoring.case-seen", request=request, about=f"case:{case.pk}")
        return _case_page(request, case)

    return shown


def decide_view(kind: str) -> Any:
    @require_POST
    @step_up_required
    @shown_to(f"monitoring.view_{kind}_alert", act=f"monitoring.decide_{kind}_case")
    def decided(request: HttpRequest, pk: int) -> HttpResponseBase:
        case = _case(kind, pk)
        if fault := _decide(request, case):
            return _case_page(request, case, fault)
        return redirect(f"compliance_case_{kind}", pk=pk)

    return decided


def _case(kind: str, pk: int) -> Case:
    return get_object_or_404(Case.objects.select_related("player", "person"), pk=pk, kind=kind)


def _case_page(request: HttpRequest, case: Case, fault: str = "") -> HttpResponseBase:
    kind, alerts = case.kind, cases.alerts_of(case)
    return page(
        request,
        "monitoring/case.html",
        f"{case.player.alias} · {case.get_kind_display()}",
        case=case,
        kind=kind,
        alerts=alerts,
        consequences=cases.consequences_of(alerts),
        evidence=evidence_about(case.player_id, case.since, case.closed) if kind == "bots" else [],
        outcomes=Case.Outcome.choices,
        chosen=request.POST.get("outcome", ""),
        reason=request.POST.get("reason", "")[:MAX_LENGTH],
        fault=fault,
        may_decide=case.closed is None and request.user.has_perm(f"monitoring.decide_{kind}_case"),
        decide_url=f"compliance_case_decide_{kind}",
        list_url=f"compliance_cases_{kind}",
        list_title=TITLES[RuleVersion.RuleKind(kind)],
        clock=case.waits,
    )


def _decide(request: HttpRequest, case: Case) -> str:
    """Closes the case. Otherwise says why not, and what was typed stays."""
    reason, outcome = request.POST.get("reason", "").strip(), request.POST.get("outcome", "")
    if outcome not in Case.Outcome.values:
        return _("Choose how the case ends.")
    if len(reason) < MIN_LENGTH:
        return too_short_message(MIN_LENGTH)
    if len(reason) > MAX_LENGTH:
        return _("Write at most %(most)s characters.") % {"most": MAX_LENGTH}
    person = staff_person(request)
    if cases.close_case(case, outcome=outcome, reason=reason, person=person, request=request):
        messages.success(request, _("Recorded."))
    else:
        messages.error(request, _("Somebody has decided this case in the meantime: nothing was done."))
    return ""
