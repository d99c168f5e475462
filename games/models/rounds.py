"""The record of rounds: rounds, events and stakes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.rule_sheets import RuleSheet
from games.models.tables import Table, TableSetting
from players.audit.online_record import is_archived
from players.shared.keeping import RECORD
from players.shared.personal_columns import PersonalCharField, SealedRow

# Events and transfers of one transaction are dated one after the other.
BEFORE_OPENED, AFTER_ENDED = timedelta(minutes=1), timedelta(days=1)


class Round(models.Model):
    """One round of a table, with the rule sheet, the setting and the engine it is played under.

    [AR-3d] [FR-3d]
    """

    class Status(models.TextChoices):
        PREPARED = "prepared", _("prepared")
        OPEN = "open", _("open")
        ENDED = "ended", pgettext_lazy("round", "ended")
        VOID = "void", _("void")

    # Without indexes of their own: rounds are found by their table and number, never by a sheet or a setting.
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="rounds", verbose_name=_("table"), db_index=False
    )
    number = models.IntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PREPARED)
    sheet = models.ForeignKey(
        RuleSheet, models.PROTECT, null=True, related_name="+", verbose_name=_("rule sheet"), db_index=False
    )
    setting = models.ForeignKey(
        TableSetting, models.PROTECT, null=True, related_name="+", verbose_name=_("setting"), db_index=False
    )
    engine = models.CharField(_("engine"), max_length=64, blank=True)
    commitment = models.CharField(_("commitment"), max_length=64)
    sealed = models.BinaryField(editable=False)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    nonces = models.TextField(_("browsers' shares"), default="{}")
    shares = models.JSONField(
        _("browsers' shares before bets opened, by player"), default=dict, db_default={}, editable=False
    )
    shoe = models.IntegerField(_("round in which the shoe began"), default=0)
    root = models.CharField(_("promise of the pack, card by card"), max_length=64, blank=True)
    # The engine's state when the round opened. With the events it gives the whole round.
    start = models.BinaryField(default=b"", editable=False)
    opened = models.DateTimeField(_("bets opened"), null=True)
    ended = models.DateTimeField(_("ended"), null=True)
    outcome = models.CharField(_("outcome"), max_length=60, blank=True)
    cause = models.CharField(_("cause"), max_length=60, blank=True)
    staked = models.BigIntegerField(_("staked, in cents"), default=0)
    returned = models.BigIntegerField(_("returned, in cents"), default=0)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("table", "number", name="one_round_of_a_number")
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("ended", "id", name="round_by_time")]

    def __str__(self) -> str:
        return gettext("%(table)s · round %(number)s") % {"table": self.table, "number": self.number}

    def within(self) -> dict[str, datetime]:
        """Bounds of time for the events and transfers of this round, which so are read in few months."""
        bounds = {}
        if self.opened is not None:
            bounds["at__gte"] = self.opened - BEFORE_OPENED
        if self.ended is not None:
            bounds["at__lt"] = self.ended + AFTER_ENDED
        return bounds

    @property
    def is_archived(self) -> bool:
        """Whether its events and transfers are in the archive alone."""
        return self.opened is not None and is_archived(self.opened)


class Event(models.Model):
    """An event of a table. Append-only; the last of each transaction has a digest of all events up to it."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    table = models.ForeignKey(
        Table,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="events",
        verbose_name=_("table"),
    )
    seq = models.BigIntegerField(_("number"))
    round = models.ForeignKey(
        Round,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        null=True,
        related_name="events",
        verbose_name=_("round"),
    )
    at = models.DateTimeField(_("at"))
    kind = models.CharField(_("kind"), max_length=24)
    data = models.TextField(_("what happened"))
    player = models.BigIntegerField(_("player"), null=True)
    command = models.UUIDField(_("command"), null=True)
    digest = models.BigIntegerField(_("digest of the command"), null=True)
    chain = models.BinaryField(_("chain"), null=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        indexes: ClassVar[list[models.Index]] = [models.Index("round", name="event_of_round")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Command(models.Model):
    """An accepted command, with the event that it caused. The database writes it with the event.

    Its id is unique for its player in all months, so that a retry has no second effect. Events are stored by
    month, and no index of theirs reaches over all months.
    """

    pk = models.CompositePrimaryKey("player", "command")
    player = models.BigIntegerField(_("player"))
    command = models.UUIDField(_("command"))
    seq = models.BigIntegerField(_("number"))
    digest = models.BigIntegerField(_("digest of the command"))

    class Meta:
        verbose_name = _("command")
        verbose_name_plural = _("commands")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.command)


class Stake(models.Model):
    """The result of one player in one round, written when the round ends.  [AR-24] [FR-R25]"""

    round = models.ForeignKey(
        Round,
        models.PROTECT,
        db_constraint=False,
        related_name="stakes",
        verbose_name=_("round"),
        db_index=False,  # one_stake_per_round begins with it
    )
    player = models.ForeignKey(
        "players.Player",
        models.PROTECT,
        db_constraint=False,
        related_name="+",
        verbose_name=_("player"),
        db_index=False,
    )
    session = models.BigIntegerField(_("play session"))
    seat = models.IntegerField(_("seat"))
    staked = models.BigIntegerField(_("staked, in cents"))
    lost = models.BigIntegerField(_("lost, in cents"))
    back = models.BigIntegerField(_("stakes back, in cents"))
    prize = models.BigIntegerField(_("prizes, in cents"))
    held = models.BigIntegerField(_("carried on, in cents"))
    commission = models.BigIntegerField(_("commission, in cents"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("round", "player", name="one_stake_per_round")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("at").desc(), name="stake_by_player"),
            models.Index("session", name="stake_by_session"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.player}"

    @property
    def returned(self) -> int:
        return self.back + self.prize - self.commission

    @property
    def net(self) -> int:
        """As in the totals: a stake held for the next round counts as lost until it returns."""
        return self.returned - self.staked


class RoundNote(SealedRow):
    """What a player wrote about a round of theirs, for nobody else's eyes.

    It is deleted a year after it was written, and with the data of the player.
    """

    PERSONAL: ClassVar = ("text",)
    KEEPING: ClassVar = RECORD

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    round = models.ForeignKey(
        Round, models.PROTECT, db_constraint=False, db_index=False, related_name="+", verbose_name=_("round")
    )
    text = PersonalCharField(_("text"), max_length=500)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("note about a round")
        verbose_name_plural = _("notes about rounds")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "round", name="one_note_about_a_round")
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("at", name="round_note_by_age")]

    def __str__(self) -> str:
        return f"{self.player} · {self.round}"
