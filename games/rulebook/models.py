"""Rule changes: immutable contents, requests to put one into force, and every step of a request.

The database derives the state of a request from its steps (`database/rule_changes.sql`). No person
endorses or authorises their own request, and a sheet comes into force only after three people took steps
about exactly its content.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.catalogue import game_choices
from games.models import RuleSheet

OPEN = ("draft", "returned", "submitted", "endorsed", "authorised", "scheduled")


class RuleContent(models.Model):
    """One complete set of specific rules of a game, identified by its digest. It never changes."""

    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    digest = models.CharField(_("digest"), max_length=64)
    data = models.TextField(_("rules"))
    at = models.DateTimeField(_("written"), db_default=Now())

    class Meta:
        verbose_name = _("content of specific rules")
        verbose_name_plural = _("contents of specific rules")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("system", "digest", name="one_content_of_a_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.get_system_display()} · {self.digest[:8]}"


class RuleChange(models.Model):
    """A request to change the specific rules of one game; one is open at a time.  [AR-P3] [FR-P3] [HE-P3]"""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        RETURNED = "returned", _("returned to its author")
        SUBMITTED = "submitted", _("waiting for a second person")
        ENDORSED = "endorsed", _("with the regulator")
        AUTHORISED = "authorised", _("authorised")
        SCHEDULED = "scheduled", _("scheduled")
        IN_FORCE = "in-force", _("in force")
        SUPERSEDED = "superseded", _("superseded")
        REFUSED = "refused", _("refused by the regulator")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    title = models.CharField(_("what changes"), max_length=120)
    reason = models.TextField(_("why"), max_length=2000, blank=True)
    state = models.CharField(_("standing"), max_length=10, choices=State, default=State.DRAFT)
    base = models.ForeignKey(
        RuleSheet, models.PROTECT, null=True, related_name="+", verbose_name=_("changes version")
    )
    content = models.ForeignKey(
        RuleContent, models.PROTECT, related_name="changes", verbose_name=_("proposed rules")
    )
    reinstated = models.ForeignKey(
        RuleSheet, models.PROTECT, null=True, related_name="+", verbose_name=_("goes back to version")
    )
    generator = models.BooleanField(_("changes the random generator too"), default=False)
    # Of a change of the generator: what its register of changes asks for.  [903-B 9.7.1, 9.7.2]
    category = models.CharField(
        _("category of the change"), max_length=120, blank=True, default="", db_default=""
    )
    other_parts = models.CharField(
        _("other parts and documents that it may affect"),
        max_length=500,
        blank=True,
        default="",
        db_default="",
    )
    risk = models.TextField(_("effect and risk"), max_length=2000, blank=True, default="", db_default="")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("author")
    )
    created = models.DateTimeField(_("begun"), db_default=Now())
    changed = models.DateTimeField(_("last step"), db_default=Now())
    earliest = models.DateTimeField(_("not before"), null=True)
    moment = models.DateTimeField(_("takes effect"), null=True)
    reference = models.CharField(_("regulator's reference"), max_length=60, blank=True)
    sheet = models.ForeignKey(
        RuleSheet, models.PROTECT, null=True, related_name="+", verbose_name=_("became version")
    )

    class Meta:
        verbose_name = _("rule change")
        verbose_name_plural = _("rule changes")
        default_permissions = ("add", "view")
        permissions: ClassVar[Any] = [
            ("endorse_rulechange", "Can endorse a rule change"),
            ("authorise_rulechange", "Can authorise a rule change"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "system", condition=models.Q(state__in=OPEN), name="one_open_change_of_a_game"
            ),
            models.UniqueConstraint(
                "system", condition=models.Q(state="in-force"), name="one_change_in_force_of_a_game"
            ),
            models.UniqueConstraint("sheet", name="one_change_of_a_sheet"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("moment", name="rules_to_come", condition=models.Q(state="scheduled")),
            models.Index("state", models.F("changed").desc(), name="rules_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.get_system_display()} · {self.title}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN


class RuleDocument(models.Model):
    """A document of the regulator that proves a step. The first bytes of the file decide its type."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    change = models.ForeignKey(
        RuleChange, models.PROTECT, related_name="documents", verbose_name=_("rule change")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    name = models.CharField(_("file"), max_length=120)
    type = models.CharField(_("type"), max_length=20)
    digest = models.CharField(_("digest"), max_length=64)
    data = models.BinaryField(editable=False)

    class Meta:
        verbose_name = _("document of a rule change")
        verbose_name_plural = _("documents of rule changes")

    def __str__(self) -> str:
        return self.name


class RuleStep(models.Model):
    """One step of a request: person, time, verb, reason and content.

    Append-only. Automatic steps have no person.
    """

    change = models.ForeignKey(
        RuleChange, models.PROTECT, related_name="steps", verbose_name=_("rule change")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    verb = models.CharField(_("step"), max_length=10)
    digest = models.CharField(_("digest"), max_length=64)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    reference = models.CharField(_("regulator's reference"), max_length=60, blank=True)
    dated = models.DateField(_("date of the decision"), null=True)
    document = models.ForeignKey(
        RuleDocument, models.PROTECT, null=True, related_name="+", verbose_name=_("document")
    )
    moment = models.DateTimeField(_("moment"), null=True)

    class Meta:
        verbose_name = _("step of a rule change")
        verbose_name_plural = _("steps of rule changes")
        indexes: ClassVar[list[models.Index]] = [models.Index("change", "id", name="steps_of_change")]

    def __str__(self) -> str:
        return f"{self.change_id} {self.verb}"


class KeptEdges(models.Model):
    """The house edge of every bet under one sheet and one table setting. Computed once and then read."""

    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    digest = models.CharField(_("digest"), max_length=64)
    case = models.CharField(_("variant of table settings"), max_length=64)
    data = models.TextField(_("figures"))
    at = models.DateTimeField(_("calculated"), db_default=Now())

    class Meta:
        verbose_name = _("house edge, calculated")
        verbose_name_plural = _("house edges, calculated")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("system", "digest", "case", name="edges_are_counted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.digest[:8]} {self.case[:8]}"


class Impact(models.Model):
    """The impact of a change, for exact rules before and after and exact settings of the tables."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for calculation")
        COUNTING = "counting", _("being calculated")
        DONE = "done", _("calculated")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("could not be calculated")

    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    base = models.CharField(_("digest of the rules in force"), max_length=64)
    content = models.CharField(_("digest of the proposed rules"), max_length=64)
    settings = models.CharField(_("digest of the tables' settings"), max_length=64)
    state = models.CharField(_("standing"), max_length=10, choices=State, default=State.WAITING)
    percent = models.PositiveSmallIntegerField(_("calculated so far, per cent"), default=0)
    doing = models.CharField(_("being calculated"), max_length=20, blank=True)
    requested_at = models.DateTimeField(_("requested"), db_default=Now())
    touched = models.DateTimeField(_("last sign of life"), db_default=Now())
    data = models.TextField(_("figures"), blank=True)

    class Meta:
        verbose_name = _("impact of a rule change")
        verbose_name_plural = _("impacts of rule changes")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("system", "base", "content", "settings", name="one_impact_of_a_content"),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.base[:8]} → {self.content[:8]}"
