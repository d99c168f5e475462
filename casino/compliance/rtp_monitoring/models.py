"""Days folded into what control needs of them, the alarms that followed, and who answered them. Theory is kept as it was counted."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Theory(models.Model):
    """What bets are worth under one rule sheet at tables of one kind, and how far luck may carry them: counted once."""

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
    """One day of one table under one rule sheet and one bet: folded anew while late rounds may come, then for good.

    The empty bet stands for whole rounds. What was expected, its variance and the squares are statistics, not money: in cents, and
    as real numbers.
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
            models.Index("system", "bet", "day", name="returns_by_game"),
            models.Index("table", "bet", "day", name="returns_by_table"),
            models.Index("sheet", "bet", "day", name="returns_by_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table} {self.bet}"


class Upto(models.Model):
    """The day before which everything is folded."""

    day = models.DateField()

    class Meta:
        verbose_name = _("state of return control")
        verbose_name_plural = _("state of return control")

    def __str__(self) -> str:
        return f"{self.day}"


class Alarm(models.Model):
    """Something came back other than theory allows for. Opened by the house itself; append-only."""

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
    """An officer has looked at an alarm, and says what was found; the count of that chart begins anew on the day after. Append-only."""

    alarm = models.OneToOneField(Alarm, models.PROTECT, related_name="answer", verbose_name=_("return alarm"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    day = models.DateField(_("counted anew from"))
    reason = models.CharField(_("reason"), max_length=400)

    class Meta:
        verbose_name = _("answer to a return alarm")
        verbose_name_plural = _("answers to return alarms")
        default_permissions = ("add", "view")

    def __str__(self) -> str:
        return f"{self.alarm}"
