"""The API: the house's own session and nothing else, one shape for every refusal, nobody else's data, not too often."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from casino.demo.sample_data import PLAYERS
from players.inbox.complaints import complaint_open
from players.inbox.models import Complaint, Message
from players.models import Person, Player
from tests.players.conftest import signed_in

SHAPE = {"code", "message", "rule", "fields"}
MINE = [
    "account",
    "wallets",
    "limits",
    "movements",
    "sums",
    "statements",
    "messages",
    "complaints",
    "rounds",
    "sessions",
    "sessions/open",
]
ANYBODYS = ["lobby", "rules", "rules/american-roulette", "rules/french-roulette"]
JSON = "application/json"


def told(answer: Any) -> Any:
    return json.loads(answer.content)


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = told(answer)
    assert answer.status_code == status and body["code"] == code and body["message"] and set(body) <= SHAPE, (
        body
    )
    return body


@pytest.mark.parametrize("address", MINE)
def test_what_is_a_players_own_asks_for_a_sign_in_and_a_players_account(
    demo: None, client: Client, address: str
) -> None:
    refused(client.get(f"/api/v1/{address}/"), 401, "not-signed-in")
    refused(signed_in("mesas@feltro.example").get(f"/api/v1/{address}/"), 403, "no-player")
    assert signed_in("ana@feltro.example").get(f"/api/v1/{address}/").status_code == 200


@pytest.mark.parametrize("address", ANYBODYS)
def test_what_anybody_may_see_needs_no_sign_in(demo: None, client: Client, address: str) -> None:
    """[AR-25] [AR-P4] [FR-R26] [FR-P4]"""
    assert client.get(f"/api/v1/{address}/").status_code == 200


def test_neither_a_token_nor_a_password_opens_it(demo: None, client: Client) -> None:
    for header in ("Basic YW5hQGZlbHRyby5leGFtcGxlOng=", "Token abc", "Bearer abc"):
        refused(client.get("/api/v1/account/", headers={"authorization": header}), 401, "not-signed-in")


def test_whatever_changes_something_needs_the_csrf_token(demo: None) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(
        Person.objects.get(email="ana@feltro.example"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    refused(
        client.post("/api/v1/complaints/", {"category": "other", "text": "Hello there"}, format="json"),
        403,
        "csrf",
    )
    assert not Complaint.objects.exists()


@pytest.mark.parametrize(
    ("method", "address", "body", "status", "code"),
    [
        ("get", "/api/v1/nothing/", None, 404, "not-found"),
        ("get", "/api/v1/rounds/999999999/", None, 404, "not-found"),
        ("get", "/api/v1/rounds/99999999999999999999999/", None, 404, "not-found"),
        ("get", "/api/v1/rules/chess/", None, 404, "not-found"),
        ("delete", "/api/v1/account/", None, 405, "method"),
        ("post", "/api/v1/complaints/", "not json", 400, "invalid"),
        ("post", "/api/v1/complaints/", {"category": "other"}, 400, "invalid"),
        ("post", "/api/v1/complaints/", {"category": "other", "text": "a\x00bcd"}, 400, "invalid"),
        ("post", "/api/v1/complaints/", {"category": "other", "text": "\ud800\ud800\ud800"}, 400, "invalid"),
        (
            "post",
            "/api/v1/complaints/",
            {"category": "round", "text": "Not my round", "round": 2**62},
            409,
            "not-yours",
        ),
        ("post", "/api/v1/complaints/", [1, 2], 400, "invalid"),
        ("get", "/api/v1/movements/?since=2026-02-30", None, 400, "invalid"),
        ("get", "/api/v1/movements/?since=2026-03-01&until=2026-02-01", None, 400, "invalid"),
        ("get", "/api/v1/movements/?since=0001-01-01", None, 400, "invalid"),
        ("get", "/api/v1/movements/?currency=USD", None, 400, "invalid"),
        ("get", "/api/v1/movements/?cursor=forged", None, 400, "invalid"),
        ("get", "/api/v1/rounds/?table=99999999999999999999", None, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "deposit", "period": "day", "value": -1}, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "time", "period": "week", "value": 60}, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "deposit", "period": "day", "value": 5000}, 403, "confirm"),
        ("delete", "/api/v1/limits/1/", None, 404, "not-found"),
        ("post", "/api/v1/sessions/1/reality-check/", {"answer": "continue"}, 404, "not-found"),
    ],
)
def test_every_refusal_has_one_shape(
    ana: Client, method: str, address: str, body: Any, status: int, code: str
) -> None:
    sent = body if isinstance(body, str) or body is None else json.dumps(body)
    answer = refused(ana.generic(method.upper(), address, sent or b"", content_type=JSON), status, code)
    assert ("fields" in answer) == (code == "invalid" and body != "not json")


def test_a_form_is_not_understood(ana: Client) -> None:
    refused(ana.post("/api/v1/complaints/", {"category": "other", "text": "Hello there"}), 415, "media")


def test_a_refusal_speaks_the_language_of_the_session(demo: None) -> None:
    portuguese, english = (signed_in("mesas@feltro.example", language) for language in ("pt-pt", "en"))
    assert told(portuguese.get("/api/v1/account/"))["message"] == "Este acesso não tem conta de jogador."
    assert told(english.get("/api/v1/account/"))["message"] == "This sign-in has no player's account."


def test_nobody_elses_objects_are_there(demo: None) -> None:
    bruno = Player.objects.get(alias="Bruno")
    complaint = complaint_open(player=bruno, category="other", text="Only Bruno's to read")
    message = Message.objects.get(player=bruno, kind="complaint-received")
    ana = signed_in("ana@feltro.example")
    for address in (f"complaints/{complaint.number}/", f"sessions/{10**6}/", f"rounds/{10**6}/"):
        refused(ana.get(f"/api/v1/{address}"), 404, "not-found")
    refused(ana.post(f"/api/v1/messages/{message.pk}/read/", content_type=JSON), 404, "not-found")
    refused(
        ana.post(f"/api/v1/complaints/{complaint.number}/", {"text": "Mine now"}, content_type=JSON),
        404,
        "not-found",
    )
    assert "Only Bruno" not in ana.get("/api/v1/complaints/").content.decode()
    assert (
        told(signed_in("bruno@feltro.example").get(f"/api/v1/complaints/{complaint.number}/"))["words"][0][
            "text"
        ]
        == "Only Bruno's to read"
    )


def test_a_complaint_is_opened_and_talked_over(ana: Client) -> None:
    opened = told(
        ana.post(
            "/api/v1/complaints/", {"category": "account", "text": "Something is wrong"}, content_type=JSON
        )
    )
    assert opened["state"] == "open" and opened["words"] == [
        {"house": False, "text": "Something is wrong", "at": opened["words"][0]["at"]}
    ]
    again = ana.post(
        f"/api/v1/complaints/{opened['number']}/", {"text": "And one thing more"}, content_type=JSON
    )
    assert again.status_code == 201 and len(told(again)["words"]) == 2
    assert told(ana.get("/api/v1/messages/"))["results"][0]["kind"] == "complaint-received"


def test_a_limit_is_set_by_whoever_confirmed_it(ana: Client) -> None:
    password = next(each.password for each in PLAYERS if each.email == "ana@feltro.example")
    assert ana.post("/account/confirm/", {"password": password}).status_code == 302
    answer = ana.post(
        "/api/v1/limits/", {"kind": "stake", "period": "day", "value": 12_300}, content_type=JSON
    )
    assert answer.status_code == 200
    assert (
        next(line for line in told(answer) if (line["kind"], line["period"]) == ("stake", "day"))["value"]
        == 12_300
    )


def test_too_many_requests_are_told_to_wait(demo: None, settings: Any, valkey_url: str) -> None:
    settings.API_REQUESTS_A_MINUTE, settings.API_WRITES_A_MINUTE = 5, 2
    ana, bruno = signed_in("ana@feltro.example"), signed_in("bruno@feltro.example")
    assert [ana.get("/api/v1/wallets/").status_code for _ in range(6)] == [200] * 5 + [429]
    assert (
        refused(ana.get("/api/v1/wallets/"), 429, "too-often")
        and int(ana.get("/api/v1/wallets/")["Retry-After"]) > 0
    )
    assert bruno.get("/api/v1/wallets/").status_code == 200, "everybody counts alone"
    wish = {"language": "en"}
    assert [bruno.patch("/api/v1/account/", wish, content_type=JSON).status_code for _ in range(3)] == [
        200,
        200,
        429,
    ]


def test_without_valkey_nobody_is_held_back(demo: None, settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    assert signed_in("ana@feltro.example").get("/api/v1/wallets/").status_code == 200


def test_the_document_is_served_and_has_every_operation(demo: None, client: Client) -> None:
    answer = client.get("/api/v1/schema/?format=json")
    paths = told(answer)["paths"]
    for address in (*MINE, "lobby", "rules"):
        assert f"/api/v1/{address}/" in paths
    page = client.get("/api/v1/docs/").content.decode()
    assert "swagger-ui-bundle" in page and "cdn" not in page


def test_no_answer_asks_much_of_the_database(ana: Client, django_assert_max_num_queries: Any) -> None:
    for address in (*MINE, *ANYBODYS):
        with django_assert_max_num_queries(29):
            assert ana.get(f"/api/v1/{address}/").status_code == 200
