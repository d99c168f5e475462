"""Manifests of installed files, entries of people in the register of the generator's parts, and certificates.

The tables belong to the application of the checks of the record, which compares the installed files.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.rulebook.models import RuleChange


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
    version = models.CharField(_("version"), max_length=40, db_default="")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )

    class Meta:
        app_label = "self_checks"
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
    holder = models.CharField(_("responsible"), max_length=120, blank=True)
    manifest = models.ForeignKey(
        Manifest, models.PROTECT, null=True, related_name="+", verbose_name=_("manifest of the house")
    )
    change = models.ForeignKey(
        RuleChange, models.PROTECT, null=True, related_name="+", verbose_name=_("change of the generator")
    )
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        app_label = "self_checks"
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
        app_label = "self_checks"
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
