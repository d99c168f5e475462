"""The models of an ordinary Django project: one row per object, each saved on its own."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Row(models.Model):
    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Account(Row):
    """A player's wallet, or one of a table's own accounts."""

    name = models.CharField(max_length=60, unique=True)
    player = models.BigIntegerField(null=True, unique=True)
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(player=None) | models.Q(balance__gte=0), name="plain_wallet_not_below_zero"
            ),
        ]


class Round(Row):
    table = models.BigIntegerField()
    minimum = models.BigIntegerField()
    open = models.BooleanField(default=True)
    number = models.CharField(max_length=2, blank=True)
    stakes = models.ForeignKey(Account, models.PROTECT, related_name="+")
    bank = models.ForeignKey(Account, models.PROTECT, related_name="+")


class Bet(Row):
    round = models.ForeignKey(Round, models.PROTECT, related_name="bets", db_index=False)
    player = models.BigIntegerField()
    place = models.CharField(max_length=30)
    cents = models.BigIntegerField()
    won = models.BooleanField(null=True)
    prize = models.BigIntegerField(default=0)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index("round", "player", name="plain_bet_by_round")]


class Transfer(Row):
    id = models.UUIDField(primary_key=True)
    source = models.ForeignKey(Account, models.PROTECT, related_name="+")
    target = models.ForeignKey(Account, models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, models.PROTECT, related_name="+")
    cents = models.BigIntegerField()
    at = models.DateTimeField(auto_now_add=True)


class Event(Row):
    round = models.ForeignKey(Round, models.PROTECT, related_name="events")
    player = models.BigIntegerField(null=True)
    command = models.UUIDField(null=True)
    kind = models.CharField(max_length=24)
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "command", name="plain_command_once"),
        ]
