"""The relays of a beacon: drand's HTTP interface, and what is refused of their responses.

A relay is trusted in nothing. It can withhold a value; it cannot make one.
"""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from games.draw.beacon import SCHEME, Chain, Hash, Number, PublicKey, Signature, is_genuine, value_of
from players.shared.decoding import prepare
from players.shared.signed_http import open_http

TIMEOUT = 1.5  # seconds for one response
MAX_BODY = 4096


class RefusedError(Exception):
    """A response that must not be used. The code is for the alarm."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class UnavailableError(Exception):
    """The relay did not respond, or does not have the value yet."""


class PublishedValue(Struct, frozen=True):
    """A value as a relay publishes it."""

    round: Number
    randomness: Hash
    signature: Signature


class PublishedInfo(Struct, frozen=True, rename={"group_hash": "groupHash", "scheme": "schemeID"}):
    """What a relay says about its beacon."""

    public_key: PublicKey
    period: int
    genesis_time: int
    hash: Hash
    group_hash: Hash
    scheme: str


prepare(Chain, PublishedValue, PublishedInfo)


Fetch = Callable[[str], bytes]
ResponseT = TypeVar("ResponseT")


def fetch_url(url: str) -> bytes:
    """The body of a response. Redirects are not followed."""
    try:
        with open_http(urllib.request.Request(url), timeout=TIMEOUT) as response:
            return response.read(MAX_BODY)
    except (OSError, http.client.HTTPException) as error:
        raise UnavailableError(f"{url}: {error}") from error


def _decode(body: bytes, kind: type[ResponseT]) -> ResponseT:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError("unreadable") from error


class Relay:
    """One address from which the values of a beacon can be fetched."""

    def __init__(self, url: str, chain: Chain, fetch: Fetch = fetch_url) -> None:
        self.url, self.chain, self._fetch = url.rstrip("/"), chain, fetch

    def check_info(self) -> None:
        """Whether the relay serves the beacon whose key is pinned."""
        info = _decode(self._fetch(f"{self.url}/{self.chain.hash}/info"), PublishedInfo)
        chain = self.chain
        expected = (chain.public_key, chain.period, chain.genesis, chain.hash, chain.group_hash, SCHEME)
        if msgspec.structs.astuple(info) != expected:
            raise RefusedError("key-changed")

    def signature(self, number: int) -> str:
        """The verified signature of that number."""
        published = _decode(self._fetch(f"{self.url}/{self.chain.hash}/public/{number}"), PublishedValue)
        if published.round < number:
            raise RefusedError("repeated")
        if published.round > number:
            raise RefusedError("jumped")
        if not is_genuine(self.chain.public_key, number, published.signature):
            raise RefusedError("signature")
        if published.randomness != value_of(published.signature):
            raise RefusedError("value")
        return published.signature
