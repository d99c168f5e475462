"""The consumer of a live table: it knows who speaks, checks how much and how fast, and passes on. It decides nothing."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from msgspec import Struct

from games.models import Table
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from games.tables.web.hub import hub
from games.tables.web.socket_protocol import framed
from games.tables.web.sockets import Socket
from games.tables.web.spectators import address_of
from players.identity.credential_epoch import is_current
from players.identity.session_store import session_proof
from players.identity.sign_ins import sign_in_follow
from players.identity.visitors import VISITOR, bind_session, visitor
from players.models import Player

GONE = 4001  # codes of a socket that the house closes
FULL = 4008
LOST = 3.0  # seconds without any answer after which none is expected any more


class TableConsumer:
    """One socket. Messages reach it on its line: Channels' own dispatch costs more than all the rest for messages this small."""

    @classmethod
    def as_asgi(cls) -> Any:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            await cls().run(scope, receive, send)

        return application

    async def run(self, scope: Any, receive: Any, send: Any) -> None:
        table, line = int(scope["url_route"]["kwargs"]["table"]), scope["extensions"]["line"]
        if (await receive())["type"] != "websocket.connect":
            return
        who = await _who(scope["user"], scope["session"], table)
        if not isinstance(who, Viewer):
            await self._let_in(None, who, receive, send)
            return
        address = address_of(scope)
        counted = not who.player and hub.addresses.enter(address)
        try:
            socket = None
            if who.player or counted:
                socket = await hub.enter(table, who.player, who.proof, line, epoch=who.epoch)
            await self._let_in(socket, "too-many-open", receive, send)
        finally:
            if counted:
                hub.addresses.leave(address)

    async def _let_in(self, socket: Socket | None, why: str, receive: Any, send: Any) -> None:
        if socket is None:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": protocol.bye(why).decode()})
            await send({"type": "websocket.close", "code": GONE})
            return
        try:  # from here on it is counted, also if the other side has gone before it is let in
            socket.line.listen(partial(self._take, socket))
            await send({"type": "websocket.accept"})
            await self._stay(socket, receive, send)
        finally:
            await hub.leave(socket)

    async def _stay(self, socket: Socket, receive: Any, send: Any) -> None:
        """Until one side has enough. The other's going and the reason to close are awaited together."""
        going = asyncio.ensure_future(_gone(receive))
        await asyncio.wait((going, socket.closing), return_when=asyncio.FIRST_COMPLETED)
        going.cancel()
        if socket.closing.done():
            why = socket.closing.result()
            socket.line.write(framed(protocol.bye(why)))
            # Somebody who does not read does not read a farewell either: after a second the connection is cut, with all it still holds.
            try:
                await asyncio.wait_for(
                    send({"type": "websocket.close", "code": FULL if why == "too-slow" else GONE}), 1
                )
            except TimeoutError:
                socket.line.transport.abort()
            except (RuntimeError, OSError):  # it has gone by itself
                return

    def _take(self, socket: Socket, said: bytes) -> None:
        """Passes a wish on, or says at once why not: too long, too fast, too many under way, or not a wish at all."""
        allowed = socket.pace.may_speak()
        if socket.pace.flooding:
            socket.drop("too-many")
            return
        wish = None
        with suppress(*protocol.UNREADABLE):
            wish = protocol.read(said) if 0 < len(said) <= protocol.LONGEST else None
        if not allowed or self._too_many(socket):
            hub.refuse(
                socket,
                getattr(wish, "id", None),
                Refusal.TOO_MANY,
                each_second=settings.TABLE_MESSAGES_A_SECOND,
            )
            return
        if wish is None:
            about = {} if 0 < len(said) <= protocol.LONGEST else {"longest": protocol.LONGEST}
            hub.refuse(socket, None, Refusal.UNREADABLE, **about)
            return
        socket.under_way += 1
        if isinstance(wish, protocol.Look):
            hub.look(socket, said)
        else:
            hub.say(socket, said)

    def _too_many(self, socket: Socket) -> bool:
        """Whether enough of this socket is under way already. Answers that were lost on their way are not waited for for ever."""
        if socket.under_way >= protocol.UNANSWERED and time.monotonic() - socket.answered > LOST:
            socket.under_way = 0
        return socket.under_way >= protocol.UNANSWERED


async def _gone(receive: Any) -> None:
    """Until the other side has gone; what it says comes by its line."""
    while (await receive())["type"] != "websocket.disconnect":
        continue


class Viewer(Struct, frozen=True):
    """Who is behind a socket: a player, or 0 for somebody who only watches, the credential epoch and the proof of the session."""

    player: int
    epoch: int = 0
    proof: bytes = b""


@database_sync_to_async
def _who(user: Any, session: Any, table: int) -> Viewer | str:
    """Who speaks, or why nobody may speak or watch here."""
    currency = Table.objects.filter(pk=table).values_list("currency", flat=True).first()
    if currency is None:
        return "not-allowed"
    if not user.is_authenticated:
        # Who has no account plays for demonstration credits, and only watches where money is staked.
        guest = visitor(session.get(VISITOR, 0)) if currency == "DEMO" else None
        if guest is None:
            return Viewer(0)
        bind_session(session, guest)
        if session.modified:
            session.save()
        return Viewer(int(guest.pk), proof=session_proof(session.session_key))
    if not is_current(session, user):
        return "signed-out"
    player = Player.objects.filter(person=user).values_list("pk", flat=True).first()
    sign_in_follow(session)
    return Viewer(int(player or 0), user.credential_epoch, session_proof(session.session_key))
