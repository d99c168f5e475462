"""How the house itself speaks to a table: the sweep and the staff ask the croupier, who alone decides under the lock."""

from __future__ import annotations

import time

import msgspec
import redis
from django.conf import settings

from games.tables import envelope
from games.tables.envelope import Carried, Pack
from games.tables.protocol import HouseWish
from games.tables.station import HOUSE


def summon(tables: list[int], wish: HouseWish) -> None:
    """Says the same to each of these tables."""
    if not tables:
        return
    said = msgspec.json.encode(wish)
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5) as valkey:
        pipe = valkey.pipeline(transaction=False)
        for table in tables:
            pipe.rpush(envelope.road_for(table), envelope.seal(Pack(HOUSE, time.time(), [Carried(0, 0, table, said)])))
        pipe.execute()
