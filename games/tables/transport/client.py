"""Messages from pages, tasks and management commands to tables and sockets.

Only the croupier decides, under the table's lock.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import msgspec
import redis
import structlog
from django.conf import settings
from django.db import Error

from games.tables.transport import envelope, registry
from games.tables.transport.envelope import MessageBatch, QueuedMessage, SocketClosing
from games.tables.transport.frames import AcceptedFrame, RefusedFrame
from games.tables.transport.keyring import WEB, Keyring, RejectedMessageError
from games.tables.transport.protocol import InternalCommand, Leave, RequestReceipt, RequestRound
from players.identity.sign_in.session_store import request_proof
from players.shared.valkey_clients import connect

log = structlog.get_logger("house")
Reply = TypeVar("Reply")
_read_reply = msgspec.json.Decoder(AcceptedFrame | RefusedFrame).decode
KEYS_VALID_SECONDS = 1.0  # for which the registered keys that were read last are used


class OwnKeyring:
    """The keys with which this process sends. In a web process they are the keys of its hub."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        """A forked process has no keys yet."""
        self._keyring: Keyring | None = None
        self._renewed = 0.0

    def adopt(self, keyring: Keyring) -> None:
        self._keyring, self._renewed = keyring, 0.0

    def current(self) -> Keyring:
        """The keyring of this process, with the currently registered keys of the others."""
        with self._lock:
            if self._keyring is None:
                self._keyring = Keyring(registry.own_kind())
                registry.register(self._keyring)
                self._renewed = time.monotonic()
            elif time.monotonic() - self._renewed > KEYS_VALID_SECONDS:
                registry.renew(self._keyring)
                self._renewed = time.monotonic()
            return self._keyring


own_keyring = OwnKeyring()
os.register_at_fork(after_in_child=own_keyring.forget)


def send_to_tables(tables: list[int], command: InternalCommand) -> None:
    """Sends the same command to each of these tables."""
    if not tables:
        return
    keyring = own_keyring.current()
    name = envelope.internal_sender(keyring.id)
    with _valkey() as valkey:
        pipe = valkey.pipeline(transaction=False)
        for table in tables:
            batch = MessageBatch(name, [_message(keyring, table, command)])
            pipe.rpush(envelope.command_list(table), envelope.seal_batch(keyring, batch))
        pipe.execute()


def query_croupier(
    table: int, query: RequestRound | RequestReceipt, *, timeout: float = 3.0
) -> dict[str, Any]:
    """Sends a query to the croupier of the table and waits for the reply; empty if none comes in time."""
    return _reply_of(table, query, msgspec.json.Decoder(dict[str, Any]).decode, timeout=timeout) or {}


def leave_table(table: int, player: int, *, timeout: float = 3.0) -> AcceptedFrame | RefusedFrame | None:
    """Leaves the table for the player of the current request, as «End session» at the table does.

    None if no reply comes in time: the command may still be carried out.
    """
    replies = _reply_of(table, Leave(uuid4()), envelope.decode_replies, player=player, timeout=timeout)
    return _read_reply(replies[0][1]) if replies else None


def _reply_of(
    table: int,
    command: InternalCommand,
    decode: Callable[[bytes], Reply],
    *,
    timeout: float,
    player: int = 0,
) -> Reply | None:
    """Sends a command to the croupier of the table and waits for its reply."""
    try:
        keyring = own_keyring.current()
        name = f"{envelope.internal_sender(keyring.id)}:{uuid4().hex}"
        channel = envelope.web_channel(name)
        message = _message(keyring, table, command, player)
        batch = envelope.seal_batch(keyring, MessageBatch(name, [message]))
        with _valkey() as valkey, valkey.pubsub(ignore_subscribe_messages=True) as listener:
            listener.subscribe(channel)
            listener.get_message(timeout=1)  # the subscription is confirmed
            valkey.rpush(envelope.command_list(table), batch)
            until = time.monotonic() + timeout
            while (left := until - time.monotonic()) > 0:
                if (received := listener.get_message(timeout=left)) is not None:
                    try:
                        return decode(keyring.open(channel, received["data"]).private)
                    except (RejectedMessageError, msgspec.DecodeError):
                        continue
    except (redis.RedisError, Error) as error:
        log.warning("croupier not reached", error=str(error))
    return None


def _message(keyring: Keyring, table: int, command: InternalCommand, player: int = 0) -> QueuedMessage:
    """The command with the session of the current request, in a web process.

    Other processes vouch for themselves.
    """
    proof = request_proof.get() if keyring.own.kind == WEB else None
    return QueuedMessage(0, player, table, msgspec.json.encode(command), proof=proof)


def close_sockets(reason: str, *, session: str = "", player: int = 0, proof: bytes = b"") -> None:
    """Closes sockets at all web processes: those of an ended session, or all of a player.

    A lost message is made good within seconds.
    """
    try:
        keyring = own_keyring.current()
        message = envelope.encode(SocketClosing(reason, session, player, proof))
        with _valkey() as valkey:
            valkey.publish(envelope.CLOSINGS, keyring.seal_for_all(envelope.CLOSINGS, WEB, message))
    except (redis.RedisError, Error) as error:
        log.warning("request to close sockets not sent", reason=reason, error=str(error))


def _valkey() -> redis.Redis:
    return connect(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5)
