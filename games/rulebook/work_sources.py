"""The next step of each rule change, as work for staff."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rulebook.lifecycle import has_role_permission
from games.rulebook.models import RuleChange
from players.models import Person
from players.work_sources import WorkItem, WorkSource

REFUSED_SHOWN = timedelta(days=30)


def to_endorse(person: Person) -> QuerySet[RuleChange]:
    changes = RuleChange.objects.filter(state=RuleChange.State.SUBMITTED)
    return changes.exclude(author=person).order_by("changed", "pk")


def to_authorise(person: Person) -> QuerySet[RuleChange]:
    changes = RuleChange.objects.filter(state=RuleChange.State.ENDORSED)
    return changes.exclude(author=person).order_by("changed", "pk")


def to_finish(person: Person) -> QuerySet[RuleChange]:
    """Also what the regulator refused, until its author begins another change of the game, or for a month."""
    newer = RuleChange.objects.filter(
        system=OuterRef("system"), author=person, created__gt=OuterRef("changed")
    )
    refused = Q(state="refused", author=person, changed__gt=Now() - REFUSED_SHOWN) & ~Exists(newer)
    return RuleChange.objects.filter(
        Q(state__in=("draft", "returned"), author=person) | Q(state="authorised") | refused
    ).order_by("changed", "pk")


def rule_change_item(change: RuleChange) -> WorkItem:
    return WorkItem(
        key=str(change.pk),
        title=change.title,
        detail=f"{change.get_system_display()} · {change.get_state_display()}",
        since=change.changed,
        due=None,
        url=reverse("admin:rulebook_rulechange_change", args=[change.pk]),
    )


def _source(
    code: str, verb: str, title: str | Promise, waiting: Callable[[Person], QuerySet[RuleChange]]
) -> WorkSource:
    """Permissions of the rulebook count only if they come from a role."""
    permission = f"{verb}_rulechange"
    return WorkSource(
        code=code,
        permission=f"rulebook.{permission}",
        title=title,
        waiting=waiting,
        describe=rule_change_item,
        since="changed",
        # The cached check spares most people the query.
        is_allowed=lambda person: (
            person.has_perm(f"rulebook.{permission}") and has_role_permission(person, permission)
        ),
    )


SOURCES = (
    _source("rule-endorse", "endorse", _("Rule changes to endorse"), to_endorse),
    _source("rule-authorise", "authorise", _("Rule changes to authorise"), to_authorise),
    _source("rule-finish", "add", _("Rule changes to finish or schedule"), to_finish),
)
