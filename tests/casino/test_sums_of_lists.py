"""Lists of money say at their foot what all rows that the filters leave come to, on whatever page one is."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils.timezone import now

from players.models import Player, PlaySession
from players.shared import admin_base
from players.shared.money import format_money
from players.wallet.models import Transfer
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

STAYS = "/admin/players/playsession/"


@pytest.fixture
def stays(demo: None) -> None:  # noqa: F811
    """More than a page of them, for money and for credits."""
    player = Player.objects.get(alias="Ana")
    PlaySession.objects.bulk_create(
        PlaySession(
            player=player, table=number, table_name="Lisboa", system="blackjack", currency="DEMO" if number % 5 == 0 else "EUR",
            staked=100 * number, returned=70 * number, cause="player", started="2026-01-02T03:00:00Z", ended="2026-01-02T03:04:05Z",
        )
        for number in range(1, 61)
    )  # fmt: skip


def foot(query: str = "", language: str = "en") -> str:
    answer = signed_in("direcao@feltro.example", language).get(f"{STAYS}{query}")
    assert answer.status_code == 200
    page = str(answer.content.decode())
    start = page.find('<div class="office office-totals">')
    return (
        " ".join(re.sub(r"<[^>]+>", " ", page[start : page.find("</div>", start)]).split())
        if start >= 0
        else ""
    )


def said(cents: int, currency: str = "EUR") -> str:
    return " ".join(format_money(cents, currency, language="en").split())


def test_the_sums_are_of_every_page(stays: None) -> None:
    euros = sum(number for number in range(1, 61) if number % 5)
    for page in ("", "?p=2"):
        told = foot(page)
        assert told.startswith("60 rows under these filters")
        assert all(said(each) in told for each in (100 * euros, 70 * euros, -30 * euros))
        assert said(100 * (1830 - euros), "DEMO") in told, "credits stand beside money and never in one sum"


def test_a_filter_leaves_its_own_rows_alone(stays: None) -> None:
    told = foot("?currency__exact=DEMO")
    assert told.startswith("12 rows under these filters") and "€" not in told
    assert foot("?q=nowhere") == ""


def test_too_many_rows_are_not_summed_at_the_foot(stays: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_base, "MAX_SUMMED", 59)
    assert (
        foot()
        == "More than 59 rows: filtered to so many or fewer they are summed here, and the reports sum any number."
    )
    assert foot(language="pt-pt").startswith("Mais de 59 linhas: filtradas até")


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
    answer = signed_in("direcao@feltro.example").get(f"/admin/{address}")
    assert answer.status_code == 200
    assert ("office-totals" in answer.content.decode()) == bool(len(answer.context_data["cl"].result_list))


@pytest.mark.parametrize(
    "place,key,found",
    [
        ("players/playsession/", "an", 50),
        ("players/playsession/", "Lisboa", 50),
        ("players/playsession/", "lis", 0),
        ("games/round/", "1", 0),
        ("games/round/", "9" * 30, 0),
        ("wallet/transfer/", "1", None),
        ("wallet/transfer/", "neither number nor id", 0),
        ("wallet/transfer/", "%00", 0),
        ("audit/line/", "session:1", None),
        ("audit/line/", "direcao@feltro.example", None),
        ("audit/seal/", "1", 0),
    ],
)
def test_what_is_searched_for_is_looked_up_by_its_shape(
    stays: None, place: str, key: str, found: int | None
) -> None:
    answer = signed_in("direcao@feltro.example").get(f"/admin/{place}", {"q": key})
    assert answer.status_code == 200
    shown = len(answer.context_data["cl"].result_list)
    assert shown == found if found is not None else shown >= 0


def test_the_ledger_shows_its_last_day_says_so_and_is_searched_whole(stays: None) -> None:
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
    for query, found in (
        ("", False),
        ("?since=hour", False),
        ("?since=week", True),
        (f"?q={old.pk}", True),
        (f"?q={old.pk}&since=hour", False),
    ):
        answer = client.get(f"/admin/wallet/transfer/{query}")
        assert (old in answer.context_data["cl"].result_list) == found, query
        assert "Without a filter of time this is the last day." in answer.content.decode()
