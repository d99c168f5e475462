"""What a player wants to be notified of, the browsers that are notified, and notices on their way."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class PushKind(models.TextChoices):
    """What a notification is about."""

    TURN = "turn", _("it is your turn at a table")
    SEAT = "seat", _("a seat you wait for is free")
    SESSION = "session", _("a session you registered for starts")
    PAYMENT = "payment", _("a withdrawal has been paid")


class PushChoice(models.Model):
    """The kinds that a player chose. Without a row the player gets none."""

    player = models.OneToOneField(
        "players.Player", models.PROTECT, primary_key=True, related_name="+", verbose_name=_("player")
    )
    turn = models.BooleanField(default=False)
    seat = models.BooleanField(default=False)
    session = models.BooleanField(default=False)
    payment = models.BooleanField(default=False)

    class Meta:
        db_table = "inbox_pushchoice"
        verbose_name = _("choice of notifications")
        verbose_name_plural = _("choices of notifications")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.pk)


class PushSubscription(models.Model):
    """A browser in which a player allowed notifications: its address and its keys."""

    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))
    endpoint = models.CharField(max_length=500, unique=True)
    point = models.CharField(max_length=90)
    secret = models.CharField(max_length=24)
    made = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "inbox_pushsubscription"
        verbose_name = _("browser with notifications")
        verbose_name_plural = _("browsers with notifications")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.pk)


class PushNotice(models.Model):
    """What a croupier noticed for a player. The worker sends it within a second and deletes it."""

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    kind = models.CharField(max_length=8, choices=PushKind)
    table = models.BigIntegerField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "inbox_pushnotice"
        verbose_name = _("notice for a player")
        verbose_name_plural = _("notices for players")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("at", name="push_notice_by_time")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
