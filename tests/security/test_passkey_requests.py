"""Challenges for passkeys are limited, and an answer of another shape than a browser's is a bad request.

Red before: a challenge could be asked for without end, each with a row and a session, and answers that no
browser makes broke the page.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from fido2 import cbor
from fido2.utils import websafe_encode
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from players.identity.models import PasskeyAttempt
from tests.demo_house import signed_in

SIGN_IN, ADD = "/account/security/webauthn/login/", "/account/security/webauthn/add/"
SCRIPT = {"X-Requested-With": "XMLHttpRequest"}
ANA = "ana@feltro.example"
CLIENT = websafe_encode(json.dumps({"type": "webauthn.get", "origin": "http://testserver"}).encode())


@pytest.fixture(autouse=True)
def nothing_counted(valkey_url: str) -> None:
    cache.clear()


def credential(**changes: Any) -> dict[str, Any]:
    answer = {"clientDataJSON": CLIENT, "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"}
    whole = {
        "id": "AA",
        "rawId": "AA",
        "type": "public-key",
        "response": answer,
        "clientExtensionResults": {},
    }
    return whole | changes


def answered(client: Client, path: str, text: str) -> int:
    cache.clear()
    return client.post(path, {"name": "phone", "credential": text, "passwordless": "on"}).status_code


def test_challenges_for_strangers_are_limited(demo: None) -> None:
    statuses = [Client().get(SIGN_IN, headers=SCRIPT).status_code for _ in range(40)]
    assert statuses == [200] * 30 + [429] * 10
    assert PasskeyAttempt.objects.count() == 30


def test_challenges_for_an_account_are_limited(demo: None) -> None:
    client = signed_in(ANA)
    client.post("/account/confirm/", {"password": "mesa-ana-2015"})
    statuses = [client.get(ADD).status_code for _ in range(40)]
    assert statuses == [200] * 30 + [429] * 10


SHAPES = [
    "[" * 2_000 + "]" * 2_000,
    '{"a":' * 2_000 + "1" + "}" * 2_000,
    '"text"',
    "7",
    "[]",
    "{}",
    "null",
    "not JSON",
    json.dumps(credential(response=[])),
    json.dumps(credential(response={"clientDataJSON": 7})),
    json.dumps(credential(id=None)),
    json.dumps(credential(type="password")),
    json.dumps(credential(rawId="\x00")),
    json.dumps(credential(rawId="ação")),
    json.dumps(credential(clientExtensionResults={"credProps": []})),
    json.dumps(credential(rawId="A" * 40_000)),
    json.dumps(credential(id="\ud800")),
]


@pytest.mark.parametrize("text", SHAPES, ids=lambda text: text[:30])
def test_an_answer_of_another_shape_is_a_bad_request(demo: None, text: str) -> None:
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.get(SIGN_IN, headers=SCRIPT)
    answer = client.post(SIGN_IN, {"credential": text})
    assert answer.status_code == 400
    assert (
        "Your browser sent a request that we could not read. Nothing was changed." in answer.content.decode()
    )
    assert answered(client, SIGN_IN, text) == 400


@pytest.fixture
def adding(demo: None) -> Client:
    client = signed_in(ANA)
    client.raise_request_exception = False
    client.post("/account/confirm/", {"password": "mesa-ana-2015"})
    assert client.get(ADD).status_code == 200
    return client


@pytest.mark.parametrize("text", SHAPES, ids=lambda text: text[:30])
def test_nor_is_such_a_key_added(adding: Client, text: str) -> None:
    assert answered(adding, ADD, text) == 400
    assert not Authenticator.objects.exists()


ATTESTATIONS = [
    b"",
    b"\xff",
    cbor.encode({}),
    cbor.encode({"fmt": "none", "attStmt": {}, "authData": b""}),
    cbor.encode({"fmt": "none", "attStmt": {}, "authData": bytes(37)}),
    cbor.encode({"fmt": "none", "attStmt": [], "authData": bytes(32) + b"\x45" + bytes(4)}),
    cbor.encode({"fmt": "none", "attStmt": {}, "authData": bytes(32) + b"\x45" + bytes(20) + b"\xff\xff"}),
    cbor.encode({"fmt": 7, "attStmt": 7, "authData": 7}),
    b"\x81" * 3_000,
]


@pytest.mark.parametrize("attestation", ATTESTATIONS, ids=range(len(ATTESTATIONS)))
def test_a_key_that_no_device_makes_is_refused(adding: Client, attestation: bytes) -> None:
    made = credential(response={"clientDataJSON": CLIENT, "attestationObject": websafe_encode(attestation)})
    assert answered(adding, ADD, json.dumps(made)) in (200, 400)
    assert not Authenticator.objects.exists()


TEXT = st.binary(max_size=60).map(websafe_encode)


@effort(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=TEXT, signature=TEXT, handle=TEXT | st.none(), key=TEXT)
def test_no_answer_breaks_the_page(
    demo: None, data: str, signature: str, handle: str | None, key: str
) -> None:
    client = Client(raise_request_exception=False)
    client.get(SIGN_IN, headers=SCRIPT)
    answer = {
        "clientDataJSON": CLIENT, "authenticatorData": data, "signature": signature, "userHandle": handle,
    }  # fmt: skip
    assert answered(client, SIGN_IN, json.dumps(credential(response=answer, id=key, rawId=key))) < 500
