"""The figures of the overview: what counts today, what the mean of the week leaves out, and the chart."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from casino.backoffice import home_tiles
from casino.backoffice.daily_figures import DAYS, DailyFigure, daily_figures
from casino.compliance.reports.models import DailyResult, ReportsFoldedUntil
from games.models import Round, Stake, Table
from players.history.models import DailyPlay, FoldedUntil
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.home_page import cards_of
from tests.live_table import players_with, table_open

pytestmark = pytest.mark.django_db
TODAY = clock.day_of(datetime.now(UTC))


class Reader:
    """A member of staff with these permissions."""

    def __init__(self, *permissions: str) -> None:
        self.permissions = permissions

    def has_perm(self, permission: str) -> bool:
        return permission in self.permissions


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def people() -> list[Any]:
    """Two players and a test account."""
    people = players_with(0, 3)
    Player.objects.filter(pk=people[2].pk).update(testing=True)
    return people


def figures(*permissions: str, gross: int = 0) -> dict[str, DailyFigure]:
    reader: Any = Reader(*permissions)
    return {str(figure.title): figure for figure in daily_figures(reader, TODAY, gross)}


def add_revenue(table: Table, days_ago: int, gross: int, *, testing: bool = False) -> None:
    DailyResult.objects.create(
        day=TODAY - timedelta(days=days_ago), table=table, sheet=None, testing=testing, rounds=1,
        staked=gross, back=0, prize=0, commission=0, gross=gross,
    )  # fmt: skip


def add_play(player: Any, days_ago: int) -> None:
    DailyPlay.objects.create(
        player_id=player.pk, day=TODAY - timedelta(days=days_ago), table=1, system="baccarat", currency="EUR",
        rounds=1, staked=100, returned=0,
    )  # fmt: skip


def pay(player: Any, direction: str, cents: int, days_ago: int, status: str = "paid") -> None:
    at = clock.midnight(TODAY - timedelta(days=days_ago)) + timedelta(minutes=1)
    Payment.objects.create(
        id=uuid4(), player_id=player.pk, direction=direction, cents=cents, status=status, made=at, changed=at,
        credited=at if status == "paid" else None,
    )  # fmt: skip


def test_the_mean_of_revenue_is_that_of_seven_counted_days() -> None:
    table = table_open("american-roulette")
    for days_ago, gross in ((1, 70_000), (2, 1_000), (7, 6_000), (8, 999_900)):
        add_revenue(table, days_ago, gross)
    add_revenue(table, 3, 50_000, testing=True)
    ReportsFoldedUntil.objects.create(day=TODAY)
    shown = figures("games.view_round", gross=1_234)["Gross revenue"]
    assert (shown.today, shown.mean) == ("€12.34", "€110.00"), "77,000 over seven days"
    ReportsFoldedUntil.objects.update(day=TODAY - timedelta(days=1))
    shown = figures("games.view_round", gross=1_234)["Gross revenue"]
    assert shown.mean == "€11.67", "yesterday is not counted yet: 7,000 over six days"
    ReportsFoldedUntil.objects.update(day=TODAY - timedelta(days=30))
    shown = figures("games.view_round", gross=1_234)["Gross revenue"]
    assert shown.mean == "" and shown.known_until == TODAY - timedelta(days=30), (
        "it says that it is not known"
    )


def test_a_figure_whose_days_were_never_counted_is_not_left_out() -> None:
    shown = figures("games.view_round")
    assert set(shown) == {"Gross revenue", "Active players"}
    assert all(not figure.mean and figure.known_until for figure in shown.values())
    ReportsFoldedUntil.objects.create(day=TODAY)
    FoldedUntil.objects.create(upto=TODAY)
    assert figures("games.view_round") == {}, "known to be zero on every day"


def test_active_players_are_people_who_staked_money(people: list[Any]) -> None:
    table = table_open("american-roulette")
    for currency, number in (("EUR", 1), ("DEMO", 2)):
        owner = table if currency == "EUR" else table_open("american-roulette", currency="DEMO")
        played = Round.objects.create(
            id=number,
            table=owner,
            number=1,
            status="ended",
            commitment="c" * 64,
            sealed=b"",
            ended=clock.now(),
        )
        for seat, player in enumerate(people if currency == "EUR" else people[:2], 1):
            stake = {"staked": 100, "lost": 100, "back": 0, "prize": 0, "held": 0, "commission": 0}
            Stake.objects.create(
                round=played, player_id=player.pk, seat=seat, session=seat, at=clock.now(), **stake
            )
    add_play(people[0], 1)
    add_play(people[0], 1 + DAYS)
    add_play(people[2], 1)
    FoldedUntil.objects.create(upto=TODAY)
    shown = figures("games.view_round")["Active players"]
    assert (shown.today, shown.mean) == ("2", "0.1"), "without the test account, each person once"


def test_payments_count_when_they_were_paid_and_without_test_accounts(people: list[Any]) -> None:
    first, second, tester = people
    pay(first, "deposit", 5_000, 0)
    pay(second, "deposit", 2_000, 0, status="failed")
    pay(tester, "deposit", 90_000, 0)
    pay(second, "deposit", 7_000, 7)
    pay(second, "withdrawal", 3_000, 0)
    shown = figures("cashier.view_payment")
    assert (shown["Deposits"].today, shown["Deposits"].mean) == ("€50.00", "€10.00")
    assert (shown["Withdrawals paid"].today, shown["Withdrawals paid"].mean) == ("€30.00", "€0.00")


def test_nobody_sees_figures_beyond_their_permissions(people: list[Any]) -> None:
    pay(people[0], "deposit", 5_000, 0)
    ReportsFoldedUntil.objects.create(day=TODAY)
    FoldedUntil.objects.create(upto=TODAY)
    assert figures() == {}
    assert set(figures("cashier.view_payment")) == {"Deposits"}, "what was zero on every day is left out"
    assert set(figures("games.view_round", gross=5)) == {"Gross revenue"}


def test_a_chart_has_gains_above_its_line_and_losses_below() -> None:
    table = table_open("american-roulette")
    ReportsFoldedUntil.objects.create(day=TODAY)
    add_revenue(table, 1, -1_000)
    shown = figures("games.view_round", gross=3_000)["Gross revenue"]
    chart = shown.chart
    assert chart is not None and len(chart.bars) == DAYS
    loss, gain = chart.bars[-2:]
    assert gain.is_partial and not loss.is_partial
    assert gain.y + gain.height == pytest.approx(chart.baseline) == loss.y
    assert gain.height == pytest.approx(3 * loss.height, abs=0.5)
    assert loss.y + loss.height <= chart.bottom
    assert all(bar.height == 0 for bar in chart.bars[:-2])
    assert loss.text in ("-€10.00", "−€10.00")


def test_the_overview_counts_rounds_for_money_apart_from_the_demonstration(demo: None) -> None:
    money = Table.objects.filter(currency="EUR").first()
    practice = Table.objects.filter(currency="DEMO").first()
    assert money is not None and practice is not None
    kinds = [(money, "ended"), (practice, "ended"), (practice, "ended"), (practice, "void")]
    for number, (table, status) in enumerate(kinds, 900_001):
        Round.objects.create(
            id=number,
            table=table,
            number=number,
            status=status,
            commitment="c" * 64,
            sealed=b"",
            ended=clock.now(),
        )
    page = signed_in("direcao@feltro.example", "en").get("/admin/")
    cards = {str(card["title"]): card["value"] for card in cards_of(page)}
    assert cards["Rounds for money today"] == 1
    assert cards["Demonstration rounds today"] == 2
    assert cards["Void demonstration rounds today"] == 1
    assert "Void rounds for money today" not in cards
    assert "Demonstration rounds today" in page.content.decode()


def test_the_sum_of_no_accounts_is_not_known(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nought is what the accounts add up to, not what a look at none of them finds."""

    def card(sums: dict[str, int]) -> tuple[object, object]:
        monkeypatch.setattr(home_tiles, "total", lambda: sums)
        page = signed_in("direcao@feltro.example", "en").get("/admin/")
        (found,) = [row for row in cards_of(page) if str(row["title"]) == "Sum of all accounts"]
        return found["value"], found["alarm"]

    assert card({"EUR": 0, "DEMO": 0}) == ("€0.00", False)
    assert card({"EUR": 0, "DEMO": 3}) == ("not zero", True)
    assert card({}) == ("–", False)
