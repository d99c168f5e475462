"""The stored hands and counts, the runs of the analysis, and the cases with their evidence and steps."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AnalysedHand(models.Model):
    """The result of a hand of a money table, derived from the record."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    round = models.BigIntegerField(_("round"), primary_key=True)
    table = models.BigIntegerField(_("table"))
    day = models.DateField(_("day"))
    at = models.DateTimeField(_("at"))
    minimum = models.BigIntegerField(_("big blind, in cents"))
    players = ArrayField(models.BigIntegerField(), verbose_name=_("players"))
    nets = ArrayField(models.BigIntegerField(), verbose_name=_("won or lost, in cents"))

    class Meta:
        db_table = "collusion_hand"
        verbose_name = _("hand that was read")
        verbose_name_plural = _("hands that were read")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("day", name="hand_read_by_day"),
            models.Index("at", name="hand_read_by_hour"),
        ]

    def __str__(self) -> str:
        return str(self.round)


class Tally(models.Model):
    """Per day, how often a kind of decision came up between two players, and its watched choice."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    day = models.DateField(_("day"))
    player = models.BigIntegerField(_("player"))
    other = models.BigIntegerField(_("other player"))
    moment = models.CharField(_("moment"), max_length=20)
    came = models.IntegerField(_("how often the situation occurred"))
    done = models.IntegerField(_("how often they did it"))

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "player", "other", "moment", name="one_tally_of_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.other} {self.moment}"


class DecisionTimes(models.Model):
    """Per day, how many decisions of a player took this long. A step is a sixth of a natural logarithm."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    day = models.DateField(_("day"))
    player = models.BigIntegerField(_("player"))
    step = models.SmallIntegerField(_("step"))
    came = models.IntegerField(_("how often the situation occurred"))

    class Meta:
        verbose_name = _("decision times of a player")
        verbose_name_plural = _("decision times of players")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "player", "step", name="one_decision_time_of_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.step}"


class AnalysisRun(models.Model):
    """One run of the analysis: its first day, what it compared, and its limits. Append-only."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    at = models.DateTimeField(_("at"), db_default=Now())
    since = models.DateField(_("first day"))
    new_hands = models.IntegerField(_("hands read for the first time"))
    hands = models.IntegerField(_("hands"))
    pairs = models.IntegerField(_("pairs"))
    people = models.IntegerField(_("players whose decision times were compared"))
    findings = models.IntegerField(_("findings"))
    limits = models.JSONField(_("limits"), default=dict)

    class Meta:
        verbose_name = _("check of the record")
        verbose_name_plural = _("checks of the record")

    def __str__(self) -> str:
        return f"{self.at}"


class Case(models.Model):
    """Something about players of hold'em that people must look at.

    Figures open it; two people close it.  [HE-11c] [HE-11e] [HE-11f]
    """

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    class Kind(models.TextChoices):
        PAIR = "pair", _("two players together")
        ONE = "one", _("one player's decision times")
        REPORT = "report", _("report of a player")

    class State(models.TextChoices):
        OPEN = "open", _("not checked yet")
        LOOKED_AT = "looked-at", _("under review")
        CLOSED = "closed", _("closed by two people")

    class Decision(models.TextChoices):
        NO_FINDING = "no-finding", _("nothing was found")
        WARN = "warn", _("warn the players")
        REFER = "refer", _("refer to the regulator")
        SUSPEND = "suspend", _("propose that the accounts be suspended")

    kind = models.CharField(_("what"), max_length=8, choices=Kind)
    # The players, or the complaint. Only one case that is not closed may have a key.
    key = models.CharField(_("about"), max_length=60)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    opened = models.DateTimeField(_("opened"), db_default=Now())
    decision = models.CharField(_("decision"), max_length=12, choices=Decision, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    proposer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("proposed by")
    )
    signer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("signed by")
    )
    closed = models.DateTimeField(pgettext_lazy("case", "closed"), null=True)

    class Meta:
        verbose_name = _("integrity case")
        verbose_name_plural = _("integrity cases")
        permissions: ClassVar[Any] = [
            ("act_case", "Can look at, decide and sign cases of integrity"),
            ("open_hands", "Can have the hands of a case opened face up"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "key", condition=~models.Q(state="closed"), name="one_open_case_of_a_kind"
            ),
            # The person who proposed a decision may not sign it.
            models.CheckConstraint(
                condition=models.Q(signer=None)
                | models.Q(proposer__isnull=False) & ~models.Q(signer=models.F("proposer")),
                name="a_case_needs_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(state="closed", signer__isnull=False, closed__isnull=False)
                & ~models.Q(decision="")
                & ~models.Q(reason="")
                | ~models.Q(state="closed") & models.Q(signer=None, closed=None),
                name="a_case_is_closed_by_two",
            ),
            models.CheckConstraint(
                condition=models.Q(proposer=None, decision="")
                | models.Q(proposer__isnull=False) & ~models.Q(decision=""),
                name="a_decision_has_somebody",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("state", models.F("id").desc(), name="case_by_state")
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        return f"I-{self.pk:05}"


class CaseMember(models.Model):
    """A player whom a case is about. Append-only."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    case = models.ForeignKey(Case, models.PROTECT, related_name="members", verbose_name=_("integrity case"))
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))

    class Meta:
        verbose_name = _("player of a case")
        verbose_name_plural = _("players of a case")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("case", "player", name="a_case_member_once")
        ]

    def __str__(self) -> str:
        return f"{self.case_id} {self.player_id}"


class Evidence(models.Model):
    """The figures of a finding; sentences are made of them in the reader's language. Append-only."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    case = models.ForeignKey(Case, models.PROTECT, related_name="evidence", verbose_name=_("integrity case"))
    run = models.ForeignKey(
        AnalysisRun, models.PROTECT, null=True, related_name="+", verbose_name=_("check of the record")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    kind = models.CharField(_("kind"), max_length=12)
    chance = models.FloatField(_("probability of chance alone"), null=True)
    figures = models.JSONField(_("figures"), default=dict, encoder=DjangoJSONEncoder)
    rounds = ArrayField(models.BigIntegerField(), default=list, verbose_name=_("rounds"))

    class Meta:
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")

    def __str__(self) -> str:
        return f"{self.case_id} {self.kind}"


class Step(models.Model):
    """A step of a case: who took it, and why. Append-only."""

    INTERNAL: ClassVar = True  # left out of a player's copy of their data

    class Verb(models.TextChoices):
        TAKE = "take", _("took the case")
        NOTE = "note", _("added a note")
        HANDS = "hands", _("had hands opened face up")
        PROPOSE = "propose", _("proposed a decision")
        RETURN = "return", _("did not sign")
        SIGN = "sign", pgettext_lazy("step of a case", "signed")

    case = models.ForeignKey(Case, models.PROTECT, related_name="steps", verbose_name=_("integrity case"))
    verb = models.CharField(_("what"), max_length=8, choices=Verb)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    reason = models.CharField(_("reason"), max_length=500)
    decision = models.CharField(_("decision"), max_length=12, choices=Case.Decision, blank=True)
    round = models.BigIntegerField(_("round"), null=True)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("step of a case")
        verbose_name_plural = _("steps of a case")

    def __str__(self) -> str:
        return f"{self.case_id} {self.verb}"
