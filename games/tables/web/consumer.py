"""The consumer of a live table: it identifies the sender, checks size and rate, and passes messages on.

It decides nothing.
"""

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
from games.tables.web.socket_protocol import text_frame
from games.tables.web.sockets import Socket
from games.tables.web.spectators import address_of
from players.identity.sign_in.credential_epoch import is_current
from players.identity.sign_in.session_end import SESSION_OVER, rounds_in_play, seconds_left
from players.identity.sign_in.session_store import session_proof
from players.identity.sign_in.visitors import visitor_of
from players.models import Player
from players.shared.command_traces import command_traces

CLOSED_BY_SERVER = 4001  # close codes of the server
CLOSED_TOO_SLOW = 4008
REPLY_TIMEOUT = 3.0  # seconds without any reply after which none is expected any more


class TableConsumer:
    """One socket.

    Messages reach it straight from its protocol: the dispatch of Channels costs more than everything else.
    """

    @classmethod
    def as_asgi(cls) -> Any:
        return lambda scope, receive, send: cls().run(scope, receive, send)

    async def run(self, scope: Any, receive: Any, send: Any) -> None:
        table, connection = int(scope["url_route"]["kwargs"]["table"]), scope["extensions"]["table_socket"]
        if (await receive())["type"] != "websocket.connect":
            return
        if "session" not in scope and table in hub.tables:  # a stranger, at a table that exists
            viewer: Viewer | str = Viewer(0)
        else:
            viewer = await _identify(scope.pop("user", None), scope.pop("session", {}), table)
        if not isinstance(viewer, Viewer):
            await self._accept(None, viewer, receive, send)
            return
        address = address_of(scope)
        del scope  # the socket may be open for hours
        has_account = viewer.player and not viewer.is_guest
        is_counted = not has_account and hub.addresses.enter(address)
        try:
            socket = None
            if has_account or is_counted:
                socket = await hub.enter(
                    table, viewer.player, viewer.proof, connection, person=viewer.person, epoch=viewer.epoch
                )
                if socket is not None:
                    socket.last_round = viewer.last_round
            await self._accept(socket, "too-many-open", receive, send)
        finally:
            if is_counted:
                hub.addresses.leave(address)

    async def _accept(self, socket: Socket | None, refusal: str, receive: Any, send: Any) -> None:
        if socket is None:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": protocol.closing_frame(refusal).decode()})
            await send({"type": "websocket.close", "code": CLOSED_BY_SERVER})
            return
        try:  # the hub counts the socket from here on, even if the client has gone already
            socket.connection.listen(partial(self._receive, socket))
            await send({"type": "websocket.accept"})
            await self._stay(socket, receive, send)
        finally:
            await hub.leave(socket)

    async def _stay(self, socket: Socket, receive: Any, send: Any) -> None:
        """Waits until the client disconnects or the server closes the socket."""
        disconnect = asyncio.ensure_future(_wait_for_disconnect(receive))
        await asyncio.wait((disconnect, socket.closing), return_when=asyncio.FIRST_COMPLETED)
        disconnect.cancel()
        if socket.closing.done():
            reason = socket.closing.result()
            socket.connection.write(text_frame(protocol.closing_frame(reason)))
            # A client that does not read does not read the closing frame either: after a second the
            # connection is aborted.
            try:
                code = CLOSED_TOO_SLOW if reason == "too-slow" else CLOSED_BY_SERVER
                await asyncio.wait_for(send({"type": "websocket.close", "code": code}), 1)
            except TimeoutError:
                socket.connection.transport.abort()
            except (RuntimeError, OSError):  # the client has disconnected
                return

    def _receive(self, socket: Socket, body: bytes) -> None:
        """Passes a message on, or refuses it: too long, too fast, too many unanswered, or unreadable."""
        received = time.time_ns() if command_traces.tracer is not None else 0
        is_allowed = socket.rate_limit.take()
        if socket.rate_limit.is_flooding:
            socket.drop("too-many")
            return
        message = None
        has_valid_length = 0 < len(body) <= protocol.MAX_MESSAGE_BYTES
        with suppress(*protocol.DECODE_ERRORS):
            message = protocol.decode_message(body) if has_valid_length else None
        if not is_allowed or _has_too_many_unanswered(socket):
            hub.refuse(
                socket,
                getattr(message, "id", None),
                Refusal.TOO_MANY,
                each_second=settings.TABLE_MESSAGES_A_SECOND,
            )
            return
        if message is None:
            details = {} if has_valid_length else {"longest": protocol.MAX_MESSAGE_BYTES}
            hub.refuse(socket, None, Refusal.UNREADABLE, **details)
            return
        if not socket.may_send(message):
            hub.refuse(socket, getattr(message, "id", None), Refusal.SIGNED_OUT)
            return
        socket.under_way += 1
        if isinstance(message, protocol.RequestSnapshot):
            hub.request_snapshot(socket, body)
        else:
            command_id = getattr(message, "id", None)
            kind = type(message).__name__
            trace = command_traces.begin_command(socket.number, socket.table, kind, command_id, received)
            hub.send(socket, body, trace)


def _has_too_many_unanswered(socket: Socket) -> bool:
    """Whether too many messages of this socket are unanswered.

    After `REPLY_TIMEOUT` lost replies no longer count.
    """
    if socket.under_way >= protocol.MAX_UNANSWERED and time.monotonic() - socket.answered > REPLY_TIMEOUT:
        socket.under_way = 0
    return socket.under_way >= protocol.MAX_UNANSWERED


async def _wait_for_disconnect(receive: Any) -> None:
    """Waits until the client has disconnected. Its messages do not come this way."""
    while (await receive())["type"] != "websocket.disconnect":
        continue


class Viewer(Struct, frozen=True):
    """Who is at a socket: the player, or 0 for a spectator; the person who is signed in, with the credential
    epoch and the proof of the session.
    """

    player: int
    person: int = 0
    epoch: int = 0
    proof: bytes = b""
    is_guest: bool = False  # plays for demonstration credits without an account
    last_round: int | None = None  # the hand in play, once the time of the session is over


@database_sync_to_async
def _identify(user: Any, session: Any, table: int) -> Viewer | str:
    """The viewer, or the reason why this socket is refused."""
    currency = Table.objects.filter(pk=table).values_list("currency", flat=True).first()
    if currency is None:
        return "not-allowed"
    if user is None or not user.is_authenticated:
        # A visitor without an account plays for demonstration credits, and only watches at tables for money.
        guest = visitor_of(session) if session and currency == "DEMO" else None
        if guest is None:
            return Viewer(0)
        return Viewer(int(guest.pk), proof=session_proof(session.session_key), is_guest=True)
    if not is_current(session, user):
        return "signed-out"
    player = Player.objects.filter(person=user).values_list("pk", flat=True).first()
    proof = session_proof(session.session_key)
    last_round = None
    if seconds_left(session) <= 0:
        last_round = dict(rounds_in_play(user.pk)).get(table)
        if last_round is None:
            return SESSION_OVER
    return Viewer(int(player or 0), user.pk, user.credential_epoch, proof, last_round=last_round)
