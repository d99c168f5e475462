"""Results of self-checks, manifests of installed files, entries of people in the register of the generator's
parts, roots of the record, and runs of proofs.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.rulebook.models import RuleChange


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


class Manifest(models.Model):
    """The digest of every installed file, recorded by a person who vouches for it.

    Append-only; the last one counts.
    """

    at = models.DateTimeField(_("at"), db_default=Now())
    digest = models.CharField(_("digest"), max_length=64)
    files = models.JSONField(_("files"))
    # Version and digest of the libraries of the generator's parts. Manifests of earlier releases have none.
    libraries = models.JSONField(_("libraries"), default=dict, db_default={})
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


class PartEntry(models.Model):
    """What a person entered in the register of the generator's parts: who answers for a part, or the approved
    change of the generator by which a manifest differs from the one before.  [903-B 9.4.2, 9.5]

    Append-only; the last entry about the same part or manifest counts.
    """

    at = models.DateTimeField(_("at"), db_default=Now())
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    part = models.CharField(_("part"), max_length=6, blank=True)
    holder = models.CharField(_("answers for it"), max_length=120, blank=True)
    manifest = models.ForeignKey(
        Manifest, models.PROTECT, null=True, related_name="+", verbose_name=_("manifest of the house")
    )
    change = models.ForeignKey(
        RuleChange, models.PROTECT, null=True, related_name="+", verbose_name=_("change of the generator")
    )
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        verbose_name = _("entry in the register of the generator")
        verbose_name_plural = _("entries in the register of the generator")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="an_entry_is_about_a_part_or_a_manifest",
                condition=(models.Q(manifest=None, change=None) & ~models.Q(part="") & ~models.Q(holder=""))
                | models.Q(part="", holder="", manifest__isnull=False, change__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.part or self.manifest_id}"


class Certificate(models.Model):
    """A certificate of a recognised certification body about parts of the generator, as the operator entered
    it. Append-only.

    One that certifies a manifest makes a new base, with which all later changes are compared. The others are
    those of a quarter, about the changes in it.  [903-B 4.2.1, 9.6, 9.7.5, 9.7.6]
    """

    at = models.DateTimeField(_("at"), db_default=Now())
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    parts = models.JSONField(_("parts"))
    manifest = models.ForeignKey(
        Manifest, models.PROTECT, null=True, related_name="+", verbose_name=_("manifest of the house")
    )
    first = models.DateField(_("first day of the quarter"), null=True)
    last = models.DateField(_("last day of the quarter"), null=True)
    norm = models.CharField(_("technical norm"), max_length=120)
    norm_version = models.CharField(_("version of the norm"), max_length=40)
    body = models.CharField(_("certification body"), max_length=120)
    verifier = models.CharField(_("verified by"), max_length=120)
    reference = models.CharField(_("number of the certificate"), max_length=60)
    reports = models.CharField(_("reports of tests and audits"), max_length=500)
    dated = models.DateField(_("date of the certificate"))
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        verbose_name = _("certificate of the generator")
        verbose_name_plural = _("certificates of the generator")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="a_certificate_is_of_a_base_or_of_a_quarter",
                condition=models.Q(manifest__isnull=False, first=None, last=None)
                | models.Q(
                    manifest=None,
                    first__isnull=False,
                    last__isnull=False,
                    first__lte=models.F("last"),
                    last__lte=models.F("dated"),
                ),
            ),
            models.CheckConstraint(
                name="a_certificate_leaves_nothing_out",
                condition=~models.Q(norm="")
                & ~models.Q(norm_version="")
                & ~models.Q(body="")
                & ~models.Q(verifier="")
                & ~models.Q(reference="")
                & ~models.Q(reports=""),
            ),
        ]

    def __str__(self) -> str:
        return self.reference


class Root(models.Model):
    """The digest of one part of the record between two numbers, chained to the previous root. Append-only.

    A table is a part: its root holds the head of its event chain, and the rounds and results that ended
    since. Part 0 is the rule sheets, part -1 the settings of tables.
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
    faults = models.JSONField(_("faults"), default=list)
    # Whether it compared the whole record, not only what is new since the last run without a difference.
    complete = models.BooleanField(_("complete"), db_default=True, default=True)
    # Where the next run begins: the last root of each part and the last anchor that were compared.
    reached = models.JSONField(default=dict, db_default={}, editable=False)
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
