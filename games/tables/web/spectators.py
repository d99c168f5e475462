"""Sockets that only watch: their number per address, one snapshot request for all that wait for the same
table, and the last snapshot until the table's next event.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.conf import settings

from players.shared.decoding import prepare
from players.shared.networks import network_of

REPLY_TIMEOUT = 1.0  # seconds after which a reply counts as lost and the next request is sent
SNAPSHOT = b'{"t":"snapshot"'


class AddressCounter:
    """The sockets at this process of people who are not signed in, guests included, by their address."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        count = self.counts.get(address, 0)
        if count >= settings.TABLE_SOCKETS_AN_ADDRESS:
            return False
        self.counts[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        if (count := self.counts.get(address, 0)) > 1:
            self.counts[address] = count - 1
        else:
            self.counts.pop(address, None)


def address_of(scope: Any) -> str:
    """The client's address behind the trusted proxies. An IPv6 network of 64 bits counts as one address."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    headers = dict(scope["headers"])
    parts = headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",")
    forwarded = [part.strip() for part in parts if part.strip()]
    client = scope.get("client")
    text = client[0] if client else ""
    if proxies and len(forwarded) >= proxies:
        text = forwarded[-proxies]
    return network_of(text)


@dataclass
class PendingSnapshot:
    socket: int
    at: float = field(default_factory=time.monotonic)
    waiting: list[int] = field(default_factory=list)


class PublicSnapshot(msgspec.Struct, frozen=True, gc=False, tag_field="t", tag="snapshot"):
    """A snapshot as somebody without a seat and a wallet receives it, with the table's view still encoded."""

    v: int
    now: int
    table: msgspec.Raw


prepare(PublicSnapshot)


class SnapshotRequests:
    """All spectators of a table see the same.

    While one waits for a snapshot the others wait for the same reply. Until the table's next event it serves
    those who come later.
    """

    def __init__(self) -> None:
        self.pending: dict[int, PendingSnapshot] = {}
        self.latest: dict[int, PublicSnapshot] = {}

    def current(self, table: int, version: int | None, now: int) -> bytes:
        """The last snapshot with the present time, if its version is still that of the table."""
        snapshot = self.latest.get(table)
        if snapshot is None or snapshot.v != version:
            return b""
        return msgspec.json.encode(msgspec.structs.replace(snapshot, now=now))

    def forget(self, table: int | None = None) -> None:
        """Forgets the snapshot of a table that nobody watches, or all where frames may have been lost."""
        if table is None:
            self.latest.clear()
        else:
            self.latest.pop(table, None)

    def note_frame(self, table: int, frame: bytes) -> None:
        """A snapshot that everybody gets has other terms than the last one, and no other version."""
        if frame.startswith(SNAPSHOT):
            self.forget(table)

    def must_ask(self, table: int, socket: int) -> bool:
        pending = self.pending.get(table)
        if pending is not None and time.monotonic() - pending.at <= REPLY_TIMEOUT:
            pending.waiting.append(socket)
            return False
        waiting = pending.waiting if pending is not None else []
        self.pending[table] = PendingSnapshot(socket, waiting=waiting)
        return True

    def answered(self, socket: int, frame: bytes) -> Collection[int]:
        """The other sockets that wait for this frame."""
        if not frame.startswith(SNAPSHOT):
            return ()
        table = next((table for table, pending in self.pending.items() if pending.socket == socket), None)
        if table is None:
            return ()
        with contextlib.suppress(msgspec.DecodeError):
            self.latest[table] = msgspec.json.decode(frame, type=PublicSnapshot)
        return self.pending.pop(table).waiting
