"""A player's history: movements with balances, rounds and sessions by choice, sums by Lisbon's days, files, statements."""

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
from players.history.daily_totals import totals_until, totals_update
from players.history.models import Moved, Played, Statement
from players.history.statements import statements_make
from players.history.totals import Choice, flows, net_deposits, played
from players.identity import terms
from players.models import Player
from players.shared import clock
from players.wallet import ledger
from tests.players.conftest import signed_in
from tests.players.history.past import player_with_past, tables
from tests.room import Room, balance, bet, players_with, table_open

pytestmark = pytest.mark.usefixtures("valkey_url")


def client_of(player: Player, language: str = "en") -> Client:
    player.person.language = language
    player.person.save()
    return signed_in(player.person.email, language)


@pytest.fixture
def at(db: None) -> tuple[Table, Table]:
    return tables()


def wallet(player: Player) -> int:
    return ledger.account_open(kind="wallet", currency="EUR", player=player.pk)


def test_movements_carry_the_balance_before_and_after_over_every_page(at: Any) -> None:
    player = player_with_past(70, at)
    client, address, seen = client_of(player), "/account/movements/", []
    while address:
        page = client.get(address)
        seen += page.context["rows"]
        address = f"/account/movements/?place={page.context['older']}" if page.context["older"] else ""
    assert len(seen) == 1 + 70 + 2 * 23, "the deposit, each stake, and a stake back and a prize for each win"
    assert seen[0]["after"] == balance(player) and seen[-1]["before"] == 0
    assert all(row["before"] + row["cents"] == row["after"] for row in seen)
    assert all(newer["before"] == older["after"] for newer, older in zip(seen, seen[1:], strict=False))


def test_a_place_that_was_not_made_here_leads_to_the_beginning(at: Any) -> None:
    player = player_with_past(3, at)
    assert client_of(player).get("/account/movements/?place=forged").context["rows"][0]["after"] == balance(
        player
    )


def test_rounds_and_sessions_are_found_page_by_page_without_a_gap(at: Any) -> None:
    player = player_with_past(130, at)
    for folded in (False, True):
        if folded:
            totals_update()
        for page, name in (("rounds", "stakes"), ("sessions", "sessions")):
            client, address, seen = client_of(player), f"/account/{page}/", []
            while address:
                answer = client.get(address)
                seen += [row.pk for row in answer.context[name]]
                address = (
                    f"/account/{page}/?place={answer.context['older']}" if answer.context["older"] else ""
                )
            assert len(seen) == len(set(seen)) == (130 if page == "rounds" else len(set(seen)))


@pytest.mark.parametrize("folded", [False, True])
def test_sums_are_the_same_from_folded_days_and_from_the_record(at: Any, folded: bool) -> None:
    """[AR-25] [FR-R26]"""
    player = player_with_past(70, at, every=timedelta(hours=9))
    if folded:
        totals_update()
    sums = played(player, Choice())
    assert (sums.rounds, sums.staked, sums.returned) == (70, 7000, 23 * 200) and sums.net == -2400
    french = played(player, Choice(system="french-roulette"))
    assert french.rounds == 10 == played(player, Choice(table=at[1].pk)).rounds
    day = clock.day_of(clock.now()) - timedelta(days=8)
    both = played(player, Choice(until=day)), played(player, Choice(since=day + timedelta(days=1)))
    assert both[0].rounds + both[1].rounds == 70 and 0 < both[0].rounds < 70
    moved = {flow.kind: (flow.moves, flow.came - flow.went) for flow in flows(wallet(player), Choice())}
    assert moved == {
        "deposit": (1, 10_000_000),
        "stake": (70, -7000),
        "stake-back": (23, 2300),
        "prize": (23, 2300),
    }
    assert net_deposits(wallet(player)) == 10_000_000


