"""Sockets of guests: the limit per address, and the few requests that four hundred spectators cause."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.rounds.views import SHOE_COST
from games.tables.croupier.audience import Audience
from games.tables.domain.views import table_view
from games.tables.transport import envelope
from games.tables.transport.envelope import Frames, QueuedMessage
from games.tables.transport.keyring import Keyring, Opened
from games.tables.web.consumer import TableConsumer, Viewer
from games.tables.web.hub import Hub
from games.tables.web.people import SocketPeople
from games.tables.web.sockets import Socket
from games.tables.web.spectators import AddressCounter, address_of
from tests.live_table import LiveTable, players_with, table_open
from tests.sandbox_cashier import known

TABLE = 7
LOOK = b'{"t":"look"}'


class FakeConnection:
    """The frames that a socket received."""

    def __init__(self) -> None:
        self.broadcast = b""

    def listen(self, callback: Any) -> None:
        self.hear = callback

    def write(self, frames: bytes) -> bool:
        self.broadcast += frames
        return True


class Web(Hub):
    """A web process that keeps the messages for the croupier in a list."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[QueuedMessage] = []

    def send(self, socket: Socket, body: bytes) -> None:
        self.sent.append(QueuedMessage(socket.number, socket.player, socket.table, body))

    def open(self, player: int = 0, table: int = TABLE) -> Socket:
        self.count += 1
        connection: Any = FakeConnection()
        socket = self.sockets[self.count] = Socket(
            self.count, table, player, "", connection, self.presence.rate_limit(player)
        )
        self.tables.setdefault(table, set()).add(socket)
        self.people.setdefault(player, set()).add(socket)
        return socket

    def answer(self, number: int, frame: bytes = b'{"t":"snapshot","v":3}') -> None:
        self._relay("web:x", Opened(Keyring("croupier").own, b"", envelope.encode([(number, frame)])))


def received_frames(socket: Socket) -> list[Any]:
    text = socket.connection.broadcast
    return [json.loads(b"{" + part) for part in text.split(b"{", 1)[1:]]


