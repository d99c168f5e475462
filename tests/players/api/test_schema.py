"""The API agrees with its OpenAPI document: no server error, no undocumented response, no data of another
player.
"""

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
from players.inbox.complaints import open_complaint
from players.models import Player
from tests.demo_house import signed_in

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
DOCUMENT: dict[str, Any] = json.loads(
    json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str)
)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
SCHEMA.app = WSGIHandler()
OPERATIONS = {
    operation.label: operation for operation in (result.ok() for result in SCHEMA.get_all_operations())
}
STAFF = [member.name for member in sample_data.STAFF]
SECRET = "a text that only Bruno and the operator know"


@pytest.fixture
def without_throttle(demo: None, settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = settings.API_WRITES_A_MINUTE = 10**9
    bruno = Player.objects.get(alias="Bruno")
    open_complaint(player=bruno, category="other", text=SECRET)


def cookies_of(user: str) -> dict[str, str]:
    if not user:
        return {}
    client = signed_in(f"{user}@feltro.example", "en")
    client.get("/rules/")
    token = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else "x" * 32
    return {"sessionid": client.cookies["sessionid"].value, "csrftoken": token}


@contextmanager
def one_connection() -> Iterator[None]:
    """Keeps the connection open after a request, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def send(case: Any, cookies: dict[str, str]) -> Any:
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": "http://testserver/"} if cookies else {}
    with one_connection():
        return case.call(cookies=cookies, headers=headers, base_url="http://testserver")


def is_private(label: str) -> bool:
    """Whether the document requires a sign-in."""
    method, path = label.split(" ", 1)
    return {} not in DOCUMENT["paths"][path][method.lower()]["security"]


def check_operation(label: str, user: str, cookies: dict[str, str], examples: int) -> None:
    @bounds(
        max_examples=examples,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=OPERATIONS[label].as_strategy())
    def check(case: Any) -> None:
        response = send(case, cookies)
        case.validate_response(response, checks=CHECKS)
        if user != "bruno":
            content = response.content.decode()
            assert "bruno@feltro.example" not in content
            assert SECRET not in content and '"Bruno"' not in content
        if user and user not in ("ana", "bruno") and is_private(label):
            assert response.status_code >= 400, "staff have no player's account"

    check()


@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("user", ["", "ana", "bruno"])
def test_every_operation_agrees_with_the_document(without_throttle: None, label: str, user: str) -> None:
    check_operation(label, user, cookies_of(user), 6 if user == "ana" else 3)


@pytest.mark.parametrize("user", STAFF)
def test_staff_get_an_error_because_they_are_not_players(without_throttle: None, user: str) -> None:
    cookies = cookies_of(user)
    for label in OPERATIONS:
        check_operation(label, user, cookies, 1)


@pytest.mark.long
@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("user", ["", "ana", "bruno", *STAFF])
def test_every_operation_agrees_with_the_document_with_many_examples(
    without_throttle: None, label: str, user: str
) -> None:
    check_operation(label, user, cookies_of(user), 30 if user in STAFF else 150)
