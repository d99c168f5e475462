"""An attacker who controls Valkey can read no card, send no player a frame, and get no command accepted."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.cache import cache

from games.tables.croupier.audience import Audience
from games.tables.transport import envelope, keyring
from games.tables.transport.envelope import Frames, MessageBatch, QueuedMessage
from games.tables.transport.keyring import Keyring, RejectedMessageError, Sealed, UnknownSenderError
from players.shared import database_time
from tests.processes import connected

CHANNEL = envelope.table_channel(7)
SECRET = b"the ace of spades"


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


def frame(croupier: Keyring, private: dict[str, bytes], public: bytes = b"frame") -> bytes:
    return croupier.seal(CHANNEL, private, public)


def test_a_message_arrives_once_as_it_was_sent() -> None:
    croupier, web = connected("croupier", "web")
    message = frame(croupier, {web.id: SECRET})
    opened = web.open(CHANNEL, message)
    assert (opened.sender, opened.public, opened.private) == (croupier.own, b"frame", SECRET)
    with pytest.raises(RejectedMessageError, match="seen before"):
        web.open(CHANNEL, message)


def test_who_reads_valkey_sees_no_hidden_card() -> None:
    croupier, web = connected("croupier", "web")
    audience = Audience()
    audience.note(5, web.id)
    for channel, content in (
        (CHANNEL, envelope.encode(Frames(3, b"public", {5: SECRET}))),
        (envelope.BALANCES, envelope.encode({5: SECRET})),
        (envelope.web_channel(web.id), envelope.encode([(1, SECRET)])),
        (envelope.web_channel(f"house:{web.id}:x"), SECRET),
    ):
        message = audience.seal(croupier, channel, content)
        assert SECRET not in message
        assert SECRET in web.open(channel, message).private
    assert SECRET not in envelope.seal_batch(web, MessageBatch(web.id, [QueuedMessage(1, 7, 3, SECRET)]))


def test_a_private_frame_opens_only_where_the_player_has_a_socket() -> None:
    """A web process receives the public frame of a table, and nothing of a player who is connected
    elsewhere.
    """
    croupier, web, other = connected("croupier", "web", "web")
    audience = Audience()
    audience.note(5, web.id)
    message = audience.seal(croupier, CHANNEL, envelope.encode(Frames(3, b"public", {5: SECRET})))
    assert envelope.decode_player_frames(web.open(CHANNEL, message).private) == {5: SECRET}
    opened = other.open(CHANNEL, message)
    assert opened.private == b"" and envelope.decode_public(opened.public).public == b"public"
    people = audience.seal(croupier, envelope.BALANCES, envelope.encode({5: SECRET}))
    with pytest.raises(RejectedMessageError, match="not for this process"):
        other.open(envelope.BALANCES, people)


@pytest.mark.parametrize("processes", [1, 2, 4])
@pytest.mark.parametrize("players", [0, 1, 400])
def test_a_frame_is_sealed_once_for_each_web_process_and_never_for_a_socket(
    monkeypatch: pytest.MonkeyPatch, processes: int, players: int
) -> None:
    """Instead of a signature there is one part for each process that may receive it (decision 0043)."""
    sealed: list[bytes] = []

    class CountingCipher:
        def __init__(self, key: bytes) -> None:
            self.cipher = AESGCM(key)
            self.decrypt = self.cipher.decrypt

        def encrypt(self, nonce: bytes, data: bytes, bound: bytes) -> bytes:
            sealed.append(nonce)
            return self.cipher.encrypt(nonce, data, bound)

    croupier, *webs = connected("croupier", *["web"] * processes)
    monkeypatch.setattr(keyring, "AESGCM", CountingCipher)
    audience = Audience()
    for player in range(1, players + 1):
        audience.note(player, webs[player % processes].id)
    own = dict.fromkeys(range(1, players + 1), SECRET)
    message = audience.seal(croupier, CHANNEL, envelope.encode(Frames(3, b"public", own)))
    assert len(sealed) == len(set(sealed)) == processes
    private = [opened for web in webs if (opened := web.open(CHANNEL, message).private)]
    received = [player for part in private for player in envelope.decode_player_frames(part)]
    assert sorted(received) == sorted(own), "each private frame is in the part of one process"
    assert len(sealed) == processes, "opening seals nothing"


def test_a_process_becomes_no_holder_of_a_socket_by_saying_so() -> None:
    audience = Audience()
    audience.note(5, "one")
    audience.renew([5, 6], "two")
    assert audience.holders(5) == ["one"] and audience.holders(6) == []


def test_a_socket_that_is_not_renewed_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    audience = Audience()

    def serve(seconds: int) -> None:
        for _ in range(seconds):
            clock[0] += 1
            audience.forget_old()

    audience.note(5, "one")
    serve(40)
    audience.renew([5], "one")
    serve(40)
    assert audience.holders(5) == ["one"]
    serve(10)
    audience.renew([5], "one")
    assert audience.holders(5) == [] and audience.processes == {}


def test_a_croupier_that_stood_still_knows_its_players_before_their_next_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red before: after a pause of 45 seconds what a round returned reached nobody's own page."""
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    audience = Audience()
    audience.note(5, "one")
    clock[0] += 188
    assert audience.holders(5) == ["one"]
    audience.forget_old()
    clock[0] += 16  # the longest time to the next report
    audience.forget_old()
    assert audience.holders(5) == ["one"]


