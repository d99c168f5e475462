"""P15: the lists of accounts that the house keeps, each with who belongs there and nobody else."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.administration import player_lists
from players.audit.models import Line
from players.identity.models import Draft, SignIn
from players.models import Person, Player, PlaySession
from players.protection.models import Exclusion, Limit
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.players.conftest import signed_in

PAGE = "/admin/players/player/"
DAY = timedelta(days=1)


@pytest.fixture
def of(demo: None) -> Callable[[str], Player]:
    return lambda alias: Player.objects.get(alias=alias)


def aliases(name: str) -> set[str]:
    return set(player_lists.listed(player_lists.accounts(), name).values_list("alias", flat=True))


def old(*players: Player, days: int = 200) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(since=clock.now() - days * DAY)


def test_P15_inactive_is_who_neither_signed_in_nor_played_nor_paid_for_more_than_ninety_days(
    of: Callable[[str], Player],
) -> None:
    ana, bruno, carla, david, eva = (of(alias) for alias in ("Ana", "Bruno", "Carla", "David", "Eva"))
    now = clock.now()
    assert aliases("inactive") == set(), "who has just come is not away"
    old(ana, bruno, carla, david)
    old(eva, days=89)
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
    assert player_lists.told(player_lists.accounts(), "inactive").get(pk=ana.pk).last == now - 91 * DAY  # type: ignore[attr-defined]
    Player.objects.filter(pk=ana.pk).update(status="suspended")
    assert aliases("inactive") == set() and aliases("suspended") == {"Ana"}


def test_P15_closed_accounts_with_money_and_registrations_that_are_not_complete(
    of: Callable[[str], Player],
) -> None:
    poor = Player.objects.create(
        person=Person.objects.create_user("vazia@correio.example"), alias="Vazia", status="closed"
    )
    Player.objects.filter(pk=of("Ana").pk).update(status="closed")
    Player.objects.filter(pk=of("Bruno").pk).update(status="pending")
    Player.objects.create(
        person=Person.objects.create_user("visita@visitor.invalid"), alias="Visita", status="visitor"
    )
    assert aliases("left") == {"Ana"} and aliases("incomplete") == {"Bruno"}
    assert poor.alias in aliases("") and "Visita" not in aliases(""), "a visitor has no account"
    assert player_lists.totals(player_lists.listed(player_lists.accounts(), "left")) == {
        "accounts": 1,
        "cents": 200_000,
    }


def test_P15_excluded_is_who_is_kept_from_play_now(of: Callable[[str], Player]) -> None:
    now = clock.now()
    for alias, starts, ends in (
        ("Ana", -1, 120),
        ("Bruno", -1, None),
        ("Carla", -120, -1),
        ("David", 1, 120),
    ):
        Exclusion.objects.create(
            player=of(alias), starts=now + starts * DAY, ends=None if ends is None else now + ends * DAY
        )
    assert aliases("excluded") == {"Ana", "Bruno"}
    Exclusion.objects.create(player=of("Ana"), source="national", reference="x", starts=now - DAY)
    told = player_lists.told(player_lists.accounts(), "excluded").get(alias="Ana")
    assert (told.source, told.until) == ("national", None), "the one that holds longest is told"  # type: ignore[attr-defined]


def test_P15_with_limits_is_who_has_one_that_counts_now(of: Callable[[str], Player]) -> None:
    now = clock.now()

    def limit(alias: str, value: int | None, begun: int = 1, **more: Any) -> None:
        starts = now - begun * DAY
        Limit.objects.create(
            player=of(alias),
            **{"kind": "deposit", "period": "day", **more},
            value=value,
            asked=min(starts, now),
            starts=starts,
        )

    limit("Ana", 5_000)
    limit("Ana", 90, kind="time")
    limit("Bruno", 5_000, begun=2)
    limit("Bruno", None)  # and took it away a day later
    limit("Carla", 5_000, begun=-1)  # begins tomorrow
    limit("David", 5_000, cancelled=now)
    limit("Eva", 9_000, begun=2)
    limit("Eva", 7_000)
    assert aliases("limited") == {"Ana", "Eva"}
    told = player_lists.told(player_lists.accounts(), "limited")
    assert [each["value"] for each in told.get(alias="Ana").limited] == [5_000, 90]  # type: ignore[attr-defined]
    assert [each["value"] for each in told.get(alias="Eva").limited] == [7_000]  # type: ignore[attr-defined]


@pytest.fixture
def mixed(of: Callable[[str], Player]) -> None:
    now = clock.now()
    old(of("Ana"))
    Player.objects.filter(alias="Bruno").update(status="suspended")
    Player.objects.filter(alias="Carla").update(status="closed")
    Exclusion.objects.create(player=of("David"), starts=now - DAY, ends=now + 120 * DAY)
    Limit.objects.create(
        player=of("Eva"), kind="stake", period="week", value=12_345, asked=now - DAY, starts=now - DAY
    )
    Draft.objects.create()


def numbers(client: Client) -> dict[str, int]:
    html = client.get(PAGE, headers={"accept-language": "en"}).content.decode()
    return {
        said.strip(): int(count)
        for said, count in re.findall(r'<li><a href="\?[^>]*>([^<]+)<span class="figure">(\d+)', html)
    }


EVERY = {
    "All accounts": 5, "Inactive for more than 90 days": 1, "Closed with a balance": 1, "Registration not complete": 0, "Suspended": 1,
    "Excluded": 1, "With limits": 1,
}  # fmt: skip


@pytest.mark.parametrize("name", ["conformidade", "regulador", "auditoria", "apoio", "direcao"])
def test_every_list_stands_there_with_its_number(mixed: None, name: str) -> None:
    assert numbers(signed_in(f"{name}@feltro.example", "en")) == EVERY


def test_a_list_is_offered_to_whoever_may_see_what_it_tells(mixed: None) -> None:
    cashier, officer = (signed_in(f"{name}@feltro.example", "en") for name in ("caixa", "identidade"))
    assert numbers(cashier).keys() == EVERY.keys() - {"Excluded", "With limits"}
    assert numbers(officer).keys() == EVERY.keys() - {"Excluded", "With limits", "Closed with a balance"}
    assert (
        signed_in("mesas@feltro.example").get(PAGE).status_code
        == signed_in("mesas@feltro.example").get(f"{PAGE}list.csv").status_code
        == 403
    )
    # Asked for all the same, it is the list of everybody: who is excluded is told to nobody by what is missing.
    html = cashier.get(f"{PAGE}?list=excluded").content.decode()
    assert (
        all(alias in html for alias in ("Ana", "Bruno", "Carla", "Eva"))
        and "D•••" not in html.split("result_list")[0]
    )
    assert len(read(cashier, "excluded")) == 5 and "Balance" not in read(officer, "")[0]


@pytest.mark.parametrize(
    ("name", "alias", "said"),
    [
        ("inactive", "Ana", "2,000.00"),
        ("suspended", "Bruno", "suspended"),
        ("left", "Carla", "1,000.00"),
        ("excluded", "David", "own wish"),
        ("limited", "Eva", "€123.45"),
    ],
)
def test_a_list_shows_whom_it_names_with_what_they_hold(
    mixed: None, name: str, alias: str, said: str
) -> None:
    html = signed_in("conformidade@feltro.example", "en").get(f"{PAGE}?list={name}").content.decode()
    lines = html[html.index('id="result_list"') :]
    assert alias in lines and said in lines
    assert not [
        other
        for other in ("Ana", "Bruno", "Carla", "David", "Eva")
        if other != alias and f">{other}<" in lines
    ]


def read(client: Client, name: str) -> list[dict[str, str]]:
    answer = client.get(f"{PAGE}list.csv", {"list": name} if name else {}, headers={"accept-language": "en"})
    assert answer.status_code == 200 and answer["Content-Disposition"].startswith("attachment")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_G05_a_list_is_taken_away_as_a_spreadsheet_masked_and_on_the_record(mixed: None) -> None:
    client = signed_in("auditoria@feltro.example", "en")
    (row,) = read(client, "limited")
    assert (row["name at the tables"], row["e-mail"], row["balance"], row["limits"]) == (
        "Eva",
        "e•••@feltro.example",
        "500.00",
        "Bets per week: €123.45",
    )
    assert len(read(client, "")) == 5
    taken = (
        Line.objects.filter(kind="accounts.list-taken")
        .order_by("id")
        .values_list("person__email", "about", "said__accounts")
    )
    assert list(taken) == [
        ("auditoria@feltro.example", "list:limited", 1),
        ("auditoria@feltro.example", "list:all", 5),
    ]


@pytest.mark.parametrize(
    "asked",
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
def test_what_makes_no_sense_is_no_fault_of_the_house(mixed: None, asked: str) -> None:
    client = signed_in("auditoria@feltro.example")
    assert client.get(f"{PAGE}?{asked}").status_code in (200, 302) and client.get(
        f"{PAGE}list.csv?{asked}"
    ).status_code in (200, 302)


@pytest.mark.parametrize("name", ["", *player_lists.NAMES])
def test_a_list_asks_the_database_as_often_for_many_as_for_one(mixed: None, name: str) -> None:
    def asked() -> int:
        client = signed_in("auditoria@feltro.example")
        with CaptureQueriesContext(
            connection,
        ) as told:
            assert client.get(PAGE, {"list": name}).status_code == 200
        return len(told)

    few = asked()
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
            player=player, kind="stake", period="day", value=1, asked=now - DAY, starts=now - DAY
        )
    Player.objects.filter(alias__startswith="Muitos").update(since=now - 100 * DAY)
    assert asked() == few < 20
