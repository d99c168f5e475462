"""Lists of money show the totals of all filtered rows, on every page."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from players.models import Player, PlaySession
from players.shared import admin_base
from players.shared.money import format_money
from players.wallet.models import Transfer
from tests.demo_house import signed_in

STAYS = "/admin/players/playsession/"
NEWEST = 'ORDER BY "wallet_transfer"."at" DESC'


@pytest.fixture
def stays(demo: None) -> None:
    """More than one page of play sessions, for money and for credits."""
    player = Player.objects.get(alias="Ana")
    PlaySession.objects.bulk_create(
        PlaySession(
            player=player, table=number, table_name="Lisboa", system="blackjack",
            currency="DEMO" if number % 5 == 0 else "EUR", staked=100 * number, returned=70 * number,
            cause="player", started="2026-01-02T03:00:00Z", ended="2026-01-02T03:04:05Z",
        )
        for number in range(1, 61)
    )  # fmt: skip


def totals_text(query: str = "", language: str = "en") -> str:
    response = signed_in("direcao@feltro.example", language).get(f"{STAYS}{query}")
    assert response.status_code == 200
    page = str(response.content.decode())
    start = page.find('<div class="office office-totals">')
    return (
        " ".join(re.sub(r"<[^>]+>", " ", page[start : page.find("</div>", start)]).split())
        if start >= 0
        else ""
    )


def amount_text(cents: int, currency: str = "EUR") -> str:
    return " ".join(format_money(cents, currency, language="en").split())


def test_totals_cover_every_page(stays: None) -> None:
    euros = sum(number for number in range(1, 61) if number % 5)
    for page in ("", "?p=2"):
        text = totals_text(page)
        assert text.startswith("60 rows under these filters")
        assert all(amount_text(cents) in text for cents in (100 * euros, 70 * euros, -30 * euros))
        assert amount_text(100 * (1830 - euros), "DEMO") in text, (
            "credits stand beside money and never in one sum"
        )


def test_a_filter_leaves_its_own_rows_alone(stays: None) -> None:
    text = totals_text("?currency__exact=DEMO")
    assert text.startswith("12 rows under these filters") and "€" not in text
    assert totals_text("?q=nowhere") == ""


def test_too_many_rows_are_not_summed_at_the_foot(stays: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_base, "MAX_SUMMED", 59)
    assert totals_text() == (
        "More than 59 rows. Filter the list to this number or fewer to see totals here; "
        "the reports add up any number."
    )
    assert totals_text(language="pt-pt").startswith("Mais de 59 linhas. Filtre a lista até")


def test_a_list_that_is_planned_to_be_long_is_not_counted(
    stays: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page tells the same, without reading what it does not add up."""
    monkeypatch.setattr(admin_base, "SURELY_LONGER", 0)
    with CaptureQueriesContext(connection) as queries:
        text = totals_text()
    assert text.startswith("More than 10,000 rows")
    assert not any("COUNT(" in query["sql"] and "playsession" in query["sql"] for query in queries)


def test_the_rows_of_some_days_are_in_the_order_of_their_time(stays: None) -> None:
    """In the order of their numbers, all newer rows would be read before the first one of these days."""
    first = PlaySession.objects.order_by("pk")[30]
    PlaySession.objects.filter(pk=first.pk).update(ended=now())
    response = signed_in("direcao@feltro.example").get(f"{STAYS}?ended_since=2000-01-01")
    rows = response.context["cl"].result_list
    assert rows[0] == first and [row.ended for row in rows] == sorted(
        (row.ended for row in rows), reverse=True
    )
    by_table = signed_in("direcao@feltro.example").get(f"{STAYS}?ended_since=2000-01-01&o=6")
    assert by_table.context["cl"].result_list[0] != first, "an order that the person chose is kept"


@pytest.mark.parametrize(
    "address",
    [
        "games/round/",
        "wallet/account/",
        "wallet/transfer/",
        "cashier/payment/",
        "cashier/adjustment/",
        "players/playsession/",
    ],
)
def test_every_list_of_money_opens_with_its_sums(stays: None, address: str) -> None:
    response = signed_in("direcao@feltro.example").get(f"/admin/{address}")
    assert response.status_code == 200
    assert ("office-totals" in response.content.decode()) == bool(
        len(response.context_data["cl"].result_list)
    )


