"""Incidents at tables."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.labels import fault_label
from games.models.tables import Table


class Incident(models.Model):
    """A table on hold after a fault that staff must examine.

    Two people release it; the system decides what follows.

    The croupier opens the incident in the transaction that holds the table. A stopped round resumes if the
    time lost is within what the rule sheet allows; otherwise it is void.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="incidents", verbose_name=_("table"))
    round = models.IntegerField(_("round"), null=True)
    reason = models.CharField(_("reason"), max_length=200)
    opened = models.DateTimeField(_("opened"))
    proposal = models.CharField(_("proposal"), max_length=10, blank=True)
    proposer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("proposed by")
    )
    proposed = models.DateTimeField(_("proposed"), null=True)
    confirmer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("confirmed by")
    )
    closed = models.DateTimeField(pgettext_lazy("case", "closed"), null=True)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # No person confirms their own proposal.
            models.CheckConstraint(
                condition=models.Q(confirmer=None) | ~models.Q(confirmer=models.F("proposer")),
                name="an_incident_needs_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(closed=None) | models.Q(confirmer__isnull=False, proposer__isnull=False),
                name="an_incident_is_closed_by_two",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("table", name="incident_open", condition=models.Q(closed=None))
        ]

    def __str__(self) -> str:
        return f"{self.table} · {fault_label(self.reason)}"
