"""Reports by e-mail: what goes to which role, and each e-mail."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ReportSchedule(models.Model):
    """A report that is sent by e-mail to the people of a role, each time its period is over."""

    class File(models.TextChoices):
        PDF = "pdf", "PDF"
        XLSX = "xlsx", "XLSX"
        CSV = "csv", "CSV"

    report = models.CharField(_("report"), max_length=30)
    period = models.CharField(_("period"), max_length=20)
    role = models.ForeignKey("auth.Group", models.PROTECT, related_name="+", verbose_name=_("role"))
    file = models.CharField(_("file"), max_length=4, choices=File)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("made by")
    )
    at = models.DateTimeField(_("made"), db_default=Now())
    ended = models.DateTimeField(_("ended"), null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("ended by")
    )

    class Meta:
        db_table = "reports_reportschedule"
        default_permissions = ()
        verbose_name = _("scheduled report")
        verbose_name_plural = _("scheduled reports")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["report", "period", "role", "file"],
                condition=models.Q(ended=None),
                name="one_open_schedule_of_a_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(ended=None, ended_by=None)
                | models.Q(ended__isnull=False, ended_by__isnull=False),
                name="an_ended_schedule_says_who_ended_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report} {self.period}"


class ReportMail(models.Model):
    """An e-mail with reports to one person: of a schedule, or of a month that was closed and signed.

    The right to read reports is checked when it is sent.
    """

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("waiting to be sent")
        SENT = "sent", _("was sent")
        REFUSED = "refused", _("not sent: the recipient had lost the right")
        FAILED = "failed", _("not sent: the mail server refused it")

    schedule = models.ForeignKey(
        ReportSchedule, models.PROTECT, null=True, related_name="mails", verbose_name=_("schedule")
    )
    role = models.ForeignKey("auth.Group", models.PROTECT, related_name="+", verbose_name=_("role"))
    since = models.DateField(_("from"))
    until = models.DateField(_("until"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("to")
    )
    # Who had a closed month sent; empty for a schedule.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("sent by")
    )
    made = models.DateTimeField(_("made"), db_default=Now())
    next_try = models.DateTimeField(_("next try"), db_default=Now())
    tries = models.SmallIntegerField(_("tries"), default=0)
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome, default=Outcome.WAITING)
    ended = models.DateTimeField(_("ended"), null=True)
    trouble = models.CharField(_("problem"), max_length=200, blank=True)

    class Meta:
        db_table = "reports_reportmail"
        default_permissions = ()
        verbose_name = _("e-mail of a report")
        verbose_name_plural = _("e-mails of reports")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["schedule", "until", "person"],
                condition=models.Q(schedule__isnull=False),
                name="one_mail_of_a_scheduled_period",
            ),
            models.UniqueConstraint(
                fields=["since", "until", "person"],
                condition=models.Q(schedule=None),
                name="one_mail_of_a_closed_month",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("next_try", name="report_mail_to_send", condition=models.Q(outcome="waiting"))
        ]

    def __str__(self) -> str:
        return f"{self.since} {self.until} {self.person_id}"
