"""Versions of the terms, and who accepted which."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.models import Player


class Terms(models.Model):
    """One version of the terms as shown to players, in both languages. Append-only."""

    version = models.IntegerField(_("version"), primary_key=True)
    since = models.DateTimeField(_("in force since"), db_default=Now())
    portuguese = models.TextField(_("Portuguese text"))
    english = models.TextField(_("English text"))
    portuguese_digest = models.CharField(_("digest of the Portuguese text"), max_length=64)
    english_digest = models.CharField(_("digest of the English text"), max_length=64)

    class Meta:
        verbose_name = _("version of the terms")
        verbose_name_plural = _("versions of the terms")

    def __str__(self) -> str:
        return gettext("Terms, version %(version)s") % {"version": self.version}


class Acceptance(models.Model):
    """A player's acceptance of a version of the terms. Append-only."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="acceptances", verbose_name=_("player"))
    terms = models.ForeignKey(Terms, models.PROTECT, related_name="+", verbose_name=_("version"))
    language = models.CharField(_("language"), max_length=5)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("acceptance of the terms")
        verbose_name_plural = _("acceptances of the terms")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "terms", name="a_version_is_accepted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.terms}"
