"""API tokens: shown once, stored as a digest, reading only what the owner may read, until they end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from casino.demo.sample_data import PLAYERS
from players.audit.models import Line
from players.identity.models import ApiToken
from players.identity.sign_in.api_tokens import (
    MAX_OPEN,
    TooManyTokens,
    create_token,
    open_tokens,
    revoke_token,
)
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")


@pytest.fixture
def owner() -> Iterator[Person]:
    yield Player.objects.get(alias="Ana").person


def read(path: str, token: str) -> Any:
    return Client().get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"})


def test_a_player_reads_own_data_and_nothing_else(owner: Person) -> None:
    token = create_token(person=owner, name="spreadsheet", days=30)
    answer = read("account/", token)
    assert answer.status_code == 200 and answer.json()["alias"] == "Ana"
    assert read("movements/", token).status_code == 200
    assert read("house/payments/", token).status_code == 403, "a player is no member of staff"
    assert read("account/", token + "x").status_code == 401
    assert read("account/", "").status_code == 401


def test_only_a_keyed_digest_is_stored(owner: Person) -> None:
    token = create_token(person=owner, name="spreadsheet", days=30)
    [row] = ApiToken.objects.filter(person=owner).values()
    assert token not in str(row) and len(row["digest"]) == 40 and token.startswith(row["start"])


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("patch", "account/"), ("post", "limits/"), ("post", "complaints/"), ("post", "messages/1/read/"),
        ("delete", "limits/1/"), ("post", "sessions/1/reality-check/"), ("put", "lobby/"),
    ],
)  # fmt: skip
def test_every_write_is_refused(owner: Person, method: str, path: str) -> None:
    token = create_token(person=owner, name="spreadsheet", days=30)
    answer = getattr(Client(), method)(
        f"/api/v1/{path}", "{}", "application/json", headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 403 and json.loads(answer.content)["code"] == "read-only"


def test_a_token_ends_by_itself_by_its_owner_and_with_the_credentials(owner: Person) -> None:
    token = create_token(person=owner, name="one", days=7)
    ApiToken.objects.update(expires=clock.now() - timedelta(seconds=1))
    assert read("account/", token).status_code == 401
    token = create_token(person=owner, name="two", days=7)
    [row] = open_tokens(owner)
    stranger = Player.objects.get(alias="Bruno").person
    assert not revoke_token(token=row.pk, owner=stranger, by=stranger)
    assert read("account/", token).status_code == 200
    assert revoke_token(token=row.pk, owner=owner, by=owner)
    assert read("account/", token).status_code == 401
    token = create_token(person=owner, name="three", days=7)
    owner.set_password("outra-frase-comprida-9")
    owner.save(update_fields=["password"])
    assert read("account/", token).status_code == 401, "a new password ends it"


def test_making_using_and_revoking_are_on_the_record_once(owner: Person) -> None:
    token = create_token(person=owner, name="spreadsheet", days=7)
    for _ in range(3):
        read("account/", token)
    [row] = open_tokens(owner)
    revoke_token(token=row.pk, owner=owner, by=owner)
    kinds = list(
        Line.objects.filter(kind__startswith="api-token.").order_by("pk").values_list("kind", flat=True)
    )
    assert kinds == ["api-token.made", "api-token.used", "api-token.revoked"]
    assert token not in str(list(Line.objects.values()))


def test_the_use_of_a_token_is_noted_once_a_day(owner: Person) -> None:
    token = create_token(person=owner, name="spreadsheet", days=7)
    uses = Line.objects.filter(kind="api-token.used")
    read("account/", token)
    for hours, expected in ((23, 1), (25, 2)):
        ApiToken.objects.update(used=clock.now() - timedelta(hours=hours))
        read("account/", token)
        assert uses.count() == expected


def test_one_person_has_a_limited_number_of_tokens(owner: Person) -> None:
    for number in range(MAX_OPEN):
        create_token(person=owner, name=str(number), days=7)
    with pytest.raises(TooManyTokens):
        create_token(person=owner, name="one more", days=7)


def test_a_token_of_staff_reads_by_the_rights_of_this_moment() -> None:
    cashier = Person.objects.get(email="caixa@feltro.example")
    token = create_token(person=cashier, name="ledger", days=7)
    assert read("house/payments/", token).status_code == 200
    assert read("house/rounds/", token).status_code == 403, "a cashier sees no rounds"
    assert read("account/", token).status_code == 403
    Group.objects.get(name="cashier").permissions.clear()
    assert read("house/payments/", token).status_code == 403
    assert signed_in("caixa@feltro.example").get("/api/v1/house/payments/").status_code == 401


def test_rounds_and_payments_continue_where_a_page_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    from players.api import base, views_house

    monkeypatch.setattr(base, "PER_PAGE", 2)
    monkeypatch.setattr(views_house, "PER_PAGE", 2)
    token = create_token(person=Person.objects.get(email="direcao@feltro.example"), name="x", days=7)
    player = Player.objects.get(alias="Ana")
    moment = clock.now() - timedelta(hours=1)
    for _ in range(5):  # all of one moment: the cursor tells them apart
        Payment.objects.create(
            id=uuid4(), player=player, direction="deposit", cents=500, status="asked", changed=moment
        )
    since = "2000-01-01T00:00:00Z"
    seen: list[str] = []
    answer = read(f"house/payments/?since={since}", token).json()
    while True:
        seen += [row["id"] for row in answer["results"]]
        if answer["next"] is None:
            break
        answer = read(f"house/payments/?cursor={answer['next']}", token).json()
    assert len(seen) == len(set(seen)) == Payment.objects.count() >= 5
    assert read(f"house/rounds/?since={since}", token).status_code == 200


def test_without_a_moment_the_last_day_is_listed() -> None:
    token = create_token(person=Person.objects.get(email="direcao@feltro.example"), name="x", days=7)
    player, now = Player.objects.get(alias="Ana"), clock.now()
    payments = [
        Payment.objects.create(
            id=uuid4(), player=player, direction="deposit", cents=500, status="asked",
            changed=now - timedelta(hours=hours),
        )
        for hours in (23, 25)
    ]  # fmt: skip
    ids = {row["id"] for row in read("house/payments/", token).json()["results"]}
    assert [str(payment.pk) in ids for payment in payments] == [True, False]


def test_requests_of_a_token_are_limited(owner: Person, settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = 3
    token = create_token(person=owner, name="fast", days=7)
    assert [read("account/", token).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_player_makes_and_revokes_a_token_on_a_page(owner: Person) -> None:
    client = signed_in("ana@feltro.example")
    password = next(player.password for player in PLAYERS if player.email == owner.email)
    client.post("/account/confirm/", {"password": password})
    page = client.post("/account/api-tokens/", {"name": "sheet", "days": 30}).content.decode()
    [row] = open_tokens(owner)
    shown = page.split('<code class="token">')[1].split("<")[0]
    assert read("account/", shown).status_code == 200
    assert shown not in client.get("/account/api-tokens/").content.decode(), "shown once"
    client.post("/account/api-tokens/end/", {"token": row.pk})
    assert read("account/", shown).status_code == 401