def test_a_part_for_one_process_opens_in_no_other() -> None:
    croupier, web, other = connected("croupier", "web", "web")
    message = msgspec.msgpack.decode(frame(croupier, {web.id: SECRET}), type=Sealed)
    stolen = msgspec.structs.replace(message, parts={other.id: message.parts[web.id]})
    with pytest.raises(RejectedMessageError, match="seal"):
        other.open(CHANNEL, msgspec.msgpack.encode(stolen))


def test_who_writes_to_valkey_forges_neither_frame_nor_command() -> None:
    """An attacker knows all public keys and has a key pair, but no registered one."""
    croupier, web = connected("croupier", "web")
    attacker = Keyring("croupier", "attacker")
    attacker.learn([croupier.own, web.own])
    with pytest.raises(UnknownSenderError):
        web.open(CHANNEL, frame(attacker, {web.id: b""}))
    pretender = Keyring("croupier", croupier.id)
    pretender.learn([web.own])
    with pytest.raises(RejectedMessageError, match="seal"):
        web.open(CHANNEL, frame(pretender, {web.id: b""}))
    liar = Keyring("web", web.id)
    liar.learn([croupier.own])
    with pytest.raises(RejectedMessageError, match="seal"):
        croupier.open(envelope.COMMANDS, envelope.seal_batch(liar, MessageBatch(web.id, [])))


@pytest.mark.parametrize("kind", ["web", "worker"])
def test_a_process_that_is_no_croupier_publishes_no_frame(kind: str) -> None:
    """Red before: one key for all processes, with which the worker could speak as the croupier."""
    process, web = connected(kind, "web")
    for channel in (CHANNEL, envelope.BALANCES, envelope.HEARTBEATS, envelope.web_channel(web.id)):
        with pytest.raises(RejectedMessageError, match="sender"):
            web.open(channel, process.seal(channel, {web.id: b"x"}, b"frame"))


def test_a_message_cannot_be_sent_back_to_its_sender() -> None:
    croupier, web = connected("croupier", "web")
    message = msgspec.msgpack.decode(frame(croupier, {web.id: b"x"}), type=Sealed)
    reflected = Sealed(web.id, message.public, {croupier.id: message.parts[web.id]})
    with pytest.raises(RejectedMessageError):
        croupier.open(envelope.COMMANDS, msgspec.msgpack.encode(reflected))


def test_a_message_opens_on_its_own_channel_only() -> None:
    croupier, web = connected("croupier", "web")
    message = frame(croupier, {web.id: b""})
    for channel in (
        envelope.table_channel(8),
        envelope.BALANCES,
        envelope.HEARTBEATS,
        envelope.web_channel("7"),
    ):
        with pytest.raises(RejectedMessageError, match="seal"):
            web.open(channel, message)


def test_every_changed_byte_is_noticed() -> None:
    croupier, web = connected("croupier", "web")
    message = frame(croupier, {web.id: b"x"})
    for at in range(len(message)):
        with pytest.raises(RejectedMessageError):
            web.open(CHANNEL, message[:at] + bytes([message[at] ^ 1]) + message[at + 1 :])
    for short in (b"", b"x", message[:20]):
        with pytest.raises(RejectedMessageError):
            web.open(CHANNEL, short)


def test_an_old_message_and_a_repeated_command_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    croupier, web = connected("croupier", "web")
    message, now = frame(croupier, {web.id: b""}), database_time.now_seconds()
    monkeypatch.setattr(database_time, "now_seconds", lambda: now + keyring.MAX_AGE_SECONDS + 1)
    with pytest.raises(RejectedMessageError, match="age"):
        web.open(CHANNEL, message)
    monkeypatch.setattr(database_time, "now_seconds", lambda: now)
    pack = envelope.seal_batch(web, MessageBatch(web.id, []))
    croupier.open(envelope.COMMANDS, pack)
    with pytest.raises(RejectedMessageError, match="seen before"):
        croupier.open(envelope.COMMANDS, pack)


def test_what_was_seen_is_remembered_longer_than_it_would_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, now = [1000.0], database_time.now_seconds()
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(database_time, "now_seconds", lambda: now)
    croupier, web = connected("croupier", "web")
    message = frame(croupier, {web.id: b""})
    web.open(CHANNEL, message)
    clock[0] += 2 * keyring.MAX_AGE_SECONDS + 1
    web.open(CHANNEL, frame(croupier, {web.id: b"next"}))
    with pytest.raises(RejectedMessageError, match="seen before"):
        web.open(CHANNEL, message)
    for _ in range(2):
        clock[0] += 2 * keyring.MAX_AGE_SECONDS + 1
        web.open(CHANNEL, frame(croupier, {web.id: b"another"}))
    assert len(web._recent) + len(web._earlier) == 2, "and then it is forgotten"
