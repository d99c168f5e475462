"""Tables and their settings, and the tables that players prefer."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.catalogue import game_choices

# Command lists; each table always uses the same one. Many more than croupiers, which share them evenly.
SHARDS = 64


class Table(models.Model):
    """A live table.

    Only the croupier writes the fields from `version` on, and only while it holds the row lock.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DRAINING = "draining", _("closing after this round")
        CLOSED = "closed", pgettext_lazy("table", "closed")
        HELD = "held", _("on hold")

    name = models.CharField(_("name"), max_length=40, unique=True)
    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    currency = models.CharField(
        _("currency"), max_length=4, choices=[("EUR", _("euro")), ("DEMO", _("demonstration credits"))]
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    setting = models.ForeignKey(
        "TableSetting", models.PROTECT, null=True, related_name="+", verbose_name=_("setting")
    )

    version = models.BigIntegerField(_("last event"), default=0, editable=False)
    chain = models.BinaryField(default=b"", editable=False)
    round = models.IntegerField(_("round"), default=0, editable=False)
    seated = models.IntegerField(_("seated"), default=0, editable=False)
    partners = models.IntegerField(_("of which house players"), default=0, db_default=0, editable=False)
    waiting = models.IntegerField(_("waiting for a seat"), default=0, editable=False)
    due = models.DateTimeField(_("next step due"), null=True, editable=False)
    inactivity_due = models.DateTimeField(_("next inactivity check"), null=True, editable=False)
    phase = models.CharField(_("phase"), max_length=10, default="", db_default="", blank=True, editable=False)
    recent = models.CharField(_("last results"), max_length=400, blank=True, editable=False)
    snapshot = models.BinaryField(default=b"", editable=False)
    snapshot_version = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("due", name="table_by_due", condition=models.Q(due__isnull=False)),
            models.Index(
                "inactivity_due", name="table_by_inactivity", condition=models.Q(inactivity_due__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> int:
        """How many people sit here: house players are programs."""
        return self.seated - self.partners

    @property
    def shard(self) -> int:
        return int(self.pk) % SHARDS


class TableSetting(models.Model):
    """The operator's setting of one table: limits, times, seats.

    A setting is immutable. A change is a new version, which starts at a round boundary.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="settings", verbose_name=_("table"))
    version = models.IntegerField(_("version"))
    data = models.TextField(_("setting"))
    digest = models.CharField(_("digest"), max_length=64)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("author")
    )

    class Meta:
        verbose_name = _("table setting")
        verbose_name_plural = _("table settings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("table", "version", name="one_setting_of_a_version"),
        ]

    def __str__(self) -> str:
        return gettext("%(name)s · version %(version)s") % {"name": self.table, "version": self.version}


class Favourite(models.Model):
    """A table that a player wants to see first in the lobby."""

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    table = models.ForeignKey(
        Table, models.PROTECT, db_index=False, related_name="+", verbose_name=_("table")
    )
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("favourite table")
        verbose_name_plural = _("favourite tables")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "table", name="a_favourite_once")
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.table}"
