"""What the house owed its players at the end of each day, and for some weeks the tree that shows it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.record_names import day_name
from players.wallet.models import Currency


class DayTotal(models.Model):
    """What was published of a day. It stays for ever; the place in the public log is added once."""

    day = models.DateField(_("day"))
    currency = models.CharField(_("currency"), max_length=4, choices=Currency)
    instant = models.DateTimeField(_("moment"))
    leaves = models.BigIntegerField(_("leaves of the tree"))
    cents = models.BigIntegerField(_("balances of all players, in cents"))
    jackpots = models.BigIntegerField(_("jackpots, in cents"))
    root = models.CharField(_("root"), max_length=64)
    made = models.DateTimeField(_("made"), db_default=Now())
    entry = models.BigIntegerField(_("entry of the public log"), null=True)

    class Meta:
        verbose_name = _("total of players' money")
        verbose_name_plural = _("totals of players' money")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "currency", name="one_total_of_players_money_a_day"),
            models.CheckConstraint(
                condition=models.Q(leaves__gte=0, cents__gte=0, jackpots__gte=0),
                name="players_money_is_not_negative",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("made", name="players_money_by_time")]

    def __str__(self) -> str:
        return f"{day_name(self.day)} · {self.currency}"

    @property
    def name(self) -> str:
        """Of the entry in the public log."""
        return f"{self.day.isoformat()}.{self.currency}"


class DayTree(models.Model):
    """What the proofs of a day are made from, until it is deleted."""

    total = models.OneToOneField(DayTotal, models.PROTECT, primary_key=True, related_name="tree")
    # Salts follow from it. Sealed, so that a copy of the database alone tries no amounts.
    secret = models.BinaryField()
    # The sum and the hash of each tile.
    tops = models.BinaryField()

    class Meta:
        verbose_name = _("tree of players' money")
        verbose_name_plural = _("trees of players' money")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"


class LeafTile(models.Model):
    """The leaves at 1,024 places in a row: their players, then their cents, eight bytes each."""

    tree = models.ForeignKey(DayTree, models.PROTECT, db_index=False)
    number = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        verbose_name = _("leaves of players' money")
        verbose_name_plural = _("leaves of players' money")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("tree", "number", name="a_tile_of_leaves_once")
        ]

    def __str__(self) -> str:
        return f"{self.tree_id}/{self.number}"


class PlaceTile(models.Model):
    """The places of players' leaves in the order of players: players, eight bytes each, then places, four."""

    tree = models.ForeignKey(DayTree, models.PROTECT, db_index=False)
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    content = models.BinaryField()

    class Meta:
        verbose_name = _("places of players' money")
        verbose_name_plural = _("places of players' money")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("tree", "last", name="place_tile_by_player")]

    def __str__(self) -> str:
        return f"{self.tree_id}: {self.first}–{self.last}"
