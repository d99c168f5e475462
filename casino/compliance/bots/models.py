"""The decisions at hold'em of each player and day, packed, and what the comparison of them found."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class PlayedDay(models.Model):
    """What the server saw of a player's decisions on a day of UTC (`play.py`), derived from the record."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    day = models.DateField(_("day"))
    player = models.BigIntegerField(_("player"))
    decisions = models.BinaryField(_("decisions"))

    class Meta:
        verbose_name = _("decisions of a day")
        verbose_name_plural = _("decisions of days")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "day", name="one_row_of_decisions_of_a_day")
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("day", name="decisions_by_day")]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"


class Finding(models.Model):
    """A player plays as programs do and people do not. A rule makes a case of it. Append-only."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    class Kind(models.TextChoices):
        ALONE = "alone", _("signs of a program")
        ALIKE = "alike", _("accounts that play as one")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    at = models.DateTimeField(_("at"), db_default=Now())
    figures: Any = models.JSONField(_("figures"))

    class Meta:
        verbose_name = _("finding about a bot")
        verbose_name_plural = _("findings about bots")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("at").desc(), name="bot_finding_by_player"),
            models.Index("at", name="bot_finding_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
