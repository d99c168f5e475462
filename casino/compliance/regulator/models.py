"""The files for the regulator, their states and totals.

`database/files.sql` defines what the database refuses.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RegulatorFile(models.Model):
    """A file, made or due. Reprocessing it adds a row with the next sequence number; earlier rows stay."""

    class State(models.TextChoices):
        DUE = "due", pgettext_lazy("file for the regulator", "due")
        MADE = "made", _("made")
        VALIDATED = "validated", _("validated")
        RECONCILED = "reconciled", _("reconciled")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    # A family of the pack in force (packs/__init__.py).
    family = models.CharField(_("family"), max_length=8)
    day = models.DateField(_("day"))
    # «00» to «23», «01B» for the repeated hour in October; empty for daily files.
    hour = models.CharField(_("hour"), max_length=3, blank=True)
    since = models.DateTimeField(_("from"))
    until = models.DateTimeField(_("to"))
    sequence = models.IntegerField(_("sequence"), default=0)
    name = models.CharField(_("name"), max_length=40, unique=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DUE)
    deadline = models.DateTimeField(_("deadline"))
    late = models.DateTimeField(_("late since"), null=True)
    rows = models.IntegerField(_("rows"), null=True)
    totals = models.JSONField(_("totals"), default=dict, encoder=DjangoJSONEncoder)
    digest = models.CharField(_("digest"), max_length=64, blank=True)
    size = models.BigIntegerField(_("bytes"), null=True)
    seal = models.BigIntegerField(_("seal of the record"), null=True)
    receipt = models.CharField(_("receipt"), max_length=120, blank=True)
    error = models.TextField(_("what is wrong"), blank=True)
    tries = models.IntegerField(_("tries"), default=0)
    next_try = models.DateTimeField(_("next try"), db_default=Now())
    due_since = models.DateTimeField(_("due since"), db_default=Now())
    made = models.DateTimeField(_("made"), null=True)
    validated = models.DateTimeField(_("validated"), null=True)
    reconciled = models.DateTimeField(_("reconciled"), null=True)
    delivered = models.DateTimeField(_("delivered"), null=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("requested by")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("regulator file")
        verbose_name_plural = _("regulator files")
        default_permissions = ("view",)
        permissions: ClassVar[Any] = [("reprocess_regulatorfile", "Can have a regulator file made again")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("family", "since", "sequence", name="one_file_of_a_sequence"),
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("since")), name="a_file_is_of_some_time"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["due", "failed"])
                | (models.Q(rows__isnull=False, size__isnull=False) & ~models.Q(digest="")),
                name="a_file_that_is_made_is_described",
            ),
            models.CheckConstraint(
                condition=models.Q(sequence=0)
                | (models.Q(requested_by__isnull=False) & ~models.Q(reason="")),
                name="a_file_made_again_says_why",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("day", name="regulator_file_by_day"),
            models.Index("state", "since", name="regulator_file_by_state"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def overdue(self) -> bool:
        """Whether it is late and not delivered yet."""
        return self.late is not None and self.state != self.State.DELIVERED


class Envelope(models.Model):
    """What leaves the house: files of the regulator, signed and encrypted. Its times are its states."""

    day = models.DateField(_("day"))
    name = models.CharField(_("name"), max_length=60, unique=True)
    deadline = models.DateTimeField(_("deadline"))
    digest = models.CharField(_("digest"), max_length=64)
    size = models.BigIntegerField(_("bytes"))
    sealed = models.DateTimeField(_("signed"), db_default=Now())
    laid_down = models.DateTimeField(_("laid down"), null=True)
    fetched = models.DateTimeField(_("fetched"), null=True)
    receipt = models.CharField(_("receipt"), max_length=120, blank=True)
    error = models.TextField(_("what is wrong"), blank=True)
    tries = models.IntegerField(_("tries"), default=0)
    next_try = models.DateTimeField(_("next try"), db_default=Now())

    class Meta:
        verbose_name = _("envelope for the regulator")
        verbose_name_plural = _("envelopes for the regulator")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(fetched=None) | models.Q(laid_down__isnull=False),
                name="an_envelope_is_fetched_where_it_lies",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("day", name="envelope_by_day")]

    def __str__(self) -> str:
        return self.name


class EnvelopedFile(models.Model):
    """A file in its envelope, and what the regulator says of it."""

    class Verdict(models.TextChoices):
        NONE = "", _("no answer yet")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", pgettext_lazy("file for the regulator", "rejected")

    envelope = models.ForeignKey(
        Envelope, models.PROTECT, related_name="files", verbose_name=_("envelope for the regulator")
    )
    file = models.OneToOneField(
        RegulatorFile, models.PROTECT, related_name="enveloped", verbose_name=_("regulator file")
    )
    verdict = models.CharField(_("answer"), max_length=8, choices=Verdict, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    answered = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("file in an envelope")
        verbose_name_plural = _("files in envelopes")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(verdict="", answered=None, reason="")
                | (models.Q(verdict__in=["accepted", "rejected"], answered__isnull=False)),
                name="an_answered_file_has_its_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(verdict="rejected") | ~models.Q(reason=""), name="a_rejection_says_why"
            ),
        ]

    def __str__(self) -> str:
        return str(self.file)


class RegulatorAnswer(models.Model):
    """An answer that came in, and what became of it. One that was refused changed nothing."""

    class Outcome(models.TextChoices):
        TAKEN = "taken", pgettext_lazy("answer of the regulator", "taken")
        MALFORMED = "malformed", _("it cannot be read")
        UNSIGNED = "unsigned", _("the regulator has not signed it")
        OTHER = "other", _("it is about a file that the house has not laid down")
        LATE = "late", _("it comes too late")
        DOUBLED = "doubled", _("it was answered before")

    name = models.CharField(_("name"), max_length=120)
    digest = models.CharField(_("digest"), max_length=64)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome)
    envelope = models.ForeignKey(
        Envelope,
        models.PROTECT,
        null=True,
        related_name="answers",
        verbose_name=_("envelope for the regulator"),
    )
    detail = models.TextField(_("what is wrong"), blank=True)
    at = models.DateTimeField(_("received"), db_default=Now())

    class Meta:
        verbose_name = _("answer of the regulator")
        verbose_name_plural = _("answers of the regulator")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("at", name="regulator_answer_by_time")]

    def __str__(self) -> str:
        return self.name


class AlertFile(models.Model):
    """The data behind alerts of one source, in an envelope of their own. Append-only.  [903-B 8.4.1.3]"""

    # Of alerts.SOURCES: who may see the alerts of a source may see its files.
    source = models.CharField(_("source"), max_length=10)
    name = models.CharField(_("name"), max_length=60, unique=True)
    digest = models.CharField(_("digest"), max_length=64)
    size = models.BigIntegerField(_("bytes"))
    envelope = models.OneToOneField(
        Envelope,
        models.PROTECT,
        related_name="alert_file",
        verbose_name=_("envelope for the regulator"),
    )

    class Meta:
        verbose_name = _("alerts for the regulator")
        verbose_name_plural = _("alerts for the regulator")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name


class ReportedAlert(models.Model):
    """An alert that is in a file for the regulator: each is in one. Append-only."""

    file = models.ForeignKey(
        AlertFile, models.PROTECT, related_name="alerts", verbose_name=_("alerts for the regulator")
    )
    source = models.CharField(_("source"), max_length=10)
    number = models.BigIntegerField(_("number"))

    class Meta:
        verbose_name = _("reported alert")
        verbose_name_plural = _("reported alerts")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("source", "number", name="an_alert_is_reported_once"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.number}"
