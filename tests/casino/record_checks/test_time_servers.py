"""The database's clock is held against servers of the legal time.  [903-B 2.1.3]"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casino.record_checks import time_servers
from casino.record_checks.time_servers import EPOCH, check_clock
from players.shared import clock

pytestmark = pytest.mark.django_db
Answer = Callable[[bytes], bytes]


def answer_of(question: bytes, *, off: float = 0.0, first: int = 0x24, stratum: int = 1) -> bytes:
    """What a server says whose clock is `off` seconds ahead of this machine's."""
    seconds = (datetime.now(UTC) - EPOCH).total_seconds() + off
    told = struct.pack("!II", int(seconds), int(seconds % 1 * (1 << 32)))
    return bytes([first, stratum, 0, 0]) + bytes(12) + told + question[40:48] + told + told


@pytest.fixture
def served(settings: Any) -> Iterator[Callable[[Answer], None]]:
    """Servers, each with what it answers."""
    sockets: list[socket.socket] = []
    settings.TIME_SERVERS = []

    def serve(answer: Answer) -> None:
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 0))
        sockets.append(server)
        settings.TIME_SERVERS = [*settings.TIME_SERVERS, f"127.0.0.1:{server.getsockname()[1]}"]

        def run() -> None:
            try:
                question, address = server.recvfrom(512)
                server.sendto(answer(question), address)
            except OSError:
                return

        threading.Thread(target=run, daemon=True).start()

    yield serve
    for server in sockets:
        server.close()


@pytest.mark.parametrize(
    ("off", "good"), [(0.0, True), (0.4, True), (-0.4, True), (90.0, False), (-90.0, False)]
)
def test_a_clock_that_is_off_by_more_than_a_second_is_found(served: Any, off: float, good: bool) -> None:
    served(lambda question: answer_of(question, off=off))
    found, details = check_clock(clock.now())
    assert found is good
    ahead = timedelta(seconds=details["lines"][0]["ahead"])
    assert abs(ahead + timedelta(seconds=off)) < timedelta(seconds=0.5)


def test_one_server_that_agrees_is_enough(served: Any) -> None:
    served(lambda question: answer_of(question, off=500.0))
    served(answer_of)
    assert check_clock(clock.now())[0] is True


@pytest.mark.parametrize(
    "answer",
    [
        lambda question: b"",
        lambda question: answer_of(question)[:40],
        lambda question: answer_of(bytes(48)),  # to another question
        lambda question: answer_of(question, first=0xE4),  # not synchronised
        lambda question: answer_of(question, stratum=0),  # asked too often
        lambda question: answer_of(question, first=0x23),  # no server
    ],
)
def test_what_is_no_answer_is_unknown(served: Any, answer: Answer) -> None:
    served(answer)
    found, details = check_clock(clock.now())
    assert found is None and details["lines"][0]["error"]


def test_a_server_that_is_silent_or_has_no_name_is_unknown(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_servers, "TIMEOUT", 0.05)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        settings.TIME_SERVERS = [f"127.0.0.1:{port}", "nowhere.invalid", "127.0.0.1:port"]
        found, details = check_clock(clock.now())
    assert found is None and len(details["lines"]) == 3
    settings.TIME_SERVERS = []
    assert check_clock(clock.now()) == (None, {"lines": []})
