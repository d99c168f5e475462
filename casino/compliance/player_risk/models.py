"""The contacts of staff with players about signs of risk. The signs are alerts of `monitoring`."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.shared.keeping import RECORD
from players.shared.personal_columns import PersonalCharField, SealedRow


class Contact(SealedRow):
    """A contact of staff with a player, or the decision against one, with the reason. Append-only."""

    PERSONAL: ClassVar = ("notes",)
    KEEPING: ClassVar = RECORD
    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    class Method(models.TextChoices):
        CALL = "call", _("phone")
        LETTER = "letter", _("e-mail or letter")
        CHAT = "chat", _("message in the account")
        NONE = "none", _("no contact: still watching")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    method = models.CharField(_("how"), max_length=10, choices=Method)
    notes = PersonalCharField(_("what was said and agreed"), max_length=1000)

    class Meta:
        verbose_name = _("contact about risk signs")
        verbose_name_plural = _("contacts about risk signs")
        default_permissions = ("add", "view")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="contact_by_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.method}"
