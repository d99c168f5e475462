"""The lists that the house keeps of its accounts: who has stayed away, left money behind, never finished, may not play, or set limits.

Each is one condition, so that the number of all of them is one question to the database, and so is a page of any.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    BigIntegerField,
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce, Greatest, JSONObject
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.identity.models import Draft, SignIn
from players.models import Player, PlaySession
from players.protection.models import Exclusion, Limit
from players.shared import clock
from players.wallet.cashier.models import Payment
from players.wallet.models import Account

AWAY = timedelta(days=90)

NAMES = {
    "inactive": _("Inactive for more than 90 days"),
    "left": _("Closed with a balance"),
    "incomplete": _("Registration not complete"),
    "suspended": _("Suspended"),
    "excluded": _("Excluded"),
    "limited": _("With limits"),
}
# What a list tells besides the account itself, and the right without which it is not offered.
RIGHTS = {
    "left": "wallet.view_account",
    "excluded": "protection.view_exclusion",
    "limited": "protection.view_limit",
}
Status = Player.Status


def accounts() -> QuerySet[Player]:
    """Every account with what it holds: wallet and chips at tables. A visitor has none."""
    held = Account.objects.filter(
        player=OuterRef("pk"), kind__in=("wallet", "stack"), currency="EUR"
    ).order_by()
    held = held.values("player").annotate(cents=Sum("balance")).values("cents")
    cents = Coalesce(Subquery(held), 0, output_field=BigIntegerField())
    return Player.objects.exclude(status=Status.VISITOR).annotate(cents=cents)


def conditions(now: datetime) -> dict[str, Q]:
    since = now - AWAY
    return {
        "inactive": Q(status=Status.ACTIVE, since__lte=since)
        & ~Exists(SignIn.objects.filter(person=OuterRef("person"), seen__gt=since))
        & ~Exists(PlaySession.objects.filter(Q(ended=None) | Q(ended__gt=since), player=OuterRef("pk")))
        & ~Exists(Payment.objects.filter(player=OuterRef("pk"), made__gt=since)),
        "left": Q(status=Status.CLOSED, cents__gt=0),
        "incomplete": Q(status=Status.PENDING),
        "suspended": Q(status=Status.SUSPENDED),
        "excluded": Q(Exists(_holding(now))),
        "limited": Q(Exists(_counting(now))),
    }


def _holding(now: datetime) -> QuerySet[Exclusion]:
    return Exclusion.objects.filter(Q(ends=None) | Q(ends__gt=now), player=OuterRef("pk"), starts__lte=now)


def _counting(now: datetime) -> QuerySet[Limit]:
    """The limits that count now: of each kind and period the last that has begun, unless it says that there is none."""
    begun = Limit.objects.filter(starts__lte=now, cancelled=None)
    same = begun.filter(player=OuterRef("player"), kind=OuterRef("kind"), period=OuterRef("period"))
    later = same.filter(
        Q(starts__gt=OuterRef("starts")) | Q(starts=OuterRef("starts"), id__gt=OuterRef("id"))
    )
    return begun.filter(~Exists(later), player=OuterRef("pk"), value__isnull=False)


def listed(rows: QuerySet[Player], name: str) -> QuerySet[Player]:
    return rows.filter(conditions(clock.now())[name]) if name in NAMES else rows


def offered(request: HttpRequest) -> list[str]:
    return [name for name in NAMES if name not in RIGHTS or request.user.has_perm(RIGHTS[name])]


def counts(names: list[str]) -> dict[str, int]:
    """How many accounts there are at all, under the empty name, and how many in each of these lists."""
    tests = conditions(clock.now())
    marked = accounts().annotate(
        **{f"is_{name}": ExpressionWrapper(tests[name], output_field=BooleanField()) for name in names}
    )
    asked: dict[str, Any] = {name: Count("pk", filter=Q(**{f"is_{name}": True})) for name in names}
    found = marked.aggregate(every=Count("pk"), **asked)
    return {"": found["every"]} | {name: found[name] for name in names}


def totals(rows: QuerySet[Player]) -> dict[str, int]:
    found = rows.order_by().aggregate(accounts=Count("pk"), money=Sum("cents"))
    return {"accounts": found["accounts"], "cents": found["money"] or 0}


def unfinished() -> int:
    """Registrations that never became an account stand in a list of their own."""
    return Draft.objects.filter(player=None).count()


# --- what a line of a list says besides


def told(rows: QuerySet[Player], name: str) -> QuerySet[Player]:
    """With what this list says of each account."""
    match name:
        case "inactive" | "left":
            return rows.annotate(last=_last())
        case "excluded":
            longest = _holding(clock.now()).order_by(F("ends").desc(nulls_first=True))
            return rows.annotate(
                source=Subquery(longest.values("source")[:1]), until=Subquery(longest.values("ends")[:1])
            )
        case "limited":
            each = (
                _counting(clock.now())
                .order_by("kind", "period")
                .values(said=JSONObject(kind="kind", period="period", value="value"))
            )
            return rows.annotate(limited=ArraySubquery(each))
        case _:
            return rows


def _last() -> Greatest:
    """When somebody was last here: signed in, at a table, or paying."""
    signed = SignIn.objects.filter(person=OuterRef("person")).order_by("-id").values("seen")[:1]
    stayed = (
        PlaySession.objects.filter(player=OuterRef("pk"))
        .order_by("-id")
        .values(at=Coalesce("ended", "started"))[:1]
    )
    paid = Payment.objects.filter(player=OuterRef("pk")).order_by("-made").values("made")[:1]
    return Greatest("since", Subquery(signed), Subquery(stayed), Subquery(paid))
