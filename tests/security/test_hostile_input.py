"""What no browser sends gets an answer of the kind 4xx at every door, never a fault of the server.

Doors: forms of pages, the API, webhooks of gateway and register, handshakes, headers. What is sent: JSON
nested two thousand deep, lone surrogates, addresses that are none, figures that are no numbers.

Red before: deep JSON at the API, at notifications and the reality check; the push address `https://[::1`; a
message between processes dated with no number.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from casino.env import origins
from casino.web.origin import is_own_page
from games.tables.transport import keyring, protocol
from games.tables.transport.keyring import RejectedMessageError
from games.tables.web import consumer
from players.api import parsers
from players.protection import national_list
from players.shared import signed_http
from players.shared.signed_notifications import UnreadableNotification
from players.wallet.cashier import gateway_notifications
from tests.casino.test_authorization import ROLES
from tests.demo_house import signed_in
from tests.processes import connected
from tests.security.test_text_that_cannot_be_stored import (
    FIELDS,
    FORM,
    IDLE,
    OTHER_PAGES,
    VERBS,
    allowed,
    forms_of,
)

DEEP = 2_000
NESTED, OBJECTS = "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP
ADDRESSES = ("https://[::1", "https://[", "//[::1", "https://host:99999999/", "https://host:port/")
NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "9" * 400, "٣", "1_000", "0x10", "--1", "1e400")
TEXTS = (NESTED, OBJECTS, *ADDRESSES, *NUMBERS)
# What may stand as a value in JSON: some of it is no JSON, which a reader has to say as well.
VALUES = (
    NESTED, OBJECTS, '"\\ud800"', '"\\udfff\\ud800"', '{"\\ud800": 1}', "NaN", "-Infinity", "1e999",
    "9" * 400, '"https://[::1"', '"\\u0000"', "[]", "{}", "null", "true", "1.5", "-1",
)  # fmt: skip
JSON = "application/json"


@pytest.fixture(autouse=True)
def nothing_counted(valkey_url: str) -> None:
    cache.clear()


def quiet(client: Client) -> Client:
    client.raise_request_exception = False
    return client


def status_of(client: Client, method: str, path: str, body: str = "", kind: str = JSON) -> int:
    """As bytes, and taken back afterwards."""
    cache.clear()
    with transaction.atomic():
        content = body.encode(errors="surrogatepass")
        status = client.generic(method, path, content, content_type=kind).status_code
        transaction.set_rollback(True)
    return status


# --- the API


def operations() -> Iterator[tuple[str, str, dict[str, Any], list[dict[str, Any]]]]:
    """Each operation of the API: method, path, the properties of its body, and its parameters."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            properties = document["components"]["schemas"].get(name, {}).get("properties", {})
            yield method.upper(), path, properties, operation.get("parameters", [])


def placed(path: str, parameters: list[dict[str, Any]], text: str) -> str:
    for parameter in parameters:
        if parameter["in"] == "path":
            number = parameter.get("schema", {}).get("type") == "integer"
            path = path.replace("{" + parameter["name"] + "}", "1" if number else quote(text, safe=""))
    return path


def test_no_body_breaks_the_api(demo: None) -> None:
    client, sent = quiet(signed_in("ana@feltro.example")), 0
    broken = []
    for method, path, properties, parameters in operations():
        if method == "GET":
            continue
        for value in VALUES:
            whole = "{" + ", ".join(f"{json.dumps(name)}: {value}" for name in properties) + "}"
            for body in (value, whole, value.encode().decode("latin-1") + "\xff"):
                sent += 1
                if (status := status_of(client, method, placed(path, parameters, "x"), body)) >= 500:
                    broken.append((method, path, body[:40], status))
    assert broken == [] and sent > 200


def test_no_query_and_no_path_breaks_the_api(demo: None) -> None:
    client, asked = quiet(signed_in("ana@feltro.example")), 0
    broken = []
    for method, path, _, parameters in operations():
        if method != "GET":
            continue
        names = [parameter["name"] for parameter in parameters if parameter["in"] == "query"]
        for text in (*TEXTS, "\ud800", "\0"):
            raw = quote(text.encode(errors="surrogatepass"), safe="")
            query = "&".join(f"{name}={raw}" for name in (*names, raw))
            address = f"{placed(path, parameters, 'x')}?{query}"
            asked += 1
            if (status := status_of(client, method, address[:60_000])) >= 500:
                broken.append((path, text[:40], status))
    assert broken == [] and asked > 300


