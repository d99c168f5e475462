"""The consumer of a live table: it knows who speaks, checks how much and how fast, and passes on. It decides nothing."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from channels.db import database_sync_to_async

from games.models import Table
from games.rules.engine import Refusal
from games.tables import protocol
from games.tables.hub import Socket, hub
from players.models import Player

GONE = 4001  # codes of a socket that the house closes
FULL = 4008
LOST = 3.0  # seconds without any answer after which none is expected any more


class TableConsumer:
    """One socket. It reads in a plain loop: Channels' own dispatch costs more than all the rest for messages this small."""

    def __init__(self) -> None:
        self.tokens, self.filled = protocol.FREQUENT * 2.0, time.monotonic()

    @classmethod
    def as_asgi(cls) -> Any:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            await cls().run(scope, receive, send)

        return application

    async def run(self, scope: Any, receive: Any, send: Any) -> None:
        table = int(scope["url_route"]["kwargs"]["table"])
        if (await receive())["type"] != "websocket.connect":
            return
        player = await _who(scope["user"], table)
        socket = None if player is None else await hub.enter(table, player, scope["session"].session_key or "", send)
        await send({"type": "websocket.accept"})
        if socket is None:
            await send({"type": "websocket.send", "text": protocol.bye("not-allowed").decode()})
            await send({"type": "websocket.close", "code": GONE})
            return
        try:
            await self._converse(socket, receive, send)
        finally:
            await hub.leave(socket)

    async def _converse(self, socket: Socket, receive: Any, send: Any) -> None:
        """Reads until one side has enough. The reading and the reason to close are awaited together."""
        reading = asyncio.ensure_future(self._read(socket, receive))
        await asyncio.wait((reading, socket.closing), return_when=asyncio.FIRST_COMPLETED)
        reading.cancel()
        if socket.closing.done():
            why = socket.closing.result()
            socket.write(protocol.bye(why).decode())
            # Somebody who does not read does not read a farewell either: the close must not wait for him.
            with contextlib.suppress(TimeoutError, RuntimeError, OSError):
                await asyncio.wait_for(send({"type": "websocket.close", "code": FULL if why == "too-slow" else GONE}), 1)

    async def _read(self, socket: Socket, receive: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] == "websocket.receive":
                self._take(socket, message.get("text"))

    def _take(self, socket: Socket, text: str | None) -> None:
        """Passes a wish on, or says at once why not: too long, too fast, too many under way, or not a wish at all."""
        said = text.encode() if text is not None else b""
        if not said or len(said) > protocol.LONGEST:
            socket.write(protocol.no(None, Refusal.UNREADABLE.value, "", {"longest": protocol.LONGEST}).decode())
            return
        try:
            wish = protocol.read(said)
        except (msgspec.DecodeError, UnicodeEncodeError):
            socket.write(protocol.no(None, Refusal.UNREADABLE.value, "", {}).decode())
            return
        id = getattr(wish, "id", None)
        if not self._may_speak() or self._too_many(socket):
            socket.write(protocol.no(id, Refusal.TOO_MANY.value, "", {"each_second": protocol.FREQUENT}).decode())
            return
        if not isinstance(wish, protocol.Share):
            socket.under_way += 1
        hub.say(socket, said)

    def _too_many(self, socket: Socket) -> bool:
        """Whether enough of this socket is under way already. Answers that were lost on their way are not waited for for ever."""
        if socket.under_way >= protocol.UNANSWERED and time.monotonic() - socket.answered > LOST:
            socket.under_way = 0
        return socket.under_way >= protocol.UNANSWERED

    def _may_speak(self) -> bool:
        """As many messages a second as a person can mean, and as many at once after a pause."""
        now = time.monotonic()
        self.tokens = min(protocol.FREQUENT * 2.0, self.tokens + (now - self.filled) * protocol.FREQUENT)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@database_sync_to_async
def _who(user: Any, table: int) -> int | None:
    """The player who speaks; 0 for somebody who only watches; None where there is nothing to watch."""
    if not Table.objects.filter(pk=table).exists():
        return None
    if not user.is_authenticated:
        return 0
    player = Player.objects.filter(person=user).first()
    return int(player.pk) if player else 0
