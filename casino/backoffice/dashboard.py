"""The first page of the back office: what runs, what was played today, and whether the books are level."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.backoffice.work_queue import waiting
from games.models import Round, Stake, Table
from players.models import PlaySession
from players.shared.money import format_money
from players.wallet.ledger import total
from players.wallet.models import Currency


def environment(request: HttpRequest) -> list[str] | None:
    """The ribbon: which house this is, so that nobody mistakes a demonstration for the real one, or the reverse."""
    if settings.HOUSE_DEMO:
        return [_("Demonstration"), "info"]
    return [_("Test"), "warning"] if settings.HOUSE_TEST else [_("Production"), "danger"]


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """A dozen queries, whatever the size of the house; money is shown to those who may see the accounts, queues to who works them off."""
    context = {**context, "title": _("Overview"), "waiting": waiting(request)}
    if not request.user.has_perm("games.view_round"):
        return {**context, "cards": []}
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    today = Round.objects.filter(ended__gte=midnight)
    games = today.filter(status=Round.Status.ENDED).values(
        "table__currency", "table__system", "table__name", "table"
    )
    sums = games.annotate(rounds=Count("id"), staked=Sum("staked"), returned=Sum("returned"))
    played: list[dict[str, Any]] = [dict(row) for row in sums.order_by("-table__currency", "table__name")]
    cards = [
        {"title": _("Tables open"), "value": Table.objects.filter(status=Table.Status.OPEN).count()},
        {
            "title": _("Tables on hold"),
            "value": Table.objects.filter(status=Table.Status.HELD).count(),
            "alarm": True,
        },
        {"title": _("Play sessions open"), "value": PlaySession.objects.filter(ended=None).count()},
        {"title": _("Rounds today"), "value": sum(row["rounds"] for row in played)},
        {
            "title": _("Void rounds today"),
            "value": today.filter(status=Round.Status.VOID).count(),
            "alarm": True,
        },
    ]
    if request.user.has_perm("wallet.view_account"):
        level = all(cents == 0 for cents in total().values())
        cards.append(
            {
                "title": _("Sum of all accounts"),
                "value": format_money(0, "EUR") if level else _("not zero"),
                "alarm": not level,
            }
        )
    tried = _tried(midnight)
    for row in played:
        staked, returned = tried.get(row["table"], (0, 0))
        row["staked"], row["returned"] = row["staked"] - staked, row["returned"] - returned
        row["gross"] = row["staked"] - row["returned"]
    return {
        **context,
        "cards": cards,
        "played": played,
        "totals": _totals(played),
        "at": timezone.localtime(),
    }


def _totals(played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The foot of the table: money and demonstration credits never in one sum."""
    found = []
    for currency, name in Currency.choices:
        rows = [row for row in played if row["table__currency"] == currency]
        if rows:
            sums = {
                figure: sum(row[figure] for row in rows)
                for figure in ("rounds", "staked", "returned", "gross")
            }
            found.append({"currency": currency, "name": name, **sums})
    return found


def _tried(midnight: datetime) -> dict[int, tuple[int, int]]:
    """By table, what test accounts staked and got back: it is nobody's play, and no revenue.

    They are few, and asked by themselves since midnight: what they ever staked before is not read.
    """
    stakes = Stake.objects.filter(
        player__testing=True, at__gte=midnight, round__status=Round.Status.ENDED
    ).values_list("round__table")
    back = Sum("back") + Sum("prize") - Sum("commission")
    return {table: (staked, returned) for table, staked, returned in stakes.annotate(Sum("staked"), got=back)}
