"""Versions of rules, what they know of each player, how far they have read, their alerts, and the cases."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.rules import Rule, read_rule
from players.record_names import moment_name
from players.shared import clock

SHARDS = 8


class RuleVersion(models.Model):
    """A rule as it is or was in force. Its text never changes: an alert is explained by it years later."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        IN_FORCE = "in-force", _("in force")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class RuleKind(models.TextChoices):
        CARE = "care", _("player protection")
        LAUNDERING = "laundering", _("money laundering")
        BOTS = "bots", _("bots")

    name = models.CharField(_("rule"), max_length=40)
    number = models.IntegerField(_("version"))
    kind = models.CharField(_("kind"), max_length=10, choices=RuleKind)
    source = models.TextField(_("text of the rule"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    # The house comes with first versions; nobody proposed them here.
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("proposed by")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField(_("proposed"), db_default=Now())
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    # A rule says nothing about what was before it came in force; the first versions say all.
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("answer"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("version of a rule")
        verbose_name_plural = _("versions of rules")
        default_permissions = ("add", "view")
        permissions: ClassVar = [("approve_ruleversion", "Can approve versions of rules")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("name", "number", name="one_version_of_a_number"),
            # So what a proposal changes never changes meanwhile.
            models.UniqueConstraint(
                "name", condition=models.Q(state="proposed"), name="one_proposal_of_a_rule"
            ),
        ]

    def __str__(self) -> str:
        try:
            title = self.rule.title.shown()
        except RuleFault:  # written when rules had another form
            title = self.name
        return gettext("%(title)s, version %(number)s") % {"title": title, "number": self.number}

    @property
    def rule(self) -> Rule:
        return read_rule(self.source)

    @property
    def is_retired(self) -> bool:
        try:
            return self.rule.retired
        except RuleFault:
            return False


class RuleReplay(models.Model):
    """What a proposed version would have said over the whole past: a second person reads it and decides."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for the worker")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        STOPPED = "stopped", _("stopped")

    version = models.OneToOneField(
        RuleVersion, models.PROTECT, primary_key=True, related_name="replay", verbose_name=_("rule")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    begun = models.DateTimeField(_("begun"), null=True)
    ended = models.DateTimeField(_("ended"), null=True)
    done = models.IntegerField(_("players read"), default=0)
    players = models.IntegerField(_("players who have moved money"), default=0)
    flagged = models.IntegerField(_("players flagged"), default=0)
    alerts = models.IntegerField(_("alerts"), default=0)
    # Some of the findings: player, moments, event and figures. The page explains them by the version.
    evidence = models.JSONField(_("evidence"), default=list)

    class Meta:
        verbose_name = _("replay of a rule")
        verbose_name_plural = _("replays of rules")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.version_id} {self.state}"


class Shard(models.Model):
    """How far the rules have read about a part of the players. Who holds its row may continue."""

    number = models.SmallIntegerField(primary_key=True)
    # Everything before this moment is folded into the states; null before the first time.
    until = models.DateTimeField(null=True)
    # The versions whose states are complete up to there.
    versions = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        verbose_name = _("position in the record")
        verbose_name_plural = _("positions in the record")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.number} · {self.until}"


class PlayerState(models.Model):
    """What the rules know of a player: the states of all versions, packed. They follow from the record."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    player = models.OneToOneField(
        "players.Player",
        models.PROTECT,
        primary_key=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("player"),
    )
    shard = models.SmallIntegerField()
    states = models.BinaryField()
    # When a rule looks again although nothing happens.
    wake = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("state of the rules")
        verbose_name_plural = _("states of the rules")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [
            models.Index("shard", "wake", name="state_to_wake", condition=models.Q(wake__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class Alert(models.Model):
    """A rule was met: by which event, and what it saw since when. Append-only."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    version = models.ForeignKey(
        RuleVersion, models.PROTECT, related_name="+", db_index=False, verbose_name=_("rule")
    )
    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=RuleVersion.RuleKind)
    at = models.DateTimeField(_("at"))
    # What the rule saw lies between these two moments.
    since = models.DateTimeField(_("seen since"))
    event = models.CharField(_("event"), max_length=30)
    key = models.CharField(_("row of the record"), max_length=60, blank=True)
    figures = models.JSONField(_("figures"))
    made = models.DateTimeField(_("raised"), db_default=Now())

    class Meta:
        verbose_name = _("alert")
        verbose_name_plural = _("alerts")
        default_permissions = ()
        permissions: ClassVar = [
            ("view_care_alert", "Can view alerts of player protection"),
            ("view_laundering_alert", "Can view alerts of money laundering"),
            ("view_bots_alert", "Can view alerts of bots"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The record folded twice raises each alert once.
            models.UniqueConstraint("player", "version", "at", name="one_alert_of_a_moment")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("kind", models.F("at").desc(), name="alert_by_time"),
            models.Index("player", models.F("at").desc(), name="alert_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.at}"

    @property
    def rule(self) -> Rule:
        return read_rule(self.version.source)

    @property
    def title(self) -> str:
        return self.rule.title.shown()

    @property
    def sentence(self) -> str:
        """Why it was raised, as its version says it."""
        return self.rule.explain(self.figures)


class Case(models.Model):
    """Alerts of one kind about a player that a person must look at. The decision closes it."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    class Outcome(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        DISMISSED = "dismissed", _("dismissed")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=RuleVersion.RuleKind)
    # The alert that opened it, and the moment of its event: from there runs the clock until the decision.
    alert = models.ForeignKey(
        Alert, models.PROTECT, related_name="+", db_index=False, verbose_name=_("alert")
    )
    since = models.DateTimeField(_("since"))
    opened = models.DateTimeField(_("opened"), db_default=Now())
    closed = models.DateTimeField(pgettext_lazy("case", "closed"), null=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    reason = models.CharField(_("reason"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        default_permissions = ()
        permissions: ClassVar = [
            ("decide_care_case", "Can decide cases of player protection"),
            ("decide_laundering_case", "Can decide cases of money laundering"),
            ("decide_bots_case", "Can decide cases of bots"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "player", "kind", condition=models.Q(closed=None), name="one_open_case_about_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(closed=None, person=None, outcome="", reason="")
                | (
                    models.Q(closed__isnull=False, person__isnull=False)
                    & ~models.Q(outcome="")
                    & ~models.Q(reason="")
                ),
                name="a_closed_case_says_why",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("kind", "since", name="open_case_by_time", condition=models.Q(closed=None)),
            models.Index("kind", models.F("closed").desc(), name="closed_case_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {moment_name(self.opened)}"

    @property
    def waits(self) -> timedelta:
        """The clock: from the event to the decision, or to now."""
        return (self.closed or clock.now()) - self.since
