"""The dashboard: what waits for the person, the house now, and today beside the last days."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.backoffice.daily_figures import daily_figures, format_count
from casino.backoffice.models import WorkClaim
from casino.backoffice.work_queue import summaries
from casino.compliance.reports.daily_totals import gross_revenue
from casino.demo.past_progress import awaited_past
from games.models import Round, Stake, Table
from players.models import Person, Player, PlaySession
from players.shared import clock
from players.shared.admin_base import signed_in_staff
from players.shared.money import format_money
from players.wallet.ledger import total
from players.wallet.models import Currency
from players.work_sources import work_sources, works_on_any


def environment(request: HttpRequest) -> list[str] | None:
    """The label that tells demonstration, test and production apart."""
    if settings.HOUSE_LIVELY and (awaited := awaited_past()):
        counts = {"written": format_count(awaited.written), "total": format_count(awaited.total)}
        return [
            _("The simulated past is still being written: %(written)s of %(total)s rounds") % counts,
            "warning",
        ]
    if settings.HOUSE_DEMO:
        return [
            _("Demonstration with a simulated past") if settings.HOUSE_LIVELY else _("Demonstration"),
            "info",
        ]
    return [_("Test"), "warning"] if settings.HOUSE_TEST else [_("Production"), "danger"]


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of the dashboard: a fixed number of queries; money and work by permission."""
    person = signed_in_staff(request)
    now = clock.now()
    played, voided = _played_today(now) if person.has_perm("games.view_round") else ([], {})
    gross_today = sum(row["gross"] for row in played if row["table__currency"] == Currency.EUR)
    waiting, cards = summaries(person, now), _cards(person, played, voided)
    waits = {queue.code for queue in waiting}
    return {
        **context,
        "title": _("Overview"),
        "now": now,
        "at": timezone.localtime(now),
        "works": works_on_any(person),
        "waiting": waiting,
        "idle": [str(source.title) for source in work_sources(person) if source.code not in waits],
        "claimed": WorkClaim.objects.filter(person=person, ended=None).count(),
        "cards": cards,
        "alarms": [card for card in cards if card.get("alarm")],
        "groups": _groups(cards),
        "figures": daily_figures(person, clock.day_of(now), gross_today),
        "sees_play": person.has_perm("games.view_round"),
        "played": _by_currency(played),
    }


def _cards(person: Person, played: list[dict[str, Any]], voided: dict[str, int]) -> list[dict[str, Any]]:
    """The house now: each card says whether it is an alarm, and whether it is of the demonstration.

    A card of the demonstration or of an alarm is left out while it is at zero. An alarm leads to what it is
    about, if the person may open it.
    """
    cards: list[dict[str, Any]] = []
    if person.has_perm("games.view_round"):
        is_open, is_held = Q(status=Table.Status.OPEN), Q(status=Table.Status.HELD)
        tables = Table.objects.aggregate(open=Count("pk", filter=is_open), held=Count("pk", filter=is_held))
        sessions = PlaySession.objects.filter(ended=None).exclude(player__status=Player.Status.PARTNER)
        cards = [
            {"title": _("Tables open"), "value": tables["open"]},
            {"title": _("Play sessions open"), "value": sessions.count()},
            {"title": _("Rounds for money today"), "value": _rounds_of(played, Currency.EUR)},
        ]
        if practice := _rounds_of(played, Currency.DEMO):
            cards.append({"title": _("Demonstration rounds today"), "value": practice, "practice": True})
        void = f"{reverse('admin:games_round_changelist')}?status__exact={Round.Status.VOID}"
        held = f"{reverse('admin:games_table_changelist')}?status__exact={Table.Status.HELD}"
        alarms = [
            {
                "title": _("Tables on hold"),
                "value": tables["held"],
                "url": held if person.has_perm("games.view_table") else "",
            },
            {"title": _("Void rounds for money today"), "value": voided.get(Currency.EUR, 0), "url": void},
            {
                "title": _("Void demonstration rounds today"),
                "value": voided.get(Currency.DEMO, 0),
                "url": void,
            },
        ]
        cards += [{**card, "alarm": True} for card in alarms if card["value"]]
    if person.has_perm("wallet.view_account"):
        sums = total()
        is_wrong = any(sums.values())
        value = _("not zero") if is_wrong else format_money(0, "EUR") if sums else "–"  # without an account
        accounts = reverse("admin:wallet_account_changelist")
        cards.append({"title": _("Sum of all accounts"), "value": value, "alarm": is_wrong, "url": accounts})
    return cards


def _groups(cards: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The cards that are no alarm: those of the house, and apart from them those of the demonstration."""
    quiet = [card for card in cards if not card.get("alarm")]
    practice = [card for card in quiet if card.get("practice")]
    groups = [
        (_("The house now"), [card for card in quiet if card not in practice]),
        (_("Demonstration"), practice),
    ]
    return [(title, shown) for title, shown in groups if shown]


def _rounds_of(rows: list[dict[str, Any]], currency: str) -> int:
    return sum(row["rounds"] for row in rows if row["table__currency"] == currency)


def _played_today(now: datetime) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Today's rounds by table, without what test accounts staked and got back. Void ones by currency."""
    midnight = clock.midnight(clock.day_of(now))
    games = Round.objects.filter(
        ended__gte=midnight, status__in=(Round.Status.ENDED, Round.Status.VOID)
    ).values("status", "table__currency", "table__system", "table__name", "table")
    sums = games.annotate(rounds=Count("id"), staked=Sum("staked"), returned=Sum("returned"))
    rows: list[dict[str, Any]] = [dict(row) for row in sums.order_by("-table__currency", "table__name")]
    void_rows = [row for row in rows if row["status"] == Round.Status.VOID]
    voided = {currency: _rounds_of(void_rows, currency) for currency in Currency.values}
    played = [row for row in rows if row["status"] == Round.Status.ENDED]
    test_play = _test_account_play(midnight)
    with connection.cursor() as cursor:
        revenue = gross_revenue(cursor, clock.day_of(now))
    for row in played:
        staked, returned = test_play.get(row["table"], (0, 0))
        row["staked"], row["returned"] = row["staked"] - staked, row["returned"] - returned
        # What people lose to a test account is no revenue. (A86)
        is_money = row["table__currency"] == Currency.EUR
        row["gross"] = revenue.get(row["table"], 0) if is_money else row["staked"] - row["returned"]
    return played, voided


def _by_currency(played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tables that people played at, with their totals: those for money apart from the demonstration."""
    groups = []
    for currency, name in Currency.choices:
        # Tables at which only test accounts or house players sat would be rows of zeros.
        rows = [
            row for row in played if row["table__currency"] == currency and (row["staked"] or row["returned"])
        ]
        if rows:
            figures = ("rounds", "staked", "returned", "gross")
            sums = {figure: sum(row[figure] for row in rows) for figure in figures}
            groups.append({"currency": currency, "name": name, "rows": rows, "total": sums})
    return groups


def _test_account_play(midnight: datetime) -> dict[int, tuple[int, int]]:
    """What test accounts and house players staked and got back today, by table. It is not revenue."""
    stakes = Stake.objects.filter(
        Q(player__testing=True) | Q(player__status=Player.Status.PARTNER),
        at__gte=midnight,
        round__status=Round.Status.ENDED,
    ).values_list("round__table")
    back = Sum("back") + Sum("prize") - Sum("commission")
    rows = stakes.annotate(Sum("staked"), got=back)
    return {table: (staked, returned) for table, staked, returned in rows}
