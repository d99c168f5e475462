"""Test accounts in reports and in the API: what they play is no revenue, and what people pay is. (A86)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.backoffice import home_tiles
from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.drilldown import rounds_of, selection_from
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.rtp_monitoring import daily_returns
from casino.compliance.rtp_monitoring.ledger_comparison import comparison
from games.models import Stake
from games.rules.engine import Wait
from players.identity.sign_in.api_tokens import create_token
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.casino.compliance.rtp_monitoring.test_daily_returns import tomorrow
from tests.games.tables.test_card_games import send_command, wait
from tests.games.tables.test_holdem_raises import table_of_three
from tests.live_table import LiveTable, bet, players_with, table_open

pytestmark = pytest.mark.django_db
Open = Callable[..., LiveTable]
POT = 3_000
RATE = 500  # five per cent of the pot
RAKE = POT * RATE // 10_000


def played_day() -> ReportChoice:
    day = clock.day_of(Stake.objects.latest("at").at)
    return ReportChoice(day, day, step="day")


def figures(code: str, **choice: Any) -> dict[str, Any]:
    days = played_day()
    built = build(REPORTS[code], ReportChoice(days.since, days.until, step="day", **choice))
    assert built.equal, built.checks
    return built.totals


def pot_won(room: Open, *testing: int, rate: int = RATE) -> list[Player]:
    """Three players put 10.00 each into a pot, and the second wins it after the flop, whatever the cards are.
    Which of them are test accounts is given by their places.
    """
    table, players = table_of_three(room, rate=rate)
    first, winner, third = players
    Player.objects.filter(pk__in=[players[place].pk for place in testing]).update(testing=True)
    for player, command in (
        (first, {"t": "raise", "to": POT // 3}),
        (winner, {"t": "call"}),
        (third, {"t": "call"}),
        (winner, {"t": "raise", "to": 400}),  # nobody goes along: it returns without commission
        (third, {"t": "fold"}),
        (first, {"t": "fold"}),
    ):
        while wait(table) is not Wait.CHOICE:
            table.step()
        assert send_command(table, player, command).refused is None
    while table.live.running:
        table.step()
    row = Stake.objects.get(player=winner)
    assert (row.lost, row.prize, row.commission) == (POT // 3, POT, POT * rate // 10_000)
    return players


@pytest.mark.parametrize(
    ("testing", "of_people"),
    [
        ((), RAKE),
        ((1,), RAKE * 2 // 3),  # a test account won it: two of three chips in the pot were people's
        ((0,), RAKE),  # a person won it, and the commission was taken from what the person won
        ((0, 2), RAKE),
        ((0, 1), RAKE // 3),
        ((0, 1, 2), 0),
    ],
)
def test_the_commission_that_people_paid_is_in_the_base_whoever_won_the_pot(
    room: Open,
    testing: tuple[int, ...],
    of_people: int,
) -> None:
    pot_won(room, *testing)
    with clock.at(tomorrow()):
        live, tax, net, hours = (figures(code) for code in ("gross", "tax", "net", "hours"))
        assert (tax["base"], tax["commissions"]) == (of_people, of_people)
        assert (live["gross"], live["rake"]) == (of_people, of_people)
        assert net["gross"] == hours["gross"] == of_people
        apart = figures("gross", testing=True)
        assert (apart["gross"], apart["rake"]) == (RAKE - of_people, RAKE - of_people)
        assert daily_totals.fold() > 0
        assert figures("tax")["base"] == of_people and figures("gross", testing=True) == apart
        # The rounds behind a figure add up to it.
        query = {
            "since": played_day().since.isoformat(),
            "until": played_day().until.isoformat(),
            "testing": "",
        }
        page = rounds_of(selection_from(query))
        assert page.totals["gross"] == sum(row["gross"] for row in page.rows) == of_people
        # Return control counts what players paid, as the transfers say.
        assert daily_returns.fold() >= 1
        assert [line.difference for line in comparison() if line.system == "holdem"] == [0][: bool(of_people)]


def test_a_part_of_a_cent_is_peoples(room: Open) -> None:
    """The state is not paid less because a test account was in the pot."""
    pot_won(room, 1, rate=437)  # 1.31 of commission, of which 0.873... for two chips of three
    assert figures("tax")["base"] == 88 and figures("gross", testing=True)["gross"] == 43


def test_the_overview_counts_no_chips_that_people_lost_to_a_test_account(room: Open) -> None:
    pot_won(room, 1)
    [row] = home_tiles.played_today(clock.now())[0]
    assert row["gross"] == RAKE * 2 // 3, "not the twenty euros that the test account won"


@pytest.mark.parametrize("testing", [(), (0,), (1, 2), (0, 1, 2)])
def test_what_test_accounts_pay_for_their_chips_is_apart(room: Open, testing: tuple[int, ...]) -> None:
    """[HE-17b] Where the commission is taken on buy-ins: 200.00 each, at five per cent."""
    table = room("holdem", sheet={"commission": "buy-in", "rate": RATE})
    players = players_with(100_000, 3)
    Player.objects.filter(pk__in=[players[place].pk for place in testing]).update(testing=True)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    while table.live.running:
        table.step()
    of_tests = len(testing) * 1_000
    for is_folded in (False, True):
        with clock.at(tomorrow()):
            assert not is_folded or daily_totals.fold() > 0
            assert figures("gross")["entry"] == 3_000 - of_tests
            assert figures("gross", testing=True)["entry"] == of_tests
            assert figures("tax")["base"] == 3_000 - of_tests


@pytest.mark.usefixtures("demo")
def test_a_warehouse_that_reads_the_api_comes_to_the_figures_of_the_reports(tmp_path: Any) -> None:
    """Rounds say what test accounts staked and got back, payments whether the account is one."""
    table, (ana, rui) = LiveTable(tmp_path, table_open(minimum=100)), players_with(10_000, 2)
    Player.objects.filter(pk=rui.pk).update(testing=True)
    table.sit([ana, rui])
    for _ in range(2):
        table.until("bets-opened")
        table.send((ana, bet(table.round, {"red": 500})), (rui, bet(table.round, {"black": 300})))
        table.until("round-ended")
    now = clock.now()
    for player, cents in ((ana, 4_000), (rui, 7_000)):
        Payment.objects.create(
            id=uuid4(), player=player, direction="deposit", cents=cents, status="paid", made=now,
            credited=now, changed=now,
        )  # fmt: skip
    token = create_token(person=Person.objects.get(email="direcao@feltro.example"), name="x", days=7)
    since = (now - timedelta(hours=12)).isoformat().replace("+", "%2B")

    def rows(path: str) -> list[dict[str, Any]]:
        address = f"/api/v1/house/{path}/?since={since}"
        read = Client().get(address, headers={"Authorization": f"Bearer {token}"}).json()
        assert read["next"] is None
        return list(read["results"])

    sums: dict[str, int] = defaultdict(int)
    for row in rows("rounds"):
        if row["currency"] == "EUR" and row["status"] == "ended":
            sums["staked"] += row["staked"] - row["test_staked"]
            sums["returned"] += row["returned"] - row["test_returned"]
            sums["tested"] += row["test_staked"]
    built = build(REPORTS["stakes"], played_day())
    totals = built.totals
    assert sums["tested"] == 600 and sums["staked"] == totals["staked"] == 1_000
    assert sums["returned"] == totals["back"] + totals["prize"] - totals["commission"]
    paid = sum(
        row["cents"]
        for row in rows("payments")
        if row["direction"] == "deposit" and row["status"] == "paid" and not row["testing"]
    )
    report = build(REPORTS["payments"], played_day())
    place = report.report.position
    counted = [
        row for row in report.rows if row[place("part")] == "deposit" and row[place("status")] == "paid"
    ]
    assert paid == sum(row[place("cents")] for row in counted) >= 4_000
