"""What travels between web processes and croupiers over Valkey, and on which lists and channels.

`keyring` protects every message: whoever reads Valkey sees no hidden card, and whoever writes to it can neither play for
somebody else nor show anybody a frame. Losing Valkey costs time only: a browser without a reply repeats its command with
the same id, and asks for a snapshot when a frame is missing.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from games.models import SHARDS
from games.tables.transport import protocol
from games.tables.transport.keyring import CROUPIER, WEB, Forged, Keyring, Opened

HOUSE = "house"  # marks a sender of commands that no browser can send
COMMANDS = "commands"  # all lists of commands
PEOPLE = "people"  # balances, for every socket of a player
FAREWELLS = "farewells"  # whose sockets close
SPLIT = "split"  # who has sockets at several web processes
BEATS = "beats"  # the last version of each table that a croupier serves


class Carried(Struct, frozen=True, array_like=True, gc=False):
    """One message of one socket, with what the web process knows of the player."""

    socket: int
    player: int
    table: int
    said: bytes
    epoch: int = 0  # the credential epoch of the person's session
    # The proof of the session (players.identity.session_store). None: the sender answers for it, which no web process may.
    proof: bytes | None = None


class Pack(Struct, frozen=True, array_like=True):
    """Commands of one web process. Replies go to the channel of `web`, which belongs to the sender."""

    web: str
    wishes: list[Carried]


class Frames(Struct, frozen=True, array_like=True):
    """What changed at a table: for everybody, and for single players."""

    version: int
    public: bytes
    players: dict[int, bytes]


class PublicFrame(Struct, frozen=True, array_like=True):
    version: int
    public: bytes


class Farewell(Struct, frozen=True, array_like=True):
    """Whose sockets close, and why: those of a sign-in that has ended, or all of a player.

    Receivers believe the proof of the session, or look in the database whether it is so.
    """

    why: str
    session: str = ""
    player: int = 0
    proof: bytes = b""


encode = msgspec.msgpack.Encoder().encode
decode_frames = msgspec.msgpack.Decoder(Frames).decode
decode_public = msgspec.msgpack.Decoder(PublicFrame).decode
decode_replies = msgspec.msgpack.Decoder(list[tuple[int, bytes]]).decode
decode_people = msgspec.msgpack.Decoder(dict[int, bytes]).decode
decode_farewell = msgspec.msgpack.Decoder(Farewell).decode
decode_beats = msgspec.msgpack.Decoder(dict[int, int]).decode
decode_pack = msgspec.msgpack.Decoder(Pack).decode


def seal_pack(keyring: Keyring, pack: Pack) -> bytes:
    """For every croupier: each of them may take the next commands of a list."""
    return keyring.seal_for_all(COMMANDS, CROUPIER, encode(pack))


def open_pack(opened: Opened) -> Pack:
    """The sender's commands: with replies to itself alone, and of the house only those that its kind of process sends."""
    pack, sender = decode_pack(opened.private), opened.sender
    if sender.kind == WEB and any(carried.proof is None for carried in pack.wishes):
        raise Forged("a web process proves the session")
    if process_of(pack.web) != sender.id:
        raise Forged("replies to another process")
    if is_house(pack.web):
        accepted = protocol.FROM_WEB if sender.kind == WEB else protocol.FROM_WORKER
        for carried in pack.wishes:
            if not isinstance(protocol.read_house(carried.said), accepted):
                raise Forged(f"not a command of a {sender.kind} process")
    elif sender.kind != WEB or not all(carried.table for carried in pack.wishes):
        raise Forged("not a command of a browser")
    return pack


def house_name(process: str) -> str:
    """The sender of commands that a process sends by itself, not for a browser."""
    return f"{HOUSE}:{process}"


def process_of(web: str) -> str:
    """The process that receives the replies for this sender."""
    return web.removeprefix(f"{HOUSE}:").partition(":")[0]


def is_house(web: str) -> bool:
    return web.partition(":")[0] == HOUSE


def shard_list(shard: int) -> str:
    return f"wishes:{shard}"


def road_for(table: int) -> str:
    """The list on which commands for a table travel."""
    return shard_list(table % SHARDS)


def table_channel(table: int) -> str:
    return f"table:{table}"


def web_channel(web: str) -> str:
    return f"web:{web}"
