"""The closing of a month: its checklist, its four reports, two signatures, and who gets the reports.

The reports are issued by `close_month`, which the worker and a command call too, or by a person on the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import CLOSING, REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.issuing import existing_issue, issue, stored_report
from casino.compliance.reports.models import ClosingSignature, Issue
from casino.compliance.reports.parameters import ReportChoice
from games.models import Incident
from players.audit import note
from players.models import Person
from players.shared import clock
from players.wallet.cashier.models import Payment

SIGNATURES = 2
UNSETTLED = ("asked", "pending", "held", "released", "sent")


class ClosingRefusal(StrEnum):
    NOT_OVER = "not-over"
    NOT_ISSUED = "not-issued"
    SIGNED_ALREADY = "signed-already"
    COMPLETE = "complete"
    NOT_EXPLAINED = "not-explained"
    NOT_SIGNED = "not-signed"


class ClosingRefused(Exception):
    def __init__(self, code: ClosingRefusal) -> None:
        super().__init__(code)
        self.code = code


class ClosingFiles(Struct, frozen=True):
    """How many files of one kind the month asks for, and how many of them are there."""

    name: str
    expected: int
    present: int

    @property
    def missing(self) -> int:
        return self.expected - self.present


class ClosingPoint(Struct, frozen=True):
    """One point of the checklist. A point for information does not hold the closing up.

    What was not looked at, or not yet for the whole month, is not known: such a point is never done.
    """

    code: str
    label: str | Promise
    is_done: bool
    count: int
    url: str
    right: str  # to open the address
    is_information: bool = False
    is_known: bool = True
    files: tuple[ClosingFiles, ...] = ()

    def __post_init__(self) -> None:
        assert self.is_known or not self.is_done


class ClosingReport(Struct, frozen=True):
    built: BuiltReport
    issued: Issue | None


def closing_report(code: str, choice: ReportChoice) -> ClosingReport:
    """A report of the month: as it was issued, or as it is now."""
    report = REPORTS[code]
    issued = existing_issue(code, choice.parameters(report.fields))
    return ClosingReport(stored_report(issued) if issued else build(report, choice), issued)


class MonthClosing:
    """The state of the closing of one month."""

    def __init__(self, month: date) -> None:
        self.month = month.replace(day=1)
        self.last = clock.months_after(self.month, 1) - timedelta(days=1)
        self.choice = ReportChoice(self.month, self.last)
        self.is_over = self.last < clock.day_of(clock.now())
        self.reports = [closing_report(code, self.choice) for code in CLOSING]
        self.signatures = list(
            ClosingSignature.objects.filter(month=self.month).select_related("person").order_by("position")
        )
        self.points = list(checklist(self))

    @property
    def is_issued(self) -> bool:
        return all(report.issued for report in self.reports)

    @property
    def is_compared(self) -> bool:
        """Whether the reports are compared with the ledger: days that are not added up equal nothing."""
        folded = daily_totals.folded_until()
        is_whole = self.is_issued or (folded is not None and folded > self.last)
        return is_whole and all(report.built.checks for report in self.reports)

    @property
    def is_signed(self) -> bool:
        return len(self.signatures) == SIGNATURES

    @property
    def open_points(self) -> list[str]:
        return [point.code for point in self.points if not point.is_done and not point.is_information]

    @property
    def files(self) -> list[ClosingFiles]:
        """The expected and the present files, those with something missing first."""
        files = [one for point in self.points for one in point.files]
        return sorted(files, key=lambda one: not one.missing)

    @property
    def digest(self) -> str:
        """Of the issued reports, in the order of the closing."""
        digests = "\n".join(report.issued.digest if report.issued else "" for report in self.reports)
        return hashlib.sha256(digests.encode()).hexdigest()


PointOf = Callable[[MonthClosing], ClosingPoint]
_points: list[PointOf] = []


def register_point(point: PointOf) -> None:
    """Other packages of compliance add what must be right before a month is closed."""
    _points.append(point)


def checklist(closing: MonthClosing) -> Iterator[ClosingPoint]:
    since, until = closing.choice.bounds
    folded = daily_totals.folded_until()
    yield ClosingPoint("over", _("The month is over"), closing.is_over, 0, "", "")
    yield ClosingPoint(
        "folded", _("All its days have been added up"), bool(folded and folded > closing.last), 0, "", ""
    )
    unequal = sum(not report.built.equal for report in closing.reports)
    compared = closing.is_compared
    yield ClosingPoint(
        "ledger",
        _("The four reports equal the ledger"),
        compared and not unequal,
        unequal,
        reverse("compliance_reports"),
        "reports.view_issue",
        is_known=compared or bool(unequal),
    )
    held = Incident.objects.filter(closed=None, opened__lt=until).count()
    yield ClosingPoint(
        "incidents",
        _("No table is still on hold since that month"),
        not held,
        held,
        reverse("admin:games_incident_changelist"),
        "games.view_incident",
    )
    yield from (point(closing) for point in _points)
    unsettled = Payment.objects.filter(status__in=UNSETTLED, made__gte=since, made__lt=until).count()
    yield ClosingPoint(
        "payments",
        _("Payments of the month that are not settled yet count in the month in which they settle"),
        not unsettled,
        unsettled,
        reverse("admin:cashier_payment_changelist"),
        "cashier.view_payment",
        is_information=True,
    )


def issue_closing(*, month: date, person: Person, reason: str, request: Any = None) -> list[Issue]:
    """Issue the reports of a month that are not issued yet."""
    closing = MonthClosing(month)
    if not closing.is_over:
        raise ClosingRefused(ClosingRefusal.NOT_OVER)
    return [issue(code, closing.choice, by=person, reason=reason, request=request) for code in CLOSING]


def sign_closing(*, month: date, person: Person, text: str, request: Any = None) -> ClosingSignature:
    """Sign the issued reports. Two people sign; who signs in spite of open points says why."""
    closing = MonthClosing(month)
    if not closing.is_issued:
        raise ClosingRefused(ClosingRefusal.NOT_ISSUED)
    if any(signature.person_id == person.pk for signature in closing.signatures):
        raise ClosingRefused(ClosingRefusal.SIGNED_ALREADY)
    if closing.is_signed:
        raise ClosingRefused(ClosingRefusal.COMPLETE)
    if closing.open_points and not text:
        raise ClosingRefused(ClosingRefusal.NOT_EXPLAINED)
    try:
        with transaction.atomic():
            signature = ClosingSignature.objects.create(
                month=closing.month,
                position=len(closing.signatures) + 1,
                person=person,
                digest=closing.digest,
                open_points=closing.open_points,
                note=text,
            )
            note(
                "reports.month-signed",
                person=person,
                about=f"month:{closing.month:%Y-%m}",
                request=request,
                digest=closing.digest,
                reason=text,
            )
    except IntegrityError as error:  # two people signed at once
        raise ClosingRefused(ClosingRefusal.COMPLETE) from error
    return signature