def test_such_a_body_is_refused_with_a_sentence(demo: None) -> None:
    client = quiet(signed_in("ana@feltro.example"))
    for value in (NESTED, OBJECTS, '{"category": "other", "text": "\\ud800"}', '{"\\ud800": 1}'):
        answer = client.post("/api/v1/complaints/", value, content_type=JSON)
        assert answer.status_code == 400
        assert answer.json()["code"] == "invalid" and answer.json()["message"]
    assert parsers.StrictJSONParser().media_type == JSON


# --- forms


def sent_with(client: Client, action: str, names: list[str], text: str) -> int:
    body = "&".join(f"{quote(name)}={quote(text, errors='surrogatepass')}" for name in names)
    return status_of(client, "POST", action, body, FORM)


def all_forms(client: Client, pages: tuple[str, ...]) -> dict[tuple[str, ...], list[str]]:
    found = {}
    for page in pages:
        for form in forms_of(client, page):
            found[(form.action, *sorted(form.fields))] = list(form.fields)
    return found


def test_no_form_of_a_player_breaks(demo: None) -> None:
    from tests.players.portal.account_pages import PAGES

    client = quiet(signed_in("ana@feltro.example"))
    forms = all_forms(client, (*(f"/account/{page}" for page in PAGES), *OTHER_PAGES))
    broken = [
        (action, text[:20], status)
        for (action, *_), names in forms.items()
        for text in (*TEXTS, "\ud800")
        if (status := sent_with(client, action, names, text)) >= 500
    ]
    assert broken == [] and len(forms) > 15


def test_no_form_of_a_stranger_breaks(demo: None) -> None:
    client = quiet(Client())
    pages = ("/account/sign-in/", "/account/new/access/", "/account/password/forgotten/", "/verify/receipt/")
    forms = all_forms(client, pages)
    broken = [
        (action, text[:20], status)
        for (action, *_), names in forms.items()
        for text in (*TEXTS, "\ud800")
        if (status := sent_with(client, action, names, text)) >= 500
    ]
    assert broken == [] and len(forms) >= len(pages)


def test_no_form_of_the_back_office_breaks(demo: None) -> None:
    """Each address with each text, the verbs by turns; one that takes nothing of a form with one text."""
    staff = {name: quiet(signed_in(f"{name}@feltro.example")) for name in ROLES}
    texts = (NESTED, ADDRESSES[0], "NaN", "\ud800")
    names = [*FIELDS, "verb", "act", "data", "amount", "cents", "number"]
    broken, sent = [], 0
    for position, (address, role) in enumerate(allowed("post")):
        idle = address.name.endswith(IDLE)
        for number, text in enumerate((texts[position % len(texts)],) if idle else texts):
            verb = VERBS[(position + number) % len(VERBS)]
            body = "&".join(f"{name}={quote(text, errors='surrogatepass')}" for name in names)
            body = f"{body}&verb={verb}&act={verb}"
            sent += 1
            if (status := status_of(staff[role], "POST", address.url("1"), body, FORM)) >= 500:
                broken.append((address.name, verb, text[:20], status))
    assert broken == [] and sent > 150


@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=pytest.mark.long) for turn in (1, 2))])
def test_no_query_of_the_back_office_breaks(demo: None, turn: int) -> None:
    """Each page with one of the texts, by turns."""
    staff = {name: quiet(signed_in(f"{name}@feltro.example")) for name in ROLES}
    texts = (NESTED, ADDRESSES[0], "NaN")
    broken, asked = [], 0
    for position, (address, role) in enumerate(allowed("get"), turn):
        text = texts[position % len(texts)]
        query = "&".join(f"{name}={quote(text, safe='')}" for name in FIELDS)
        asked += 1
        if (status := status_of(staff[role], "GET", f"{address.url('1')}?{query}")) >= 500:
            broken.append((address.name, text[:20], status))
    assert broken == [] and asked > 50


# --- headers


HEADERS = (
    "referer", "origin", "accept", "accept-language", "accept-encoding", "user-agent", "cookie", "range",
    "if-modified-since", "if-none-match", "x-requested-with", "x-forwarded-for", "x-forwarded-proto",
    "authorization", "content-type", "x-csrftoken", "x-request-id",
)  # fmt: skip


