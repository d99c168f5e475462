"""What players write at the tables, to others and for themselves, and who may not write."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.shared.keeping import RECORD
from players.shared.personal_columns import PersonalCharField, SealedRow


class ChatLine(models.Model):
    """A line that a player wrote at a table, kept for ninety days.

    Staff may hide it, which stays on record.
    """

    table = models.ForeignKey("games.Table", models.PROTECT, related_name="chat", verbose_name=_("table"))
    round = models.IntegerField(_("round"), null=True)
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))
    alias = models.CharField(_("name at the tables"), max_length=20)
    text = models.CharField(_("text"), max_length=200)
    at = models.DateTimeField(_("at"), db_default=Now())
    hidden = models.DateTimeField(_("hidden"), null=True)
    hider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("hidden by")
    )

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("table", models.F("id").desc(), name="chat_by_table"),
            models.Index("at", name="chat_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.alias}: {self.text}"


class ChatMute(models.Model):
    """A player whom staff barred from the chat until a given time. The player may still play."""

    STAFF_COLUMNS: ClassVar = ("reason",)  # left out of the player's copy of their data

    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("chat mute")
        verbose_name_plural = _("chat mutes")
        indexes: ClassVar[list[models.Index]] = [models.Index("player", "until", name="mute_by_player")]

    def __str__(self) -> str:
        return f"{self.player} · {self.until:%Y-%m-%d %H:%M}"


class OpponentNote(SealedRow):
    """What a player wrote about another one of a table between players, for nobody else's eyes.

    It is deleted a year after it was written, and with the data of either player. The key is the writer's.
    """

    PERSONAL: ClassVar = ("text",)
    KEEPING: ClassVar = RECORD

    class Colour(models.TextChoices):
        NONE = "", _("no colour")
        RED = "red", _("red")
        YELLOW = "yellow", _("yellow")
        GREEN = "green", _("green")
        BLUE = "blue", _("blue")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    about = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("about"))
    colour = models.CharField(_("colour"), max_length=6, choices=Colour, blank=True)
    text = PersonalCharField(_("text"), max_length=300, blank=True)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("note about a player")
        verbose_name_plural = _("notes about players")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "about", name="one_note_about_a_player")
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("at", name="note_by_age")]

    def __str__(self) -> str:
        return f"{self.player} · {self.about}"