@pytest.mark.parametrize(
    "place,key,count",
    [
        ("players/playsession/", "an", 50),
        ("players/playsession/", "Lisboa", 50),
        ("players/playsession/", "lis", 0),
        ("games/round/", "1", 0),
        ("games/round/", "9" * 30, 0),
        ("wallet/transfer/", "1", None),
        ("wallet/transfer/", "neither number nor id", 0),
        ("wallet/transfer/", "%00", 0),
        ("audit/seal/", "1", 0),
    ],
)
def test_the_form_of_a_search_decides_what_is_searched(
    stays: None, place: str, key: str, count: int | None
) -> None:
    response = signed_in("direcao@feltro.example").get(f"/admin/{place}", {"q": key})
    assert response.status_code == 200
    shown = len(response.context_data["cl"].result_list)
    assert shown == count if count is not None else shown >= 0


def test_the_ledger_shows_its_last_day_and_searches_all(stays: None) -> None:
    client, opening = signed_in("direcao@feltro.example", "en"), Transfer.objects.first()
    assert opening is not None
    old = Transfer.objects.create(
        id=uuid4(),
        kind="adjustment",
        source=opening.source,
        target=opening.target,
        currency="EUR",
        cents=1,
        at=now() - timedelta(days=3),
    )
    for query, count in (
        ("", False),
        ("?since=hour", False),
        ("?since=week", True),
        (f"?q={old.pk}", True),
        (f"?q={old.pk}&since=hour", False),
    ):
        response = client.get(f"/admin/wallet/transfer/{query}")
        assert (old in response.context_data["cl"].result_list) == count, query
        assert "Without a time filter, the last day is shown." in response.content.decode()


def test_a_page_of_the_ledger_is_taken_from_the_shortest_span_that_fills_it(stays: None) -> None:
    """The page shows the same rows as a sort of the whole span would."""
    opening = Transfer.objects.first()
    assert opening is not None
    Transfer.objects.bulk_create(
        Transfer(
            id=uuid4(), kind="adjustment", source=opening.source, target=opening.target, currency="EUR",
            cents=1, at=now() - timedelta(minutes=20 * number),
        )
        for number in range(130)
    )  # fmt: skip
    client = signed_in("direcao@feltro.example", "en")
    rows = list(Transfer.objects.order_by("-at", "-id"))
    for page in (1, 2, 3):
        with CaptureQueriesContext(connection) as queries:
            response = client.get(f"/admin/wallet/transfer/?since=month&p={page}")
        shown = response.context_data["cl"].result_list
        assert list(shown) == rows[50 * (page - 1) : 50 * page]
        (query,) = (
            query["sql"] for query in queries if 'ORDER BY "wallet_transfer"."at" DESC' in query["sql"]
        )
        assert ("'1 day" in query or "days=1" in query) == (page == 1), query


def numbers(query: str) -> tuple[list[int], str]:
    """The tables of the first page's play sessions, and the page."""
    response = signed_in("direcao@feltro.example", "en").get(f"{STAYS}{query}")
    assert response.status_code == 200
    return [row.table for row in response.context["cl"].result_list], response.content.decode()


def test_a_list_that_is_too_long_keeps_its_own_order(stays: None, monkeypatch: pytest.MonkeyPatch) -> None:
    in_order, _page = numbers("")
    assert in_order[0] == 60
    monkeypatch.setattr(admin_base, "MAX_SORTED", 60)
    sorted_by_stake, page = numbers("?o=6")
    assert sorted_by_stake[:3] == [1, 2, 3] and "keeps its order" not in page
    monkeypatch.setattr(admin_base, "MAX_SORTED", 59)
    kept, page = numbers("?o=6")
    assert kept == in_order
    assert "The order was not changed, because the list has more than 59 rows." in page
    few, page = numbers("?o=6&currency__exact=DEMO")
    assert few[:2] == [5, 10] and "keeps its order" not in page
