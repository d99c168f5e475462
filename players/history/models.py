"""Daily totals of a player's history, monthly statements, and copies of personal data.

The totals are computed from the record after each day: no bet waits for them, and a page about a year reads
days instead of rounds.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.wallet.models import Account, Currency


class DailyPlay(models.Model):
    """One player's rounds at one table on one day of Lisbon."""

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    day = models.DateField()
    # A plain number, because `players` does not depend on `games`.
    table = models.BigIntegerField()
    system = models.CharField(max_length=20)
    currency = models.CharField(max_length=4, choices=Currency)
    rounds = models.IntegerField()
    staked = models.BigIntegerField()
    returned = models.BigIntegerField()

    class Meta:
        db_table = "history_played"
        verbose_name = _("day of play")
        verbose_name_plural = _("days of play")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "day", "table", name="one_day_at_a_table")
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("day", name="played_by_day")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day} {self.table}"


class DailyMovement(models.Model):
    """What transfers of one kind brought into a wallet and took out of it on one day of Lisbon."""

    account = models.ForeignKey(
        Account, models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    day = models.DateField()
    kind = models.CharField(max_length=20)
    # Whether the transfers belong to rounds; others are deposits, withdrawals and their reversals.
    play = models.BooleanField()
    moves = models.IntegerField()
    came = models.BigIntegerField()
    went = models.BigIntegerField()

    class Meta:
        db_table = "history_moved"
        verbose_name = _("day of movements")
        verbose_name_plural = _("days of movements")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("account", "day", "kind", "play", name="one_day_of_a_kind")
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("day", name="moved_by_day")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.day} {self.kind}"


class FoldedUntil(models.Model):
    """The first day without final totals; it and later days are read from the record."""

    upto = models.DateField()

    class Meta:
        db_table = "history_folded"
        verbose_name = _("folding")
        verbose_name_plural = _("foldings")

    def __str__(self) -> str:
        return f"{self.upto}"


class Statement(models.Model):
    """The statement of one wallet for a month.

    It is kept permanently and never recomputed.  [AR-26] [FR-R27]
    """

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="statements", verbose_name=_("player")
    )
    currency = models.CharField(_("currency"), max_length=4, choices=Currency)
    month = models.DateField(_("month"))
    made = models.DateTimeField(_("made"), db_default=Now())
    data = models.JSONField(_("figures"))
    digest = models.CharField(_("digest"), max_length=64)

    class Meta:
        verbose_name = _("monthly statement")
        verbose_name_plural = _("monthly statements")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "currency", "month", name="one_statement_a_month"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("month", name="statement_by_month")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.currency} {self.month:%Y-%m}"


class Copy(models.Model):
    """A copy of a player's personal data, made by the worker and kept for a week."""

    class State(models.TextChoices):
        ASKED = "asked", _("being made")
        READY = "ready", _("ready")
        EXPIRED = "expired", _("expired")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="copies", verbose_name=_("player")
    )
    requested_at = models.DateTimeField(_("requested"), db_default=Now())
    state = models.CharField(_("status"), max_length=8, choices=State, default=State.ASKED)
    expires = models.DateTimeField(_("expires"), null=True)
    bytes = models.BigIntegerField(_("size"), default=0)
    digest = models.CharField(_("digest"), max_length=64, blank=True)
    data = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("copy of personal data")
        verbose_name_plural = _("copies of personal data")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", condition=models.Q(state="asked"), name="one_copy_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.requested_at}"
