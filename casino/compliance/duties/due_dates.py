"""The calendar of duties: what is owed to whom by when, its state, and the proof that it was done.

A duty comes back each month, quarter or year, and a person files the proof of it. Other dates follow from
records that the house keeps anyway: files for the regulator, notices of exclusions, occurrences, and changes
of the generator.

The law prints few of these days. Where it prints none, the day is the house's own and the page says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from casino.compliance.duties.models import Filing
from casino.compliance.duties.occurrences import CLOCKS, alarm_before, next_deadline, open_occurrences
from casino.compliance.duties.questions import open_questions
from casino.compliance.regulator import keys
from casino.compliance.regulator.due_files import ALARM_BEFORE
from casino.compliance.regulator.models import Envelope, RegulatorFile
from casino.compliance.reports.periods import quarter_name
from casino.generator.system_changes import last_day_to_show, to_be_shown
from games.rulebook.lead_time import is_working
from games.rulebook.models import RuleChange
from players.audit.models import Line
from players.protection.models import Report
from players.shared import clock

MONTH, QUARTER, YEAR = 1, 3, 12  # months
SHOWN_MONTHS: Final = 13  # of periods that are over
AHEAD = timedelta(days=100)
SOON = timedelta(days=2)  # before a date of a record
OFFICER, MANAGEMENT = "compliance officer", "management"


class Duty(Struct, frozen=True):
    """What comes back each `every` months. It is due on `day` of the month that is `after` months after its
    period, or on the last day of that month if `day` is 0; if that is no working day, on the one before.
    """

    code: str
    title: str | Promise
    law: str
    every: int
    day: int = 0
    after: int = 1
    owner: str = OFFICER  # a role
    alarm_days: int = 5  # before it is due
    is_own_date: bool = True  # no law that we could read prints the day
    reports: tuple[str, ...] = ()  # by code, what answers it

    def first_of(self, day: date) -> date:
        """The first day of the period in which the day lies."""
        return day.replace(month=(day.month - 1) // self.every * self.every + 1, day=1)

    def end_of(self, period: date) -> date:
        return clock.months_after(period, self.every) - timedelta(days=1)

    def last_day(self, period: date) -> date:
        """The last day on which the duty of the period can be done in time."""
        month = clock.months_after(period, self.every - 1 + self.after)
        last = clock.months_after(month, 1) - timedelta(days=1)
        day = last if not self.day else month.replace(day=self.day)
        while not is_working(day):
            day -= timedelta(days=1)
        return day

    def label_of(self, period: date) -> str:
        if self.every == YEAR:
            return str(period.year)
        if self.every == QUARTER:
            return quarter_name(period)
        return str(date_format(period, "YEAR_MONTH_FORMAT"))


DUTIES: Final = (
    Duty("tax-return", lazy("Special tax: return"), "RJO 89", MONTH, 15, reports=("tax",)),
    Duty("tax-payment", lazy("Special tax: payment"), "RJO 89", MONTH, owner=MANAGEMENT),
    Duty("month-closing", lazy("Closing of the month, signed by two"), "903-B 5.4.2", MONTH, 10),
    Duty(
        "quarterly-figures", lazy("Quarterly figures for the regulator"), "903-B 3.2.3", QUARTER, 15,
        reports=("account-figures", "exclusion-figures", "gross"),
    ),
    Duty("change-certificates", lazy("Certificates of the quarter's changes"), "903-B 9.7.6", QUARTER),
    Duty("weakness-analysis", lazy("Analysis of weaknesses"), "903-B 8.3.1.2", QUARTER, after=0),
    Duty("limits-review", lazy("Review of limits and risk classes"), "903-B 8.4.1", QUARTER),
    Duty(
        "cancelled-accounts", lazy("Cancelled and deactivated accounts of the year"), "903-B 5.5.1.10", YEAR,
        reports=("deactivations",),
    ),
    Duty("security-audit", lazy("Security audit"), "903-B 8.1.1.1", YEAR, after=0, alarm_days=60),
    Duty("intrusion-test", lazy("Penetration test"), "903-B 8.2.1.2", YEAR, after=0, alarm_days=60),
    Duty("retention-review", lazy("Review of what is kept and until when"), "903-B 2.3.6", YEAR),
)  # fmt: skip
DUTY_OF: Final = {duty.code: duty for duty in DUTIES}


class Standing(StrEnum):
    DONE = "done"
    LATE = "late"
    SOON = "soon"
    OPEN = "open"


STANDINGS: Final[dict[Standing, Promise]] = {
    Standing.DONE: lazy("done"),
    Standing.LATE: pgettext_lazy("duty", "late"),
    Standing.SOON: lazy("due soon"),
    Standing.OPEN: lazy("not due yet"),
}


class DueItem(Struct, frozen=True):
    """One date of the calendar."""

    key: str
    title: str
    about: str
    law: str
    owner: str
    due: datetime
    alarm: datetime
    url: str
    # Of a duty that is due on a day and not at an hour: the whole of it is in time.
    last_day: date | None = None
    is_own_date: bool = False
    filing: Filing | None = None

    def standing(self, now: datetime) -> Standing:
        if self.filing is not None:
            return Standing.DONE
        if self.due <= now:
            return Standing.LATE
        return Standing.SOON if self.alarm <= now else Standing.OPEN


def due_items(now: datetime) -> list[DueItem]:
    """All dates of the calendar, the earliest first: eight queries, however many there are."""
    found = [*_duties(now), *_from_records(now), *_certificates(now)]
    return sorted(found, key=lambda item: (item.due, item.key))


def open_items(now: datetime) -> list[DueItem]:
    return [item for item in due_items(now) if item.filing is None]


def first_owed() -> date | None:
    """The first day of the record: before it the house owed nothing."""
    at: datetime | None = Line.objects.order_by("pk").values_list("at", flat=True).first()
    return clock.day_of(at) if at else None


def periods(duty: Duty, now: datetime, began: date) -> Iterator[date]:
    """The periods of a duty that were due in the last months, or will be within AHEAD."""
    today = clock.day_of(now)
    period = duty.first_of(max(began, clock.months_after(today.replace(day=1), -SHOWN_MONTHS - duty.every)))
    while duty.last_day(period) <= today + AHEAD:
        yield period
        period = clock.months_after(period, duty.every)


def _duties(now: datetime) -> Iterator[DueItem]:
    began = first_owed()
    if began is None:
        return
    filings = {(row.duty, row.period): row for row in Filing.objects.order_by("pk")}
    for duty in DUTIES:
        for period in periods(duty, now, began):
            last_day = duty.last_day(period)
            due = clock.midnight(last_day + timedelta(days=1))
            yield DueItem(
                key=f"{duty.code}-{period:%Y-%m}",
                title=str(duty.title),
                about=duty.label_of(period),
                law=duty.law,
                owner=_(duty.owner),
                due=due,
                alarm=due - timedelta(days=duty.alarm_days),
                url=reverse("compliance_duty", args=[duty.code, period.isoformat()]),
                last_day=last_day,
                is_own_date=duty.is_own_date,
                filing=filings.get((duty.code, period)),
            )


def _what_is_owed(occurrence: Any) -> str:
    if CLOCKS[occurrence.kind].or_plan:
        return _("Weakness: fix it, or send a plan")
    return _("Occurrence: solve it") if occurrence.is_reported else _("Occurrence: report it")


def _from_records(now: datetime) -> Iterator[DueItem]:
    """Dates that follow from records. What was done in time is in those records, and not here."""
    for occurrence in open_occurrences():
        if (due := next_deadline(occurrence)) is not None:
            yield DueItem(
                key=f"occurrence-{occurrence.pk}",
                title=_what_is_owed(occurrence),
                about=occurrence.title,
                law=CLOCKS[occurrence.kind].law,
                owner=_(OFFICER),
                due=due,
                alarm=alarm_before(occurrence, due),
                url=reverse("compliance_occurrence", args=[occurrence.pk]),
            )
    for question in open_questions().order_by("due", "pk"):
        answered_by = clock.midnight(question.due + timedelta(days=1))
        yield DueItem(
            key=f"question-{question.pk}",
            title=_("Question of the regulator: answer it"),
            about=question.reference,
            law="903-B 3.2.3",
            owner=_(OFFICER),
            due=answered_by,
            alarm=answered_by - SOON,
            url=reverse("compliance_question", args=[question.pk]),
            last_day=question.due,
        )
    for due in Report.objects.filter(sent=None).order_by("due").values_list("due", flat=True):
        yield DueItem(
            key=f"exclusion-notice-{due:%Y%m%dT%H%M%S}",
            title=_("Notice of a self-exclusion"),
            about=_("within 24 hours"),
            law="903-B 2.2.3",
            owner=_(OFFICER),
            due=due,
            alarm=due - timedelta(hours=12),
            url=reverse("admin:protection_exclusion_changelist"),
        )
    waiting = ~Q(state=RegulatorFile.State.DELIVERED)
    files = RegulatorFile.objects.filter(waiting).values("day", "deadline").annotate(count=Count("pk"))
    for row in files.order_by("deadline"):
        yield DueItem(
            key=f"regulator-files-{row['deadline']:%Y%m%dT%H%M%S}-{row['day']:%Y%m%d}",
            title=_("Files for the regulator"),
            about=f"{date_format(row['day'], 'SHORT_DATE_FORMAT')} · {row['count']}",
            law="903-B 3.3.2",
            owner=_(OFFICER),
            due=row["deadline"],
            alarm=row["deadline"] - ALARM_BEFORE,
            url=f"{reverse('compliance_files')}?day={row['day'].isoformat()}",
        )
    late = Envelope.objects.filter(laid_down=None, alert_file__isnull=False).order_by("deadline")
    for number, deadline in late.values_list("pk", "deadline"):
        yield DueItem(
            key=f"alerts-{number}",
            title=_("Alerts for the regulator"),
            about=_("within 24 hours"),
            law="903-B 8.4.1.3",
            owner=_(OFFICER),
            due=deadline,
            alarm=deadline - timedelta(hours=12),
            url=reverse("compliance_alert_files"),
        )
    for shown in to_be_shown().order_by("planned", "pk"):
        last_day = last_day_to_show(shown.planned)
        shown_by = clock.midnight(last_day + timedelta(days=1))
        yield DueItem(
            key=f"data-model-{shown.pk}",
            title=_("Change of the data model: show it to the regulator"),
            about=shown.title,
            law="903-B 9.9.2",
            owner=_(OFFICER),
            due=shown_by,
            alarm=shown_by - SOON,
            url=reverse("compliance_system_change", args=[shown.pk]),
            last_day=last_day,
        )
    changes = RuleChange.objects.filter(
        generator=True, earliest__isnull=False, state__in=("submitted", "endorsed", "authorised", "scheduled")
    )
    for change in changes.order_by("earliest"):
        assert change.earliest is not None
        yield DueItem(
            key=f"generator-change-{change.pk}",
            title=_("Change of the generator: five working days are over"),
            about=change.title,
            law="903-B 9.9.1",
            owner=_(MANAGEMENT),
            due=change.earliest,
            alarm=change.earliest - SOON,
            url=reverse("admin:rulebook_rulechange_change", args=[change.pk]),
        )


CERTIFICATES: Final[dict[str, Promise]] = {
    "house": lazy("the house's"),
    "regulator": lazy("the regulator's"),
}


def _certificates(now: datetime) -> Iterator[DueItem]:
    """The ends of the certificates that files are signed and encrypted with."""
    try:
        ends = keys.ends()
    except OSError:  # the check of envelopes rings
        return
    for role, end in ends.items():
        if end <= now + AHEAD:
            yield DueItem(
                key=f"certificate-{role}",
                title=_("Certificate for the regulator's files: renew it"),
                about=str(CERTIFICATES[role]),
                law="903-B 2.1.4",
                owner=_(MANAGEMENT),
                due=end,
                alarm=end - keys.EXPIRES_SOON,
                url=reverse("compliance_files"),
            )


# What has a check of its own, and what nobody owes by its date.
CHECKED_ELSEWHERE: Final = ("regulator-files", "certificate", "generator")


def check_duties(now: datetime) -> tuple[bool | None, dict[str, object]]:
    """The check of the proof panel: nothing is late, and nothing is due so soon that its alarm rings. A
    demonstration owes nobody anything.
    """
    if settings.HOUSE_DEMO:
        return None, {"lines": []}
    items = [item for item in open_items(now) if not item.key.startswith(CHECKED_ELSEWHERE)]
    lines = [
        {"title": item.title, "about": item.about, "due": item.due}
        for item in items
        if item.standing(now) in (Standing.LATE, Standing.SOON)
    ]
    return (not lines if items else None), {"lines": lines[:20]}
