"""A passkey's signature, verified by the worker.

A web process cannot be trusted to say that somebody's passkey has signed. The database makes the challenge,
the web process hands in the signature, and the worker verifies it and enters the evidence.
"""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from allauth.mfa.models import Authenticator
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from fido2.attestation.base import InvalidAttestation
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import CollectedClientData, PublicKeyCredentialRpEntity, UserVerificationRequirement
from msgspec import Meta, Struct, field

from players.identity.models import PasskeyAttempt
from players.identity.sign_in.proving import proof_before_sign_in, worker_answer
from players.models import Person
from players.shared.background import enqueue_after_commit
from players.shared.bound_queries import call
from players.shared.decoding import prepare

TASK = "players.identity.tasks.verify_passkey"
MAX_CREDENTIAL = 32 * 1024  # characters; attestations carry certificates
# What the library raises at bytes that no device makes, besides the errors that it means.
UNREADABLE = (
    ArithmeticError, AttributeError, InvalidAttestation, InvalidSignature, LookupError, RuntimeError,
    TypeError, UnsupportedAlgorithm, ValueError, struct.error,
)  # fmt: skip
Base64 = Annotated[str, Meta(max_length=MAX_CREDENTIAL, pattern="^[A-Za-z0-9_-]*$")]


class CredentialProperties(Struct):
    rk: bool | None = None


class ExtensionResults(Struct):
    cred_props: CredentialProperties = field(name="credProps", default_factory=CredentialProperties)


class AuthenticatorAnswer(Struct):
    client_data: Base64 = field(name="clientDataJSON")
    authenticator_data: Base64 = field(name="authenticatorData", default="")
    signature: Base64 = ""
    attestation: Base64 = field(name="attestationObject", default="")
    user_handle: Base64 | None = field(name="userHandle", default=None)
    transports: list[str] = []


class Credential(Struct):
    """What the pages' script sends of a passkey: the parts that the library and we read."""

    id: Base64
    raw_id: Base64 = field(name="rawId")
    type: Literal["public-key"]
    response: AuthenticatorAnswer
    results: ExtensionResults = field(name="clientExtensionResults", default_factory=ExtensionResults)


prepare(Credential)


def read_credential(text: str) -> dict[str, Any]:
    """The answer of a browser's script. Anything of another shape is a bad request, and goes no further."""
    try:
        msgspec.json.decode(text, type=Credential)
        credential: dict[str, Any] = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadRequest("This is not the answer of a passkey.") from error
    return credential


def has_passkey(person: Person) -> bool:
    passkeys = Authenticator.objects.filter(user=person.pk, type=Authenticator.Type.WEBAUTHN)
    return bool(passkeys.exists())


def passkey_challenge(request: HttpRequest) -> bytes:
    (challenge,) = call("SELECT identity_passkey_challenge(%s)", [proof_before_sign_in(request).decode()])
    return bytes.fromhex(challenge)


def prove_passkey(request: HttpRequest, person: Person) -> bool:
    """Hands the signature of this request to the worker and waits for what it finds."""
    answer = request.POST.get("credential", "")
    if not answer:
        return False
    proof = proof_before_sign_in(request).decode()
    (attempt,) = call("SELECT identity_passkey_answer(%s, %s, %s)", [proof, person.pk, answer])
    if attempt is None:
        return False
    enqueue_after_commit(TASK, attempt)
    _, is_proven = worker_answer(
        "SELECT waits, proven FROM identity_passkey_outcome(%s, %s)", [proof, person.pk]
    )
    return bool(is_proven)


def verify_passkey(number: int) -> bool:
    """Run by the worker. Enters the evidence if a passkey of the person signed this very challenge."""
    attempt = PasskeyAttempt.objects.filter(pk=number, person__isnull=False).first()
    if attempt is None:
        return False
    (is_proven,) = call("SELECT identity_passkey_verified(%s, %s)", [number, is_signed(attempt)])
    return bool(is_proven)


def is_signed(attempt: PasskeyAttempt) -> bool:
    state = {
        "challenge": websafe_encode(bytes.fromhex(attempt.challenge)),
        "user_verification": UserVerificationRequirement.REQUIRED,
    }
    credentials = [
        data
        for row in Authenticator.objects.filter(user=attempt.person_id, type=Authenticator.Type.WEBAUTHN)
        if (data := row.wrap().authenticator_data.credential_data)
    ]
    try:
        answer = json.loads(attempt.answer)
    except (RecursionError, ValueError):
        return False
    if not isinstance(answer, dict) or not is_own_origin(answer):
        return False
    for host in sorted({urlsplit(origin).hostname or "" for origin in settings.HOUSE_ORIGINS}):
        entity = PublicKeyCredentialRpEntity(id=host, name=settings.HOUSE_NAME)
        server = Fido2Server(entity, verify_origin=settings.HOUSE_ORIGINS.__contains__)
        with suppress(*UNREADABLE):
            server.authenticate_complete(state, credentials, answer)
            return True
    return False


def is_own_origin(credential: Any) -> bool:
    """Whether the browser names one of our origins as the requesting page, and no frame of another page."""
    try:
        client = CollectedClientData(websafe_decode(credential["response"]["clientDataJSON"]))
        return client.origin in settings.HOUSE_ORIGINS and not client.cross_origin
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
