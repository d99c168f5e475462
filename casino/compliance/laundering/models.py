"""Measures about a player, reports of suspicion, and who has read a player's file.

Each row is written once. A measure with a clock ends once, with a reason; a report is communicated once.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Measure(models.Model):
    """Something that the house does about a player, why, and until when it is looked at again.

    A risk class stays until the next one. The other kinds hold payouts until somebody ends them.
    """

    INTERNAL: ClassVar = True  # left out of the player's copy of their data: Lei 83/2017, article 54

    class Kind(models.TextChoices):
        RISK = "risk", _("risk class")
        DILIGENCE = "diligence", _("enhanced due diligence")
        ABSTENTION = "abstention", _("abstention from an operation")
        SUSPENSION = "suspension", _("suspension by the authorities")

    class Level(models.TextChoices):
        LOW = "low", _("low risk")
        MEDIUM = "medium", _("medium risk")
        HIGH = "high", _("high risk")

    class Outcome(models.TextChoices):
        CLEARED = "cleared", _("explained: the money may leave")
        SUSPICIOUS = "suspicious", _("not explained: a report follows")
        EXPIRED = "expired", _("the time of the law is over")
        LIFTED = "lifted", _("the authorities lifted it")

    # Only these may follow each kind.
    OUTCOMES: ClassVar[dict[str, tuple[str, ...]]] = {
        Kind.DILIGENCE: (Outcome.CLEARED, Outcome.SUSPICIOUS),
        Kind.ABSTENTION: (Outcome.CLEARED, Outcome.EXPIRED, Outcome.LIFTED),
        Kind.SUSPENSION: (Outcome.EXPIRED, Outcome.LIFTED),
    }

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    level = models.CharField(_("risk class"), max_length=6, choices=Level, blank=True)
    # The reasons of a class; what is asked of the player; which operation does not happen.
    text = models.CharField(_("reasons"), max_length=1000)
    reference = models.CharField(_("reference of the authorities"), max_length=100, blank=True)
    due = models.DateTimeField(_("due"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())
    ended = models.DateTimeField(_("ended"), null=True)
    ender = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("ended by")
    )
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    # Of a diligence: what the player brought, and where the money comes from.
    documents = models.CharField(_("documents"), max_length=1000, blank=True)
    funds = models.CharField(_("source of funds"), max_length=1000, blank=True)
    answer = models.CharField(_("reason"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("measure")
        verbose_name_plural = _("measures")
        default_permissions = ()
        permissions: ClassVar = [
            ("view_file", "Can view files of money laundering"),
            ("act_file", "Can enter measures and reports of money laundering"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(kind="risk", ended=None) & ~Q(level="") | ~Q(kind="risk") & Q(level=""),
                name="a_risk_class_has_a_level",
            ),
            models.CheckConstraint(
                condition=~Q(kind="suspension") | ~Q(reference=""), name="a_suspension_has_its_reference"
            ),
            models.CheckConstraint(
                condition=Q(ended=None, ender=None, outcome="", answer="", documents="", funds="")
                | Q(ended__isnull=False, ender__isnull=False) & ~Q(outcome="") & ~Q(answer=""),
                name="an_ended_measure_says_why",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="a_measure_says_why"),
            models.UniqueConstraint(
                "player", condition=Q(kind="diligence", ended=None), name="one_open_diligence"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="measure_by_player"),
            models.Index("due", name="measure_by_due", condition=Q(ended=None) & ~Q(kind="risk")),
            models.Index("kind", models.F("id").desc(), name="measure_by_kind"),
        ]

    def __str__(self) -> str:
        return f"B-{self.pk:05}"


class Report(models.Model):
    """A report of suspicion to DCIAP and UIF: its texts, and the document as it was made."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data: Lei 83/2017, article 54

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    since = models.DateField(_("operations from"))
    until = models.DateField(_("operations to"))
    # What article 44(1)(c) asks for, beside the identification.
    activity = models.CharField(_("known activity of the person"), max_length=2000)
    procedures = models.CharField(_("what was examined"), max_length=2000)
    operations = models.CharField(_("the operations"), max_length=2000)
    factors = models.CharField(_("what makes them suspicious"), max_length=2000)
    document = models.JSONField(_("document"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())
    communicated = models.DateTimeField(_("communicated"), null=True)
    communicator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("communicated by"),
    )
    dciap = models.CharField(_("receipt of DCIAP"), max_length=100, blank=True)
    uif = models.CharField(_("receipt of UIF"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("report of suspicion")
        verbose_name_plural = _("reports of suspicion")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(since__lte=models.F("until")), name="a_report_has_its_days"),
            models.CheckConstraint(
                condition=Q(communicated=None, communicator=None, dciap="", uif="")
                | Q(communicated__isnull=False, communicator__isnull=False) & ~Q(dciap="") & ~Q(uif=""),
                name="a_communicated_report_has_both_receipts",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="suspicion_by_player"),
            models.Index("id", name="suspicion_to_send", condition=Q(communicated=None)),
        ]

    def __str__(self) -> str:
        return f"COS-{self.pk:05}"


class Access(models.Model):
    """Who has read a player's file, and when.

    The audit log does not name the player: its readers need not know whom officers suspect.
    """

    INTERNAL: ClassVar = True  # left out of the player's copy of their data: Lei 83/2017, article 54

    class What(models.TextChoices):
        READ = "read", _("read the file")
        EXPORT = "export", _("took a report out")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    what = models.CharField(_("what"), max_length=6, choices=What)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("access to a file")
        verbose_name_plural = _("accesses to files")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="file_access_by_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.what}"
