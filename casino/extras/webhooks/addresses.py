"""The addresses that receive webhooks, from the file that WEBHOOKS_FILE names.

A file and not a page: a web process that was taken over must not be able to send what happens in the house
to an address of its choice. The worker alone reads it, before each run.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from msgspec import Meta, Struct

from casino.backoffice.standard_webhooks import InvalidSecret, decode_secret

EventName = Literal["round-ended", "payment", "exclusion", "alert"]


class InvalidWebhooks(Exception):
    """The file of addresses cannot be used; the message says why."""


class Address(Struct, frozen=True, forbid_unknown_fields=True):
    """Where some events go. `internal` allows an address of the own network, and plain HTTP."""

    name: Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9-]{0,39}\Z")]
    url: str
    secret_file: str
    events: Annotated[tuple[EventName, ...], Meta(min_length=1)]
    internal: bool = False

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def secret(self) -> str:
        try:
            return Path(self.secret_file).read_text("utf-8").strip()
        except OSError as error:
            raise InvalidSecret(f"{self.secret_file}: {error.strerror}") from error


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    address: tuple[Address, ...] = ()


def configured_addresses() -> tuple[Address, ...]:
    if not settings.WEBHOOKS_FILE:
        return ()
    try:
        content = tomllib.loads(Path(settings.WEBHOOKS_FILE).read_text("utf-8"))
        addresses = msgspec.convert(content, _File).address
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InvalidWebhooks(f"{settings.WEBHOOKS_FILE}: {error}") from error
    for address in addresses:
        _check(address)
    if len({address.name for address in addresses}) < len(addresses):
        raise InvalidWebhooks("Two addresses have the same name.")
    return addresses


def _check(address: Address) -> None:
    schemes = ("https", "http") if address.internal else ("https",)
    try:
        parts = urlsplit(address.url)
        is_address = bool(parts.hostname) and not parts.username and parts.port != 0
    except ValueError:  # such as https://[::1
        is_address = False
    if not is_address or parts.scheme not in schemes:
        raise InvalidWebhooks(f"{address.name}: the url should begin with {' or '.join(schemes)}://.")
    try:
        decode_secret(address.secret)
    except InvalidSecret as error:
        raise InvalidWebhooks(
            f"{address.name}: the secret should be whsec_ and 24 to 64 bytes in base64."
        ) from error
