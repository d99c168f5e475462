"""What the record of a player's play shows that somebody should look at, and who talked with the player about it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Marker(models.Model):
    """A sign, found one night by a threshold that is published with it. Append-only; it changes nothing for the player."""

    INTERNAL: ClassVar = True  # the player's copy of their data does not tell it

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("sign"), max_length=20)
    day = models.DateField(_("day"))
    # What was found, and the threshold that it passed, as the sentence tells them.
    said = models.JSONField(_("said"), default=dict)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("sign of care")
        verbose_name_plural = _("signs of care")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "kind", "day", name="one_sign_of_a_day")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(models.F("day").desc(), "player", name="sign_by_day")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.day}"


class Night(models.Model):
    """The day before which every day was looked at."""

    day = models.DateField()

    class Meta:
        verbose_name = _("state of care")
        verbose_name_plural = _("state of care")

    def __str__(self) -> str:
        return f"{self.day}"


class Contact(models.Model):
    """Somebody of the house talked with a player, or decided not to, and why. Append-only."""

    INTERNAL: ClassVar = True  # the player's copy of their data does not tell it

    class Road(models.TextChoices):
        CALL = "call", _("telephone")
        LETTER = "letter", _("e-mail or letter")
        CHAT = "chat", _("message in the house")
        NONE = "none", _("no contact: watched on")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    road = models.CharField(_("how"), max_length=10, choices=Road)
    said = models.CharField(_("what was said and agreed"), max_length=1000)

    class Meta:
        verbose_name = _("contact of care")
        verbose_name_plural = _("contacts of care")
        default_permissions = ("add", "view")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="contact_by_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.road}"
