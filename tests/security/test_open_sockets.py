"""A thief holds an open socket. Its owner changes the password, the second factor or the role, or is barred.

From then on the socket receives neither hidden cards nor balances, and it closes within two seconds. The hub
of a web process runs here as it is: it asks the database, and no message tells it.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.backends.base import SessionBase

from games.tables.croupier.audience import Audience
from games.tables.transport import envelope, registry
from games.tables.transport.envelope import Frames
from games.tables.transport.keyring import CROUPIER, Keyring
from games.tables.web import consumer as consumer_module
from games.tables.web import hub as hub_module
from games.tables.web.consumer import TableConsumer
from games.tables.web.hub import Hub
from games.tables.web.sockets import Socket
from players.models import Person, Player
from tests.live_table import players_with, table_open
from tests.sandbox_cashier import known
from tests.security.test_credential_epoch import CHANGES, role, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("valkey_url")]
QUERIES = ("credential_epochs", "end_session", "hands_in_play", "holders_of", "renew_keys")
WITHIN = 2.0
PATIENCE = 15.0


class Connection:
    """A socket's connection: what was written to it, and when the house closed it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed = 0.0

    def listen(self, callback: Any) -> None:
        self.hear = callback

    def write(self, frames: bytes) -> bool:
        self.frames.append(frames)
        return True

    def has(self, text: str) -> bool:
        return any(text.encode() in frames for frames in self.frames)

    def reasons(self) -> list[str]:
        return [
            json.loads(b"{" + frames.split(b"{", 1)[1])["why"] for frames in self.frames if b"bye" in frames
        ]


async def stay(person: Person, session: SessionBase, table: int, connection: Connection) -> None:
    """A browser that opens a socket and never closes it."""
    messages = iter([{"type": "websocket.connect"}])

    async def receive() -> dict[str, Any]:
        if (message := next(messages, None)) is None:
            await asyncio.Event().wait()
        return message or {}

    async def send(message: dict[str, Any]) -> None:
        connection.frames.append(message.get("text", "").encode())
        if message["type"] == "websocket.close":
            connection.closed = time.monotonic()

    scope = {
        "url_route": {"kwargs": {"table": table}}, "extensions": {"table_socket": connection},
        "user": person, "session": session, "headers": [], "client": ("203.0.113.9", 1),
    }  # fmt: skip
    await TableConsumer().run(scope, receive, send)


class Room:
    """A table whose croupier sends each player a private frame and a balance, numbered."""

    def __init__(self, hub: Hub, table: int, players: list[Player]) -> None:
        self.hub, self.table, self.players = hub, table, players
        self.croupier, self.audience, self.turn = Keyring(CROUPIER), Audience(), 0

    async def publish(self) -> int:
        self.turn += 1
        await sync_to_async(registry.renew)(self.croupier)
        cards, purses = {}, {}
        for player in self.players:
            self.audience.note(player.pk, self.hub.keyring.id)
            cards[player.pk] = f'{{"t":"mine","hole":"cards-{self.turn}."}}'.encode()
            purses[player.pk] = f'{{"t":"purse","cents":"purse-{self.turn}."}}'.encode()
        for channel, content in (
            (envelope.table_channel(self.table), Frames(self.turn, b'{"t":"table"}', cards)),
            (envelope.BALANCES, purses),
        ):
            sealed = self.audience.seal(self.croupier, channel, envelope.encode(content))
            await self.hub.valkey.publish(channel, sealed)
        return self.turn


