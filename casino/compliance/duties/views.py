"""The pages of the duties to the regulator, and the feed for calendar programs."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from casino.compliance.duties import availability, due_dates, icalendar, occurrences
from casino.compliance.duties.documents import (
    REGULATORS_LANGUAGE,
    occurrences_document,
    report_pdf,
    report_text,
)
from casino.compliance.duties.due_dates import DUTY_OF, STANDINGS, DueItem, Duty
from casino.compliance.duties.forms import EntryForm, FilingForm, OccurrenceForm
from casino.compliance.duties.models import Filing, Occurrence, OccurrenceEntry
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.identity.sign_in.read_limits import limit_reads
from players.shared import clock
from players.shared.exports.csv_export import attachment, csv_response
from players.shared.exports.list_document import Column, ListDocument
from players.shared.list_filters import chosen_day

SEES_CALENDAR, FILES = "duties.view_filing", "duties.add_filing"
SEES_REPORTS = "reports.view_issue"
SEES_AVAILABILITY = "duties.view_componentspan"
SEES_OCCURRENCES, ENTERS = "duties.view_occurrence", "duties.add_occurrence"
MAX_SHOWN = 300
MONTHS_SHOWN = 13
REFUSED = 422


@shown_to(SEES_CALENDAR, act=SEES_CALENDAR)
def calendar_page(request: HttpRequest) -> HttpResponseBase:
    """The dates, and the address of the person's own feed."""
    person = staff_person(request)
    if request.method == "POST":
        if "revoke" in request.POST:
            icalendar.revoke_feed(person)
            messages.success(request, _("The address no longer answers."))
        else:
            icalendar.make_feed(person)
            messages.success(request, _("This is your new address. An earlier one no longer answers."))
        return redirect("compliance_duties")
    now = clock.now()
    items = due_dates.due_items(now)
    if request.GET.get("as") == "csv":
        return csv_response(_calendar_document(items))
    rows = [{"item": item, **_standing(item)} for item in items]
    feed = icalendar.feed_of(person)
    return page(
        request,
        "duties/calendar.html",
        _("Calendar of duties"),
        waiting=[row for row in rows if row["item"].filing is None],
        done=[row for row in reversed(rows) if row["item"].filing is not None],
        feed=icalendar.feed_url(feed) if feed else "",
    )


def _standing(item: DueItem) -> dict[str, Any]:
    standing = item.standing(clock.now())
    return {"standing": standing.value, "label": STANDINGS[standing]}


def _calendar_document(items: list[DueItem]) -> ListDocument:
    labels = [_("Duty"), _("Of"), _("Law"), _("Responsible"), _("Due"), _("State"), _("Done on"), _("Proof")]
    return ListDocument(
        name="feltro-duties",
        title=_("Calendar of duties"),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [
                item.title, item.about, item.law, item.owner, item.last_day or item.due,
                str(_standing(item)["label"]),
                item.filing.dated if item.filing else None, item.filing.reference if item.filing else "",
            ]
            for item in items
        ],
    )  # fmt: skip


@shown_to(SEES_CALENDAR, act=FILES)
def duty_page(request: HttpRequest, code: str, period: str) -> HttpResponseBase:
    """One duty of one period, and the proof that it was done."""
    duty, first = DUTY_OF.get(code), _day(period)
    if duty is None or first is None or duty.first_of(first) != first:
        raise Http404
    form = FilingForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = staff_person(request)
        with transaction.atomic():
            filing = form.save(commit=False)
            filing.duty, filing.period, filing.person = duty.code, first, person
            filing.save()
            note(
                "duties.filed", request=request, about=f"duty:{duty.code}:{first}", reference=filing.reference
            )
        messages.success(request, _("Recorded."))
        return redirect("compliance_duties")
    return _form_page(
        form,
        request,
        "duties/duty.html",
        f"{duty.title} · {duty.label_of(first)}",
        duty=duty,
        owner=_(duty.owner),
        last_day=duty.last_day(first),
        filings=Filing.objects.filter(duty=duty.code, period=first).select_related("person").order_by("-pk"),
        may_file=request.user.has_perm(FILES),
        reports=_reports(duty, first) if request.user.has_perm(SEES_REPORTS) else [],
    )


def _reports(duty: Duty, first: date) -> list[dict[str, str]]:
    """The reports that answer a duty, of its period."""
    days = {"since": first.isoformat(), "until": duty.end_of(first).isoformat()}
    step = {due_dates.QUARTER: "quarter"}.get(duty.every, "month")
    links = []
    for code in duty.reports:
        chosen = days | ({"step": step} if "step" in REPORTS[code].fields else {})
        links.append(
            {
                "title": str(REPORTS[code].title),
                "url": f"{reverse('compliance_report', args=[code])}?{urlencode(chosen)}",
            }
        )
    return links


def _form_page(
    form: FilingForm | OccurrenceForm | EntryForm,
    request: HttpRequest,
    template: str,
    title: str,
    **context: Any,
) -> HttpResponseBase:
    """A page with a form. What was refused is a refusal to programs too."""
    response = page(request, template, title, form=form, **context)
    if form.errors:
        response.status_code = REFUSED
    return response


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2015 <= day.year <= 2999 else None


