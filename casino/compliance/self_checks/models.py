"""The state of the house as it was last found, what the files of the house should be, the roots of the record, and the proofs that ran."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class State(models.Model):
    """How one thing was when it was last looked at. Written anew each time; what was found wrong is in the log besides."""

    name = models.CharField(max_length=40, primary_key=True)
    good = models.BooleanField()
    said = models.JSONField(default=dict)
    at = models.DateTimeField(db_default=Now())
    since = models.DateTimeField(db_default=Now())  # when it became so

    class Meta:
        verbose_name = _("state of the house")
        verbose_name_plural = _("states of the house")

    def __str__(self) -> str:
        return self.name


class Manifest(models.Model):
    """Every file of the house with its digest, as somebody who answers for it has recorded it. Append-only; the last one counts."""

    at = models.DateTimeField(_("at"), db_default=Now())
    digest = models.CharField(_("digest"), max_length=64)
    files = models.JSONField(_("files"))
    reason = models.CharField(_("reason"), max_length=200)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )

    class Meta:
        verbose_name = _("manifest of the house")
        verbose_name_plural = _("manifests of the house")
        default_permissions = ("add", "view")

    def __str__(self) -> str:
        return self.digest[:16]


class Root(models.Model):
    """What one part of the record came to between two numbers, chained to the root before it. Append-only.

    Of a table: its events by the chain that they carry themselves, and the rounds and results that ended since. Part 0 stands for the
    rule sheets, part -1 for the settings of tables.
    """

    part = models.BigIntegerField(_("part"))
    number = models.BigIntegerField(_("number"))
    at = models.DateTimeField(_("at"), db_default=Now())
    first = models.BigIntegerField(_("from"))
    last = models.BigIntegerField(_("to"))
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
    said = models.JSONField(_("said"), default=list)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("asked by")
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
