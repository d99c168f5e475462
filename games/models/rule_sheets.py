"""Rule sheets of games."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import game_choices


class RuleSheet(models.Model):
    """The operator's specific rules of one game: immutable, versioned, one in force.

    [AR-P2] [AR-P3] [FR-P2] [FR-P3] [HE-P3]
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        IN_FORCE = "in-force", _("in force")
        SUPERSEDED = "superseded", _("superseded")

    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    version = models.IntegerField(_("version"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    data = models.TextField(_("rules"))
    digest = models.CharField(_("digest"), max_length=64)
    reference = models.CharField(_("regulator's reference"), max_length=60, blank=True)
    since = models.DateTimeField(_("in force since"), null=True)

    class Meta:
        verbose_name = _("rule sheet")
        verbose_name_plural = _("rule sheets")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("system", "version", name="one_sheet_of_a_version"),
            models.UniqueConstraint(
                "system", condition=models.Q(status="in-force"), name="one_sheet_in_force"
            ),
        ]

    def __str__(self) -> str:
        named = {"name": self.get_system_display(), "version": self.version}
        return gettext("%(name)s · version %(version)s") % named
