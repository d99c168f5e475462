"""The folded days of reports, issued reports, signatures of months, and reports sent by e-mail."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class DailyResult(models.Model):
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
        db_table = "reports_played"
        default_permissions = ()
        verbose_name = _("daily summary of play")
        verbose_name_plural = _("daily summaries of play")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "day", "table", "sheet", "testing", name="one_folded_day_of_a_table", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id}"


class DailyTransfers(models.Model):
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
        db_table = "reports_moved"
        default_permissions = ()
        verbose_name = _("daily summary of transfers")
        verbose_name_plural = _("daily summaries of transfers")
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
        verbose_name = _("daily summary of a jackpot's meter")
        verbose_name_plural = _("daily summaries of jackpots' meters")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "account", name="one_folded_day_of_a_meter")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.account_id}"


class ReportsFoldedUntil(models.Model):
    """The first day that is not folded; it and later days are queried live."""

    day = models.DateField()

    class Meta:
        db_table = "reports_upto"
        default_permissions = ()
        verbose_name = _("daily summaries of reports")
        verbose_name_plural = _("daily summaries of reports")

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
        # Of an optional app, which sends reports by e-mail: the rights of roles are the same in every house.
        permissions: ClassVar[Any] = [("add_reportschedule", "Can add scheduled report")]
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


class ClosingSignature(models.Model):
    """A person's signature under the closing reports of a month. The second is another person's.

    Append-only. `digest` is of the digests of the issued reports, in the order of the closing.
    """

    month = models.DateField(_("month"))
    position = models.SmallIntegerField(_("signature"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("signed by")
    )
    digest = models.CharField("SHA-256", max_length=64)
    # The points of the checklist that were open, and why the person signed nevertheless.
    open_points = models.JSONField(_("open points"), default=list)
    note = models.CharField(_("note"), max_length=200, blank=True)
    at = models.DateTimeField(_("signed"), db_default=Now())

    class Meta:
        default_permissions = ("add",)
        verbose_name = _("signature of a month")
        verbose_name_plural = _("signatures of months")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["month", "position"], name="one_signature_of_a_position"),
            models.UniqueConstraint(fields=["month", "person"], name="nobody_signs_a_month_twice"),
            models.CheckConstraint(condition=models.Q(position__in=[1, 2]), name="two_people_sign_a_month"),
            models.CheckConstraint(
                condition=models.Q(open_points=[]) | ~models.Q(note=""), name="open_points_are_explained"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.position}"
