"""A passkey is valid for one origin only, scheme and port included.

The attack: a page on another port of the same host requests a signature.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.utils import user_pk_to_url_str
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.test import Client
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

from casino.env import origins
from players.identity.sign_in import passkey_proof
from players.models import Person
from players.shared.bound_queries import call

SIGN_IN = "/account/security/webauthn/login/"
ADD = "/account/security/webauthn/add/"
PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


class Passkey:
    """A device that signs for any origin it receives, like the browser of an attacker's page."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = b"a passkey of this test"

    def register(self, challenge: str, origin: str, rp: str, **overrides: Any) -> dict[str, Any]:
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(rp, PRESENT_AND_VERIFIED | WITH_KEY) + attested
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", challenge, origin, overrides)
        return self._credential(client, attestationObject=websafe_encode(attestation))

    def sign(self, challenge: str, origin: str, rp: str, person: Person, **overrides: Any) -> dict[str, Any]:
        data, client = (
            self._data(rp, PRESENT_AND_VERIFIED),
            self._client("webauthn.get", challenge, origin, overrides),
        )
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            client,
            authenticatorData=websafe_encode(data),
            signature=websafe_encode(signature),
            userHandle=websafe_encode(user_pk_to_url_str(person).encode()),
        )

    def _credential(self, client: bytes, **response: str) -> dict[str, Any]:
        return {
            "id": websafe_encode(self.id),
            "rawId": websafe_encode(self.id),
            "type": "public-key",
            "clientExtensionResults": {"credProps": {"rk": True}},
            "response": {"clientDataJSON": websafe_encode(client), **response},
        }

    @staticmethod
    def _data(rp: str, flags: int) -> bytes:
        return hashlib.sha256(rp.encode()).digest() + bytes([flags]) + (1).to_bytes(4, "big")

    @staticmethod
    def _client(kind: str, challenge: str, origin: str, overrides: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin} | overrides).encode()


@pytest.fixture(params=["demonstration", "production"])
def own_origin(request: pytest.FixtureRequest, settings: Any) -> str:
    """The origin of the installation, with both kinds of settings; in production the proxy reports the
    scheme.
    """
    url = "http://localhost:8000" if request.param == "demonstration" else "https://casino.example"
    settings.HOUSE_URL = url
    settings.HOUSE_ORIGINS = origins(url, both_names=False)
    settings.ALLOWED_HOSTS = [urlsplit(url).hostname]
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = request.param == "demonstration"
    return url


def foreign(own_origin: str) -> list[str]:
    scheme, _, host = own_origin.partition("://")
    name = host.partition(":")[0]
    return [
        f"{scheme}://{name}:8443",
        f"{scheme}://{name}:1",
        f"{'https' if scheme == 'http' else 'http'}://{host}",
        f"{scheme}://evil.{host}",
        f"{scheme}://{host}.evil.example",
        f"{scheme}://{host}/path",
        f"{scheme}://{host}@evil.example",
        "https://evil.example",
        "null",
        "",
    ]


def client_at(own_origin: str) -> Client:
    return Client(headers={"host": own_origin.partition("://")[2]})


def ana(own_origin: str) -> Client:
    client = client_at(own_origin)
    client.post("/account/sign-in/", {"login": "ana@feltro.example", "password": "mesa-ana-2015"})
    assert "_auth_user_id" in client.session
    client.post("/account/confirm/", {"password": "mesa-ana-2015"})
    return client


def challenge_to_add(client: Client) -> str:
    answer = client.get(ADD)
    assert answer.status_code == 200
    return str(answer.context["js_data"]["creation_options"]["publicKey"]["challenge"])


def added(client: Client, credential: Any) -> bool:
    answer = client.post(ADD, {"name": "phone", "credential": json.dumps(credential), "passwordless": "on"})
    return answer.status_code == 302


