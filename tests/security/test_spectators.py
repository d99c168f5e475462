"""Sockets of guests: the limit per address, and the few requests that four hundred spectators cause."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from games.tables.transport import envelope
from games.tables.transport.envelope import QueuedMessage
from games.tables.transport.keyring import Keyring, Opened
from games.tables.web.consumer import TableConsumer, Viewer
from games.tables.web.hub import Hub
from games.tables.web.sockets import Socket
from games.tables.web.spectators import AddressCounter, address_of

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


@pytest.mark.parametrize("player", [0, 5])
def test_a_socket_above_the_limit_of_an_address_is_refused(
    settings: Any, monkeypatch: pytest.MonkeyPatch, player: int
) -> None:
    """Through the consumer: the second is let in for somebody who is signed in, and not for somebody who is
    not.
    """
    settings.TABLE_SOCKETS_AN_ADDRESS = 1

    async def viewer(user: Any, session: Any, table: int) -> Viewer:
        return Viewer(player)

    async def connect_twice() -> tuple[list[list[dict[str, Any]]], dict[str, int]]:
        web = Web()

        async def enter(table: int, player: int, session: str, connection: Any, *, epoch: int) -> Socket:
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
    assert bool(refused) == (player == 0) and counts == {}
