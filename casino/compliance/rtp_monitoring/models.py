"""Daily sums, theoretical returns, alarms and their answers."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Theory(models.Model):
    """The theoretical returns and variances of bets, for one rule sheet and kind of table; computed once."""

    system = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    case = models.CharField(max_length=64)
    data = models.TextField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("theory of returns")
        verbose_name_plural = _("theories of returns")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("system", "digest", "case", name="one_theory_of_a_case"),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.digest[:8]}"


class Day(models.Model):
    """The sums of a day, table, rule sheet and bet; recomputed while late rounds may arrive.

    The empty bet means whole rounds. Expected value, variance and squares are statistics, not money: floating
    point, in cents.
    """

    day = models.DateField(_("day"))
    table = models.BigIntegerField(_("table"))
    system = models.CharField(_("game"), max_length=20)
    sheet = models.BigIntegerField(_("rule sheet"))
    bet = models.CharField(_("bet"), max_length=20, blank=True)
    rounds = models.IntegerField(_("rounds"))
    staked = models.BigIntegerField(_("staked, in cents"))
    returned = models.BigIntegerField(_("returned, in cents"))
    expected = models.FloatField(_("expected, in cents"))
    variance = models.FloatField(_("variance"))
    squares = models.FloatField(_("sum of the squares"))
    spread = models.FloatField(_("sum of the squared variances"))

    class Meta:
        verbose_name = _("day of return control")
        verbose_name_plural = _("days of return control")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "table", "sheet", "bet", name="one_day_of_a_bet"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("system", "bet", "day", name="rtp_monitoring_by_game"),
            models.Index("table", "bet", "day", name="rtp_monitoring_by_table"),
            models.Index("sheet", "bet", "day", name="rtp_monitoring_by_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table} {self.bet}"


REFOLDED_DAYS = 2  # folded once more, to include what was committed around midnight


class ReturnsFoldedUntil(models.Model):
    """The first day that is not folded, and where the charts stood when alarms were last looked for."""

    day = models.DateField()
    # The sums of each chart before a day that is not folded again (casino.compliance.rtp_monitoring.charts).
    reached = models.JSONField(default=dict, db_default={}, editable=False)

    class Meta:
        db_table = "rtp_monitoring_upto"
        verbose_name = _("state of return control")
        verbose_name_plural = _("state of return control")

    def __str__(self) -> str:
        return f"{self.day}"


class Alarm(models.Model):
    """A return that chance does not explain. Raised automatically; append-only."""

    scope = models.CharField(_("chart"), max_length=80)
    day = models.DateField(_("day"))
    since = models.DateField(_("counted from"))
    rounds = models.BigIntegerField(_("rounds"))
    staked = models.BigIntegerField(_("staked, in cents"))
    difference = models.BigIntegerField(_("difference, in cents"))
    evidence = models.FloatField(_("evidence"))
    opened = models.DateTimeField(_("opened"), db_default=Now())

    class Meta:
        verbose_name = _("return alarm")
        verbose_name_plural = _("return alarms")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("scope", "since", name="one_alarm_of_a_count"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.day}"


class Answer(models.Model):
    """An officer's answer to an alarm; its chart restarts on `day`. Append-only."""

    alarm = models.OneToOneField(Alarm, models.PROTECT, related_name="answer", verbose_name=_("return alarm"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    day = models.DateField(_("restarted from"))
    reason = models.CharField(_("reason"), max_length=400)

    class Meta:
        verbose_name = _("answer to a return alarm")
        verbose_name_plural = _("answers to return alarms")
        default_permissions = ("add", "view")

    def __str__(self) -> str:
        return f"{self.alarm}"
