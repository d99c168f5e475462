"""The chart of a player's last half year, and the same figures as a table."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import uuid4

from django.utils import translation

from casino.compliance.player_risk.weekly_chart import WEEKS, Week, last_weeks, weekly_chart
from players.history.models import DailyPlay
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in


def test_each_week_has_a_bar_of_stakes_and_one_of_deposits() -> None:
    weeks = [Week("1", 100_00, 10_00, 0), Week("2", 0, 0, 0), Week("3", 0, 0, 50_00)]
    with translation.override("en"):
        chart = weekly_chart(weeks)
    assert chart is not None and chart.series == ("Staked", "Paid in")
    staked, none, paid = chart.bars
    assert staked.text == "Staked €100.00 · Paid in €0.00"
    assert staked.second is not None and none.second is not None and paid.second is not None
    assert (staked.second.height, none.height, none.second.height, paid.height) == (0, 0, 0, 0)
    assert staked.height == 2 * paid.second.height > 0, "both series have one scale"
    assert staked.x + staked.width <= staked.second.x, "the bars stand beside each other"
    assert [bar.is_partial for bar in chart.bars] == [False, False, True], "this week has not ended"


def test_nothing_is_drawn_where_nothing_was_staked_or_paid_in(demo: None) -> None:
    assert last_weeks(Player.objects.get(alias="Ana").pk, date(2020, 1, 6)) == []
    assert weekly_chart([]) is None


def test_the_page_of_a_player_shows_the_chart_and_its_figures(demo: None) -> None:
    ana = Player.objects.get(alias="Ana")
    day = clock.day_of(clock.now()) - timedelta(days=9)
    at = clock.midnight(day)
    DailyPlay.objects.create(
        player=ana, day=day, table=1, system="baccarat", currency="EUR", rounds=9, staked=12_300,
        returned=10_000,
    )  # fmt: skip
    Payment.objects.create(
        id=uuid4(), player=ana, direction="deposit", cents=4_500, status="paid", made=at, changed=at,
        credited=at,
    )  # fmt: skip
    page = signed_in("oficial@feltro.example", "en").get(f"/admin/compliance/care/{ana.pk}/").content.decode()
    assert page.count("data-bar=") == WEEKS
    assert 'data-value="Staked €123.00 · Paid in €45.00"' in page
    assert "js/backoffice/chart" in page and '<td class="figure">€123.00</td>' in page
