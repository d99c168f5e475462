"""Staff sign in by their provider: the way there, the way back, and what the worker finds out.

The web process builds the address and hands in the code that the browser brings back. It holds neither the
client's secret nor the PKCE verifier, and what it says about a sign-in counts for nothing: the worker
exchanges the code and verifies the ID token, and the database says whose account that is.
"""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from urllib.parse import urlencode, urlsplit

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from msgspec import Struct

from casino.extras.provider_sign_in.id_tokens import IdentityClaims, InvalidIdToken, verify_id_token
from casino.extras.provider_sign_in.models import ProviderAttempt
from casino.extras.provider_sign_in.provider import (
    InvalidProvider,
    ProviderUnreachable,
    SignInProvider,
    code_exchange,
    configured_provider,
    kept_document,
    provider_document,
    provider_keys,
)
from players.audit import note
from players.identity.sign_in.proving import proof_before_sign_in, worker_answer
from players.shared import sealing
from players.shared.background import enqueue_after_commit
from players.shared.bound_queries import call

log = structlog.get_logger(__name__)
TASK = "casino.extras.provider_sign_in.tasks.verify_provider_code"
PURPOSE = "provider-code"
RIGHT = "right"
MAX_CODE = 4096


class ProviderRefused(Exception):
    """The provider's answer does not sign anybody in; `reason` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ProvenStaff(Struct, frozen=True):
    """Whom the worker has found, and whether the provider has asked for a second factor."""

    person: int
    has_factor: bool


def redirect_uri() -> str:
    return f"{settings.HOUSE_URL.rstrip('/')}{reverse('staff_provider_return')}"


def authorization_url(request: HttpRequest, provider: SignInProvider) -> str:
    """Where the browser goes. Raises ProviderUnreachable."""
    endpoint = kept_document(provider).authorization_endpoint
    state, nonce, challenge = call(
        "SELECT * FROM provider_begin(%s)", [proof_before_sign_in(request).decode()]
    )
    fields = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": redirect_uri(),
        "scope": "openid email",
        "state": state,
        "nonce": nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    if provider.trusted_acr:
        fields["acr_values"] = " ".join(provider.trusted_acr)
    return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}{urlencode(fields)}"


def submit_code(request: HttpRequest, provider: SignInProvider) -> ProvenStaff:
    """Hands the code of this request to the worker and waits for what it finds."""
    state, code, issuer = (request.GET.get(name, "") for name in ("state", "code", "iss"))
    if request.GET.get("error"):
        raise ProviderRefused("cancelled")
    # RFC 9207: an answer of another provider.
    if not state or not code or len(code) > MAX_CODE or issuer not in ("", provider.issuer):
        raise ProviderRefused("answer")
    proof = proof_before_sign_in(request).decode()
    sealed = b64encode(sealing.seal(PURPOSE, code)).decode()
    (attempt,) = call("SELECT provider_answer(%s, %s, %s)", [proof, state[:200], sealed])
    if attempt is None:
        raise ProviderRefused("state")
    enqueue_after_commit(TASK, attempt)
    is_answered, outcome = worker_answer("SELECT * FROM provider_outcome(%s, %s)", [proof, attempt])
    if not is_answered:
        raise ProviderRefused("no-answer")
    if outcome != RIGHT:
        raise ProviderRefused(str(outcome))
    person, has_factor = call("SELECT * FROM provider_person(%s, %s)", [proof, attempt])
    return ProvenStaff(int(person), bool(has_factor))


def verify_provider_code(number: int) -> bool:
    """Run by the worker. Enters the evidence if the code leads to an ID token of a member of staff."""
    attempt = ProviderAttempt.objects.filter(pk=number, outcome="").exclude(code="").first()
    if attempt is None:
        return False
    try:
        provider = configured_provider()
        if provider is None:
            raise ProviderRefused("off")
        claims = _claims_of(provider, attempt)
    except (ProviderRefused, InvalidIdToken) as error:
        return _refuse(number, error.reason)
    except (ProviderUnreachable, InvalidProvider) as error:
        log.warning("sign-in-provider", error=str(error))
        return _refuse(number, "unreachable")
    has_factor = is_factor_trusted(provider, claims)
    (outcome,) = call(
        "SELECT provider_verified(%s, %s, %s, %s, %s, %s)",
        [number, provider.issuer, claims.subject, claims.email, claims.is_email_verified, has_factor],
    )
    if outcome != RIGHT:
        note("access.provider-refused", cause=outcome)
        return False
    attempt.refresh_from_db()
    note("access.provider-accepted", person=attempt.person, second_factor=has_factor)
    return True


def _claims_of(provider: SignInProvider, attempt: ProviderAttempt) -> IdentityClaims:
    document = provider_document(provider)
    code = sealing.unseal(PURPOSE, b64decode(attempt.code))
    token = code_exchange(
        provider, document, code=code, verifier=attempt.verifier, redirect_uri=redirect_uri()
    )
    return verify_id_token(
        token,
        keys=provider_keys(document),
        issuer=provider.issuer,
        client=provider.client_id,
        nonce=attempt.nonce,
        now=time.time(),
    )


def is_factor_trusted(provider: SignInProvider, claims: IdentityClaims) -> bool:
    """Whether the provider says that it asked for a second factor, in words that the operator trusts."""
    return bool(set(claims.methods) & set(provider.trusted_amr)) or claims.context in provider.trusted_acr


def _refuse(number: int, reason: str) -> bool:
    (is_written,) = call("SELECT provider_refused(%s, %s)", [number, reason])
    if is_written:
        note("access.provider-refused", cause=reason)
    return False
