"""What travels between web processes and croupiers over Valkey, and on which lists and channels.

Everything is sealed (AES-256-GCM): whoever reads Valkey sees no card, and whoever writes to it can neither play for somebody
else nor show somebody a frame. What is sealed for one channel opens on no other; an old message is refused, and so is one that
came before. Losing Valkey loses time only: a browser that hears nothing asks again with the same id, and frames are hints to
a truth that is asked for by number.
"""

from __future__ import annotations

import hmac
import os
import struct
import time
from functools import lru_cache

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from msgspec import Struct

from games.models import SHARDS

NONCE = 12
FRESH = 15.0  # seconds for which a sealed message is good
COMMANDS = "commands"  # what every list of commands is sealed for
STAMP = struct.Struct("<d")  # when a message was sent
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
    epoch: int = 0  # the credential epoch of the person's session


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
    """A message that no process of the house has sealed for this channel, one from long ago, or one that came before."""


@lru_cache(maxsize=8)
def _cipher(key: bytes) -> AESGCM:
    return AESGCM(hmac.digest(key, b"feltro/messages/v1", "sha256"))


def _seal(where: str, body: bytes) -> bytes:
    nonce = os.urandom(NONCE)
    return nonce + _cipher(settings.COMMAND_KEY).encrypt(nonce, body, where.encode())


def _open(where: str, sealed: bytes) -> bytes:
    try:
        return _cipher(settings.COMMAND_KEY).decrypt(sealed[:NONCE], sealed[NONCE:], where.encode())
    except (InvalidTag, ValueError) as error:
        raise Forged("seal") from error


def seal(pack: Pack) -> bytes:
    return _seal(COMMANDS, _encode(pack))


def open_(sealed: bytes) -> Pack:
    pack = _decode(_open(COMMANDS, sealed))
    if abs(time.time() - pack.sent) > FRESH:
        raise Forged("age")
    return pack


def seal_message(channel: str, message: bytes) -> bytes:
    """A message for everybody who listens to this channel."""
    return _seal(channel, STAMP.pack(time.time()) + message)


class Receiver:
    """Opens what one process receives, each message once: a copy of an earlier one is refused."""

    def __init__(self) -> None:
        self.recent: set[bytes] = set()
        self.before: set[bytes] = set()
        self.turned = time.monotonic()

    def open(self, channel: str, sealed: bytes) -> bytes:
        plain = _open(channel, sealed)
        (sent,) = STAMP.unpack_from(plain)
        if abs(time.time() - sent) > FRESH:
            raise Forged("age")
        self._note(sealed[:NONCE])
        return plain[STAMP.size :]

    def open_pack(self, sealed: bytes) -> Pack:
        pack = open_(sealed)
        self._note(sealed[:NONCE])
        return pack

    def _note(self, nonce: bytes) -> None:
        """Two generations of nonces, each older than any message that would still be taken when it is dropped."""
        now = time.monotonic()
        if now - self.turned > 2 * FRESH:
            self.recent, self.before, self.turned = set(), self.recent, now
        if nonce in self.recent or nonce in self.before:
            raise Forged("seen before")
        self.recent.add(nonce)


def shard_list(shard: int) -> str:
    return f"wishes:{shard}"


def road_for(table: int) -> str:
    """The list on which wishes for a table travel."""
    return shard_list(table % SHARDS)


def table_channel(table: int) -> str:
    return f"table:{table}"


def web_channel(web: str) -> str:
    return f"web:{web}"
