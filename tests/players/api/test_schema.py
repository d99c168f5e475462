"""The API as its document says it is: whatever is sent by whomever, no fault, no answer outside its shape, nobody else's data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as bounds
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from casino.demo import sample_data
from players.inbox.complaints import complaint_open
from players.models import Player
from tests.players.conftest import signed_in

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
DOCUMENT: dict[str, Any] = json.loads(
    json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str)
)  # type: ignore[no-untyped-call]
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
SCHEMA.app = WSGIHandler()
OPERATIONS = {
    operation.label: operation for operation in (found.ok() for found in SCHEMA.get_all_operations())
}
STAFF = [each.name for each in sample_data.STAFF]
SECRET = "a word that only Bruno and the house know"


@pytest.fixture
def patient(demo: None, settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = settings.API_WRITES_A_MINUTE = 10**9
    bruno = Player.objects.get(alias="Bruno")
    complaint_open(player=bruno, category="other", text=SECRET)


def cookies(who: str) -> dict[str, str]:
    if not who:
        return {}
    client = signed_in(f"{who}@feltro.example", "en")
    client.get("/rules/")
    token = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else "x" * 32
    return {"sessionid": client.cookies["sessionid"].value, "csrftoken": token}


@contextmanager
def one_connection() -> Iterator[None]:
    """The test's transaction outlives each request; Django's own client sees to the same."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def sent(case: Any, cookies: dict[str, str]) -> Any:
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": "http://testserver/"} if cookies else {}
    with one_connection():
        return case.call(cookies=cookies, headers=headers, base_url="http://testserver")


def is_private(label: str) -> bool:
    """Whether the document says that nobody is answered without a player's sign-in."""
    method, address = label.split(" ", 1)
    return {} not in DOCUMENT["paths"][address][method.lower()]["security"]


def attack(label: str, who: str, signed: dict[str, str], examples: int) -> None:
    @bounds(
        max_examples=examples,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=OPERATIONS[label].as_strategy())
    def asked(case: Any) -> None:
        response = sent(case, signed)
        case.validate_response(response, checks=CHECKS)
        if who != "bruno":
            told = response.content.decode()
            assert "bruno@feltro.example" not in told and SECRET not in told and '"Bruno"' not in told
        if who and who not in ("ana", "bruno") and is_private(label):
            assert response.status_code >= 400, "staff are nobody's player"

    asked()


@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("who", ["", "ana", "bruno"])
def test_whatever_is_sent_the_api_keeps_to_its_document(patient: None, label: str, who: str) -> None:
    attack(label, who, cookies(who), 12 if who == "ana" else 5)


@pytest.mark.parametrize("who", STAFF)
def test_staff_are_told_that_they_are_no_players(patient: None, who: str) -> None:
    signed = cookies(who)
    for label in OPERATIONS:
        attack(label, who, signed, 2)


@pytest.mark.long
@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("who", ["", "ana", "bruno", *STAFF])
def test_whatever_is_sent_for_long_the_api_keeps_to_its_document(patient: None, label: str, who: str) -> None:
    attack(label, who, cookies(who), 30 if who in STAFF else 150)
