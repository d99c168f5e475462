"""Sockets that only watch: how many come from one address, and one question for all that wait for the same table."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings

LOOK_LOST = 1.0  # seconds after which an answer counts as lost, and the next who asks asks again
SNAPSHOT = b'{"t":"snapshot"'


class Addresses:
    """Sockets of people who are not signed in, by the address that they come from, at this process."""

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
    """The visitor's address: behind the proxies that the settings name, and no further. A network of IPv6 counts as one."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    headers = dict(scope["headers"])
    said = [
        part.strip()
        for part in headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",")
        if part.strip()
    ]
    client = scope.get("client")
    address = said[-proxies] if proxies and len(said) >= proxies else client[0] if client else ""
    try:
        read = ip_address(address)
    except ValueError:
        return ""
    return (
        str(ip_network((read, 64), strict=False).network_address)
        if isinstance(read, IPv6Address)
        else str(read)
    )


@dataclass
class Question:
    socket: int
    at: float = field(default_factory=time.monotonic)
    waiting: list[int] = field(default_factory=list)


class Looks:
    """What onlookers see is the same for all of them. While one waits for a table's snapshot the others wait with it."""

    def __init__(self) -> None:
        self.questions: dict[int, Question] = {}

    def must_ask(self, table: int, socket: int) -> bool:
        question = self.questions.get(table)
        if question is not None and time.monotonic() - question.at <= LOOK_LOST:
            question.waiting.append(socket)
            return False
        waiting = question.waiting if question is not None else []
        self.questions[table] = Question(socket, waiting=waiting)
        return True

    def answered(self, socket: int, frame: bytes) -> Collection[int]:
        """Who else is told this frame, which is for that socket."""
        if not frame.startswith(SNAPSHOT):
            return ()
        table = next((table for table, question in self.questions.items() if question.socket == socket), None)
        return self.questions.pop(table).waiting if table is not None else ()
