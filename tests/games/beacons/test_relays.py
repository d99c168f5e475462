"""Responses of relays that are refused: a relay can withhold a value but cannot forge one."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from games.beacons.relays import RefusedError, Relay, UnavailableError
from games.beacons.sandbox import SandboxBeacon
from games.draw import beacon
from games.draw.beacon import Chain
from tests.games.beacons.conftest import SECRET, FakeRelay, new_chain


def refusal(chain: Chain, fake: FakeRelay, number: int = 5) -> str:
    with pytest.raises(RefusedError) as refused:
        Relay("https://relay.example", chain, fake).signature(number)
    return refused.value.code


def test_an_honest_relay_gives_the_signature(chain: Chain) -> None:
    relay = Relay("https://relay.example/", chain, FakeRelay(chain))
    relay.check_info()
    assert relay.signature(5) == beacon.sign(SECRET, 5)


LIES: dict[str, Any] = {
    "signature-of-another-number": ("signature", lambda n, p: p | {"signature": beacon.sign(SECRET, n + 1)}),
    "signature-of-another-key": ("signature", lambda n, p: p | {"signature": beacon.sign(SECRET + 1, n)}),
    "infinity": ("signature", lambda n, p: p | {"signature": beacon.INFINITY}),
    "value": ("value", lambda n, p: p | {"randomness": "00" * 32}),
    "repeated": ("repeated", lambda n, p: p | {"round": n - 1}),
    "jumped": ("jumped", lambda n, p: p | {"round": n + 1}),
    "no-number": ("unreadable", lambda n, p: {"signature": p["signature"]}),
    "text": ("unreadable", lambda n, p: p | {"round": "5"}),
    "capitals": ("unreadable", lambda n, p: p | {"signature": p["signature"].upper()}),
    "short": ("unreadable", lambda n, p: p | {"signature": p["signature"][:-2]}),
    "html": ("unreadable", lambda n, p: b"<html>"),
    "bytes": ("unreadable", lambda n, p: b"\xff\xfe"),
    "nothing": ("unreadable", lambda n, p: b""),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refused(chain: Chain, lie: str) -> None:
    fake = FakeRelay(chain)
    code, fake.change = LIES[lie]
    assert refusal(chain, fake) == code


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("public_key", beacon.public_key_of(SECRET + 1)),
        ("period", 30),
        ("genesis_time", 5),
        ("hash", "00" * 32),
        ("groupHash", "00" * 32),
        ("schemeID", "pedersen-bls-chained"),
    ],
)
def test_another_key_or_schedule_is_refused(chain: Chain, field: str, given: Any) -> None:
    fake = FakeRelay(chain)
    fake.info[field] = given
    with pytest.raises(RefusedError) as refused:
        Relay("https://relay.example", chain, fake).check_info()
    assert refused.value.code == "key-changed"


# --- over HTTP


@pytest.fixture
def sandbox() -> Iterator[SandboxBeacon]:
    server = SandboxBeacon(new_chain(age=10), SECRET)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)


def test_the_sandbox_beacon_speaks_the_interface_of_the_relays(sandbox: SandboxBeacon) -> None:
    relay = Relay(sandbox.url, sandbox.chain)
    relay.check_info()
    number = sandbox.latest()
    assert beacon.is_genuine(sandbox.chain.public_key, number, relay.signature(number))


def test_the_sandbox_beacon_gives_no_value_before_its_time(sandbox: SandboxBeacon) -> None:
    relay, number = Relay(sandbox.url, sandbox.chain), sandbox.latest() + 100
    assert sandbox.chain.scheduled_ms(number) > time.time() * 1000
    with pytest.raises(UnavailableError):
        relay.signature(number)
    assert sandbox.published(0) is None and sandbox.published(number) is None


def test_a_relay_that_is_not_there_is_unavailable(chain: Chain) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(UnavailableError):
            Relay(f"http://127.0.0.1:{taken.getsockname()[1]}", chain).check_info()


def test_a_redirect_leads_nowhere(chain: Chain) -> None:
    with pytest.raises(UnavailableError):
        Relay("file:///etc", chain).check_info()
