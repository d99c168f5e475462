"""The figures of the overview: today beside the mean of the last seven days, and the last fifteen days.

Completed days come from folded totals, today from the record. Test accounts and demonstration credits do not
count.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from datetime import date, datetime, timedelta

from django.db.models import Count, Sum
from django.db.models.functions import TruncDate
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reports.charts import SMALL, Chart, Point, bar_chart, short_euros
from casino.compliance.reports.daily_totals import folded_until
from casino.compliance.reports.models import DailyResult
from games.models import Stake
from players.history.models import DailyPlay, FoldedUntil
from players.models import Person
from players.shared.clock import LISBON, midnight
from players.shared.money import format_money
from players.wallet.cashier.models import Payment

DAYS, MEAN_DAYS = 15, 7  # the chart includes today; the mean does not
NEVER = date.min  # no day was ever counted
FIGURES = ("gross-revenue", "active-players", "deposit", "withdrawal")
Amounts = Mapping[date, int]


class DailyFigure(Struct, frozen=True):
    code: str
    title: str | Promise
    today: str
    mean: str  # empty if no day of the week is counted
    chart: Chart | None
    known_until: date | None = None  # where finished days are not counted yet


def daily_figures(
    person: Person, today: date, gross_today: int, *, wanted: Container[str] = FIGURES
) -> list[DailyFigure]:
    """The wanted figures that the person may see; one that is known to be zero on every day is left out."""
    since = today - timedelta(days=DAYS - 1)
    figures: list[DailyFigure | None] = []
    sees_play, sees_payments = person.has_perm("games.view_round"), person.has_perm("cashier.view_payment")
    if sees_play and "gross-revenue" in wanted:
        revenue, known_until = _gross_revenue(since, today)
        amounts = {**revenue, today: gross_today}
        figures.append(
            _figure("gross-revenue", _("Gross revenue"), amounts, today, known_until, format_euros)
        )
    if sees_play and "active-players" in wanted:
        players, known_until = _active_players(since, today)
        figures.append(
            _figure("active-players", _("Active players"), players, today, known_until, format_count)
        )
    titles = {"deposit": _("Deposits"), "withdrawal": _("Withdrawals paid")}
    if sees_payments and any(direction in wanted for direction in titles):
        paid = _payments(midnight(since))
        figures += [
            _figure(direction, title, paid[direction], today, today, format_euros)
            for direction, title in titles.items()
            if direction in wanted
        ]
    return [figure for figure in figures if figure is not None]


def format_euros(cents: float) -> str:
    return format_money(round(cents), "EUR")


def format_count(count: float) -> str:
    return number_format(round(count, 1) if count % 1 else int(count), force_grouping=True)


def _gross_revenue(since: date, today: date) -> tuple[dict[date, int], date]:
    rows = DailyResult.objects.filter(
        day__gte=since, day__lt=today, table__currency="EUR", testing=False
    ).values_list("day")
    return dict(rows.annotate(Sum("gross")).order_by("day")), folded_until() or NEVER


def _active_players(since: date, today: date) -> tuple[dict[date, int], date]:
    """How many players staked money on each day."""
    rows = DailyPlay.objects.filter(
        day__gte=since, day__lt=today, currency="EUR", player__testing=False
    ).values_list("day")
    players = dict(rows.annotate(Count("player", distinct=True)).order_by("day"))
    stakes = Stake.objects.filter(
        at__gte=midnight(today), round__table__currency="EUR", round__status="ended", player__testing=False
    )
    players[today] = stakes.aggregate(count=Count("player", distinct=True))["count"]
    return players, FoldedUntil.objects.values_list("upto", flat=True).first() or NEVER


def _payments(since: datetime) -> dict[str, dict[date, int]]:
    rows = (
        Payment.objects.filter(status=Payment.Status.PAID, credited__gte=since, player__testing=False)
        .annotate(day=TruncDate("credited", tzinfo=LISBON))
        .values_list("direction", "day")
        .annotate(Sum("cents"))
        .order_by("day", "direction")
    )
    paid: dict[str, dict[date, int]] = {"deposit": {}, "withdrawal": {}}
    for direction, day, cents in rows:
        paid[direction][day] = cents
    return paid


def _figure(
    code: str, title: str, amounts: Amounts, today: date, known_until: date, show: Callable[[float], str]
) -> DailyFigure | None:
    """Days from `known_until` to yesterday are not counted yet, so the mean leaves them out."""
    days = [today - timedelta(days=back) for back in reversed(range(DAYS))]
    is_known = known_until >= today
    if is_known and not any(amounts.get(day) for day in days):
        return None
    last_week = [day for day in days[-MEAN_DAYS - 1 : -1] if day < known_until]
    mean = sum(amounts.get(day, 0) for day in last_week) / len(last_week) if last_week else None
    points = [
        Point(str(date_format(day, "SHORT_DATE_FORMAT")), amounts.get(day, 0), is_partial=day == today)
        for day in days
        if day == today or day < known_until
    ]
    show_axis = short_euros if show is format_euros else show
    return DailyFigure(
        code=code,
        title=title,
        today=show(amounts.get(today, 0)),
        mean="" if mean is None else show(mean),
        chart=bar_chart(str(title), points, show=show, show_axis=show_axis, size=SMALL),
        known_until=None if is_known else known_until,
    )
