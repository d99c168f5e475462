"""Accounts and the transfers between them. The database enforces their invariants (`database/`)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.shared.money import format_money
from players.wallet.transfer_kinds import transfer_kind_name


class Currency(models.TextChoices):
    EUR = "EUR", _("euro")
    DEMO = "DEMO", _("demonstration credits")


class Account(models.Model):
    """A balance. Only transfers change it: a trigger updates it from each set of new transfers."""

    class Kind(models.TextChoices):
        WALLET = "wallet", _("player's wallet")
        STACK = "stack", _("chips at a table")
        STAKES = "stakes", _("stakes on the table")
        HELD = "held", _("stakes carried to the next round")
        JACKPOT = "jackpot", _("jackpot")
        BANK = "bank", _("bank of the table")
        COMMISSION = "commission", _("commission")
        WITHDRAWAL = "withdrawal", _("withdrawals on their way")
        ADJUSTMENT = "adjustment", _("adjustments by the house")
        CASH = "cash", _("money outside the house")

    # Accounts that hold players' money never go below zero; the operator's own accounts may.
    NEVER_BELOW_ZERO: ClassVar[list[str]] = ["wallet", "stack", "stakes", "held", "jackpot", "withdrawal"]

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    currency = models.CharField(_("currency"), max_length=4, choices=Currency)
    player = models.ForeignKey(
        "players.Player", models.PROTECT, null=True, related_name="accounts", verbose_name=_("player")
    )
    table = models.BigIntegerField(_("table"), null=True)
    balance = models.BigIntegerField(_("balance, in cents"), default=0)
    moves = models.BigIntegerField(_("transfers so far"), default=0)
    # The application role may not update a balance but must lock the row; the UPDATE privilege on this unused
    # column allows that.
    latch = models.SmallIntegerField(default=0, editable=False)
    # The name of the table, where a list of the back office has looked it up. It is not stored.
    table_label = ""

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "kind", "currency", "player", "table", name="one_account_of_a_kind", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=models.Q(balance__gte=0)
                | ~models.Q(kind__in=["wallet", "stack", "stakes", "held", "jackpot", "withdrawal"]),
                name="players_money_never_below_zero",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["wallet", "stack"], player__isnull=False)
                | (~models.Q(kind__in=["wallet", "stack"]) & models.Q(player__isnull=True)),
                name="a_wallet_has_a_player",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("table", name="account_by_table", condition=models.Q(table__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.get_currency_display()}"


class Transfer(models.Model):
    """An amount moved from one account to another. A repeated request with the same id posts nothing."""

    id = models.UUIDField(primary_key=True)
    kind = models.CharField(_("kind"), max_length=20)
    source = models.ForeignKey(
        Account,
        models.PROTECT,
        db_constraint=False,
        related_name="paid",
        verbose_name=_("from"),
        db_index=False,
    )
    target = models.ForeignKey(
        Account,
        models.PROTECT,
        db_constraint=False,
        related_name="received",
        verbose_name=_("to"),
        db_index=False,
    )
    currency = models.CharField(_("currency"), max_length=4, choices=Currency)
    cents = models.BigIntegerField(_("amount, in cents"))
    round = models.BigIntegerField(_("round"), null=True)
    seat = models.IntegerField(_("seat"), null=True)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(cents__gt=0), name="a_transfer_moves_something"),
            models.CheckConstraint(
                condition=~models.Q(source=models.F("target")), name="a_transfer_goes_elsewhere"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("round", name="transfer_by_round", condition=models.Q(round__isnull=False)),
            models.Index("source", "at", name="transfer_by_source"),
            models.Index("target", "at", name="transfer_by_target"),
        ]

    def __str__(self) -> str:
        return f"{transfer_kind_name(self.kind)} · {format_money(self.cents, self.currency)}"


class TransferId(models.Model):
    """The id of a transfer outside play. The database writes it with the transfer.

    It is unique in all months, so that nothing is posted twice: transfers are stored by month, and no index
    of theirs reaches over all months. The ids of play follow from the events that cause it.
    """

    id = models.UUIDField(primary_key=True)

    class Meta:
        verbose_name = _("id of a transfer")
        verbose_name_plural = _("ids of transfers")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.id)


class CheckedBalance(models.Model):
    """What an account paid and received before the moment of the last check of the books."""

    account = models.OneToOneField(
        Account,
        models.PROTECT,
        primary_key=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("account"),
    )
    received = models.BigIntegerField(_("received, in cents"))
    paid = models.BigIntegerField(_("paid, in cents"))
    moves = models.BigIntegerField(_("transfers so far"))

    class Meta:
        verbose_name = _("checked balance")
        verbose_name_plural = _("checked balances")

    def __str__(self) -> str:
        return f"{self.account_id}: {self.received - self.paid}"


class DetachedSum(models.Model):
    """What an account paid and received by transfers of one kind that are in the archive alone."""

    pk = models.CompositePrimaryKey("until", "account", "kind")
    until = models.DateTimeField(_("up to"))
    account = models.ForeignKey(
        Account,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("account"),
    )
    kind = models.CharField(_("kind"), max_length=20)
    received = models.BigIntegerField(_("received, in cents"))
    paid = models.BigIntegerField(_("paid, in cents"))
    moves = models.BigIntegerField(_("transfers so far"))

    class Meta:
        verbose_name = _("sum of detached transfers")
        verbose_name_plural = _("sums of detached transfers")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("account", name="detached_sum_by_account")]

    def __str__(self) -> str:
        return f"{self.account_id} · {self.kind}"


class BooksCheck(models.Model):
    """A moment up to which every balance was compared with all its transfers. Append-only."""

    until = models.DateTimeField(_("up to"))
    made = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("check of the books")
        verbose_name_plural = _("checks of the books")

    def __str__(self) -> str:
        return f"{self.until}"
