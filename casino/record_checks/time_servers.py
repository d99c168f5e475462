"""Whether the database's clock, which all processes follow, tells the legal time.  [903-B 2.1.3]

TIME_SERVERS names servers that speak NTP (RFC 5905), such as those of the Observatory of Lisbon. One question
and one answer each: the difference is known to half of the time between them. The operating systems follow
such servers by themselves; here somebody looks whether they do.
"""

from __future__ import annotations

import os
import socket
import struct
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from msgspec import Struct

from players.shared import clock

PORT, TIMEOUT = 123, 3.0  # seconds
PACKET = struct.Struct("!BBBb11I")
VERSION_4_CLIENT, SERVER_MODE = 0x23, 4
UNSYNCHRONISED = 3  # the first two bits of an answer: do not believe me
EPOCH = datetime(1900, 1, 1, tzinfo=UTC)
FRACTION = 1 << 32
MOST_OFF = timedelta(seconds=1)


class Measured(Struct, frozen=True):
    """How far the database's clock is ahead of a server, give or take the uncertainty."""

    ahead: timedelta
    uncertainty: timedelta


def measure(server: str) -> Measured:
    """Ask one server; OSError if it does not answer, or says that it does not know the time."""
    host, _colon, port = server.partition(":")
    token = os.urandom(8)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(TIMEOUT)
        asking.connect((host, int(port or PORT)))
        before = clock.now()
        asked = time.monotonic()
        # The last field comes back as it is: an answer to another question is not taken.
        asking.send(bytes([VERSION_4_CLIENT]) + bytes(39) + token)
        answer = asking.recv(PACKET.size + 256)
        took = timedelta(seconds=time.monotonic() - asked)
    if len(answer) < PACKET.size:
        raise OSError(f"{server}: the answer is too short")
    first, stratum, _poll, _precision, *words = PACKET.unpack(answer[: PACKET.size])
    if answer[24:32] != token or first & 7 != SERVER_MODE:
        raise OSError(f"{server}: no answer to this question")
    if first >> 6 == UNSYNCHRONISED or not 1 <= stratum <= 15:
        raise OSError(f"{server}: it does not know the time")
    told = EPOCH + timedelta(seconds=words[9] + words[10] / FRACTION)
    return Measured(before + took / 2 - told, took / 2)


def check_clock(now: datetime) -> tuple[bool | None, dict[str, Any]]:
    """The check of the panel; None where no server is named, or none answers."""
    lines: list[dict[str, Any]] = []
    for server in settings.TIME_SERVERS:
        try:
            measured = measure(server)
        except (OSError, ValueError) as error:
            lines.append({"server": server, "error": str(error)[:200], "good": None})
            continue
        # A slow answer excuses no wrong clock, and accuses no right one.
        good = abs(measured.ahead) - measured.uncertainty <= MOST_OFF
        lines.append({"server": server, "ahead": measured.ahead.total_seconds(), "good": good})
    known = [line["good"] for line in lines if line["good"] is not None]
    return (any(known) if known else None), {"lines": lines}
