"""The group of players that a notice goes to, and who of them is left out.

Packages above the inbox say who gets no marketing: protection registers pauses and exclusions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

import msgspec
from django.db.models import Case, CharField, Count, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.inbox.notice_rows import BulkNotice, MarketingConsent
from players.models import Player, PlaySession
from players.shared import clock
from players.shared.decoding import prepare

Status = Player.Status
# Guests and house players have no account, so no notice reaches them.
WITHOUT_ACCOUNT = (Status.VISITOR, Status.PARTNER)
GETS_IT = ""


class GroupKind(StrEnum):
    """How the players of a group are chosen."""

    REGISTERED = "registered"
    PLAYED = "played"
    STATUS = "status"
    LISTED = "listed"


class NoticeGroup(Struct, frozen=True, omit_defaults=True):
    """The days include both ends, in Lisbon. An empty game and table 0 mean all of them."""

    kind: GroupKind
    first_day: date | None = None
    last_day: date | None = None
    game: str = ""
    table: int = 0
    statuses: tuple[str, ...] = ()
    players: tuple[int, ...] = ()


prepare(NoticeGroup)


class NoticeDryRun(Struct, frozen=True):
    """How many players would receive a notice, and how many are left out for which reason."""

    recipients: int
    left_out: dict[str, int]


class MarketingRefusal(Struct, frozen=True):
    """A reason why a player gets no marketing; the condition is about the player `OuterRef("pk")`."""

    code: str
    label: str | Promise
    condition: Callable[[], Exists]


_refusals: dict[str, MarketingRefusal] = {}
LEFT_OUT: dict[str, str | Promise] = {
    "no-account": _("has no account"),
    "closed": _("the account is closed"),
    "not-active": _("the account is not active"),
    "no-consent": _("has not agreed to news and offers"),
}


def register_marketing_refusal(code: str, label: str | Promise, condition: Callable[[], Exists]) -> None:
    _refusals[code] = MarketingRefusal(code, label, condition)


def left_out_label(code: str) -> str:
    refusal = _refusals.get(code)
    return str(refusal.label if refusal else LEFT_OUT.get(code, code))


def encode_group(group: NoticeGroup) -> dict[str, Any]:
    encoded: dict[str, Any] = msgspec.to_builtins(group)
    return encoded


def decode_group(encoded: Any) -> NoticeGroup:
    return msgspec.convert(encoded, NoticeGroup, strict=False)


def group_players(group: NoticeGroup) -> QuerySet[Player]:
    """Everybody in the group, whether or not they receive the notice."""
    players = Player.objects.all()
    match group.kind:
        case GroupKind.REGISTERED:
            return players.filter(_within("since", group))
        case GroupKind.PLAYED:
            sessions = PlaySession.objects.filter(_within("started", group), player=OuterRef("pk"))
            if group.game:
                sessions = sessions.filter(system=group.game)
            if group.table:
                sessions = sessions.filter(table=group.table)
            return players.filter(Exists(sessions))
        case GroupKind.STATUS:
            return players.filter(status__in=group.statuses)
        case GroupKind.LISTED:
            return players.filter(pk__in=group.players)


def _within(column: str, group: NoticeGroup) -> Q:
    condition = Q()
    if group.first_day is not None:
        condition &= Q(**{f"{column}__gte": clock.midnight(group.first_day)})
    if group.last_day is not None:
        condition &= Q(**{f"{column}__lt": clock.midnight(group.last_day + timedelta(days=1))})
    return condition


def with_reason_left_out(group: NoticeGroup, purpose: str) -> QuerySet[Any]:
    """The group, each player with the first reason against sending, or with none."""
    closed = Q(status=Status.CLOSED)
    if group.kind == GroupKind.STATUS and purpose == BulkNotice.Purpose.SERVICE:
        closed = Q(pk__in=[])  # somebody chose closed accounts on purpose
    reasons: list[tuple[Any, str]] = [
        (Q(status__in=WITHOUT_ACCOUNT), "no-account"),
        (closed, "closed"),
    ]
    if purpose == BulkNotice.Purpose.MARKETING:
        reasons += [(refusal.condition(), refusal.code) for refusal in _refusals.values()]
        reasons.append((~Q(status=Status.ACTIVE), "not-active"))
        agreed = MarketingConsent.objects.filter(player=OuterRef("pk"), agreed=True)
        reasons.append((~Exists(agreed), "no-consent"))
    cases = [When(condition, then=Value(code)) for condition, code in reasons]
    return group_players(group).annotate(
        reason_left_out=Case(*cases, default=Value(GETS_IT), output_field=CharField())
    )


def dry_run(group: NoticeGroup, purpose: str) -> NoticeDryRun:
    """Who would receive the notice now. Nothing is written."""
    players = with_reason_left_out(group, purpose).order_by()
    counts = dict(players.values_list("reason_left_out").annotate(Count("pk")))
    return NoticeDryRun(counts.pop(GETS_IT, 0), dict(sorted(counts.items())))
