"""The folded days of reports, and issued reports."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Played(models.Model):
    """Sums of the players' results of one day in Lisbon, by table and rule sheet, test accounts apart."""

    day = models.DateField()
    table = models.ForeignKey(
        "games.Table", models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    sheet = models.ForeignKey(
        "games.RuleSheet", models.PROTECT, db_constraint=False, db_index=False, null=True, related_name="+"
    )
    testing = models.BooleanField()
    rounds = models.IntegerField()
    staked = models.BigIntegerField()
    back = models.BigIntegerField()
    prize = models.BigIntegerField()
    commission = models.BigIntegerField()
    # What players lost against the house, with what they paid for playing; between players only the latter.
    gross = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        verbose_name = _("folded day of play")
        verbose_name_plural = _("folded days of play")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "day", "table", "sheet", "testing", name="one_folded_day_of_a_table", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id}"


class Moved(models.Model):
    """The transfers of one kind at one table on one day.

    Transfers of a round belong to the day on which it ended.

    Seat fees belong to their own time and to no rule sheet. A commission on a buy-in is not part of a round's
    result, so this row says whether a test account paid it; other transfers are not separated.
    """

    day = models.DateField()
    table = models.ForeignKey(
        "games.Table", models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    sheet = models.ForeignKey(
        "games.RuleSheet", models.PROTECT, db_constraint=False, db_index=False, null=True, related_name="+"
    )
    kind = models.CharField(max_length=20)
    testing = models.BooleanField(default=False)
    moves = models.IntegerField()
    cents = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        verbose_name = _("folded day of transfers")
        verbose_name_plural = _("folded days of transfers")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "day",
                "table",
                "sheet",
                "kind",
                "testing",
                name="one_folded_day_of_a_kind",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id} {self.kind}"


class Metered(models.Model):
    """By how much a jackpot's meter moved on one day, counted at its account; a round's transfers belong to
    the day on which it ended.
    """

    day = models.DateField()
    account = models.ForeignKey(
        "wallet.Account", models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    cents = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        verbose_name = _("folded day of a jackpot's meter")
        verbose_name_plural = _("folded days of jackpots' meters")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "account", name="one_folded_day_of_a_meter")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.account_id}"


class Upto(models.Model):
    """The first day that is not folded; it and later days are queried live."""

    day = models.DateField()

    class Meta:
        default_permissions = ()
        verbose_name = _("folded days of reports")
        verbose_name_plural = _("folded days of reports")

    def __str__(self) -> str:
        return f"{self.day}"


class Issue(models.Model):
    """A report as it was issued: parameters, rows and digest.

    Append-only. `by` is empty for the month's closing.
    """

    code = models.CharField(_("report"), max_length=30)
    parameters = models.JSONField(_("chosen"))
    data = models.JSONField(_("rows"), encoder=DjangoJSONEncoder)
    count = models.IntegerField(_("number of rows"))
    digest = models.CharField("SHA-256", max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("issued by")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField(_("issued"), db_default=Now())

    class Meta:
        default_permissions = ("add", "view")
        verbose_name = _("issued report")
        verbose_name_plural = _("issued reports")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("code", "parameters", name="a_report_is_issued_once"),
            models.CheckConstraint(
                condition=models.Q(by=None) | ~models.Q(reason=""), name="who_issues_says_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.pk}"

    @property
    def rows(self) -> list[Any]:
        return list(self.data["rows"])
