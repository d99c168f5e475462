"""The lists of accounts: inactive, closed with a balance, incomplete, suspended, excluded, and with limits.

Each list is one condition: one query counts all of them, and one reads a page of any.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    BigIntegerField,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest, JSONObject
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.audit.models import Line
from players.identity.models import Draft, SignIn
from players.models import Player, PlaySession
from players.protection.models import Exclusion, Limit
from players.shared import clock
from players.wallet.cashier.models import Payment
from players.wallet.models import Account

AWAY = timedelta(days=90)
MONEY_OF_PLAYERS = Q(kind__in=("wallet", "stack"), currency="EUR")  # the wallet and the chips at tables

NAMES = {
    "active": _("Active"),
    "deactivated": _("Deactivated"),
    "inactive": _("Inactive for more than 90 days"),
    "left": _("Closed with a balance"),
    "incomplete": _("Registration not complete"),
    "suspended": _("Suspended"),
    "excluded": _("Excluded"),
    "limited": _("With limits"),
}
# The permission that a list needs because of what it discloses.
PERMISSIONS = {
    "left": "wallet.view_account",
    "excluded": "protection.view_exclusion",
    "limited": "protection.view_limit",
}
Status = Player.Status
DEACTIVATED = (Status.SUSPENDED, Status.CLOSED)


def accounts() -> QuerySet[Player]:
    """Every account with its money: the wallet and the chips at tables. Visitors have no account."""
    money = (
        Account.objects.filter(MONEY_OF_PLAYERS, player=OuterRef("pk"))
        .order_by()
        .values("player")
        .annotate(cents=Sum("balance"))
        .values("cents")
    )
    cents = Coalesce(Subquery(money), 0, output_field=BigIntegerField())
    return Player.objects.exclude(status=Status.VISITOR).annotate(cents=cents)


def conditions(now: datetime) -> dict[str, Combinable | Q]:
    since = now - AWAY
    return {
        # By state, with balances.  [903-B 5.2.4.3]
        "active": Q(status=Status.ACTIVE),
        "deactivated": Q(status__in=DEACTIVATED),
        "inactive": Q(status=Status.ACTIVE, since__lte=since)
        & ~Exists(SignIn.objects.filter(person=OuterRef("person"), seen__gt=since))
        & ~Exists(PlaySession.objects.filter(Q(ended=None) | Q(ended__gt=since), player=OuterRef("pk")))
        & ~Exists(Payment.objects.filter(player=OuterRef("pk"), made__gt=since)),
        "left": Q(status=Status.CLOSED, cents__gt=0),
        "incomplete": Q(status=Status.PENDING),
        "suspended": Q(status=Status.SUSPENDED),
        "excluded": Q(Exists(_current_exclusions(now))),
        "limited": Q(Exists(_limits_that_hold(now))),
    }


def _current_exclusions(now: datetime) -> QuerySet[Exclusion]:
    return Exclusion.objects.filter(Q(ends=None) | Q(ends__gt=now), player=OuterRef("pk"), starts__lte=now)


def _begun_limits(now: datetime) -> QuerySet[Limit]:
    """The player's limits that have begun, and have a value."""
    return Limit.objects.filter(player=OuterRef("pk"), starts__lte=now, cancelled=None, value__isnull=False)


def _later_limits(now: datetime) -> QuerySet[Limit]:
    """What began after a limit, of its kind and period."""
    same = {name: OuterRef(name) for name in ("player", "kind", "period")}
    return Limit.objects.filter(
        Q(starts__gt=OuterRef("starts")) | Q(starts=OuterRef("starts"), id__gt=OuterRef("id")),
        starts__lte=now,
        cancelled=None,
        **same,
    )


def _current_limits(now: datetime) -> QuerySet[Limit]:
    """The limits in force: of each kind and period the last that began, if it has a value."""
    return _begun_limits(now).filter(~Exists(_later_limits(now)))


def _limits_that_hold(now: datetime) -> QuerySet[Limit]:
    """Limits that nothing has removed since. A player has one exactly if a limit is in force.

    Removals are few, so that these are found among the limits of all players much sooner.
    """
    removals = _later_limits(now).filter(value__isnull=True)
    return _begun_limits(now).filter(~Exists(removals))


def filter_by_list(rows: QuerySet[Player], name: str) -> QuerySet[Player]:
    return rows.filter(conditions(clock.now())[name]) if name in NAMES else rows


def permitted_lists(request: HttpRequest) -> list[str]:
    return [name for name in NAMES if name not in PERMISSIONS or request.user.has_perm(PERMISSIONS[name])]


def counts(names: Sequence[str]) -> dict[str, int]:
    """The number of accounts in each of these lists. The empty name is the list of all.

    Each list has a query of its own in the union, so that PostgreSQL joins whole tables: conditions of one
    query would be tried for each account.
    """
    by_list: dict[str, Combinable | Q] = {"": Q(), **conditions(clock.now())}
    queries = [
        accounts()
        .filter(by_list[name])
        .order_by()
        .annotate(list_name=Value(name))
        .values("list_name")
        .annotate(number=Count("pk"))
        .values_list("list_name", "number")
        for name in names
    ]
    if not queries:
        return {}
    first, *others = queries
    numbers = dict(first.union(*others, all=True))
    return {name: numbers.get(name, 0) for name in names}


def money_of(rows: QuerySet[Player]) -> int:
    money = Account.objects.filter(MONEY_OF_PLAYERS, player__in=rows.order_by().values("pk"))
    return int(money.aggregate(cents=Sum("balance"))["cents"] or 0)


def unfinished_registrations() -> int:
    """The number of registrations that were begun and did not become an account."""
    return Draft.objects.filter(player=None).count()


# --- extra columns


def with_list_columns(rows: QuerySet[Player], name: str) -> QuerySet[Player]:
    """Adds the extra columns of this list."""
    match name:
        case "inactive" | "left":
            return rows.annotate(last=_last_activity())
        case "deactivated" | "suspended":
            return rows.annotate(deactivation=Subquery(_last_deactivation()))
        case "excluded":
            longest = _current_exclusions(clock.now()).order_by(F("ends").desc(nulls_first=True))
            return rows.annotate(
                source=Subquery(longest.values("source")[:1]), until=Subquery(longest.values("ends")[:1])
            )
        case "limited":
            limits = (
                _current_limits(clock.now())
                .order_by("kind", "period")
                .values(limit=JSONObject(kind="kind", period="period", value="value"))
            )
            return rows.annotate(limited=ArraySubquery(limits))
        case _:
            return rows


def _last_deactivation() -> QuerySet[Any, Any]:
    """When, why, by whom and with which balance.  [903-B 5.2.4.3] [903-B 5.3.1.2]"""
    decided = Line.objects.filter(
        player=OuterRef("pk"), kind__in=("account.suspended", "account.closed")
    ).order_by("-pk")
    content = JSONObject(at="at", details="details", person="person", email="person__email")
    return decided.annotate(content=content).values("content")[:1]


def _last_activity() -> Greatest:
    """The time of the last sign-in, play session or payment."""
    signed_in = SignIn.objects.filter(person=OuterRef("person")).order_by("-id").values("seen")[:1]
    played = (
        PlaySession.objects.filter(player=OuterRef("pk"))
        .order_by("-id")
        .values(at=Coalesce("ended", "started"))[:1]
    )
    paid = Payment.objects.filter(player=OuterRef("pk")).order_by("-made").values("made")[:1]
    return Greatest("since", Subquery(signed_in), Subquery(played), Subquery(paid))