PAGES_OF_HEADERS = ("/", "/lobby/", "/account/sign-in/", "/account/", "/api/v1/games/", "/admin/")


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.long)], ids=["third", "whole"])
@pytest.mark.parametrize("page", PAGES_OF_HEADERS)
def test_no_header_breaks_a_page(demo: None, page: str, share: int) -> None:
    """Each header with each value, read and posted by a stranger and a player by turns: every one of the four
    sends each header with an address that is none. In every run each page has a third of them, each of which
    two pages have.
    """
    stranger, ana = quiet(Client()), quiet(signed_in("ana@feltro.example"))
    turns = (stranger.get, ana.get, stranger.post, ana.post)
    values = [*ADDRESSES, "\xff\xfe", "NaN", "," * 3_000, "a" * 8_000, '"', "=;="]
    broken = []
    for position, name in enumerate(HEADERS):
        for number, value in enumerate(values):
            if (position + number + PAGES_OF_HEADERS.index(page)) % share:
                continue
            send = turns[(position + number) % len(turns)]
            with transaction.atomic():
                status = send(page, headers={name: value}).status_code
                transaction.set_rollback(True)
            if status >= 500:
                broken.append((send.__name__, name, value[:20], status))
    assert broken == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_is_led_to_an_address_that_is_none(demo: None, address: str) -> None:
    client = quiet(Client())
    ana = {"login": "ana@feltro.example", "password": "mesa-ana-2015", "next": address}
    for path in ("/account/sign-in/", "/language/", "/account/sign-out/", "/account/confirm/"):
        answer = client.post(f"{path}?next={quote(address)}", ana)
        assert answer.status_code < 500 and "[" not in answer.headers.get("Location", "").partition("?")[0]


# --- what scripts, the gateway and the register send


@pytest.mark.parametrize("body", [NESTED, OBJECTS, '{"x": ' + NESTED + "}", '"\ud800"', '"\\ud800"', "\xff"])
def test_no_script_breaks_a_page(demo: None, body: str) -> None:
    client = quiet(signed_in("ana@feltro.example"))
    status = status_of(client, "POST", "/account/limits/reality-check/seen/", body)
    assert 400 <= status < 500 and status != 404


@pytest.mark.parametrize("read", [gateway_notifications.receive_notification, national_list.receive_change])
@pytest.mark.parametrize(
    "body", [NESTED, OBJECTS, '{"x": ' + NESTED + "}", '"\ud800"', '{"x": "\\ud800"}', '{"x": NaN}']
)
def test_a_signed_notification_that_cannot_be_read(db: None, read: Any, body: str) -> None:
    with pytest.raises(UnreadableNotification):
        read(body.encode(errors="surrogatepass"))


def test_a_deep_answer_of_an_outside_service_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Answer:
        headers: dict[str, str] = {}

        def __enter__(self) -> Answer:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def read(self, length: int) -> bytes:
            return NESTED.encode()[:length]

    monkeypatch.setattr(signed_http, "open_http", lambda *_, **__: Answer())
    monkeypatch.setattr(signed_http, "is_genuine", lambda *_: True)
    with pytest.raises(signed_http.UnreachableError, match="not JSON"):
        signed_http.request_json("http://gateway.invalid/", b"key", None)


# --- sockets and messages between processes


@pytest.mark.parametrize(
    "body", [NESTED, OBJECTS, '{"t":"do","do":' + NESTED + "}", '"\\ud800"', '"\ud800"', "NaN"]
)
def test_no_message_of_a_browser_breaks_its_socket(body: str) -> None:
    with pytest.raises(protocol.DECODE_ERRORS):
        protocol.decode_message(body.encode(errors="surrogatepass"))
    assert consumer.protocol.DECODE_ERRORS is protocol.DECODE_ERRORS


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_handshake_from_an_address_that_is_none_is_refused(address: str) -> None:
    assert not is_own_page([(b"origin", address.encode()), (b"host", address.encode())])


@pytest.mark.parametrize("date", [float("nan"), float("inf"), float("-inf"), 0.0, 1e300])
def test_a_message_dated_with_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, date: float) -> None:
    """Red before: with NaN as its date a message was never too old, and could be replayed for ever."""
    croupier, web = connected("croupier", "web")
    channel = "table:1"
    monkeypatch.setattr(keyring.database_time, "now_seconds", lambda: date)
    message = croupier.seal(channel, {web.id: b"x"}, b"y")
    monkeypatch.undo()
    with pytest.raises(RejectedMessageError, match="age"):
        web.open(channel, message)
    assert struct.calcsize("d") == keyring.TIME.size


# --- settings


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_setting_that_is_no_address_is_named(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="HOUSE_URL"):
        origins(address, both_names=False)