def test_what_happens_after_the_days_were_folded_is_counted_too(at: Any) -> None:
    player = player_with_past(10, at)
    totals_update()
    cash = ledger.account_open(kind="cash", currency="EUR")
    ledger.post([ledger.Move(uuid4(), "withdrawal", wallet(player), cash, "EUR", 4_000_000)])
    assert net_deposits(wallet(player)) == 6_000_000 and totals_until() == clock.day_of(clock.now())


def test_folding_again_changes_nothing_and_a_late_round_is_taken_in(at: Any) -> None:
    player = player_with_past(40, at)
    assert totals_update() > 0 and totals_update() == 0
    kept = list(
        Played.objects.filter(player=player).order_by("day", "table").values_list("day", "table", "rounds")
    )
    with clock.at(clock.now() + timedelta(days=1)):
        totals_update()
    assert (
        list(
            Played.objects.filter(player=player)
            .order_by("day", "table")
            .values_list("day", "table", "rounds")
        )
        == kept
    )


def test_a_day_is_lisbons_on_the_night_the_clocks_change(at: Any) -> None:
    """At half past midnight on the day that summer begins, UTC and Lisbon agree; the evening before summer ends they do not."""
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
                [uuid4(), ledger.account_open(kind="cash", currency="EUR"), wallet(player), moment],
            )
    totals_update()
    found = dict(
        Moved.objects.filter(account=wallet(player), day__lt=clock.day_of(clock.now())).values_list(
            "day", "moves"
        )
    )
    assert found == {date(2026, 3, 28): 1, date(2026, 3, 29): 2, date(2026, 10, 25): 1}


@pytest.mark.parametrize(
    "asked",
    [
        "since=2026-13-45",
        "since=2026-02-02&until=2026-01-01",
        "since=0001-01-01",
        "kind=nonsense",
        "currency=USD",
    ],
)
def test_a_choice_that_makes_no_sense_is_said_at_its_field(at: Any, asked: str) -> None:
    answer = client_of(player_with_past(2, at)).get(f"/account/movements/?{asked}")
    assert answer.status_code == 200 and answer.context["form"].errors and answer.context["rows"] == []
    assert 'class="errors"' in answer.content.decode()


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("name", ["movements", "rounds", "sessions"])
def test_every_list_can_be_had_as_a_file(at: Any, name: str, language: str) -> None:
    client = client_of(player_with_past(60, at), language)
    sheet = client.get(f"/account/{name}.csv")
    rows = list(
        csv.reader(
            io.StringIO(sheet.content.decode("utf-8-sig")), delimiter=";" if language == "pt-pt" else ","
        )
    )
    assert sheet["Content-Type"].startswith("text/csv") and "attachment" in sheet["Content-Disposition"]
    assert (
        len(rows) == {"movements": 1 + 1 + 60 + 40, "rounds": 61}.get(name, len(rows))
        and len({len(row) for row in rows}) == 1
    )
    assert (",00" if language == "pt-pt" else ".00") in rows[1][-1]
    paper = client.get(f"/account/{name}.pdf").content
    assert paper.startswith(b"%PDF-") and b"Inter" in paper and paper.rstrip().endswith(b"%%EOF")


def test_a_name_that_a_spreadsheet_would_take_for_a_formula_is_text() -> None:
    from players.shared.exports.list_document import spreadsheet_text

    assert (
        spreadsheet_text("=HYPERLINK(1)", english=True) == "'=HYPERLINK(1)"
        and spreadsheet_text("-1+1", english=True) == "'-1+1"
    )


