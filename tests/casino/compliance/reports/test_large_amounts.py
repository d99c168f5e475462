"""The registers of the highest prizes and of large transfers.  [903-B 6.3.6.6] [903-B 6.3.6.7]"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.parameters import ReportChoice
from games.models import Round, Stake
from games.tables.croupier.automatic_steps import AutomaticSteps
from players.models import Player
from players.shared import clock
from players.wallet import ledger
from players.wallet.cashier.models import Payment
from players.wallet.ledger import Move
from players.wallet.models import Account
from tests.demo_house import signed_in
from tests.games.rounds.test_history import Number
from tests.live_table import LiveTable, balance, bet, players_with, table_open

DAY = timedelta(days=1)
PAGE = "/admin/compliance/reports/{}/"


def built(code: str, **choice: Any) -> BuiltReport:
    today = clock.day_of(clock.now())
    return build(REPORTS[code], ReportChoice(today - 20 * DAY, today, **choice))


def rows(report: BuiltReport) -> list[dict[str, Any]]:
    names = [column.key for column in report.report.columns]
    return [dict(zip(names, row, strict=True)) for row in report.rows]


@pytest.fixture
def winner(demo: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Round]:
    """One player won 175.00 with 5.00, another 35.00 with 1.00."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Number(0))
    table, (ana, rui) = LiveTable(tmp_path, table_open(minimum=100)), players_with(10_000, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    table.send((ana, bet(table.round, {"straight:0": 500})), (rui, bet(table.round, {"straight:0": 100})))
    table.until("round-ended")
    assert balance(ana) == 10_000 + 17_500
    return ana, Round.objects.get(table=table.table, number=1)


def test_the_highest_prizes_begin_at_the_amount_and_the_highest_comes_first(
    winner: tuple[Player, Round],
) -> None:
    ana, game_round = winner
    [row] = rows(built("prizes", least=175))
    assert (row["player"], row["round"], row["staked"], row["prize"], row["jackpot"]) == (
        ana.pk, game_round.pk, 500, 17_500, 0,
    )  # fmt: skip
    assert rows(built("prizes", least=176)) == []
    assert [row["prize"] for row in rows(built("prizes", least=35))] == [17_500, 3_500]
    assert rows(built("prizes", least=35, system="blackjack")) == []
    assert rows(built("prizes", least=35, testing=True)) == []


def test_a_void_round_has_no_prize(winner: tuple[Player, Round]) -> None:
    _ana, game_round = winner
    Round.objects.filter(pk=game_round.pk).update(status="void")
    assert rows(built("prizes", least=1)) == []


def test_of_a_jackpot_each_winner_is_listed_with_the_own_part(winner: tuple[Player, Round]) -> None:
    _ana, game_round = winner
    bank, meter = (
        ledger.open_ledger_account(kind=kind, currency="EUR", table=game_round.table_id)
        for kind in ("bank", "jackpot")
    )
    ledger.post([Move(uuid4(), "jackpot-fill", bank, meter, "EUR", 90_000, game_round.pk)])
    parts = {}
    for cents, stake in zip((50_000, 20_000), Stake.objects.filter(round=game_round), strict=True):
        wallet = Account.objects.get(kind="wallet", player=stake.player_id, currency="EUR").pk
        move = Move(uuid4(), "jackpot-prize", meter, wallet, "EUR", cents, game_round.pk, stake.seat)
        ledger.post([move])
        parts[stake.player_id] = cents
    assert {row["player"]: row["jackpot"] for row in rows(built("prizes", least=35))} == parts


def test_the_operator_sets_what_is_high_and_the_form_takes_any_other_amount(
    winner: tuple[Player, Round], settings: Any
) -> None:
    """[903-B 6.3.6.6] «a ser determinado pela entidade exploradora»"""
    ana, game_round = winner
    settings.HIGH_PRIZE = 17_500
    client = signed_in("conformidade@feltro.example", "en")
    page = client.get(PAGE.format("prizes")).content.decode()
    assert 'name="least" value="175"' in page.replace("  ", " ")
    assert f"/admin/games/round/{game_round.pk}/change/" in page and ana.alias in page
    assert "€175.00" in page
    settings.HIGH_PRIZE = 500_000
    assert ana.alias not in client.get(PAGE.format("prizes")).content.decode()
    file = client.get(PAGE.format("prizes"), {"least": "175", "file": "csv"}).content.decode("utf-8-sig")
    assert [row for row in csv.reader(io.StringIO(file)) if ana.alias in row]
    wrong = client.get(PAGE.format("prizes"), {"least": "0"}).content.decode()
    assert 'role="alert"' in wrong and ana.alias not in wrong


Pay = Callable[..., UUID]


@pytest.fixture
def pay(demo: None) -> Pay:
    def paid(player: Player, cents: int, ago: timedelta, **changes: Any) -> UUID:
        at: datetime = clock.now() - ago
        content = {"direction": "deposit", "status": "paid", "made": at, "credited": at, **changes}
        return Payment.objects.create(id=uuid4(), player_id=player.pk, cents=cents, **content).pk

    return paid


def test_a_transfer_is_large_alone_or_with_those_of_thirty_days(pay: Pay) -> None:
    one, many, out, tester, waits = players_with(0, 5)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    large = pay(one, 200_000, 3 * DAY)
    pay(one, 199_999, 40 * DAY)  # before the days of the report, and not large
    for days in (50, 29, 15, 5):  # 1,900 each: with the last the thirty days reach 5,700
        pay(many, 190_000, days * DAY)
    last = Payment.objects.filter(player_id=many.pk).order_by("-credited").first()
    both = pay(out, 700_000, 2 * DAY, direction="withdrawal")
    pay(tester, 900_000, DAY)
    pay(waits, 900_000, DAY, status="refused", credited=None)
    assert last is not None
    ours = {player.pk for player in (one, many, out, tester, waits)}
    listed = [
        row for row in rows(built("large-transfers", least=2_000, summed=5_700)) if row["player"] in ours
    ]
    assert [(row["payment"], row["why"], row["cents"], row["summed"]) for row in listed] == [
        (str(last.pk), "sum", 190_000, 570_000),
        (str(large), "one", 200_000, 200_000),
        (str(both), "both", 700_000, 700_000),
    ]


def test_deposits_and_withdrawals_are_added_up_apart(pay: Pay) -> None:
    (ana,) = players_with(0, 1)
    pay(ana, 400_000, 2 * DAY)
    pay(ana, 400_000, DAY, direction="withdrawal")
    listed = rows(built("large-transfers", least=5_000, summed=8_000))
    assert ana.pk not in {row["player"] for row in listed}


def test_the_page_begins_with_the_amounts_of_the_operator_and_leads_to_the_payment(
    pay: Pay, settings: Any
) -> None:
    settings.LARGE_TRANSFER, settings.LARGE_TRANSFER_SUM = 300_000, 900_000
    (ana,) = players_with(0, 1)
    payment = pay(ana, 300_000, timedelta(0))
    page = signed_in("oficial@feltro.example", "en").get(PAGE.format("large-transfers")).content.decode()
    assert f"/admin/cashier/payment/{payment}/change/" in page and "€3,000.00" in page
    settings.LARGE_TRANSFER = 300_100
    page = signed_in("oficial@feltro.example", "en").get(PAGE.format("large-transfers")).content.decode()
    assert f"/admin/cashier/payment/{payment}/change/" not in page
    assert Client().get(PAGE.format("large-transfers")).status_code == 302
    assert signed_in("mesas@feltro.example").get(PAGE.format("large-transfers")).status_code == 403
