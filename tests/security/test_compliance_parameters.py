"""Unexpected query parameters at every compliance page: the response is a page or a refusal, never a
server error or a leak.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from casino.compliance.reports.all_reports import REPORTS
from players.models import Person
from tests.demo_house import signed_in

OFFICERS = ("conformidade", "oficial", "auditoria", "regulador")
# Every name that a page of compliance reads from its address, and some that its library reads.
NAMES = (
    "since", "until", "step", "part", "system", "table", "testing", "file", "again", "after", "transfer_kind",
    "page", "kind", "day", "by", "person", "player", "name", "sheet", "whole", "columns", "rows", "said",
    "verb", "q", "o", "p", "scope", "bet", "of",
)  # fmt: skip
HOSTILE = (
    "", " ", "0", "-1", "1", "9" * 30, "-" + "9" * 30, "1e309", "NaN", "inf", "0x10", "٣", "１２", "1.5",
    "1,5", "true", "None", "null", "0001-01-01", "9999-12-31", "2026-02-30", "2026-W01-1", "20260101",
    "-2026-01-01", "2015-01-01T00:00:00Z", "10000-01-01", "2026-11-01", "2026-11-30", "day", "week", "month",
    "game", "sheet", "csv", "xlsx", "pdf", "blackjack", "holdem", "'", "''", "';--", "' OR 1=1--", "%s",
    "%(since)s", "%", "%%", "{0}", "{}", "{{7*7}}", "${7}", "../../etc/passwd", "\\", "\x00", "a\x00b",
    "\x1b[31m", "\r\nSet-Cookie: x=1", "<script>alert(1)</script>", "\ud800", "\udfff", "\u202e",
    "\U0001f0a1", "x" * 5_000, "[" * 3_000, '{"a":' * 500, "00000000-0000-0000-0000-000000000000", "1 · 2",
    " · ", "·", "a:b:c", ":", "::", "1:1",
)  # fmt: skip
# Of the twelve questions to a page; the eighth is sent as a form. `make long` asks all.
IN_EVERY_RUN = (0, 1, 2, 3, 7)


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, route)
        elif isinstance(pattern, URLPattern) and route.startswith("/admin/compliance"):
            yield route


EVERY = sorted(set(addresses(get_resolver())))
WHOLE = [route for route in EVERY if "<" not in route]
REPORT_PAGES = [f"/admin/compliance/reports/{code}/" for code in REPORTS]
NAMED = [route for route in EVERY if "<str:" in route]


def quoted(parameters: dict[str, str]) -> str:
    return urlencode(parameters, errors="surrogatepass")


def storable(parameters: dict[str, str]) -> dict[str, str]:
    """Without halves of a character, which the test client itself cannot put into a form."""
    return {name: value.encode(errors="replace").decode() for name, value in parameters.items()}


def hostile(chance: random.Random) -> dict[str, str]:
    """A question that a page takes, with one to four of its answers replaced."""
    parameters = {"since": "2026-11-01", "until": "2026-11-20", "step": "day", "part": "game"}
    for name in chance.sample(NAMES, chance.randint(1, 4)):
        parameters[name] = chance.choice(HOSTILE)
    return parameters


@pytest.fixture
def officers(demo: None) -> list[Client]:
    # Cases and files of money laundering have rights that no sign-in of the demonstration has.
    others = Group.objects.create(name="others")
    others.permissions.set(
        Permission.objects.filter(codename__in=("view_laundering_alert", "view_file", "view_workspace"))
    )
    others.user_set.add(Person.objects.get(email="autor@feltro.example"))
    clients = [signed_in(f"{name}@feltro.example") for name in (*OFFICERS, "autor")]
    for client in clients:
        client.raise_request_exception = False
    return clients


def one_who_may(officers: list[Client], address: str) -> Client:
    for client in officers:
        if (status := client.get(address).status_code) != 403:
            assert status in (200, 302, 404, 405)
            return client
    raise AssertionError(f"no officer may open {address}")


def wrong(address: str, parameters: dict[str, str], answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if answer.status_code >= 500:
        return f"{answer.status_code} {address}?{quoted(parameters)[:200]}"
    if address.endswith("/components/"):
        body = body.replace(b"psycopg", b"")  # it lists the libraries
    if any(word in body for word in (b"Traceback", b"psycopg", b"DataError", b"SELECT ", b"site-packages")):
        return f"leak {address}?{quoted(parameters)[:200]}"
    if answer.cookies.get("x") or b"<script>alert(1)" in body:
        return f"script {address}?{quoted(parameters)[:200]}"
    return ""


@pytest.mark.parametrize("address", [*WHOLE, *REPORT_PAGES])
@pytest.mark.parametrize(
    "numbers", [IN_EVERY_RUN, pytest.param(range(12), marks=pytest.mark.long)], ids=["five", "twelve"]
)
def test_no_parameter_breaks_a_page(officers: list[Client], address: str, numbers: Sequence[int]) -> None:
    client, chance = one_who_may(officers, address), random.Random(address)
    faults = []
    questions = [hostile(chance) for _ in range(12)]
    for number in numbers:
        parameters = questions[number]
        where = f"{address}?{quoted(parameters)}"
        answer = client.post(where, storable(parameters)) if number % 8 == 7 else client.get(where)
        faults.append(wrong(address, parameters, answer))
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize("route", NAMED)
def test_no_name_in_an_address_breaks_a_page(officers: list[Client], route: str) -> None:
    faults = []
    for value in HOSTILE:
        if not value or "/" in value or len(value) > 3_000:
            continue
        address = re.sub(
            r"<str:\w+>", quoted({"": value})[1:].replace("+", "%20"), re.sub(r"<int:\w+>", "1", route)
        )
        for client in officers[:1]:
            faults.append(wrong(address, {}, client.get(address)))
    assert [fault for fault in faults if fault] == []


def test_every_page_is_covered() -> None:
    assert len(WHOLE) > 8 and len(REPORT_PAGES) > 5 and len(NAMED) >= 3
    assert reverse("compliance_reports_rounds") in WHOLE