@require_safe
@limit_reads
def feed(request: HttpRequest, address: str) -> HttpResponseBase:
    """The calendar for a program that nobody is signed in with: the signed address says whose it is."""
    person = icalendar.reader_of(address)
    if person is None:
        raise Http404
    now = clock.now()
    with translation.override(REGULATORS_LANGUAGE):
        text = icalendar.calendar_text(due_dates.open_items(now), now)
    response = HttpResponse(text, content_type=icalendar.MEDIA_TYPE)
    response["Cache-Control"] = "private, no-store"
    return response


@shown_to(SEES_AVAILABILITY)
def availability_page(request: HttpRequest) -> HttpResponseBase:
    now = clock.now()
    this_month = clock.first_day(now, "month")
    chosen = (chosen_day(request.GET, "month", _("month")) or this_month).replace(day=1)
    months = [clock.months_after(this_month, -back) for back in range(MONTHS_SHOWN)]
    accounts = availability.month_accounts(chosen, now)
    if request.GET.get("as") == "csv":
        return csv_response(_availability_document(chosen, accounts))
    return page(
        request,
        "duties/availability.html",
        _("Availability of the reporting chain"),
        month=chosen,
        months=months,
        accounts=[
            {
                "account": account,
                "down": _duration(account.down),
                "up": _duration(account.up),
                "unknown": _duration(account.unknown),
            }
            for account in accounts
        ],
        limit=_duration(round(availability.MONTHLY_LIMIT.total_seconds())),
        alarm=_duration(round(availability.ALARM_FROM.total_seconds())),
    )


def _duration(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def _availability_document(month: date, accounts: list[availability.MonthAccount]) -> ListDocument:
    labels = [_("Component"), _("Month"), _("Seconds down"), _("Seconds up"), _("Seconds not measured")]
    return ListDocument(
        name=f"feltro-availability-{month:%Y-%m}",
        title=_("Availability of the reporting chain"),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [
                account.label,
                month,
                account.down if account.is_measured else None,
                account.up if account.is_measured else None,
                account.unknown,
            ]
            for account in accounts
        ],
    )


@shown_to(SEES_OCCURRENCES, act=ENTERS)
def occurrences_page(request: HttpRequest) -> HttpResponseBase:
    """All occurrences, and the form that enters one. A table's incident may be named in the address."""
    initial = {"incident": request.GET.get("incident", ""), "kind": request.GET.get("kind", "")}
    form = OccurrenceForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            occurrence = occurrences.enter_occurrence(**form.cleaned_data, person=staff_person(request))
        except occurrences.OccurrenceRefused as error:
            form.add_error("noticed", str(error.sentence))
        else:
            messages.success(request, _("Entered. Its clock is running."))
            return redirect("compliance_occurrence", occurrence.pk)
    rows = occurrences.with_states().order_by("is_closed", "-noticed", "-pk")
    if request.GET.get("as") == "csv":
        note("duties.occurrences-taken", request=request, about="duties")
        return csv_response(occurrences_document(rows.prefetch_related("entries")))
    now = clock.now()
    shown = list(rows[:MAX_SHOWN])
    return _form_page(
        form,
        request,
        "duties/occurrences.html",
        _("Occurrences for the regulator"),
        rows=[{"occurrence": row, "due": _due(row), "is_late": _is_late(row, now)} for row in shown],
        most=MAX_SHOWN if len(shown) == MAX_SHOWN else 0,
        may_enter=request.user.has_perm(ENTERS),
    )


def _due(occurrence: Any) -> datetime | None:
    return None if occurrence.is_closed else occurrences.next_deadline(occurrence)


def _is_late(occurrence: Any, now: datetime) -> bool:
    due = _due(occurrence)
    return due is not None and due <= now


@shown_to(SEES_OCCURRENCES, act=ENTERS)
def occurrence_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    occurrence = get_object_or_404(
        occurrences.with_states().select_related("person", "incident__table"), pk=pk
    )
    entries = list(occurrence.entries.select_related("person").order_by("done", "pk"))
    wanted = request.GET.get("as")
    if wanted in ("pdf", "text"):
        note("duties.report-taken", request=request, about=f"occurrence:{pk}", format=wanted)
        return _report(occurrence, entries, wanted)
    form = EntryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            occurrences.add_entry(occurrence=occurrence, person=staff_person(request), **form.cleaned_data)
        except occurrences.OccurrenceRefused as error:
            form.add_error("kind", str(error.sentence))
        else:
            messages.success(request, _("Recorded."))
            return redirect("compliance_occurrence", pk)
    return _form_page(
        form,
        request,
        "duties/occurrence.html",
        occurrence.title,
        occurrence=occurrence,
        law=occurrences.CLOCKS[occurrence.kind].law,
        due=_due(occurrence),
        is_late=_is_late(occurrence, clock.now()),
        entries=entries,
        may_enter=request.user.has_perm(ENTERS) and not occurrence.is_closed,
    )


def _report(occurrence: Occurrence, entries: list[OccurrenceEntry], wanted: str) -> HttpResponse:
    name = f"feltro-occurrence-{occurrence.pk}"
    if wanted == "pdf":
        return attachment(report_pdf(occurrence, entries), "application/pdf", f"{name}.pdf")
    text = report_text(occurrence, entries)
    return attachment(text.encode(), "text/plain; charset=utf-8", f"{name}.txt")
