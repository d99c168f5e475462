"""The OpenID Connect provider by which staff may sign in: the file that OIDC_FILE names, and requests to it.

Without the file there is no such sign-in. Web processes read it to send people to the provider. The worker
alone has the client's secret (OIDC_CLIENT_SECRET_FILE), and alone asks the provider about a sign-in.
"""

from __future__ import annotations

import json
import time
import tomllib
import urllib.error
import urllib.request
from functools import cache
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec
from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from casino import env
from players.shared.decoding import prepare
from players.shared.signed_http import open_http

OIDC_FILE = env.text("OIDC_FILE")
DISCOVERY = "/.well-known/openid-configuration"
TIMEOUT = 3.0  # seconds for each request; a sign-in waits for three of them
MAX_DOCUMENT = 512 * 1024
KEPT_SECONDS = 600.0  # the provider's addresses, in a web process
LOCAL = ("127.0.0.1", "::1", "localhost")
Answer = TypeVar("Answer")
Text = Annotated[str, Meta(min_length=1, max_length=200)]


class InvalidProvider(Exception):
    """The file cannot be used; the message says why."""


class ProviderUnreachable(Exception):
    """The provider gave no usable answer."""


class SignInProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """`trusted_amr` and `trusted_acr`: what an ID token says where the provider asked for a second factor."""

    issuer: Text
    client_id: Text
    name: Text
    trusted_amr: tuple[Text, ...] = ()
    trusted_acr: tuple[Text, ...] = ()


class ProviderDocument(Struct, frozen=True):
    """What the provider publishes about itself, as far as it is used here."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class TokenAnswer(Struct, frozen=True):
    id_token: str


class KeySet(Struct, frozen=True):
    keys: tuple[dict[str, Any], ...]


prepare(SignInProvider, ProviderDocument, TokenAnswer, KeySet)


def is_acceptable(url: str) -> bool:
    """HTTPS, or a provider on this machine; no user, no fragment."""
    parts = urlsplit(url)
    is_local = parts.scheme == "http" and parts.hostname in LOCAL
    is_plain = not (parts.username or parts.fragment)
    return bool(parts.hostname) and (parts.scheme == "https" or is_local) and is_plain


def configured_provider() -> SignInProvider | None:
    """None where OIDC_FILE is not set."""
    return _read(OIDC_FILE) if OIDC_FILE else None


def button_label() -> str:
    """The button of the sign-in page. Empty where there is no usable provider; the way there logs why."""
    try:
        provider = configured_provider()
    except InvalidProvider:
        provider = None
    return _("Staff: sign in with %(provider)s") % {"provider": provider.name} if provider else ""


@cache
def _read(path: str) -> SignInProvider:
    try:
        content = tomllib.loads(Path(path).read_text("utf-8"))
        provider = msgspec.convert(content, SignInProvider)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InvalidProvider(f"{path}: {error}") from error
    if not is_acceptable(provider.issuer) or urlsplit(provider.issuer).query:
        raise InvalidProvider(f"{path}: the issuer should be an address that begins with https://.")
    return provider


def provider_document(provider: SignInProvider) -> ProviderDocument:
    """The provider's addresses. It has to name itself as the file does."""
    url = provider.issuer.rstrip("/") + DISCOVERY
    document = _decoded(urllib.request.Request(url), ProviderDocument)
    if document.issuer != provider.issuer:
        raise ProviderUnreachable("the provider names another issuer")
    addresses = (document.authorization_endpoint, document.token_endpoint, document.jwks_uri)
    if not all(is_acceptable(address) for address in addresses):
        raise ProviderUnreachable("an address of the provider does not begin with https://")
    return document


kept_documents: dict[str, tuple[float, ProviderDocument]] = {}  # by issuer


def kept_document(provider: SignInProvider) -> ProviderDocument:
    """The same, read at most every ten minutes."""
    read, document = kept_documents.get(provider.issuer, (0.0, None))
    if document is None or time.monotonic() - read > KEPT_SECONDS:
        document = provider_document(provider)
        kept_documents[provider.issuer] = time.monotonic(), document
    return document


def provider_keys(document: ProviderDocument) -> tuple[dict[str, Any], ...]:
    return _decoded(urllib.request.Request(document.jwks_uri), KeySet).keys


def code_exchange(
    provider: SignInProvider, document: ProviderDocument, *, code: str, verifier: str, redirect_uri: str
) -> str:
    """The ID token for an authorization code. The provider accepts a code once."""
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
        "client_id": provider.client_id,
        "client_secret": env.secret("OIDC_CLIENT_SECRET"),
    }
    request = urllib.request.Request(document.token_endpoint, urlencode(fields).encode(), method="POST")
    request.add_header("Content-Type", "application/x-www-form-urlencoded")
    return _decoded(request, TokenAnswer).id_token


def _decoded(request: urllib.request.Request, kind: type[Answer]) -> Answer:
    request.add_header("Accept", "application/json")
    try:
        with open_http(request, timeout=TIMEOUT) as response:
            text = response.read(MAX_DOCUMENT + 1)
        if len(text) > MAX_DOCUMENT:
            raise ProviderUnreachable("the answer is too long")
        return msgspec.convert(json.loads(text), kind)
    except (urllib.error.URLError, HTTPException, OSError, ValueError, RecursionError) as error:
        # msgspec's errors are ValueErrors. No part of the answer: it may contain a token.
        raise ProviderUnreachable(type(error).__name__) from error