async def wait_until(condition: Any, room: Room | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        if room is not None:
            await room.publish()
        await asyncio.sleep(0.05)


def query_in_this_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """And so in the transaction of this test."""
    for module, names in ((hub_module, QUERIES), (consumer_module, ("_identify",))):
        for name in names:
            monkeypatch.setattr(module, name, sync_to_async(getattr(module, name).func))


def test_a_stolen_socket_hears_nothing_after_the_change_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change at a socket of its own; beside them one of somebody who changed nothing."""
    table = table_open("holdem").pk
    players = [known(player) for player in players_with(0, len(CHANGES) + 1)]
    sessions = [signed_in(player.person).session for player in players]
    people = list(Person.objects.filter(player__in=players).order_by("player__pk"))
    connections, late = [Connection() for _ in players], [Connection() for _ in players]

    query_in_this_thread(monkeypatch)

    async def story() -> None:
        hub = Hub()
        monkeypatch.setattr(consumer_module, "hub", hub)
        room = Room(hub, table, players)
        await sync_to_async(registry.register)(room.croupier)
        visits = [
            asyncio.create_task(stay(person, session, table, connection))
            for person, session, connection in zip(people, sessions, connections, strict=True)
        ]
        await wait_until(lambda: len(hub.sockets) == len(players))
        await wait_until(lambda: all(c.has("cards-") and c.has("purse-") for c in connections), room)
        stolen, kept = connections[:-1], connections[-1]
        for change, person in zip(CHANGES, people, strict=False):
            await sync_to_async(change)(person)
        changed = time.monotonic()
        await wait_until(lambda: all(connection.closed for connection in stolen), room)
        after = await room.publish()
        await wait_until(lambda: kept.has(f"cards-{after}.") and kept.has(f"purse-{after}."))
        assert not any(c.has(f"cards-{after}.") or c.has(f"purse-{after}.") for c in stolen)
        assert [connection.reasons() for connection in stolen] == [["going-away"]] * len(stolen)
        assert max(connection.closed - changed for connection in stolen) < WITHIN and not kept.closed
        await asyncio.gather(*visits[:-1])
        current = [
            person async for person in Person.objects.filter(player__in=players).order_by("player__pk")
        ]
        for person, session, connection in zip(current[:-1], sessions, late, strict=False):
            await stay(person, session, table, connection)
        for task in (visits[-1], *hub.tasks):
            task.cancel()
        await asyncio.gather(visits[-1], *hub.tasks, return_exceptions=True)
        await hub.valkey.aclose()

    async_to_sync(story)()
    # With the cookie it stole the thief opens no other socket.
    assert [connection.has("signed-out") for connection in late[:-1]] == [True] * len(CHANGES)


def test_the_socket_of_staff_closes_after_a_change_of_their_role(monkeypatch: pytest.MonkeyPatch) -> None:
    """Staff have no player, and only watch."""
    table, connection = table_open().pk, Connection()
    person = Person.objects.create_user(f"{uuid4().hex[:12]}@feltro.example", is_staff=True)
    session = signed_in(person).session
    query_in_this_thread(monkeypatch)

    async def story() -> float:
        hub = Hub()
        monkeypatch.setattr(consumer_module, "hub", hub)
        visit = asyncio.create_task(stay(person, session, table, connection))
        await wait_until(lambda: hub.sockets)
        await sync_to_async(role)(person)
        changed = time.monotonic()
        await wait_until(lambda: connection.closed)
        await visit
        for task in hub.tasks:
            task.cancel()
        await asyncio.gather(*hub.tasks, return_exceptions=True)
        await hub.valkey.aclose()
        return connection.closed - changed

    assert async_to_sync(story)() < WITHIN
    assert connection.reasons() == ["going-away"]


def test_a_socket_that_closes_is_written_nothing_more() -> None:
    """A thief who does not read keeps the connection for a second after it was dropped."""

    async def story() -> Connection:
        hub, connection = Hub(), Connection()
        any_connection: Any = connection
        socket = Socket(1, 1, 5, "", any_connection, hub.presence.rate_limit(5))
        hub.write(socket, b"first")
        await asyncio.sleep(0)
        socket.drop("going-away")
        hub.write(socket, b"second")
        await asyncio.sleep(0)
        await hub.valkey.aclose()
        return connection

    assert asyncio.run(story()).frames == [b"first"]


def test_while_the_database_is_away_no_socket_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The transaction of the bet asks as well."""

    async def away(people: list[int]) -> dict[int, int]:
        raise ConnectionError

    async def story(epochs: Any) -> bool:
        hub, connection = Hub(), Connection()
        any_connection: Any = connection
        socket = hub.sockets[1] = Socket(1, 1, 5, "", any_connection, hub.presence.rate_limit(5))
        socket.person, socket.epoch = 8, 3
        monkeypatch.setattr("games.tables.web.hub.credential_epochs", epochs)
        await hub._drop_changed()
        await hub.valkey.aclose()
        return socket.closing.done()

    async def same(people: list[int]) -> dict[int, int]:
        return dict.fromkeys(people, 3)

    async def higher(people: list[int]) -> dict[int, int]:
        return dict.fromkeys(people, 4)

    assert [asyncio.run(story(epochs)) for epochs in (away, same, higher)] == [False, False, True]
