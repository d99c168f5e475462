"""Net revenue, hours of the day and returning players, recounted from stakes without the reports' queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from msgspec import structs

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.reports.summaries import report_chart
from games.catalogue import games_between_players
from games.draw.seal_key import SealKey
from games.models import Stake
from players.history.models import DailyPlay
from players.shared import clock
from tests.casino.compliance.reports.test_issues import signed_in
from tests.live_table import players_with

pytestmark = pytest.mark.django_db
Past = Callable[[int], SealKey]


def by_key(built: BuiltReport, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[built.report.position(key)] for key in keys) for row in built.rows]


def real_stakes() -> list[Stake]:
    chosen = Stake.objects.filter(round__table__currency="EUR", player__testing=False)
    return list(chosen.select_related("round__table"))


def gross_of(stake: Stake) -> int:
    between_players = stake.round.table.system in games_between_players()
    return stake.commission + (0 if between_players else stake.lost - stake.prize)


def test_net_revenue_is_gross_less_the_tax_and_equals_the_ledger(past: Past, whole: ReportChoice) -> None:
    past(120)
    gross = {row[:2]: row[2] for row in by_key(build(REPORTS["gross"], whole), "period", "part", "gross")}
    built = build(REPORTS["net"], whole)
    assert built.equal and built.rows
    for period, part, amount, tax, net in by_key(built, "period", "part", "gross", "tax", "net"):
        assert amount == gross[period, part]
        assert abs(tax - amount * 25 / 100) <= 0.5 and net == amount - tax
    assert built.totals["net"] == built.totals["gross"] - built.totals["tax"]


def test_hours_add_up_to_the_stakes_of_each_hour(past: Past, whole: ReportChoice) -> None:
    past(120)
    expected: dict[int, int] = defaultdict(int)
    choice = structs.replace(whole, since=whole.until - timedelta(days=91))
    for stake in real_stakes():
        if clock.day_of(stake.at) >= choice.since:
            expected[stake.at.astimezone(clock.LISBON).hour] += gross_of(stake)
    built = build(REPORTS["hours"], choice)
    assert dict(by_key(built, "part", "gross")) == {hour: expected[hour] for hour in range(24)}
    assert built.equal and any(expected.values())
    chart = report_chart(built)
    assert chart is not None and [bar.label for bar in chart.bars][:2] == ["00:00", "01:00"]
    assert len(chart.bars) == 24, "in the order of the day"


def test_hours_of_a_long_time_are_refused_on_the_page() -> None:
    today = clock.day_of(clock.now())
    query = {"since": (today - timedelta(days=92)).isoformat(), "until": today.isoformat()}
    response = signed_in("management").get(reverse("compliance_report", args=["hours"]), query)
    assert "92" in response.context["form"].errors["since"][0] and "built" not in response.context


def test_players_who_came_back() -> None:
    """Three began in January: two bet again in February, one in April; one began in February."""
    people = players_with(0, 4)
    days = {0: (1, 2, 4), 1: (1, 2), 2: (1,), 3: (2, 2)}
    for index, months in days.items():
        for number, month in enumerate(months):
            DailyPlay.objects.create(
                player=people[index], day=date(2026, month, 5 + number), table=1, system="roulette",
                currency="EUR", rounds=1, staked=100, returned=0,
            )  # fmt: skip
    # Credits are not bets with money.
    DailyPlay.objects.create(
        player=people[2], day=date(2026, 2, 9), table=2, system="roulette",
        currency="DEMO", rounds=1, staked=100, returned=0,
    )  # fmt: skip
    built = build(REPORTS["cohorts"], ReportChoice(date(2026, 1, 10), date(2026, 6, 30)))
    rows = by_key(built, "period", "players", "m1", "m2", "m3")
    assert rows == [("2026-01-01", 3, 6666, 0, 3333), ("2026-02-01", 1, 0, 0, 0)]
    assert built.totals["players"] == 4


def test_a_month_that_has_not_come_has_no_share() -> None:
    [player] = players_with(0, 1)
    today = clock.day_of(clock.now())
    DailyPlay.objects.create(
        player=player, day=today, table=1, system="roulette", currency="EUR", rounds=1, staked=1, returned=0
    )
    built = build(REPORTS["cohorts"], ReportChoice(today.replace(day=1), today))
    assert by_key(built, "players", "m1", "m12") == [(1, None, None)]


@pytest.mark.parametrize("code", ["net", "hours", "cohorts"])
@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_the_pages_and_files_show_them(past: Past, code: str, language: str) -> None:
    past(40)
    daily_totals.fold()
    client = signed_in("management")
    address, headers = reverse("compliance_report", args=[code]), {"Accept-Language": language}
    page = client.get(address, headers=headers)
    assert page.status_code == 200 and str(REPORTS[code].title) not in ("", code)
    for kind in ("csv", "xlsx", "pdf"):
        assert client.get(address, {"file": kind}, headers=headers).status_code == 200
