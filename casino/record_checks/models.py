"""Results of self-checks, roots of the record, and runs of proofs. The models of the generator's register
belong to the same application.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.generator.models import Certificate, HardwareEntry, Manifest, PartEntry

__all__ = ["Certificate", "HardwareEntry", "Manifest", "PartEntry", "Proof", "Root", "State"]


class State(models.Model):
    """The last result of one self-check. Overwritten by each run; every change is also audited."""

    name = models.CharField(max_length=40, primary_key=True)
    good = models.BooleanField(null=True)  # None: it ran and saw no data
    details = models.JSONField(default=dict)
    at = models.DateTimeField(db_default=Now())
    since = models.DateTimeField(db_default=Now())  # when `good` last changed

    class Meta:
        verbose_name = _("state of the house")
        verbose_name_plural = _("states of the house")

    def __str__(self) -> str:
        return self.name


class Root(models.Model):
    """The digest of one part of the record between two numbers, chained to the previous root. Append-only.

    A table is a part: its root holds the head of its event chain, and the rounds and results that ended
    since. Part 0 is the rule sheets, part -1 the settings of tables.
    """

    part = models.BigIntegerField(_("part"))
    number = models.BigIntegerField(_("number"))
    at = models.DateTimeField(_("at"), db_default=Now())
    first = models.BigIntegerField(_("from"))
    last = models.BigIntegerField(pgettext_lazy("period", "to"))
    rows = models.BigIntegerField(_("rows"))
    digest = models.CharField(_("digest"), max_length=64)
    events = models.BigIntegerField(_("last event"), default=0)
    head = models.CharField(_("chain of events"), max_length=64, blank=True)
    chain = models.CharField(_("chain"), max_length=64)

    class Meta:
        verbose_name = _("root of the record")
        verbose_name_plural = _("roots of the record")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("part", "number", name="one_root_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.part}:{self.number}"


class Proof(models.Model):
    """One run of a proof: the replay of the record, or the check of all chains. Append-only."""

    kind = models.CharField(_("what"), max_length=20)
    begun = models.DateTimeField(_("begun"))
    ended = models.DateTimeField(_("ended"), db_default=Now())
    since = models.DateTimeField(_("from"), null=True)
    rows = models.BigIntegerField(_("rows"), default=0)
    differences = models.BigIntegerField(_("differences"), default=0)
    faults = models.JSONField(_("faults"), default=list)
    # Whether it compared the whole record, not only what is new since the last run without a difference.
    complete = models.BooleanField(_("complete"), db_default=True, default=True)
    # Where the next run begins: the last root of each part and the last anchor that were compared.
    reached = models.JSONField(default=dict, db_default={}, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("requested by")
    )

    class Meta:
        verbose_name = _("proof")
        verbose_name_plural = _("proofs")
        default_permissions = ("add", "view")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("kind", models.F("id").desc(), name="proof_by_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