def test_months_are_stated_once_and_kept(at: Any) -> None:
    player = player_with_past(90, at, every=timedelta(hours=18))
    assert statements_make() > 0 and statements_make() == 0
    kept = list(Statement.objects.filter(player=player, currency="EUR").order_by("month"))
    assert len(kept) >= 2
    for before, after in zip(kept, kept[1:], strict=False):
        assert (
            before.data["closing"] == after.data["opening"]
            and clock.months_after(before.month, 1) == after.month
        )
    month = kept[-1].month
    sums = played(player, Choice(since=month, until=clock.months_after(month, 1) - timedelta(days=1)))
    assert sum(day["rounds"] for day in kept[-1].data["days"]) == sums.rounds
    client = client_of(player, "pt-pt")
    assert client.get("/account/statements/").status_code == 200
    page = client.get(f"/account/statements/{kept[-1].pk}/")
    assert page.status_code == 200 and str(sums.rounds) in page.content.decode()
    assert client.get(f"/account/statements/{kept[-1].pk}.pdf").content.startswith(b"%PDF-")
    other = client_of(player_with_past(1, at))
    for ending in ("/", ".pdf", ".csv"):
        assert other.get(f"/account/statements/{kept[-1].pk}{ending}").status_code == 404


def test_a_player_with_nothing_has_pages_that_say_so(at: Any) -> None:
    from tests.room import players_with

    (player,) = players_with(0, 1)
    terms.terms_accept(player=player, terms=terms.current(), language="en")
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


def test_no_page_asks_more_of_the_database_as_the_history_grows(at: Any) -> None:
    few, many = player_with_past(10, at), player_with_past(1200, at)
    totals_update()
    counted: dict[str, list[int]] = {}
    for player in (few, many):
        client = client_of(player)
        for page in PAGES:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/account/{page}").status_code == 200
            counted.setdefault(page, []).append(len(queries))
    assert all(many <= few + 1 and many < 30 for few, many in counted.values()), counted


def test_the_pdf_has_numbered_pages_in_figures_of_one_width(at: Any) -> None:
    paper = client_of(player_with_past(90, at)).get("/account/rounds.pdf").content
    pages = len(re.findall(rb"/Type /Page\b", paper))
    assert pages >= 3


def test_the_api_tells_the_same_as_the_pages(at: Any) -> None:
    player = player_with_past(60, at)
    client = client_of(player)
    moves: list[dict[str, Any]] = []
    cursor = ""
    while cursor is not None:
        answer = json.loads(client.get("/api/v1/movements/", {"cursor": cursor} if cursor else {}).content)
        moves, cursor = moves + answer["results"], answer["next"]
    assert sum(move["cents"] for move in moves) == balance(player) == moves[0]["after"]
    sums = json.loads(client.get("/api/v1/sums/").content)
    assert (sums["rounds"], sums["net"], sums["net_deposits"]) == (60, -2000, 10_000_000)
    assert len(json.loads(client.get("/api/v1/rounds/").content)["results"]) == 50
    assert datetime.fromisoformat(moves[0]["at"]).astimezone(UTC) <= datetime.now(UTC)


@pytest.mark.parametrize("name", ["rounds", "sessions", "movements"])
def test_a_record_of_credits_alone_is_shown_without_asking_for_it(
    db: None, tmp_path: Path, name: str
) -> None:
    """[AR-26] [AR-31] Who has only played the demonstration sees that, and not an empty page."""
    table = table_open(currency="DEMO")
    (ana,) = players_with(10_000, 1, "DEMO")
    terms.terms_accept(player=ana, terms=terms.current(), language="en")
    room = Room(tmp_path, table)
    room.sit([ana])
    room.until("bets-opened")
    room.say((ana, bet(room.round, {"red": 500})))
    room.until("round-ended")
    page = signed_in(ana.person.email, "en").get(f"/account/{name}/")
    assert page.context["currency"] == "DEMO" and table.name in page.content.decode() or name == "movements"
    assert page.context["rows" if name == "movements" else "stakes" if name == "rounds" else "sessions"]
    assert page.context["form"]["currency"].value() == "DEMO", "the form says what is shown"
    asked = signed_in(ana.person.email, "en").get(f"/account/{name}/?currency=EUR")
    assert asked.context["currency"] == "EUR", "who asks for money is shown money"
