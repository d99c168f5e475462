"""Sockets that only watch: their number per address, and one snapshot request for all that wait for the same
table.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings

REPLY_TIMEOUT = 1.0  # seconds after which a reply counts as lost and the next request is sent
SNAPSHOT = b'{"t":"snapshot"'


class AddressCounter:
    """The sockets at this process of people who are not signed in, by their address."""

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
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False).network_address)
    return str(address)


@dataclass
class PendingSnapshot:
    socket: int
    at: float = field(default_factory=time.monotonic)
    waiting: list[int] = field(default_factory=list)


class SnapshotRequests:
    """All spectators of a table see the same.

    While one waits for a snapshot the others wait for the same reply.
    """

    def __init__(self) -> None:
        self.pending: dict[int, PendingSnapshot] = {}

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
        return self.pending.pop(table).waiting if table is not None else ()
