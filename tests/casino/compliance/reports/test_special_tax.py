"""The special tax on online gambling: the rate of each day, and the tax of each month to the cent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.models import DailyResult, ReportsFoldedUntil
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.reports.special_tax import RATES, read_rates
from games.models import Table
from players.shared import clock
from tests.casino.compliance.reports.test_issues import signed_in
from tests.live_table import table_open

pytestmark = pytest.mark.django_db
GAMES = ("american-roulette", "baccarat", "blackjack")
RATE = "\n[[rate]]\n"
NO_PLAY = {"rounds": 1, "staked": 0, "back": 0, "prize": 0, "commission": 0}


def folded(day: date, table: Table, gross: int, *, testing: bool = False) -> None:
    DailyResult.objects.create(day=day, table=table, testing=testing, gross=gross, **NO_PLAY)


def tax_rows(since: date, until: date) -> list[dict[str, Any]]:
    ReportsFoldedUntil.objects.update_or_create(pk=1, defaults={"day": clock.day_of(clock.now())})
    built = build(REPORTS["tax"], ReportChoice(since, until))
    names = [column.key for column in built.report.columns]
    return [dict(zip(names, row, strict=True)) for row in built.rows]


@pytest.fixture
def tables() -> list[Table]:
    """One table of each of three games, in the order of their names."""
    return [table_open(system) for system in GAMES]


def test_each_rate_names_its_law() -> None:
    assert [(rate.since, rate.percent) for rate in RATES] == [(date(2015, 6, 28), 15), (date(2020, 4, 1), 25)]
    assert all("RJO" in rate.law for rate in RATES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rate = []",
        f'{RATE}since = 2020-04-01\npercent = 25\nlaw = ""',
        f'{RATE}since = 2020-04-01\npercent = 0\nlaw = "x"',
        f'{RATE}since = 2020-04-01\npercent = 25\nlaw = "x"{RATE}since = 2015-06-28\npercent = 15\nlaw = "x"',
        f'{RATE}since = "April"\npercent = 25\nlaw = "x"',
    ],
)
def test_a_file_of_rates_with_a_gap_or_a_mistake_is_not_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rates.toml"
    path.write_text(text, "utf-8")
    with pytest.raises((AssertionError, ValueError)):
        read_rates(path)


def test_the_tax_of_each_game_is_its_part_of_the_months_at_the_rate_of_its_days(tables: list[Table]) -> None:
    for day in (date(2015, 6, 27), date(2020, 3, 31), date(2020, 4, 1)):
        folded(day, tables[0], 1000)
    rows = tax_rows(date(2015, 6, 1), date(2020, 4, 30))
    assert [(row["period"], row["rate"], row["base"], row["tax"]) for row in rows] == [
        ("2015-06-01", None, 1000, None),
        ("2020-03-01", 1500, 1000, 150),
        ("2020-04-01", 2500, 1000, 250),
    ]


def test_test_accounts_pay_no_tax(tables: list[Table]) -> None:
    folded(date(2026, 3, 1), tables[0], 1000)
    folded(date(2026, 3, 1), tables[0], 9999, testing=True)
    assert [row["tax"] for row in tax_rows(date(2026, 3, 1), date(2026, 3, 31))] == [250]


def test_the_loss_of_a_game_lowers_the_tax_of_the_month_and_a_month_with_a_loss_has_none(
    tables: list[Table],
) -> None:
    for day, amounts in ((date(2026, 1, 31), (1000, -400)), (date(2026, 2, 1), (1000, -1001))):
        for table, gross in zip(tables, amounts, strict=False):
            folded(day, table, gross)
    rows = tax_rows(date(2026, 1, 1), date(2026, 2, 28))
    assert [row["tax"] for row in rows] == [250, -100, 0, 0]


@settings(max_examples=25, deadline=None)
@given(amounts=st.lists(st.integers(-5_000, 50_000), min_size=3, max_size=3))
def test_the_parts_of_the_games_add_up_to_the_tax_of_the_month_rounded_once(amounts: Sequence[int]) -> None:
    DailyResult.objects.all().delete()
    by_system = {table.system: table for table in Table.objects.filter(currency="EUR")}
    tables = [by_system.get(system) or table_open(system) for system in GAMES]
    day = date(2026, 5, 17)
    for table, gross in zip(tables, amounts, strict=True):
        folded(day, table, gross)
    total = max(0, sum(amounts))
    tax = int((Decimal(total) / 4).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    assert sum(row["tax"] for row in tax_rows(day, day + timedelta(days=1))) == tax


def test_the_page_and_its_files_show_rate_and_tax(tables: list[Table]) -> None:
    folded(date(2026, 3, 1), tables[0], 100_000)
    ReportsFoldedUntil.objects.update_or_create(pk=1, defaults={"day": clock.day_of(clock.now())})
    query = {"since": "2026-03-01", "until": "2026-03-31"}
    client, address = signed_in("management"), reverse("compliance_report", args=["tax"])
    page = client.get(address, query).content.decode()
    assert "25,00 %" in page and "250,00" in page
    for kind in ("csv", "xlsx", "pdf"):
        assert client.get(address, {**query, "file": kind}).status_code == 200
