"""Matches that a person must decide, as work for staff."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.models import Person
from players.record_names import day_name
from players.wallet.bank.deciding import MATCH_TARGET, PROPOSES
from players.wallet.bank.models import Match, MatchDecision
from players.work_sources import WorkItem, WorkSource


def open_matches(person: Person) -> QuerySet[Match]:
    """Those that nobody has proposed a decision for."""
    proposed = MatchDecision.objects.filter(state=MatchDecision.State.PROPOSED).values("match")
    return Match.objects.filter(state=Match.State.OPEN).exclude(pk__in=proposed).order_by("made", "pk")


def match_item(match: Match) -> WorkItem:
    return WorkItem(
        key=str(match.pk),
        title=f"{day_name(match.day_id)} · {match.amount}",
        detail=match.get_reason_display(),
        since=match.made,
        due=match.made + MATCH_TARGET,
        url=reverse("admin:bank_match_change", args=[match.pk]),
    )


SOURCES = (
    WorkSource(
        "bank-open", PROPOSES, _("Differences with the bank"), open_matches, match_item, "made", MATCH_TARGET
    ),
)
