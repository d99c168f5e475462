"""Sessions of tables that do not run continuously, and the players registered for them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.tables import Table


class TableSession(models.Model):
    """A session of a table that does not run continuously: its start, and the time after which it ends.

    [HE-2m] [HE-2s] [HE-6b]
    """

    class Status(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", _("cancelled")

    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions", verbose_name=_("table"))
    starts = models.DateTimeField(_("starts"))
    ends = models.DateTimeField(_("ends, once everybody has had the button"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ANNOUNCED)

    class Meta:
        verbose_name = _("table session")
        verbose_name_plural = _("table sessions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(ends__gt=models.F("starts")), name="a_session_ends_after_it_starts"
            ),
            models.UniqueConstraint("table", "starts", name="one_session_of_an_hour"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("starts", name="session_to_come", condition=models.Q(status="announced"))
        ]

    def __str__(self) -> str:
        return f"{self.table} · {date_format(localtime(self.starts), 'SHORT_DATETIME_FORMAT')}"


class Registration(models.Model):
    """A player for whom a seat is kept when a session begins.  [HE-6b]"""

    session = models.ForeignKey(
        TableSession, models.CASCADE, related_name="registrations", verbose_name=_("table session")
    )
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = pgettext_lazy("for a table session", "registration")
        verbose_name_plural = pgettext_lazy("for table sessions", "registrations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("session", "player", name="one_registration")
        ]

    def __str__(self) -> str:
        return f"{self.session} · {self.player}"
