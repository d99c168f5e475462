"""A player's history: movements, rounds, sessions, totals by day in Lisbon, files and statements."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Table
from players.history.daily_totals import totals_until, update_totals
from players.history.models import DailyMovement, DailyPlay, Statement
from players.history.statements import make_statements
from players.history.totals import HistorySelection, flows, net_deposits, played
from players.identity.registration import terms
from players.models import Player
from players.shared import clock
from players.wallet import ledger
from tests.demo_house import signed_in
from tests.live_table import LiveTable, balance, bet, players_with, table_open
from tests.players.history.past import player_with_past, tables

pytestmark = pytest.mark.usefixtures("valkey_url")


def client_of(player: Player, language: str = "en") -> Client:
    player.person.language = language
    player.person.save()
    return signed_in(player.person.email, language)


@pytest.fixture
def at(db: None) -> tuple[Table, Table]:
    return tables()


def wallet(player: Player) -> int:
    return ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk)


def test_movements_carry_the_balance_before_and_after_over_every_page(at: Any) -> None:
    player = player_with_past(70, at)
    client, url, seen = client_of(player), "/account/movements/", []
    while url:
        page = client.get(url)
        seen += page.context["rows"]
        url = f"/account/movements/?place={page.context['older']}" if page.context["older"] else ""
    assert len(seen) == 1 + 70 + 2 * 23, (
        "the deposit, every stake, and a returned stake and a prize for every win"
    )
    assert seen[0]["after"] == balance(player) and seen[-1]["before"] == 0
    assert all(row["before"] + row["cents"] == row["after"] for row in seen)
    assert all(newer["before"] == older["after"] for newer, older in zip(seen, seen[1:], strict=False))


def test_an_invalid_position_shows_the_first_page(at: Any) -> None:
    player = player_with_past(3, at)
    assert client_of(player).get("/account/movements/?place=forged").context["rows"][0]["after"] == balance(
        player
    )


def test_rounds_and_sessions_have_no_gap_between_pages(at: Any) -> None:
    player = player_with_past(130, at)
    for with_totals in (False, True):
        if with_totals:
            update_totals()
        for page, name in (("rounds", "stakes"), ("sessions", "sessions")):
            client, url, seen = client_of(player), f"/account/{page}/", []
            while url:
                response = client.get(url)
                seen += [row.pk for row in response.context[name]]
                url = (
                    f"/account/{page}/?place={response.context['older']}" if response.context["older"] else ""
                )
            assert len(seen) == len(set(seen)) == (130 if page == "rounds" else len(set(seen)))


@pytest.mark.parametrize("with_totals", [False, True])
def test_totals_are_the_same_from_stored_days_and_from_the_record(at: Any, with_totals: bool) -> None:
    """[AR-25] [FR-R26]"""
    player = player_with_past(70, at, every=timedelta(hours=9))
    if with_totals:
        update_totals()
    sums = played(player, HistorySelection())
    assert (sums.rounds, sums.staked, sums.returned) == (70, 7000, 23 * 200) and sums.net == -2400
    french = played(player, HistorySelection(system="french-roulette"))
    assert french.rounds == 10 == played(player, HistorySelection(table=at[1].pk)).rounds
    day = clock.day_of(clock.now()) - timedelta(days=8)
    both = (
        played(player, HistorySelection(until=day)),
        played(player, HistorySelection(since=day + timedelta(days=1))),
    )
    assert both[0].rounds + both[1].rounds == 70 and 0 < both[0].rounds < 70
    moved = {
        flow.kind: (flow.moves, flow.came - flow.went) for flow in flows(wallet(player), HistorySelection())
    }
    assert moved == {
        "deposit": (1, 10_000_000),
        "stake": (70, -7000),
        "stake-back": (23, 2300),
        "prize": (23, 2300),
    }
    assert net_deposits(wallet(player)) == 10_000_000


def test_transfers_after_the_stored_totals_count(at: Any) -> None:
    player = player_with_past(10, at)
    update_totals()
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    ledger.post([ledger.Move(uuid4(), "withdrawal", wallet(player), cash, "EUR", 4_000_000)])
    assert net_deposits(wallet(player)) == 6_000_000 and totals_until() == clock.day_of(clock.now())


def test_a_repeated_update_of_totals_changes_nothing(at: Any) -> None:
    player = player_with_past(40, at)
    assert update_totals() > 0 and update_totals() == 0
    kept = list(
        DailyPlay.objects.filter(player=player).order_by("day", "table").values_list("day", "table", "rounds")
    )
    with clock.at(clock.now() + timedelta(days=1)):
        update_totals()
    assert (
        list(
            DailyPlay.objects.filter(player=player)
            .order_by("day", "table")
            .values_list("day", "table", "rounds")
        )
        == kept
    )


def test_a_day_is_a_day_in_lisbon_when_the_clocks_change(at: Any) -> None:
    """At 00:30 on the day summer time begins, UTC and Lisbon agree; on the evening before it ends, they do
    not.
    """
    player = player_with_past(0, at)
    with connection.cursor() as cursor:
        for moment in (
            "2026-03-28 23:59:59+00",
            "2026-03-29 00:30:00+00",
            "2026-03-29 23:30:00+01",
            "2026-10-24 23:30:00+00",
        ):
            cursor.execute(
                "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at) "
                "VALUES (%s, 'deposit', %s, %s, 'EUR', 1, %s)",
                [uuid4(), ledger.open_ledger_account(kind="cash", currency="EUR"), wallet(player), moment],
            )
    update_totals()
    moves_by_day = dict(
        DailyMovement.objects.filter(account=wallet(player), day__lt=clock.day_of(clock.now())).values_list(
            "day", "moves"
        )
    )
    assert moves_by_day == {date(2026, 3, 28): 1, date(2026, 3, 29): 2, date(2026, 10, 25): 1}


@pytest.mark.parametrize(
    "query",
    [
        "since=2026-13-45",
        "since=2026-02-02&until=2026-01-01",
        "since=0001-01-01",
        "kind=nonsense",
        "currency=USD",
    ],
)
def test_an_invalid_selection_is_an_error_at_its_field(at: Any, query: str) -> None:
    response = client_of(player_with_past(2, at)).get(f"/account/movements/?{query}")
    assert response.status_code == 200 and response.context["form"].errors and response.context["rows"] == []
    assert 'class="errors"' in response.content.decode()


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("name", ["movements", "rounds", "sessions"])
def test_every_list_can_be_exported(at: Any, name: str, language: str) -> None:
    client = client_of(player_with_past(60, at), language)
    csv_file = client.get(f"/account/{name}.csv")
    rows = list(
        csv.reader(
            io.StringIO(csv_file.content.decode("utf-8-sig")), delimiter=";" if language == "pt-pt" else ","
        )
    )
    assert csv_file["Content-Type"].startswith("text/csv") and "attachment" in csv_file["Content-Disposition"]
    assert (
        len(rows) == {"movements": 1 + 1 + 60 + 40, "rounds": 61}.get(name, len(rows))
        and len({len(row) for row in rows}) == 1
    )
    assert (",00" if language == "pt-pt" else ".00") in rows[1][-1]
    pdf = client.get(f"/account/{name}.pdf").content
    assert pdf.startswith(b"%PDF-") and b"Inter" in pdf and pdf.rstrip().endswith(b"%%EOF")


def test_a_formula_is_exported_as_text() -> None:
    from players.shared.exports.list_document import spreadsheet_text

    assert spreadsheet_text("=HYPERLINK(1)") == "'=HYPERLINK(1)" and spreadsheet_text("-1+1") == "'-1+1"


def test_a_month_has_one_statement_that_does_not_change(at: Any) -> None:
    player = player_with_past(90, at, every=timedelta(hours=18))
    assert make_statements() > 0 and make_statements() == 0
    kept = list(Statement.objects.filter(player=player, currency="EUR").order_by("month"))
    assert len(kept) >= 2
    for before, after in zip(kept, kept[1:], strict=False):
        assert (
            before.data["closing"] == after.data["opening"]
            and clock.months_after(before.month, 1) == after.month
        )
    month = kept[-1].month
    sums = played(
        player, HistorySelection(since=month, until=clock.months_after(month, 1) - timedelta(days=1))
    )
    assert sum(day["rounds"] for day in kept[-1].data["days"]) == sums.rounds
    client = client_of(player, "pt-pt")
    assert client.get("/account/statements/").status_code == 200
    page = client.get(f"/account/statements/{kept[-1].pk}/")
    assert page.status_code == 200 and str(sums.rounds) in page.content.decode()
    assert client.get(f"/account/statements/{kept[-1].pk}.pdf").content.startswith(b"%PDF-")
    other = client_of(player_with_past(1, at))
    for ending in ("/", ".pdf", ".csv"):
        assert other.get(f"/account/statements/{kept[-1].pk}{ending}").status_code == 404


def test_AR_26_a_month_without_movements_has_a_statement_though_the_wallet_is_empty_now(db: None) -> None:
    """The money lay there all month, and was withdrawn between midnight and the task of the night."""
    (ana,) = players_with(5_000, 1)
    this_month = clock.day_of(clock.now()).replace(day=1)
    deposited = clock.midnight(clock.months_after(this_month, -2)) + timedelta(days=9)
    with connection.cursor() as cursor:  # only a superuser of the database can date a transfer
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE wallet_transfer SET at = %s WHERE target_id = %s", [deposited, wallet(ana)])
        cursor.execute("SET LOCAL session_replication_role = origin")
    cash = ledger.open_ledger_account(kind="withdrawal", currency="EUR")
    ledger.post([ledger.Move(uuid4(), "withdrawal", wallet(ana), cash, "EUR", 5_000)])
    assert balance(ana) == 0
    make_statements()
    kept = {row.month: row.data for row in Statement.objects.filter(player=ana, currency="EUR")}
    month = clock.months_after(this_month, -1)
    assert month in kept, "the month in which nothing moved"
    assert (kept[month]["opening"], kept[month]["closing"], kept[month]["flows"]) == (5_000, 5_000, [])
    assert make_statements() == 0


def test_the_pages_of_a_player_without_records(at: Any) -> None:
    from tests.live_table import players_with

    (player,) = players_with(0, 1)
    terms.accept_terms(player=player, terms=terms.publish_terms(), language="en")
    client = client_of(player)
    for page in ("rounds", "sessions", "movements", "statements", "messages", "complaints", "data"):
        assert client.get(f"/account/{page}/").status_code == 200
    assert client.get("/account/movements.pdf").content.startswith(b"%PDF-")


PAGES = (
    "",
    "rounds/",
    "sessions/",
    "movements/",
    "statements/",
    "messages/",
    "complaints/",
    "data/",
    "rounds/?system=french-roulette",
)


def test_no_page_needs_more_queries_for_a_longer_history(at: Any) -> None:
    few, many = player_with_past(10, at), player_with_past(1200, at)
    update_totals()
    counted: dict[str, list[int]] = {}
    for player in (few, many):
        client = client_of(player)
        for page in PAGES:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/account/{page}").status_code == 200
            counted.setdefault(page, []).append(len(queries))
    assert all(many <= few + 1 and many < 30 for few, many in counted.values()), counted


def test_the_pdf_has_several_pages(at: Any) -> None:
    pdf = client_of(player_with_past(90, at)).get("/account/rounds.pdf").content
    pages = len(re.findall(rb"/Type /Page\b", pdf))
    assert pages >= 3


def test_the_api_agrees_with_the_pages(at: Any) -> None:
    player = player_with_past(60, at)
    client = client_of(player)
    moves: list[dict[str, Any]] = []
    cursor = ""
    while cursor is not None:
        data = json.loads(client.get("/api/v1/movements/", {"cursor": cursor} if cursor else {}).content)
        moves, cursor = moves + data["results"], data["next"]
    assert sum(move["cents"] for move in moves) == balance(player) == moves[0]["after"]
    sums = json.loads(client.get("/api/v1/sums/").content)
    assert (sums["rounds"], sums["net"], sums["net_deposits"]) == (60, -2000, 10_000_000)
    assert len(json.loads(client.get("/api/v1/rounds/").content)["results"]) == 50
    assert datetime.fromisoformat(moves[0]["at"]).astimezone(UTC) <= datetime.now(UTC)


@pytest.mark.parametrize("name", ["rounds", "sessions", "movements"])
def test_a_record_with_credits_only_shows_credits_by_default(db: None, tmp_path: Path, name: str) -> None:
    """[AR-26] [AR-31] A player who has only played with credits sees those and not an empty page."""
    table = table_open(currency="DEMO")
    (ana,) = players_with(10_000, 1, "DEMO")
    terms.accept_terms(player=ana, terms=terms.publish_terms(), language="en")
    room = LiveTable(tmp_path, table)
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 500})))
    room.until("round-ended")
    page = signed_in(ana.person.email, "en").get(f"/account/{name}/")
    assert page.context["currency"] == "DEMO" and table.name in page.content.decode() or name == "movements"
    rows_of = {"movements": "rows", "rounds": "stakes", "sessions": "sessions"}
    assert page.context[rows_of[name]]
    assert page.context["form"]["currency"].value() == "DEMO", "the form shows the selected currency"
    response = signed_in(ana.person.email, "en").get(f"/account/{name}/?currency=EUR")
    assert response.context["currency"] == "EUR", "a selected currency is shown"
