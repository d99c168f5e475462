"""How pages, tasks and commands of the house speak to tables and sockets. The croupier alone decides, under the table's lock."""

from __future__ import annotations

import os
import threading
import time
from typing import Any
from uuid import uuid4

import msgspec
import redis
import structlog
from django.conf import settings
from django.db import Error

from games.tables.transport import envelope, registry
from games.tables.transport.envelope import Carried, Farewell, Pack
from games.tables.transport.keyring import WEB, Forged, Keyring
from games.tables.transport.protocol import HouseWish, Recall, Receipt
from players.identity.session_store import request_proof

log = structlog.get_logger("house")
RENEWED = 1.0  # seconds for which the registered keys that were read last are good


class OwnKeyring:
    """The keys with which this process sends. In a web process they are those of its hub."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        """A process that was forked has no keys yet."""
        self._keyring: Keyring | None = None
        self._renewed = 0.0

    def adopt(self, keyring: Keyring) -> None:
        self._keyring, self._renewed = keyring, 0.0

    def current(self) -> Keyring:
        """The keyring of this process, with the keys of the others as they are registered now."""
        with self._lock:
            if self._keyring is None:
                self._keyring = Keyring(registry.own_kind())
                registry.register(self._keyring)
                self._renewed = time.monotonic()
            elif time.monotonic() - self._renewed > RENEWED:
                registry.renew(self._keyring)
                self._renewed = time.monotonic()
            return self._keyring


own_keyring = OwnKeyring()
os.register_at_fork(after_in_child=own_keyring.forget)


def summon(tables: list[int], wish: HouseWish) -> None:
    """Sends the same command to each of these tables."""
    if not tables:
        return
    keyring = own_keyring.current()
    name = envelope.house_name(keyring.id)
    with _valkey() as valkey:
        pipe = valkey.pipeline(transaction=False)
        for table in tables:
            pack = Pack(name, [_carried(keyring, table, wish)])
            pipe.rpush(envelope.road_for(table), envelope.seal_pack(keyring, pack))
        pipe.execute()


def ask(table: int, wish: Recall | Receipt, *, patience: float = 3.0) -> dict[str, Any]:
    """Asks the croupier of that table and waits for its answer; an empty one if none comes in time."""
    try:
        keyring = own_keyring.current()
        name = f"{envelope.house_name(keyring.id)}:{uuid4().hex}"
        channel = envelope.web_channel(name)
        pack = envelope.seal_pack(keyring, Pack(name, [_carried(keyring, table, wish)]))
        with _valkey() as valkey, valkey.pubsub(ignore_subscribe_messages=True) as listener:
            listener.subscribe(channel)
            listener.get_message(timeout=1)  # the subscription is confirmed
            valkey.rpush(envelope.road_for(table), pack)
            until = time.monotonic() + patience
            while (left := until - time.monotonic()) > 0:
                if (message := listener.get_message(timeout=left)) is not None:
                    try:
                        opened = keyring.open(channel, message["data"])
                        answer: dict[str, Any] = msgspec.json.decode(opened.private)
                    except (Forged, msgspec.DecodeError):
                        continue
                    return answer
    except (redis.RedisError, Error) as error:
        log.warning("croupier not asked", error=str(error))
    return {}


def _carried(keyring: Keyring, table: int, wish: HouseWish) -> Carried:
    """With the session of the request, where a web process answers one. Other processes act for the house."""
    proof = request_proof.get() if keyring.own.kind == WEB else None
    return Carried(0, 0, table, msgspec.json.encode(wish), proof=proof)


def farewell(why: str, *, session: str = "", player: int = 0, proof: bytes = b"") -> None:
    """Closes sockets everywhere: those of a sign-in that has ended, or all of a player. A lost message is made good within seconds."""
    try:
        keyring = own_keyring.current()
        message = envelope.encode(Farewell(why, session, player, proof))
        with _valkey() as valkey:
            valkey.publish(envelope.FAREWELLS, keyring.seal_for_all(envelope.FAREWELLS, WEB, message))
    except (redis.RedisError, Error) as error:
        log.warning("farewell not sent", why=why, error=str(error))


def _valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5)
