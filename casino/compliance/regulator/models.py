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
