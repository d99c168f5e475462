"""Malformed requests get a 400 or 404 response, never a server error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from games.models import HouseKey
from games.rounds.receipts.receipts import FORMAT, KEY_NAME
from games.rounds.receipts.views import MAX_LENGTH
from tests.demo_house import signed_in

DEEP = MAX_LENGTH // 2
BEYOND = 10**25  # more than any key of the database, and than any number of a message


@pytest.mark.parametrize(
    "pasted",
    [
        "[" * DEEP + "]" * DEEP,
        '{"a":' * 1_300 + "1" + "}" * 1_300,
        '{"format": "FORMAT", "signature": "00", "player": "\\ud800"}',
        '{"format": "FORMAT", "signature": "00", "\\udfff": 1}',
        '{"format": "FORMAT", "signature": "\\ud800", "event": 1}',
        '{"format": "FORMAT", "signature": "00", "cents": NaN}',
        '{"format": "FORMAT", "signature": "00", "cents": 1e999}',
        '{"format": "FORMAT", "signature": "00", "cents": ' + "9" * 4_000 + "}",
        '{"format": "FORMAT", "signature": "00", "at": "\\u0000"}',
        "\x00",
        "nothing",
    ],
)
def test_pasted_text_that_is_no_receipt_is_reported(db: None, client: Client, pasted: str) -> None:
    HouseKey.objects.create(name=KEY_NAME, public="00" * 32)
    page = client.post("/verify/receipt/", {"receipt": pasted.replace("FORMAT", FORMAT)})
    assert page.status_code in (200, 422) and page.context["verdict"] in ("unreadable", "false")


def numbered(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Every address that takes numbers, with numbers beyond any key in their places."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from numbered(pattern, route)
        elif isinstance(pattern, URLPattern) and pattern.pattern.converters:
            for name, converter in pattern.pattern.converters.items():
                number = str(BEYOND) if isinstance(converter, IntConverter) else "x"
                route = re.sub(rf"<(\w+:)?{name}>", number, route)
            if str(BEYOND) in route:
                yield route


def test_a_number_that_no_row_can_have_is_not_found(demo: None, settings: Any) -> None:
    client = signed_in("ana@feltro.example")
    client.raise_request_exception = False
    addresses = sorted(set(numbered(get_resolver())))
    assert f"/account/receipts/{BEYOND}/{BEYOND}/" in addresses and len(addresses) > 15
    answers = {
        address: method(address).status_code for address in addresses for method in (client.get, client.post)
    }
    assert {address: code for address, code in answers.items() if code >= 500} == {}