def signs_in(own_origin: str, key: Passkey, origin: str, person: Person, **overrides: Any) -> bool:
    cache.clear()  # what refuses here must be the origin, not the pace
    client = client_at(own_origin)
    options = client.get(SIGN_IN, headers={"X-Requested-With": "XMLHttpRequest"}).json()
    challenge = options["request_options"]["publicKey"]["challenge"]
    rp = str(urlsplit(own_origin).hostname)
    client.post(SIGN_IN, {"credential": json.dumps(key.sign(challenge, origin, rp, person, **overrides))})
    return "_auth_user_id" in client.session


def test_a_passkey_of_this_origin_is_added_and_opens_the_account(demo: None, own_origin: str) -> None:
    key, client, person = Passkey(), ana(own_origin), Person.objects.get(email="ana@feltro.example")
    assert added(
        client, key.register(challenge_to_add(client), own_origin, str(urlsplit(own_origin).hostname))
    )
    assert signs_in(own_origin, key, own_origin, person)


def test_a_signature_for_another_origin_adds_no_passkey(demo: None, own_origin: str) -> None:
    """Red before: the library compared no port, and in a demonstration nothing at all."""
    key, client, rp = Passkey(), ana(own_origin), str(urlsplit(own_origin).hostname)
    taken = [
        origin
        for origin in foreign(own_origin)
        if added(client, key.register(challenge_to_add(client), origin, rp))
    ]
    assert taken == []
    assert not added(client, key.register(challenge_to_add(client), own_origin, rp, crossOrigin=True))


def test_a_signature_for_another_origin_opens_no_account(demo: None, own_origin: str) -> None:
    key, client, person = Passkey(), ana(own_origin), Person.objects.get(email="ana@feltro.example")
    assert added(
        client, key.register(challenge_to_add(client), own_origin, str(urlsplit(own_origin).hostname))
    )
    assert [origin for origin in foreign(own_origin) if signs_in(own_origin, key, origin, person)] == []
    assert not signs_in(own_origin, key, own_origin, person, crossOrigin=True)
    assert signs_in(own_origin, key, own_origin, person), "and the right one still does"


def test_what_cannot_be_read_is_refused(demo: None, own_origin: str) -> None:
    client = ana(own_origin)
    for credential in (
        {},
        [],
        7,
        "x",
        {"response": 7},
        {"response": {"clientDataJSON": "%%"}},
        {"response": {"clientDataJSON": "e30"}},
    ):
        challenge_to_add(client)
        assert not added(client, credential)
        assert client_at(own_origin).post(SIGN_IN, {"credential": json.dumps(credential)}).status_code == 400


def test_the_worker_verifies_what_a_web_process_hands_in(demo: None, own_origin: str) -> None:
    """Red before: a web process verified it, and one that was taken over needed no passkey at all."""
    key, client, person = Passkey(), ana(own_origin), Person.objects.get(email="ana@feltro.example")
    rp = str(urlsplit(own_origin).hostname)
    assert added(client, key.register(challenge_to_add(client), own_origin, rp))
    bruno = Person.objects.get(email="bruno@feltro.example")

    def handed_in(answer: Any, of: Person = person) -> bool:
        (number,) = call("SELECT identity_passkey_answer(%s, %s, %s)", ["proof", of.pk, json.dumps(answer)])
        return passkey_proof.verify_passkey(number)

    def challenge() -> str:
        (made,) = call("SELECT identity_passkey_challenge(%s)", ["proof"])
        return websafe_encode(bytes.fromhex(made))

    replayed = key.sign(challenge(), own_origin, rp, person)
    assert handed_in(replayed)
    challenge()
    assert not handed_in(replayed), "a challenge is used once"
    for origin in foreign(own_origin):
        assert not handed_in(key.sign(challenge(), origin, rp, person))
    assert not handed_in(key.sign(challenge(), own_origin, "evil.example", person))
    assert not handed_in(key.sign(challenge(), own_origin, rp, bruno), of=bruno), "the key of somebody else"
    assert not handed_in(Passkey().sign(challenge(), own_origin, rp, person)), "a key with the same name"
    for answer in ({}, [], 7, "x", {"response": 7}):
        challenge()
        assert not handed_in(answer)
    (proven,) = call("SELECT proven FROM identity_passkey_outcome(%s, %s)", ["proof", bruno.pk])
    assert proven is False
