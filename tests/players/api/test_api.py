"""The API: authentication by session only, one body for every error, own data only, and rate limits."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from casino.demo.sample_data import PLAYERS
from players.inbox.complaints import open_complaint
from players.inbox.models import Complaint, Message
from players.models import Person, Player
from tests.demo_house import signed_in

ERROR_FIELDS = {"code", "message", "rule", "fields"}
PLAYER_PATHS = [
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
PUBLIC_PATHS = ["lobby", "rules", "rules/american-roulette", "rules/french-roulette"]
JSON = "application/json"


def json_of(response: Any) -> Any:
    return json.loads(response.content)


def assert_error(response: Any, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = json_of(response)
    assert (
        response.status_code == status
        and body["code"] == code
        and body["message"]
        and set(body) <= ERROR_FIELDS
    ), body
    return body


@pytest.mark.parametrize("path", PLAYER_PATHS)
def test_player_data_needs_a_sign_in_and_a_players_account(demo: None, client: Client, path: str) -> None:
    assert_error(client.get(f"/api/v1/{path}/"), 401, "not-signed-in")
    assert_error(signed_in("mesas@feltro.example").get(f"/api/v1/{path}/"), 403, "no-player")
    assert signed_in("ana@feltro.example").get(f"/api/v1/{path}/").status_code == 200


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_public_data_needs_no_sign_in(demo: None, client: Client, path: str) -> None:
    """[AR-25] [AR-P4] [FR-R26] [FR-P4]"""
    assert client.get(f"/api/v1/{path}/").status_code == 200


def test_tokens_and_passwords_are_not_accepted(demo: None, client: Client) -> None:
    for header in ("Basic YW5hQGZlbHRyby5leGFtcGxlOng=", "Token abc", "Bearer abc"):
        assert_error(client.get("/api/v1/account/", headers={"authorization": header}), 401, "not-signed-in")


def test_every_change_needs_the_csrf_token(demo: None) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(
        Person.objects.get(email="ana@feltro.example"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    assert_error(
        client.post("/api/v1/complaints/", {"category": "other", "text": "Hello there"}, format="json"),
        403,
        "csrf",
    )
    assert not Complaint.objects.exists()


@pytest.mark.parametrize(
    ("method", "url", "body", "status", "code"),
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
        ("get", "/api/v1/rounds/?table=1.000", None, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "deposit", "period": "day", "value": -1}, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "deposit", "period": "day", "value": "5.000"}, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "deposit", "period": "day", "value": "5,000"}, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "time", "period": "week", "value": 60}, 400, "invalid"),
        ("post", "/api/v1/limits/", {"kind": "deposit", "period": "day", "value": 5000}, 403, "confirm"),
        ("delete", "/api/v1/limits/1/", None, 404, "not-found"),
        ("post", "/api/v1/sessions/1/reality-check/", {"answer": "continue"}, 404, "not-found"),
    ],
)
def test_every_error_has_the_same_body(
    anas_client: Client, method: str, url: str, body: Any, status: int, code: str
) -> None:
    sent = body if isinstance(body, str) or body is None else json.dumps(body)
    error = assert_error(
        anas_client.generic(method.upper(), url, sent or b"", content_type=JSON), status, code
    )
    is_read = body != "not json" and not re.search(r"\\u[dD][89a-fA-F]", sent or "")
    assert ("fields" in error) == (code == "invalid" and is_read)


def test_form_data_is_not_accepted(anas_client: Client) -> None:
    assert_error(
        anas_client.post("/api/v1/complaints/", {"category": "other", "text": "Hello there"}), 415, "media"
    )


def test_an_error_is_in_the_language_of_the_session(demo: None) -> None:
    portuguese, english = (signed_in("mesas@feltro.example", language) for language in ("pt-pt", "en"))
    assert json_of(portuguese.get("/api/v1/account/"))["message"] == "Este acesso não tem conta de jogador."
    assert json_of(english.get("/api/v1/account/"))["message"] == "This sign-in has no player account."


def test_objects_of_other_players_are_not_found(demo: None) -> None:
    bruno = Player.objects.get(alias="Bruno")
    complaint = open_complaint(player=bruno, category="other", text="Only Bruno's to read")
    message = Message.objects.get(player=bruno, kind="complaint-received")
    ana = signed_in("ana@feltro.example")
    for path in (f"complaints/{complaint.number}/", f"sessions/{10**6}/", f"rounds/{10**6}/"):
        assert_error(ana.get(f"/api/v1/{path}"), 404, "not-found")
    assert_error(ana.post(f"/api/v1/messages/{message.pk}/read/", content_type=JSON), 404, "not-found")
    assert_error(
        ana.post(f"/api/v1/complaints/{complaint.number}/", {"text": "Mine now"}, content_type=JSON),
        404,
        "not-found",
    )
    assert "Only Bruno" not in ana.get("/api/v1/complaints/").content.decode()
    assert (
        json_of(signed_in("bruno@feltro.example").get(f"/api/v1/complaints/{complaint.number}/"))["words"][0][
            "text"
        ]
        == "Only Bruno's to read"
    )


def test_a_complaint_is_opened_and_replied_to(anas_client: Client) -> None:
    opened = json_of(
        anas_client.post(
            "/api/v1/complaints/", {"category": "account", "text": "Something is wrong"}, content_type=JSON
        )
    )
    assert opened["state"] == "open" and opened["words"] == [
        {"house": False, "text": "Something is wrong", "at": opened["words"][0]["at"]}
    ]
    reply = anas_client.post(
        f"/api/v1/complaints/{opened['number']}/", {"text": "And one thing more"}, content_type=JSON
    )
    assert reply.status_code == 201 and len(json_of(reply)["words"]) == 2
    assert json_of(anas_client.get("/api/v1/messages/"))["results"][0]["kind"] == "complaint-received"


def test_a_limit_is_set_after_reauthentication(anas_client: Client) -> None:
    password = next(player.password for player in PLAYERS if player.email == "ana@feltro.example")
    assert anas_client.post("/account/confirm/", {"password": password}).status_code == 302
    response = anas_client.post(
        "/api/v1/limits/", {"kind": "stake", "period": "day", "value": 12_300}, content_type=JSON
    )
    assert response.status_code == 200
    assert (
        next(limit for limit in json_of(response) if (limit["kind"], limit["period"]) == ("stake", "day"))[
            "value"
        ]
        == 12_300
    )


def test_too_many_requests_are_refused(demo: None, settings: Any, valkey_url: str) -> None:
    settings.API_REQUESTS_A_MINUTE, settings.API_WRITES_A_MINUTE = 5, 2
    ana, bruno = signed_in("ana@feltro.example"), signed_in("bruno@feltro.example")
    assert [ana.get("/api/v1/wallets/").status_code for _ in range(6)] == [200] * 5 + [429]
    assert (
        assert_error(ana.get("/api/v1/wallets/"), 429, "too-often")
        and int(ana.get("/api/v1/wallets/")["Retry-After"]) > 0
    )
    assert bruno.get("/api/v1/wallets/").status_code == 200, "each person has an own limit"
    change = {"language": "en"}
    assert [bruno.patch("/api/v1/account/", change, content_type=JSON).status_code for _ in range(3)] == [
        200,
        200,
        429,
    ]


def test_without_valkey_requests_are_not_limited(demo: None, settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    assert signed_in("ana@feltro.example").get("/api/v1/wallets/").status_code == 200


def test_the_schema_is_served_and_has_every_operation(demo: None, client: Client) -> None:
    response = client.get("/api/v1/schema/?format=json")
    paths = json_of(response)["paths"]
    for path in (*PLAYER_PATHS, "lobby", "rules"):
        assert f"/api/v1/{path}/" in paths
    page = client.get("/api/v1/docs/").content.decode()
    assert "swagger-ui-bundle" in page and "cdn" not in page


def test_every_response_needs_few_queries(anas_client: Client, django_assert_max_num_queries: Any) -> None:
    for path in (*PLAYER_PATHS, *PUBLIC_PATHS):
        with django_assert_max_num_queries(29):
            assert anas_client.get(f"/api/v1/{path}/").status_code == 200
