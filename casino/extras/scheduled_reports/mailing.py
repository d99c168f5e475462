"""Reports by e-mail: the schedules of roles, closed months, and their sending.

The worker looks every minute. Whether a person may read reports is checked when a mail is sent, not when it
was asked for. Only reports of sums are sent, so no mail contains data of a player.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, timedelta
from smtplib import SMTPException

import structlog
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import structs

from casino.compliance.reports import daily_totals, exports
from casino.compliance.reports.all_reports import CLOSING, REPORTS
from casino.compliance.reports.building import BuiltReport, TooManyRows, build
from casino.compliance.reports.definition import ReportDefinition
from casino.compliance.reports.issuing import existing_issue, stored_report
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.reports.periods import Preset, presets
from casino.extras.scheduled_reports.models import ReportMail, ReportSchedule
from players.audit import note
from players.languages import staff_language
from players.models import Person
from players.shared import clock
from players.shared.exports.list_document import display_text

log = structlog.get_logger(__name__)
RIGHT = "reports.view_issue"
# None has a column about a person.
SCHEDULED = (*CLOSING, "stakes", "net", "hours", "cohorts", "sessions")
PERIODS = ("yesterday", "last-week", "last-month", "last-quarter")
FIRST_HOUR = 7  # in Lisbon; the days before are added up by then
RETRY_DELAY = timedelta(minutes=1)  # it doubles with each retry
MAX_TRIES = 8
BATCH = 20
Outcome = ReportMail.Outcome


class ScheduleRefused(Exception):
    """The schedule exists already, or its role may not read reports."""


def period_of(code: str, today: date) -> Preset:
    return next(preset for preset in presets(today) if preset.code == code)


def add_schedule(*, report: str, period: str, role: Group, file: str, by: Person) -> ReportSchedule:
    if report not in SCHEDULED or period not in PERIODS or not may_read(role):
        raise ScheduleRefused
    try:
        with transaction.atomic():
            schedule = ReportSchedule.objects.create(
                report=report, period=period, role=role, file=file, by=by
            )
            note(
                "reports.scheduled", person=by, about=f"schedule:{schedule.pk}", report=report, name=role.name
            )
    except IntegrityError as error:
        raise ScheduleRefused from error
    return schedule


def end_schedule(*, schedule: int, by: Person) -> bool:
    with transaction.atomic():
        ended = ReportSchedule.objects.filter(pk=schedule, ended=None).update(ended=clock.now(), ended_by=by)
        if ended:
            note("reports.schedule-ended", person=by, about=f"schedule:{schedule}")
    return bool(ended)


def reading_roles() -> QuerySet[Group]:
    """The roles that may read reports."""
    app, _dot, code = RIGHT.partition(".")
    roles = Group.objects.filter(permissions__content_type__app_label=app, permissions__codename=code)
    return roles.order_by("name")


def may_read(role: Group) -> bool:
    return reading_roles().filter(pk=role.pk).exists()


def members(role: Group) -> list[Person]:
    people = Person.objects.filter(groups=role, is_staff=True, is_active=True)
    return list(people.order_by("pk"))


class ClosedMonths:
    """The reports of signed months, as the closing of months has them sent."""

    def roles(self) -> QuerySet[Group]:
        return reading_roles()

    def sent_months(self, months: Collection[date]) -> set[date]:
        mails = ReportMail.objects.filter(schedule=None, since__in=months)
        return set(mails.values_list("since", flat=True))

    def mails_of(self, month: date) -> QuerySet[ReportMail]:
        return ReportMail.objects.filter(schedule=None, since=month).select_related("person").order_by("pk")

    def send(self, *, month: date, role: Group, by: Person) -> int:
        last = clock.months_after(month, 1) - timedelta(days=1)
        with transaction.atomic():
            mails = [
                ReportMail.objects.get_or_create(
                    schedule=None, since=month, until=last, person=person, defaults={"role": role, "by": by}
                )
                for person in members(role)
            ]
            new = sum(is_new for _mail, is_new in mails)
            if new:
                about = f"month:{month:%Y-%m}"
                note("reports.month-sent", person=by, about=about, name=role.name, people=new)
        return new


def make_report_mails() -> int:
    """Make the mails of schedules whose period is over and added up. Returns how many are new."""
    now = clock.now()
    today, folded = clock.day_of(now), daily_totals.folded_until()
    if localtime(now, clock.LISBON).hour < FIRST_HOUR or folded is None:
        return 0
    new = []
    for schedule in ReportSchedule.objects.filter(ended=None).select_related("role").order_by("pk"):
        period = period_of(schedule.period, today)
        if folded > period.until:
            new += [
                ReportMail(
                    schedule=schedule,
                    role=schedule.role,
                    since=period.since,
                    until=period.until,
                    person=person,
                    next_try=now,
                )
                for person in members(schedule.role)
            ]
    return _store_missing(new)


def _store_missing(mails: list[ReportMail]) -> int:
    """Store those that were not made before. Returns how many."""
    if not mails:
        return 0
    same = ReportMail.objects.filter(
        schedule__in={mail.schedule_id for mail in mails}, until__in={mail.until for mail in mails}
    )
    existing = set(same.values_list("schedule_id", "until", "person_id"))
    new = [mail for mail in mails if (mail.schedule_id, mail.until, mail.person_id) not in existing]
    return len(ReportMail.objects.bulk_create(new, ignore_conflicts=True))


def send_report_mails() -> int:
    """Send what is due; returns how many were sent."""
    make_report_mails()
    due = ReportMail.objects.filter(outcome=Outcome.WAITING, next_try__lte=clock.now())
    numbers = list(due.order_by("next_try", "pk").values_list("pk", flat=True)[:BATCH])
    built: dict[tuple[str, ReportChoice], BuiltReport] = {}  # one report for all people of a role

    def build_once(report: ReportDefinition, choice: ReportChoice) -> BuiltReport:
        key = report.code, choice
        if key not in built:
            built[key] = build(report, choice)
        return built[key]

    return sum(send_report_mail(number, build_once) for number in numbers)


def send_report_mail(number: int, make: Callable[..., BuiltReport] = build) -> bool:
    """Send one mail. The row lock ensures that one worker sends it."""
    with transaction.atomic():
        mail = (
            ReportMail.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(pk=number, outcome=Outcome.WAITING)
            .select_related("schedule", "person", "role")
            .first()
        )
        if mail is None:
            return False
        mail.tries += 1
        if not is_entitled(mail):
            _end(mail, Outcome.REFUSED)
            note("reports.mail-refused", about=f"report-mail:{mail.pk}", name=mail.role.name)
            return False
        try:
            with translation.override(staff_language(mail.person.language).code):
                message, digests = compose(mail, make)
                message.send()
        except (OSError, SMTPException, TooManyRows) as error:
            mail.trouble = f"{type(error).__name__}: {error}"[:200]
            mail.next_try = clock.now() + RETRY_DELAY * 2 ** (mail.tries - 1)
            log.error("report not sent", mail=mail.pk, error=mail.trouble)
            if mail.tries < MAX_TRIES:
                mail.save(update_fields=["tries", "trouble", "next_try"])
            else:
                _end(mail, Outcome.FAILED)
            return False
        mail.trouble = ""
        _end(mail, Outcome.SENT)
        note("reports.mailed", about=f"report-mail:{mail.pk}", email=mail.person.email, digest=digests)
    return True


def _end(mail: ReportMail, outcome: ReportMail.Outcome) -> None:
    mail.outcome, mail.ended = outcome, clock.now()
    mail.save(update_fields=["tries", "trouble", "outcome", "ended"])


def is_entitled(mail: ReportMail) -> bool:
    """Whether the person still has the role, and the role still reads reports."""
    person = mail.person
    return (
        person.is_active
        and person.is_staff
        and person.groups.filter(pk=mail.role_id).exists()
        and may_read(mail.role)
    )


def compose(mail: ReportMail, make: Callable[..., BuiltReport]) -> tuple[EmailMessage, str]:
    """The mail, and the digests of its reports."""
    reports = _reports(mail, make)
    since, until = (date_format(day, "SHORT_DATE_FORMAT") for day in (mail.since, mail.until))
    lines, files = [], []
    for built in reports:
        sums = [
            f"  {column.label}: {display_text(exports.cell(built.totals[column.key], column), 'EUR')}"
            for column in exports.visible_columns(built)
            if column.total
        ]
        equal = _("equal to the ledger") if built.equal else _("NOT equal to the ledger")
        about = [f"{built.report.title} · {since} – {until}", *sums]
        about += [f"  {equal}"] if built.checks else []
        if built.position:
            about.append(f"  {_('Position')}: {built.position_text}")
        lines += [*about, f"  SHA-256 {built.digest}", ""]
        files.append(exports.file_bytes(built, mail.schedule.file if mail.schedule else "pdf"))
    page = reverse("compliance_closing_month", args=[f"{mail.since:%Y-%m}"])
    if mail.schedule is not None:
        page = reverse("compliance_report", args=[mail.schedule.report])
    lines += [
        f"{settings.HOUSE_URL}{page}",
        _("You receive this as %(role)s. Anybody who may issue reports can stop it.")
        % {"role": _(mail.role.name)},
    ]
    title = str(reports[0].report.title) if mail.schedule else _("Closing of the month")
    message = EmailMessage(
        f"{settings.HOUSE_NAME} · {title} · {since} – {until}",
        "\n".join(lines) + "\n",
        settings.DEFAULT_FROM_EMAIL,
        [mail.person.email],
        headers={"Auto-Submitted": "auto-generated"},
    )
    for name, data, content_type in files:
        message.attach(name, data, content_type)
    return message, " ".join(built.digest[:16] for built in reports)


def _reports(mail: ReportMail, make: Callable[..., BuiltReport]) -> list[BuiltReport]:
    choice = ReportChoice(mail.since, mail.until)
    if mail.schedule is None:
        issues = (existing_issue(code, choice.parameters(REPORTS[code].fields)) for code in CLOSING)
        return [stored_report(issued) for issued in issues if issued is not None]
    step = period_of(mail.schedule.period, clock.day_of(clock.now())).step
    return [make(REPORTS[mail.schedule.report], structs.replace(choice, step=step))]
