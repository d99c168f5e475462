"""P15: each list of accounts contains exactly the accounts that belong there."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Table
from players.administration import player_lists
from players.audit.models import Line
from players.identity.models import Draft, SignIn
from players.identity.verification.account_status import close_player, restore_player, suspend_player
from players.models import Person, Player, PlaySession
from players.protection.models import Exclusion, Limit
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet

PAGE = "/admin/players/player/"
DAY = timedelta(days=1)


@pytest.fixture
def player_named(demo: None) -> Callable[[str], Player]:
    return lambda alias: Player.objects.get(alias=alias)


def aliases(name: str) -> set[str]:
    return set(player_lists.filter_by_list(player_lists.accounts(), name).values_list("alias", flat=True))


def set_age(*players: Player, days: int = 200) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(since=clock.now() - days * DAY)


def test_P15_inactive_means_no_sign_in_play_or_payment_for_more_than_ninety_days(
    player_named: Callable[[str], Player],
) -> None:
    ana, bruno, carla, david, eva = (
        player_named(alias) for alias in ("Ana", "Bruno", "Carla", "David", "Eva")
    )
    now = clock.now()
    assert aliases("inactive") == set(), "a new account is not inactive"
    set_age(ana, bruno, carla, david)
    set_age(eva, days=89)
    assert aliases("inactive") == {"Ana", "Bruno", "Carla", "David"}
    SignIn.objects.create(person=bruno.person, began=now - 120 * DAY, seen=now - 89 * DAY)
    PlaySession.objects.create(
        player=carla, table=1, table_name="x", system="holdem", currency="EUR", started=now - 95 * DAY
    )
    Payment.objects.create(
        id=uuid4(), player=david, direction="deposit", cents=100, status="failed", made=now - 89 * DAY
    )
    SignIn.objects.create(person=ana.person, began=now - 120 * DAY, seen=now - 91 * DAY)
    assert aliases("inactive") == {"Ana"}
    rows = player_lists.with_list_columns(player_lists.accounts(), "inactive")
    assert rows.values_list("last", flat=True).get(pk=ana.pk) == now - 91 * DAY
    Player.objects.filter(pk=ana.pk).update(status="suspended")
    assert aliases("inactive") == set() and aliases("suspended") == {"Ana"}


def test_P15_closed_accounts_with_money_and_registrations_that_are_not_complete(
    player_named: Callable[[str], Player],
) -> None:
    poor = Player.objects.create(
        person=Person.objects.create_user("vazia@correio.example"), alias="Vazia", status="closed"
    )
    Player.objects.filter(pk=player_named("Ana").pk).update(status="closed")
    Player.objects.filter(pk=player_named("Bruno").pk).update(status="pending")
    Player.objects.create(
        person=Person.objects.create_user("visita@visitor.invalid"), alias="Visita", status="visitor"
    )
    assert aliases("left") == {"Ana"} and aliases("incomplete") == {"Bruno"}
    assert poor.alias in aliases("") and "Visita" not in aliases(""), "a visitor has no account"
    left = player_lists.filter_by_list(player_lists.accounts(), "left")
    assert (left.count(), player_lists.money_of(left)) == (1, 200_000)


def test_P15_excluded_means_an_exclusion_in_force(player_named: Callable[[str], Player]) -> None:
    now = clock.now()
    for alias, starts, ends in (
        ("Ana", -1, 120),
        ("Bruno", -1, None),
        ("Carla", -120, -1),
        ("David", 1, 120),
    ):
        Exclusion.objects.create(
            player=player_named(alias),
            starts=now + starts * DAY,
            ends=None if ends is None else now + ends * DAY,
        )
    assert aliases("excluded") == {"Ana", "Bruno"}
    Exclusion.objects.create(player=player_named("Ana"), source="national", reference="x", starts=now - DAY)
    row = player_lists.with_list_columns(player_lists.accounts(), "excluded").get(alias="Ana")
    assert (row.source, row.until) == ("national", None), "the longest exclusion is shown"


def test_P15_with_limits_means_a_limit_in_force(player_named: Callable[[str], Player]) -> None:
    now = clock.now()

    def limit(alias: str, value: int | None, begun: int = 1, **more: Any) -> None:
        starts = now - begun * DAY
        Limit.objects.create(
            player=player_named(alias),
            **{"kind": "deposit", "period": "day", **more},
            value=value,
            requested_at=min(starts, now),
            starts=starts,
        )

    limit("Ana", 5_000)
    limit("Ana", 90, kind="time")
    limit("Bruno", 5_000, begun=2)
    limit("Bruno", None)  # removed a day later
    limit("Carla", 5_000, begun=-1)  # begins tomorrow
    limit("David", 5_000, cancelled=now)
    limit("Eva", 9_000, begun=2)
    limit("Eva", 7_000)
    limit("Bruno", None, kind="stake", begun=3)
    assert aliases("limited") == {"Ana", "Eva"}
    rows = player_lists.with_list_columns(player_lists.accounts(), "limited")
    assert [limit["value"] for limit in rows.get(alias="Ana").limited] == [5_000, 90]
    assert [limit["value"] for limit in rows.get(alias="Eva").limited] == [7_000]
    limit("Bruno", 6_000, kind="stake", begun=2)  # after a removal
    limit("Eva", None, cancelled=now)  # a removal that was withdrawn
    limit("Eva", None, begun=-1)  # and one of tomorrow
    limit("Ana", None)  # at the same moment as the limit, and after it
    assert aliases("limited") == {"Ana", "Bruno", "Eva"}
    limit("Ana", None, kind="time", begun=0)
    assert aliases("limited") == {"Bruno", "Eva"}


@pytest.fixture
def mixed(player_named: Callable[[str], Player]) -> None:
    now = clock.now()
    set_age(player_named("Ana"))
    Player.objects.filter(alias="Bruno").update(status="suspended")
    Player.objects.filter(alias="Carla").update(status="closed")
    Exclusion.objects.create(player=player_named("David"), starts=now - DAY, ends=now + 120 * DAY)
    Limit.objects.create(
        player=player_named("Eva"),
        kind="stake",
        period="week",
        value=12_345,
        requested_at=now - DAY,
        starts=now - DAY,
    )
    Draft.objects.create()


def counts_on_page(client: Client, query: str = "") -> dict[str, int]:
    html = client.get(PAGE + query, headers={"accept-language": "en"}).content.decode()
    return {
        label.strip(): int(count)
        for label, count in re.findall(r'<li><a href="\?[^>]*>([^<]+)<span class="figure">(\d+)', html)
    }


ALL_COUNTS = {
    "All accounts": 5,
    "Active": 3,
    "Deactivated": 2,
    "Inactive for more than 90 days": 1,
    "Closed with a balance": 1,
    "Registration not complete": 0,
    "Suspended": 1,
    "Excluded": 1,
    "With limits": 1,
}


@pytest.mark.parametrize("name", ["conformidade", "regulador", "auditoria", "apoio", "direcao"])
def test_the_page_shows_every_list_with_its_count(mixed: None, name: str) -> None:
    assert counts_on_page(signed_in(f"{name}@feltro.example", "en")) == ALL_COUNTS


@pytest.mark.parametrize("rest", ["", "&o=1", "&p=1", "&status__exact=active", "&q=Eva"])
def test_every_list_shows_the_same_counts_however_it_is_filtered(mixed: None, rest: str) -> None:
    client = signed_in("auditoria@feltro.example", "en")
    for name in ["", *player_lists.NAMES]:
        assert counts_on_page(client, f"?list={name}{rest}") == ALL_COUNTS, name


def test_a_list_is_shown_to_staff_with_the_permission(mixed: None) -> None:
    cashier, officer = (signed_in(f"{name}@feltro.example", "en") for name in ("caixa", "identidade"))
    assert counts_on_page(cashier).keys() == ALL_COUNTS.keys() - {"Excluded", "With limits"}
    assert counts_on_page(officer).keys() == ALL_COUNTS.keys() - {
        "Excluded",
        "With limits",
        "Closed with a balance",
    }
    assert (
        signed_in("mesas@feltro.example").get(PAGE).status_code
        == signed_in("mesas@feltro.example").get(f"{PAGE}list.csv").status_code
        == 403
    )
    # Without the permission the list is unknown, so nothing discloses who is excluded.
    for address in (f"{PAGE}?list=excluded", f"{PAGE}list.csv?list=excluded"):
        answer = cashier.get(address)
        assert answer.status_code == 400 and "Ana" not in answer.content.decode()
    assert "Balance" not in read_csv(officer, "")[0]


@pytest.mark.parametrize(
    ("name", "alias", "text"),
    [
        ("inactive", "Ana", "2,000.00"),
        ("suspended", "Bruno", "suspended"),
        ("left", "Carla", "1,000.00"),
        ("excluded", "David", "own request"),
        ("limited", "Eva", "€123.45"),
    ],
)
def test_a_list_shows_its_accounts_with_their_columns(mixed: None, name: str, alias: str, text: str) -> None:
    html = signed_in("conformidade@feltro.example", "en").get(f"{PAGE}?list={name}").content.decode()
    rows = html[html.index('id="result_list"') :]
    assert alias in rows and text in rows
    assert not [
        other
        for other in ("Ana", "Bruno", "Carla", "David", "Eva")
        if other != alias and f">{other}<" in rows
    ]


def read_csv(client: Client, name: str) -> list[dict[str, str]]:
    response = client.get(
        f"{PAGE}list.csv", {"list": name} if name else {}, headers={"accept-language": "en"}
    )
    assert response.status_code == 200 and response["Content-Disposition"].startswith("attachment")
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_G05_an_exported_list_is_masked_and_recorded(mixed: None) -> None:
    client = signed_in("auditoria@feltro.example", "en")
    (row,) = read_csv(client, "limited")
    assert (row["name at the tables"], row["e-mail"], row["balance"], row["limits"]) == (
        "Eva",
        "e•••@feltro.example",
        "500.00",
        "Bets per week: €123.45",
    )
    assert len(read_csv(client, "")) == 5
    exports = (
        Line.objects.filter(kind="accounts.list-taken")
        .order_by("id")
        .values_list("person__email", "about", "details__accounts")
    )
    assert list(exports) == [
        ("auditoria@feltro.example", "list:limited", 1),
        ("auditoria@feltro.example", "list:all", 5),
    ]


@pytest.mark.parametrize(
    "query",
    [
        "list=nothing",
        "list=%00",
        "list=limited&list=left",
        "status__exact=x",
        "page=x",
        "nope=1",
        "o=99",
        "q=%00",
    ],
)
def test_an_invalid_query_is_no_server_error(mixed: None, query: str) -> None:
    client = signed_in("auditoria@feltro.example")
    for address in (PAGE, f"{PAGE}list.csv"):
        assert client.get(f"{address}?{query}").status_code in (200, 400)


@pytest.mark.parametrize("name", ["", *player_lists.NAMES])
def test_a_list_needs_the_same_number_of_queries_for_many_accounts(mixed: None, name: str) -> None:
    def count_queries() -> int:
        client = signed_in("auditoria@feltro.example")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(PAGE, {"list": name}).status_code == 200
        return len(queries)

    few = count_queries()
    now = clock.now()
    for number in range(15):
        person = Person.objects.create_user(f"muitos{number}@correio.example")
        player = Player.objects.create(
            person=person,
            alias=f"Muitos {number}",
            status=("active", "suspended", "closed", "pending")[number % 4],
        )
        Exclusion.objects.create(player=player, starts=now - DAY)
        Limit.objects.create(
            player=player, kind="stake", period="day", value=1, requested_at=now - DAY, starts=now - DAY
        )
    Player.objects.filter(alias__startswith="Muitos").update(since=now - 100 * DAY)
    assert count_queries() == few < 20


def test_accounts_are_listed_as_active_or_deactivated_with_reason_person_and_balances(
    player_named: Callable[[str], Player],
) -> None:
    """[903-B 5.2.4.2] [903-B 5.2.4.3] [903-B 5.3.1.2] [P16]"""
    ana, bruno, carla, david = (player_named(alias) for alias in ("Ana", "Bruno", "Carla", "David"))
    officer = Person.objects.get(email="apoio@feltro.example")
    suspend_player(ana, "signs of fraud", by=officer)
    close_player(bruno, "own wish", by=bruno.person)
    suspend_player(carla, "asked by the police", by=officer)
    restore_player(carla, "cleared", by=officer)
    Player.objects.filter(pk=david.pk).update(status="suspended")  # before the log knew of it
    assert aliases("deactivated") == {"Ana", "Bruno", "David"}
    assert aliases("active") == {"Carla", "Eva"}
    [line] = Line.objects.filter(player=ana, kind="account.suspended")
    assert line.details == {"reason": "signs of fraud", "before": "active", "balance": 200_000}
    client = signed_in("oficial@feltro.example", "en")
    page = client.get(PAGE, {"list": "deactivated"}).content.decode()
    listed = " ".join(re.sub(r"<[^>]+>", " ", page[page.index("result_list") :]).split())
    assert "signs of fraud" in listed and "apoio@feltro.example" in listed and "€2,000.00" in listed
    assert "own wish" in listed and "the player" in listed, "whose own wish it was"
    assert "not recorded" in listed, "what the log does not say is no empty cell"
    file = client.get(f"{PAGE}list.csv", {"list": "deactivated"}).content.decode("utf-8-sig")
    assert "signs of fraud" in file and "apoio@feltro.example" in file


def test_who_may_not_see_balances_sees_the_reason_of_a_suspension_alone(
    player_named: Callable[[str], Player],
) -> None:
    suspend_player(player_named("Ana"), "signs of fraud")
    for name, shows_money in (("identidade", False), ("apoio", True)):
        page = signed_in(f"{name}@feltro.example", "en").get(PAGE, {"list": "suspended"}).content.decode()
        assert "signs of fraud" in page and ("€2,000.00" in page) is shows_money, name


def test_the_balance_of_a_deactivation_counts_what_lies_at_tables(
    player_named: Callable[[str], Player], tmp_path: Path
) -> None:
    """[903-B 5.2.4.2]"""
    ana = player_named("Ana")
    room = LiveTable(tmp_path, Table.objects.get(name="Lisboa"))
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 1_000})))
    suspend_player(ana, "signs of fraud")
    [line] = Line.objects.filter(player=ana, kind="account.suspended")
    assert (line.details["balance"], line.details["at_tables"]) == (199_000, 1_000)
