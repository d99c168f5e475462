"""Valkey in the hands of an attacker: who reads it sees no card, who writes to it shows nobody a frame and runs no code."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache

from games.tables.transport import envelope
from games.tables.transport.envelope import Carried, Forged, Pack, Receiver, seal_message

CHANNEL = envelope.table_channel(7)


class Exploit:
    """What `pickle` runs as it loads this."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


def test_a_pickle_in_the_cache_runs_no_code(valkey_url: str, tmp_path: Path) -> None:
    """Red with Django's own serializer: reading the value made the folder."""
    cache.set("harmless", "value")
    with redis.Redis.from_url(valkey_url) as attacker:
        (key,) = [key for key in attacker.keys("*") if b"harmless" in key]
        for payload in (pickle.dumps(Exploit(tmp_path / "owned")), b"\xff\x00", b"{", b"\x80\x04."):
            attacker.set(key, payload)
            assert cache.get("harmless") is None
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("value", [0, 7, -3, "text", 1.5, True, None, [1, 2.5, "x"], {"a": [1]}])
def test_the_cache_gives_back_what_was_put_in(valkey_url: str, value: Any) -> None:
    cache.set("value", value)
    assert cache.get("value") == value


def test_the_cache_counts(valkey_url: str) -> None:
    cache.set("count", 1)
    assert cache.incr("count") == 2 and cache.get("count") == 2


def test_a_message_arrives_once_as_it_was_sent() -> None:
    sealed, receiver = seal_message(CHANNEL, b"frame"), Receiver()
    assert receiver.open(CHANNEL, sealed) == b"frame"
    with pytest.raises(Forged, match="seen before"):
        receiver.open(CHANNEL, sealed)


def test_nothing_that_is_sent_can_be_read_on_the_way() -> None:
    secret = b"the ace of spades"
    assert secret not in seal_message(CHANNEL, secret)
    assert secret not in envelope.seal(Pack("web", time.time(), [Carried(1, 7, 3, secret)]))


def test_a_message_opens_on_its_own_channel_only() -> None:
    sealed = seal_message(CHANNEL, b"frame")
    for channel in (envelope.table_channel(8), envelope.PEOPLE, envelope.web_channel("7"), envelope.COMMANDS):
        with pytest.raises(Forged):
            Receiver().open(channel, sealed)
    with pytest.raises(Forged):
        envelope.open_(sealed)


def test_every_changed_byte_is_noticed() -> None:
    sealed = seal_message(CHANNEL, b"frame")
    for at in range(len(sealed)):
        with pytest.raises(Forged):
            Receiver().open(CHANNEL, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
    for short in (b"", b"x", sealed[:20]):
        with pytest.raises(Forged):
            Receiver().open(CHANNEL, short)


def test_an_old_message_and_a_repeated_command_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed, now = seal_message(CHANNEL, b"frame"), time.time()
    monkeypatch.setattr(time, "time", lambda: now + envelope.FRESH + 1)
    with pytest.raises(Forged, match="age"):
        Receiver().open(CHANNEL, sealed)
    monkeypatch.setattr(time, "time", lambda: now)
    pack, receiver = envelope.seal(Pack("web", now, [])), Receiver()
    receiver.open_pack(pack)
    with pytest.raises(Forged, match="seen before"):
        receiver.open_pack(pack)


def test_what_was_seen_is_remembered_longer_than_it_would_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    receiver = Receiver()
    sealed = seal_message(CHANNEL, b"frame")
    receiver.open(CHANNEL, sealed)
    clock[0] += 2 * envelope.FRESH + 1
    receiver.open(CHANNEL, seal_message(CHANNEL, b"the next"))
    with pytest.raises(Forged, match="seen before"):
        receiver.open(CHANNEL, sealed)
    for _ in range(2):
        clock[0] += 2 * envelope.FRESH + 1
        receiver.open(CHANNEL, seal_message(CHANNEL, b"another"))
    assert len(receiver.recent) + len(receiver.before) == 2, "and then it is forgotten"
