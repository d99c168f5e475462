"""The pages of the closing of months: the last months, and one month with its steps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.db.models import Min
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import CLOSING, REPORTS
from casino.compliance.reports.building import TooManyRows
from casino.compliance.reports.closing import (
    SIGNATURES,
    ClosingRefusal,
    ClosingRefused,
    MonthClosing,
    issue_closing,
    sign_closing,
)
from casino.compliance.reports.closing_mail import closing_mail
from casino.compliance.reports.closing_pack import closing_pack, pack_name, point_state
from casino.compliance.reports.issuing import NotOver
from casino.compliance.reports.models import ClosingSignature, Issue
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.reports.views import ISSUE, REASON_LENGTH, TOO_MANY_ROWS, VIEW
from casino.compliance.workspace import page, shown_to, staff_person
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person, Player
from players.shared import clock
from players.shared.exports.csv_export import attachment
from players.shared.exports.list_document import Money, display_text
from players.shared.staff_errors import MissingPermission
from players.shared.staff_reasons import reason_of

SIGN = "reports.add_closingsignature"
MONTHS = 13
REFUSALS = {
    ClosingRefusal.NOT_OVER: lazy("The month is not over: its figures may still change."),
    ClosingRefusal.NOT_ISSUED: lazy("The four reports of this month must be issued before anybody signs."),
    ClosingRefusal.SIGNED_ALREADY: lazy(
        "You have already signed this month. Another person must give the second signature."
    ),
    ClosingRefusal.COMPLETE: lazy("This month already has both signatures."),
    ClosingRefusal.NOT_EXPLAINED: lazy("Some points of the checklist are open. Say why you sign anyway."),
    ClosingRefusal.NOT_SIGNED: lazy("The reports are sent when two people have signed."),
}


@shown_to(VIEW)
def closings(request: HttpRequest) -> HttpResponseBase:
    """The last months, with how far each closing is."""
    this_month = clock.day_of(clock.now()).replace(day=1)
    months = [clock.months_after(this_month, -back) for back in range(MONTHS)]
    signatures: dict[date, list[ClosingSignature]] = {}
    for signature in ClosingSignature.objects.filter(month__in=months).select_related("person"):
        signatures.setdefault(signature.month, []).append(signature)
    issued, begun = _issued_months(months), first_month(this_month)
    mail = closing_mail()
    sent = mail.sent_months(months) if mail else set()
    rows = [
        {
            "month": month,
            "is_over": month != this_month,
            "is_issued": month in issued,
            "signatures": sorted(signatures.get(month, []), key=lambda signature: signature.position),
            "is_sent": month in sent,
        }
        for month in months
        if month >= begun or month in issued or month in signatures
    ]
    return page(
        request,
        "reports/closings.html",
        _("Monthly closing"),
        rows=rows,
        needed=SIGNATURES,
        last_day=daily_totals.last_folded_day(),
        is_mailed=mail is not None,
    )


def first_month(this_month: date) -> date:
    """The month of the first account. The house has nothing to close before it."""
    first = Player.objects.aggregate(first=Min("since"))["first"]
    return clock.day_of(first).replace(day=1) if first else this_month


def _issued_months(months: list[date]) -> set[date]:
    """The months whose four reports are issued, in one query."""
    chosen = {}
    for month in months:
        choice = ReportChoice(month, clock.months_after(month, 1) - timedelta(days=1))
        chosen[month] = [choice.parameters(REPORTS[code].fields) for code in CLOSING]
    pairs = Issue.objects.filter(code__in=CLOSING, parameters__since__in=[m.isoformat() for m in months])
    issued = [(code, parameters) for code, parameters in pairs.values_list("code", "parameters")]
    return {
        month
        for month, parameters in chosen.items()
        if all(pair in issued for pair in zip(CLOSING, parameters, strict=True))
    }


def month_of(name: str) -> date:
    try:
        month = datetime.strptime(name, "%Y-%m").date()  # noqa: DTZ007
    except ValueError as error:
        raise Http404 from error
    if not date(2015, 1, 1) <= month <= clock.day_of(clock.now()):
        raise Http404
    return month


@shown_to(VIEW)
def closing_month(request: HttpRequest, name: str) -> HttpResponseBase:
    try:
        closing = MonthClosing(month_of(name))
    except TooManyRows:
        messages.error(request, TOO_MANY_ROWS)
        return redirect("compliance_closing")
    person = staff_person(request)
    own = any(signature.person_id == person.pk for signature in closing.signatures)
    mail = closing_mail()
    points = [
        {
            "point": point,
            "state": point_state(point),
            "url": point.url if point.right and person.has_perm(point.right) else "",
        }
        for point in closing.points
    ]
    return page(
        request,
        "reports/closing.html",
        _("Closing of %(month)s") % {"month": date_format(closing.month, "YEAR_MONTH_FORMAT")},
        closing=closing,
        last_day=daily_totals.last_folded_day(),
        is_compared=closing.is_compared,
        points=points,
        reports=[_report_row(report) for report in closing.reports],
        open_points=len(closing.open_points),
        first_day=closing.last + timedelta(days=1),
        left=SIGNATURES - len(closing.signatures),
        may_issue=closing.is_over and not closing.is_issued and person.has_perm(ISSUE),
        may_sign=closing.is_issued and not closing.is_signed and not own and person.has_perm(SIGN),
        is_mailed=mail is not None,
        may_send=closing.is_signed and person.has_perm(ISSUE),
        roles=mail.roles() if mail else [],
        mails=mail.mails_of(closing.month) if mail else [],
    )


@shown_to(VIEW)
def closing_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """The month as one PDF file, as it is now."""
    try:
        closing = MonthClosing(month_of(name))
        content = closing_pack(closing, staff_person(request).email)
    except TooManyRows:
        messages.error(request, TOO_MANY_ROWS)
        return redirect("compliance_closing")
    return attachment(content, "application/pdf", pack_name(closing))


def _report_row(report: Any) -> dict[str, Any]:
    built = report.built
    measure = built.report.column(built.report.measure)
    total = Money(built.totals[built.report.measure], signed=measure.kind == "net")
    return {
        "report": built.report,
        "label": measure.label,
        "total": display_text(total, "EUR"),
        "rows": len(built.rows),
        "is_equal": built.equal,
        "issued": report.issued,
        "position": built.position_text,
        "digest": built.digest,
    }


@shown_to(VIEW, act=VIEW)
@step_up_required
def act_on_closing(request: HttpRequest, name: str, verb: str) -> HttpResponseBase:
    """Issue, sign or send. Each step needs a right of its own."""
    month, back = month_of(name), redirect("compliance_closing_month", name)
    step = STEPS.get(verb)
    if step is None:
        raise Http404
    if request.method != "POST":
        return back
    person, (right, act) = staff_person(request), step
    if not person.has_perm(right):
        raise MissingPermission(right)
    try:
        act(request, month, person)
    except ClosingRefused as error:
        messages.error(request, REFUSALS[error.code])
    except NotOver:
        messages.error(request, REFUSALS[ClosingRefusal.NOT_OVER])
    except TooManyRows:
        messages.error(request, TOO_MANY_ROWS)
    return back


def _issue(request: HttpRequest, month: date, person: Person) -> None:
    if reason := reason_of(request, minimum=REASON_LENGTH):
        issue_closing(month=month, person=person, reason=reason, request=request)
        messages.success(request, _("Issued. The four reports can no longer change."))


def _sign(request: HttpRequest, month: date, person: Person) -> None:
    text = " ".join(request.POST.get("note", "").split())[:200]
    signature = sign_closing(month=month, person=person, text=text, request=request)
    if signature.position < SIGNATURES:
        messages.success(request, _("Signed. A second person must sign too."))
    else:
        messages.success(request, _("Signed. The month is closed."))


def _send(request: HttpRequest, month: date, person: Person) -> None:
    mail = closing_mail()
    if mail is None:
        raise Http404
    if ClosingSignature.objects.filter(month=month).count() < SIGNATURES:
        raise ClosingRefused(ClosingRefusal.NOT_SIGNED)
    number = request.POST.get("role", "")
    role = get_object_or_404(mail.roles(), pk=number if number.isdecimal() else 0)
    count = mail.send(month=month, role=role, by=person)
    if count:
        messages.success(
            request,
            _("The reports will be sent within a minute. Recipients: %(count)s.") % {"count": count},
        )
    else:
        messages.info(request, _("Everybody with this role already has them, or nobody has this role."))


Step = Callable[[HttpRequest, date, Person], None]
STEPS: dict[str, tuple[str, Step]] = {
    "issue": (ISSUE, _issue),
    "sign": (SIGN, _sign),
    "send": (ISSUE, _send),
}
