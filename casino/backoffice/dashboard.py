"""The dashboard: open tables, today's play, and whether all accounts sum to zero."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.backoffice.work_queue import waiting_counts
from games.models import Round, Stake, Table
from players.models import PlaySession
from players.shared.money import format_money
from players.wallet.ledger import total
from players.wallet.models import Currency


def environment(request: HttpRequest) -> list[str] | None:
    """The label that tells demonstration, test and production apart."""
    if settings.HOUSE_DEMO:
        return [_("Demonstration"), "info"]
    return [_("Test"), "warning"] if settings.HOUSE_TEST else [_("Production"), "danger"]


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of the dashboard: a fixed number of queries; money and queues by permission."""
    context = {**context, "title": _("Overview"), "waiting": waiting_counts(request)}
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
        is_balanced = all(cents == 0 for cents in total().values())
        cards.append(
            {
                "title": _("Sum of all accounts"),
                "value": format_money(0, "EUR") if is_balanced else _("not zero"),
                "alarm": not is_balanced,
            }
        )
    test_play = _test_account_play(midnight)
    for row in played:
        staked, returned = test_play.get(row["table"], (0, 0))
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
    """The totals of the table, one per currency."""
    totals = []
    for currency, name in Currency.choices:
        rows = [row for row in played if row["table__currency"] == currency]
        if rows:
            figures = ("rounds", "staked", "returned", "gross")
            sums = {figure: sum(row[figure] for row in rows) for figure in figures}
            totals.append({"currency": currency, "name": name, **sums})
    return totals


def _test_account_play(midnight: datetime) -> dict[int, tuple[int, int]]:
    """What test accounts staked and got back today, by table. It is not revenue."""
    stakes = Stake.objects.filter(
        player__testing=True, at__gte=midnight, round__status=Round.Status.ENDED
    ).values_list("round__table")
    back = Sum("back") + Sum("prize") - Sum("commission")
    rows = stakes.annotate(Sum("staked"), got=back)
    return {table: (staked, returned) for table, staked, returned in rows}
