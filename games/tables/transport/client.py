"""How the house itself speaks to tables and sockets: the sweep and the staff ask the croupier, who alone decides under the lock."""

from __future__ import annotations

import time
from typing import Any
from uuid import uuid4

import msgspec
import redis
import structlog
from django.conf import settings

from games.tables.croupier.worker import HOUSE
from games.tables.transport import envelope
from games.tables.transport.envelope import Carried, Farewell, Pack
from games.tables.transport.protocol import HouseWish, Recall, Receipt

log = structlog.get_logger("house")


def summon(tables: list[int], wish: HouseWish) -> None:
    """Says the same to each of these tables."""
    if not tables:
        return
    said = msgspec.json.encode(wish)
    with _valkey() as valkey:
        pipe = valkey.pipeline(transaction=False)
        for table in tables:
            pipe.rpush(
                envelope.road_for(table),
                envelope.seal(Pack(HOUSE, time.time(), [Carried(0, 0, table, said)])),
            )
        pipe.execute()


def ask(table: int, wish: Recall | Receipt, *, patience: float = 3.0) -> dict[str, Any]:
    """Asks the croupier of that table and waits for what it tells; nothing where nobody answers in time."""
    back = f"{HOUSE}:{uuid4().hex}"
    hearing = envelope.Receiver()
    pack = envelope.seal(Pack(back, time.time(), [Carried(0, 0, table, msgspec.json.encode(wish))]))
    try:
        with _valkey() as valkey, valkey.pubsub(ignore_subscribe_messages=True) as ear:
            ear.subscribe(envelope.web_channel(back))
            ear.get_message(timeout=1)  # that the ear is open
            valkey.rpush(envelope.road_for(table), pack)
            until = time.monotonic() + patience
            while (left := until - time.monotonic()) > 0:
                if (message := ear.get_message(timeout=left)) is not None:
                    try:
                        told: dict[str, Any] = msgspec.json.decode(
                            hearing.open(envelope.web_channel(back), message["data"])
                        )
                    except (envelope.Forged, msgspec.DecodeError):
                        continue
                    return told
    except redis.RedisError as error:
        log.warning("croupier not asked", error=str(error))
    return {}


def farewell(why: str, *, session: str = "", player: int = 0) -> None:
    """Closes sockets everywhere: those of a sign-in that has ended, or all of a player. Lost, it is made good within seconds."""
    try:
        with _valkey() as valkey:
            message = envelope.encode(Farewell(why, session, player))
            valkey.publish(envelope.FAREWELLS, envelope.seal_message(envelope.FAREWELLS, message))
    except redis.RedisError as error:
        log.warning("farewell not heard", why=why, error=str(error))


def _valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5)