def run_story(story: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    async def run() -> Any:
        web = Web()
        monkeypatch.setattr("games.tables.web.consumer.hub", web)
        result = story(web)
        await asyncio.sleep(0)
        await web.valkey.aclose()
        return result

    return asyncio.run(run())


def test_four_hundred_watchers_ask_a_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def story(web: Web) -> Any:
        watchers = [web.open() for _ in range(400)]
        for watcher in watchers:
            TableConsumer()._receive(watcher, LOOK)
        assert len(web.sent) == 1, "one question for all who wait for the same answer"
        web.answer(web.sent[0].socket)
        return web, watchers

    web, watchers = run_story(story, monkeypatch)
    assert all(received_frames(watcher) == [{"t": "snapshot", "v": 3}] for watcher in watchers)
    assert all(watcher.under_way == 0 for watcher in watchers)


def test_the_next_request_queries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def story(web: Web) -> None:
        first, second = web.open(), web.open()
        TableConsumer()._receive(first, LOOK)
        web.answer(first.number)
        TableConsumer()._receive(second, LOOK)
        assert [carried.socket for carried in web.sent] == [first.number, second.number]

    run_story(story, monkeypatch)


def test_a_cancelled_first_request_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def story(web: Web) -> Socket:
        first, second = web.open(), web.open()
        for watcher in (first, second):
            TableConsumer()._receive(watcher, LOOK)
        web._forget(first)
        web.answer(first.number)
        return second

    assert received_frames(run_story(story, monkeypatch)) == [{"t": "snapshot", "v": 3}]


def test_a_lost_response_is_requested_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def story(web: Web) -> None:
        first, second = web.open(), web.open()
        TableConsumer()._receive(first, LOOK)
        monkeypatch.setattr("games.tables.web.spectators.REPLY_TIMEOUT", -1.0)
        TableConsumer()._receive(second, LOOK)
        assert len(web.sent) == 2

    run_story(story, monkeypatch)


def test_another_table_and_a_player_are_asked_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    def story(web: Web) -> None:
        for socket in (web.open(), web.open(table=8), web.open(player=5), web.open(player=5)):
            TableConsumer()._receive(socket, LOOK)
        assert len(web.sent) == 4

    run_story(story, monkeypatch)


def test_sockets_of_one_address_are_counted(settings: Any) -> None:
    settings.TABLE_SOCKETS_AN_ADDRESS = 3
    addresses = AddressCounter()
    assert [addresses.enter("203.0.113.9") for _ in range(4)] == [True, True, True, False]
    assert addresses.enter("203.0.113.10")
    addresses.leave("203.0.113.9")
    assert addresses.enter("203.0.113.9")
    for _ in range(3):
        addresses.leave("203.0.113.9")
    addresses.leave("203.0.113.10")
    assert addresses.counts == {}


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "address"),
    [
        ("203.0.113.9", "", 0, "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", 0, "203.0.113.9"),  # sent by the visitor: ignored
        ("127.0.0.1", "198.51.100.1", 1, "198.51.100.1"),
        ("127.0.0.1", "10.9.9.9, 198.51.100.1", 1, "198.51.100.1"),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::"),  # a household has a whole network of these
        ("", "", 0, ""),
    ],
)
def test_an_address_is_that_of_the_visitor(
    settings: Any, client: str, forwarded: str, proxies: int, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert address_of({"client": (client, 1) if client else None, "headers": headers}) == address


@pytest.mark.parametrize(
    ("player", "is_guest"), [(0, False), (5, False), (5, True)], ids=["watcher", "account", "guest"]
)
def test_a_socket_above_the_limit_of_an_address_is_refused(
    settings: Any, monkeypatch: pytest.MonkeyPatch, player: int, is_guest: bool
) -> None:
    """Through the consumer: the second is let in for somebody who is signed in, and not for somebody who is
    not, a guest with demonstration credits included.
    """
    settings.TABLE_SOCKETS_AN_ADDRESS = 1

    async def viewer(user: Any, session: Any, table: int) -> Viewer:
        return Viewer(player, is_guest=is_guest)

    async def connect_twice() -> tuple[list[list[dict[str, Any]]], dict[str, int]]:
        web = Web()

        async def enter(table: int, player: int, session: str, connection: Any, **_: int) -> Socket:
            return web.open(player, table)

        async def leave(socket: Socket) -> None:
            web._forget(socket)

        monkeypatch.setattr(web, "enter", enter)
        monkeypatch.setattr(web, "leave", leave)
        monkeypatch.setattr("games.tables.web.consumer.hub", web)
        monkeypatch.setattr("games.tables.web.consumer._identify", viewer)
        leaving = asyncio.Event()
        sent_messages: list[list[dict[str, Any]]] = [[], []]

        async def visit(turn: int) -> None:
            messages = iter(["websocket.connect"])

            async def receive() -> dict[str, Any]:
                if (kind := next(messages, None)) is None:
                    await leaving.wait()
                    return {"type": "websocket.disconnect"}
                return {"type": kind}

            async def send(message: dict[str, Any]) -> None:
                sent_messages[turn].append(message)

            connection: Any = FakeConnection()
            scope = {
                "url_route": {"kwargs": {"table": TABLE}}, "extensions": {"table_socket": connection},
                "user": None, "headers": [], "session": type("Session", (), {"session_key": "k"})(),
                "client": ("203.0.113.9", 1),
            }  # fmt: skip
            await TableConsumer().run(scope, receive, send)

        visits = [asyncio.create_task(visit(turn)) for turn in (0, 1)]
        while not all(sent_messages):
            await asyncio.sleep(0)
        leaving.set()
        await asyncio.gather(*visits)
        await web.valkey.aclose()
        return sent_messages, web.addresses.counts

    sent_messages, counts = asyncio.run(connect_twice())
    refused = [message for message in sent_messages[1] if "too-many-open" in message.get("text", "")]
    assert sent_messages[0] == [{"type": "websocket.accept"}]
    assert bool(refused) == (player == 0 or is_guest) and counts == {}


@pytest.mark.parametrize(
    ("cookies", "watched", "opens_at_once"),
    [
        (b"", TABLE, True),
        (b"language=en", TABLE, True),
        (b"sessionid=0123456789abcdef", TABLE, False),
        (b"", TABLE + 1, False),
    ],
    ids=["no cookie", "other cookies", "a session", "a table that nobody watches"],
)
def test_a_stranger_at_a_watched_table_costs_no_query(
    monkeypatch: pytest.MonkeyPatch, cookies: bytes, watched: int, opens_at_once: bool
) -> None:
    """Red before: each of four hundred watchers waited for the thread of the database, and bets with them."""
    identified: list[int] = []

    async def identify(user: Any, session: Any, table: int) -> str:
        identified.append(table)
        return "not-allowed"

    async def with_person(scope: Any) -> Any:
        return {**scope, "user": None, "session": {}}

    async def visit() -> list[str]:
        web = Web()
        web.open(table=watched)  # somebody watches this one already, so it exists
        monkeypatch.setattr("games.tables.web.consumer.hub", web)
        monkeypatch.setattr("games.tables.web.consumer._identify", identify)
        monkeypatch.setattr(web, "registered", True)
        monkeypatch.setattr(web, "start", lambda: None)
        people = SocketPeople(TableConsumer.as_asgi())
        monkeypatch.setattr("games.tables.web.people._with_person", with_person)
        kinds = iter(["websocket.connect", "websocket.disconnect"])
        sent_messages: list[str] = []

        async def receive() -> dict[str, Any]:
            return {"type": next(kinds)}

        async def send(message: dict[str, Any]) -> None:
            sent_messages.append(message["type"])

        connection: Any = FakeConnection()
        await people(
            {
                "url_route": {"kwargs": {"table": TABLE}}, "extensions": {"table_socket": connection},
                "headers": [(b"cookie", cookies)] if cookies else [], "client": ("203.0.113.9", 1),
            },
            receive, send,
        )  # fmt: skip
        await web.valkey.aclose()
        return sent_messages

    assert asyncio.run(visit())[0] == "websocket.accept"
    assert identified == ([] if opens_at_once else [TABLE])


# --- the last snapshot, until the next event


SNAPSHOT = b'{"t":"snapshot","v":3,"now":17,"table":{"phase":"bets"}}'


def test_watchers_who_come_one_after_the_other_are_served_from_the_last_snapshot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red before: each of them asked the croupier, unless they happened to wait at the same moment."""

    def story(web: Web) -> Any:
        web.versions[TABLE] = 3
        watchers = [web.open() for _ in range(400)]
        for watcher in watchers:
            TableConsumer()._receive(watcher, LOOK)
            if watcher is watchers[0]:
                web.answer(watcher.number, SNAPSHOT)
        assert len(web.sent) == 1, "one question until the table's next event"
        return watchers

    watchers = run_story(story, monkeypatch)
    frames = [received_frames_of_snapshot(watcher) for watcher in watchers]
    assert all(len(own) == 1 and own[0]["table"] == {"phase": "bets"} for own in frames)
    assert all(own[0]["v"] == 3 and own[0]["now"] > 17 for own in frames[1:]), "with the present time"
    assert all(watcher.under_way == 0 for watcher in watchers)


def received_frames_of_snapshot(socket: Socket) -> list[Any]:
    """Every frame that the socket received, nested values included."""
    text, frames = socket.connection.broadcast, []
    while (begin := text.find(b'{"t"')) >= 0:
        frame, end = json.JSONDecoder().raw_decode(text[begin:].decode("latin-1"))
        frames.append(frame)
        text = text[begin + end :]
    return frames


@pytest.mark.parametrize("reason", ["next event", "no version known", "frames lost", "player", "nobody left"])
def test_a_snapshot_that_may_be_old_is_not_served(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    def story(web: Web) -> None:
        web.versions[TABLE] = 3
        first = web.open()
        TableConsumer()._receive(first, LOOK)
        web.answer(first.number, SNAPSHOT)
        later = web.open(player=5 if reason == "player" else 0)
        if reason == "next event":
            web.versions[TABLE] = 4
        elif reason == "no version known":
            web.versions.pop(TABLE)
        elif reason == "frames lost":
            web._resynchronise([])
        elif reason == "nobody left":
            web.snapshot_requests.forget(TABLE)
        TableConsumer()._receive(later, LOOK)
        assert [message.socket for message in web.sent] == [first.number, later.number]

    run_story(story, monkeypatch)


def test_the_croupier_makes_the_public_part_of_a_snapshot_once_for_all_who_ask(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who are signed in and watch ask for themselves, because a snapshot holds their balance."""
    room = LiveTable(tmp_path, table_open())
    room.step()
    loaded, made = room.transaction.refresh(), []

    def count(*arguments: Any) -> Any:
        made.append(arguments)
        return table_view(*arguments)

    monkeypatch.setattr("games.tables.croupier.broadcast.table_view", count)
    frames = {room.broadcast.snapshot(loaded, player, 0, None) for player in range(1, 401)}
    assert len(made) <= 1 and len(frames) == 1
    assert json.loads(frames.pop())["table"] == json.loads(
        msgspec.json.encode(table_view(loaded.live, loaded.current))
    )
    players = players_with(10_000, 1)
    room.sit(players)
    later = room.transaction.refresh()
    assert json.loads(room.broadcast.snapshot(later, 0, 0, None))["table"] != json.loads(
        msgspec.json.encode(table_view(loaded.live, loaded.current))
    )


def test_a_frame_for_four_hundred_watchers_is_sealed_and_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One part for the web process, and none for a socket."""
    operations: list[str] = []

    class CountingCipher:
        def __init__(self, key: bytes) -> None:
            self.cipher = AESGCM(key)

        def encrypt(self, nonce: bytes, data: bytes, bound: bytes) -> bytes:
            operations.append("sealed")
            return self.cipher.encrypt(nonce, data, bound)

        def decrypt(self, nonce: bytes, data: bytes, bound: bytes) -> bytes:
            operations.append("opened")
            return self.cipher.decrypt(nonce, data, bound)

    monkeypatch.setattr("games.tables.transport.keyring.AESGCM", CountingCipher)

    def story(web: Web) -> list[Socket]:
        croupier = Keyring("croupier")
        croupier.learn([web.keyring.own])
        web.keyring.learn([croupier.own])
        watchers = [web.open() for _ in range(400)]
        channel = envelope.table_channel(TABLE)
        frames = envelope.encode(Frames(4, b'{"t":"table","v":4}', {}))
        web._open(channel, Audience().seal(croupier, channel, frames))
        return watchers

    watchers = run_story(story, monkeypatch)
    assert operations == ["sealed", "opened"]
    assert all(received_frames(watcher) == [{"t": "table", "v": 4}] for watcher in watchers)


# --- reads over HTTP


@pytest.mark.parametrize("page", ["chat", "frequencies", "terms"])
def test_what_anybody_may_read_is_limited_by_address_and_by_account(
    db: None, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Red before: a stranger made the database answer as often as it could."""
    monkeypatch.setattr("players.identity.sign_in.read_limits.READS_A_MINUTE", 3)
    cache.clear()
    table = table_open()
    url = reverse(page, args=[] if page == "terms" else [table.pk])
    stranger = Client(REMOTE_ADDR="203.0.113.9")
    assert [stranger.get(url).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert Client(REMOTE_ADDR="203.0.113.9").get(url).status_code == 429, "without its cookie as well"
    assert Client(REMOTE_ADDR="203.0.113.10").get(url).status_code == 200
    (ana,) = players_with(0, 1)
    signed_in = Client(REMOTE_ADDR="203.0.113.9")
    signed_in.force_login(known(ana).person, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert [signed_in.get(url).status_code for _ in range(4)] == [200, 200, 200, 429], "by account"
    cache.clear()


def test_a_whole_shoe_counts_as_many_reads(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.identity.sign_in.read_limits.READS_A_MINUTE", 2 * SHOE_COST)
    cache.clear()
    url = reverse("verify-shoe", args=[1, 1])
    stranger = Client(REMOTE_ADDR="203.0.113.9")
    assert [stranger.get(url).status_code for _ in range(3)] == [404, 404, 429]
    cache.clear()
