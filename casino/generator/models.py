"""Manifests of installed files, entries of people in the register of the generator's parts, certificates, and
changes of the technical system with their steps.

The tables belong to the application of the checks of the record, which compares the installed files.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Greatest, Now
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


class HardwareEntry(models.Model):
    """A piece of hardware of the technical system as the operator entered it: a machine, or a room at a
    provider of virtual servers. Append-only; the last entry of a number counts.  [903-B 9.4.2, 9.4.4, 9.8]

    Software is read from the installed files; nothing in them knows where a machine stands.
    """

    class Environment(models.TextChoices):
        OWN = "own", _("own machines")
        PRIVATE = "private", _("private virtual servers")
        PUBLIC = "public", _("public virtual servers")

    at = models.DateTimeField(_("at"), db_default=Now())
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    number = models.CharField(_("number"), max_length=12)
    name = models.CharField(_("component"), max_length=120)
    version = models.CharField(_("version"), max_length=60)
    features = models.CharField(_("identifying features"), max_length=200)
    place = models.CharField(_("geographical location"), max_length=200)
    holder = models.CharField(_("responsible"), max_length=120)
    environment = models.CharField(_("environment"), max_length=7, choices=Environment)
    # Whether another machine takes over when it fails; and of a provider, that it holds ISO/IEC 27001 and
    # belongs to nobody who runs the house. Both decide how it is classified.
    is_redundant = models.BooleanField(_("another takes over when it fails"))
    is_certified = models.BooleanField(_("an independent provider certified under ISO/IEC 27001"))
    confidentiality = models.SmallIntegerField(_("confidentiality"))
    integrity = models.SmallIntegerField(_("integrity"))
    availability = models.SmallIntegerField(_("availability"))
    traceability = models.SmallIntegerField(_("traceability"))
    is_removed = models.BooleanField(_("no longer in use"))
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        app_label = "self_checks"
        verbose_name = _("entry of hardware")
        verbose_name_plural = _("entries of hardware")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="an_entry_of_hardware_leaves_nothing_out",
                condition=~models.Q(number="")
                & ~models.Q(name="")
                & ~models.Q(version="")
                & ~models.Q(features="")
                & ~models.Q(place="")
                & ~models.Q(holder="")
                & models.Q(
                    confidentiality__range=(1, 3),
                    integrity__range=(1, 3),
                    availability__range=(1, 3),
                    traceability__range=(1, 3),
                ),
            )
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class SystemChange(models.Model):
    """A change of the technical system as it is proposed: what it changes, why, and what it may do.
    Append-only: what became of it stands in its steps.  [903-B 9.7, 9.7.1, 9.7.2, 9.9.2]

    A change of the generator or of a rule sheet is a request of the rulebook, and not one of these.
    """

    class Category(models.TextChoices):
        ROUTINE = "routine", _("routine")
        ORDINARY = "ordinary", _("ordinary")
        LARGE = "large", _("large: much work, or many components")
        URGENT = "urgent", _("of extreme urgency, such as a security fault")

    title = models.CharField(_("change"), max_length=120)
    components = models.JSONField(_("components"))
    description = models.CharField(_("description"), max_length=2000)
    reason = models.CharField(_("reason"), max_length=500)
    category = models.CharField(_("category"), max_length=8, choices=Category)
    others = models.CharField(_("other components and documents that it may affect"), max_length=500)
    effect = models.CharField(_("expected effect"), max_length=500)
    risk = models.CharField(_("risk"), max_length=500)
    conformity = models.CharField(_("effect on what the licence asks"), max_length=500)
    # The effect on each of the four criteria, from 1 to 3.
    confidentiality = models.SmallIntegerField(_("confidentiality"))
    integrity = models.SmallIntegerField(_("integrity"))
    availability = models.SmallIntegerField(_("availability"))
    traceability = models.SmallIntegerField(_("traceability"))
    # The greatest of them and of the classes of the components.
    relevance = models.SmallIntegerField(_("relevance"))
    # Whether the files for the regulator have other records afterwards, and where examples of them lie.
    changes_data_model = models.BooleanField(_("changes the use of the data model"))
    examples = models.CharField(_("examples of the records"), max_length=200, blank=True)
    planned = models.DateField(_("planned for"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    at = models.DateTimeField(_("proposed"), db_default=Now())

    class Meta:
        app_label = "self_checks"
        verbose_name = _("change of the technical system")
        verbose_name_plural = _("changes of the technical system")
        default_permissions = ("add", "view")
        permissions: ClassVar[Any] = [("approve_systemchange", "Can approve change of the technical system")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(
                    relevance__range=(1, 3),
                    relevance__gte=Greatest("confidentiality", "integrity", "availability", "traceability"),
                    confidentiality__gte=1,
                    integrity__gte=1,
                    availability__gte=1,
                    traceability__gte=1,
                ),
                name="the_greatest_criterion_classifies_a_change",
            ),
            models.CheckConstraint(
                condition=models.Q(changes_data_model=False) | ~models.Q(examples=""),
                name="another_use_of_the_data_model_has_examples",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class SystemChangeStep(models.Model):
    """A step of a change of the technical system. Append-only.  [903-B 9.7.3, 9.7.4, 9.7.5, 9.9, 9.9.2]"""

    class Kind(models.TextChoices):
        APPROVED = "approved", _("approved")
        REJECTED = "rejected", _("rejected")
        NOTIFIED = "notified", _("shown to the regulator")
        AUTHORISED = "authorised", _("authorised by the regulator")
        MADE = "made", _("made")
        VERIFIED = "verified", _("verified")

    change = models.ForeignKey(
        SystemChange, models.PROTECT, related_name="steps", verbose_name=_("change of the technical system")
    )
    kind = models.CharField(_("step"), max_length=10, choices=Kind)
    text = models.CharField(_("text"), max_length=500)
    # The regulator's number, of what it was shown and of what it authorised.
    reference = models.CharField(_("reference"), max_length=60, blank=True)
    # Of a notice: before this moment the change may not be made.
    earliest = models.DateTimeField(_("not before"), null=True)
    # Of a change that was made: the installed files as they were recorded then.
    manifest = models.ForeignKey(
        Manifest, models.PROTECT, null=True, related_name="+", verbose_name=_("manifest of the house")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        app_label = "self_checks"
        verbose_name = _("step of a change of the technical system")
        verbose_name_plural = _("steps of changes of the technical system")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("change", "kind", name="a_change_takes_each_step_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["notified", "authorised"], manifest=None)
                & ~models.Q(reference="")
                | models.Q(kind="made", manifest__isnull=False)
                | models.Q(kind__in=["approved", "rejected", "verified"], manifest=None),
                name="a_step_says_what_proves_it",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="notified", earliest__isnull=False) | ~models.Q(kind="notified"),
                name="a_notice_says_from_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.change_id} {self.kind}"
