"""Notes of staff about players, and tags that mark players for staff."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.shared.keeping import RECORD
from players.shared.personal_columns import PersonalCharField, SealedRow


class PlayerNote(SealedRow):
    """What a member of staff noted about a player, for colleagues. Append-only."""

    PERSONAL: ClassVar = ("text",)
    KEEPING: ClassVar = RECORD
    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("written by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    text = PersonalCharField(_("text"), max_length=1000)

    class Meta:
        verbose_name = _("note about a player")
        verbose_name_plural = _("notes about players")
        default_permissions = ("view", "add")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="note_by_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.at}"


class PlayerTag(models.Model):
    """A word that marks a player for staff. Those who write notes also add and remove tags."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    name = models.CharField(_("tag"), max_length=24)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("added by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("tag of a player")
        verbose_name_plural = _("tags of players")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("player", "name"), name="a_tag_once")
        ]

    def __str__(self) -> str:
        return self.name
