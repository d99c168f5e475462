"""What travels between web processes and croupiers over Valkey, and on which roads.

A pack of wishes is signed: who can write to Valkey cannot play for somebody else. Losing Valkey loses time only: a browser
that hears nothing asks again with the same id, and frames are hints to a truth that is asked for by number.
"""

from __future__ import annotations

import hmac
import time

import msgspec
from django.conf import settings
from msgspec import Struct

from games.models import SHARDS

MAC = 32
FRESH = 15.0  # seconds for which a signed pack is good
HOUSE = "house"  # the sender of the house's own commands, which no message of a browser can bear
PEOPLE = "people"  # frames for every socket of a person: purse, good-bye
FAREWELLS = "farewells"  # whose sockets must close
SPLIT = "split"  # who has sockets at several web processes
BEATS = "beats"  # the last version of each table that a croupier keeps


class Carried(Struct, frozen=True, array_like=True, gc=False):
    """One message of one socket, with what the web process knows of who said it."""

    socket: int
    player: int
    table: int
    said: bytes


class Pack(Struct, frozen=True, array_like=True):
    web: str
    sent: float
    wishes: list[Carried]


class Frames(Struct, frozen=True, array_like=True):
    """What a table has to say: to everybody, and to single players."""

    version: int
    public: bytes
    players: dict[int, bytes]


class Farewell(Struct, frozen=True, array_like=True):
    """Whose sockets close, and why: those of a sign-in that has ended, or all of a player."""

    why: str
    session: str = ""
    player: int = 0


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Pack).decode
decode_frames = msgspec.msgpack.Decoder(Frames).decode
decode_replies = msgspec.msgpack.Decoder(list[tuple[int, bytes]]).decode
decode_people = msgspec.msgpack.Decoder(dict[int, bytes]).decode
decode_farewell = msgspec.msgpack.Decoder(Farewell).decode
decode_beats = msgspec.msgpack.Decoder(dict[int, int]).decode
encode = _encode


class Forged(Exception):
    """A pack that no process of the house has signed, or one from long ago."""


def seal(pack: Pack) -> bytes:
    body = _encode(pack)
    return hmac.digest(settings.COMMAND_KEY, body, "sha256") + body


def open_(sealed: bytes) -> Pack:
    mac, body = sealed[:MAC], sealed[MAC:]
    if not hmac.compare_digest(mac, hmac.digest(settings.COMMAND_KEY, body, "sha256")):
        raise Forged("signature")
    pack = _decode(body)
    if abs(time.time() - pack.sent) > FRESH:
        raise Forged("age")
    return pack


def shard_list(shard: int) -> str:
    return f"wishes:{shard}"


def road_for(table: int) -> str:
    """The list on which wishes for a table travel."""
    return shard_list(table % SHARDS)


def table_channel(table: int) -> str:
    return f"table:{table}"


def web_channel(web: str) -> str:
    return f"web:{web}"
