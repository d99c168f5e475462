"""The audit log, and the seals of its lines and of the transfers."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.audit.log_page import kind_label
from players.record_names import moment_name


class Line(models.Model):
    """One action of a person, or of the system about a person. Append-only by privileges and by trigger."""

    at = models.DateTimeField(_("at"), db_default=Now())
    kind = models.CharField(_("what happened"), max_length=60)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("who did it"),
    )
    player = models.ForeignKey(
        "players.Player",
        models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("whom it concerns"),
    )
    about = models.CharField(_("about"), max_length=80, blank=True)
    details = models.JSONField(_("details"), default=dict, encoder=DjangoJSONEncoder)
    address = models.GenericIPAddressField(_("network address"), null=True)
    device = models.CharField(_("device"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("audit line")
        verbose_name_plural = _("audit lines")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="audit_by_player"),
            models.Index("player", models.F("at").desc(), name="audit_by_player_and_time"),
            models.Index("kind", models.F("id").desc(), name="audit_by_kind"),
            models.Index("about", models.F("id").desc(), name="audit_by_about"),
            models.Index("at", name="audit_by_time"),
        ]

    def __str__(self) -> str:
        return f"{kind_label(self.kind)} · {moment_name(self.at)}"


class Seal(models.Model):
    """The digests of the lines and transfers between two moments, chained to the previous seal."""

    number = models.BigIntegerField(_("number"), primary_key=True)
    made = models.DateTimeField(_("made"), db_default=Now())
    since = models.DateTimeField(_("from"), null=True)
    until = models.DateTimeField(pgettext_lazy("period", "to"))
    lines = models.BigIntegerField(_("audit lines"))
    lines_digest = models.CharField(_("digest of the lines"), max_length=64)
    transfers = models.BigIntegerField(_("transfers"))
    transfers_digest = models.CharField(_("digest of the transfers"), max_length=64)
    chain = models.CharField(_("chain"), max_length=64)

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.number}"


class SealCheck(models.Model):
    """A check that found no fault: the last seal that it compared with the record. Append-only."""

    number = models.BigIntegerField(_("number"))
    chain = models.CharField(_("chain"), max_length=64)
    complete = models.BooleanField(_("all seals since the first"))
    made = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("check of the seals")
        verbose_name_plural = _("checks of the seals")

    def __str__(self) -> str:
        return str(self.number)


class DetachedPart(models.Model):
    """Months whose transfers and events are in the archive alone. Only the owner of the tables writes it."""

    until = models.DateTimeField(_("up to"), primary_key=True)
    since = models.DateTimeField(_("from"), null=True)
    # The end of the names of its two tables.
    name = models.CharField(_("name"), max_length=20)
    events = models.BigIntegerField(_("events"))
    transfers = models.BigIntegerField(_("transfers"))
    # The signature of each month's archive.
    archives = models.JSONField(_("archives"))
    # By table, the number and the chain of its last event in the part.
    heads = models.JSONField(_("last events"))
    detached = models.DateTimeField(_("detached"), db_default=Now())

    class Meta:
        verbose_name = _("detached part")
        verbose_name_plural = _("detached parts")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.name}"


class Horizon(models.Model):
    """The moment up to which the record will be sealed once all transactions running then have ended."""

    at = models.DateTimeField()
    running = models.JSONField(default=list)

    class Meta:
        verbose_name = _("horizon")
        verbose_name_plural = _("horizons")

    def __str__(self) -> str:
        return f"{self.at}"
