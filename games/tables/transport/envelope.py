"""What travels between web processes and croupiers over Valkey, and on which lists and channels.

`keyring` protects every message: a reader of Valkey sees no hidden card, and a writer can neither play for
another player nor show anybody a frame. Losing Valkey costs time only: a browser without a reply repeats its
command with the same id, and asks for a snapshot when a frame is missing.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from games.models import SHARDS
from games.tables.transport import protocol
from games.tables.transport.keyring import CROUPIER, WEB, Keyring, Opened, RejectedMessageError

INTERNAL = "house"  # marks a sender of commands that no browser can send
COMMANDS = "commands"  # the channel name of all command lists
BALANCES = "balances"  # balances, for every socket of a player
CLOSINGS = "closings"  # sockets that must close
SHARED_PLAYERS = "shared-players"  # players with sockets at several web processes
HEARTBEATS = "heartbeats"  # the last version of each table that a croupier serves


class QueuedMessage(Struct, frozen=True, array_like=True, gc=False):
    """One message of one socket, with what the web process knows about its player."""

    socket: int
    player: int
    table: int
    body: bytes
    epoch: int = 0  # the credential epoch of the person's session
    # The proof of the session (players.identity.sign_in.session_store). None: the sender itself vouches for
    # the player; a web process may not.
    proof: bytes | None = None
    trace: bytes = b""  # the context of its trace (players.shared.command_traces), if it has one


class MessageBatch(Struct, frozen=True, array_like=True):
    """Messages of one process. Replies go to the web channel of `sender`."""

    sender: str
    messages: list[QueuedMessage]


class Frames(Struct, frozen=True, array_like=True):
    """What changed at a table: for everybody, and for single players."""

    version: int
    public: bytes
    players: dict[int, bytes]


class PublicFrame(Struct, frozen=True, array_like=True):
    version: int
    public: bytes


class SocketClosing(Struct, frozen=True, array_like=True):
    """Which sockets close, and why: those of a session that has ended, or all of a player.

    The receiver checks the proof of the session, or reads the database.
    """

    reason: str
    session: str = ""
    player: int = 0
    proof: bytes = b""


encode = msgspec.msgpack.Encoder().encode
decode_frames = msgspec.msgpack.Decoder(Frames).decode
decode_public = msgspec.msgpack.Decoder(PublicFrame).decode
decode_replies = msgspec.msgpack.Decoder(list[tuple[int, bytes]]).decode
decode_player_frames = msgspec.msgpack.Decoder(dict[int, bytes]).decode
decode_closing = msgspec.msgpack.Decoder(SocketClosing).decode
decode_heartbeats = msgspec.msgpack.Decoder(dict[int, int]).decode
decode_batch = msgspec.msgpack.Decoder(MessageBatch).decode


def seal_batch(keyring: Keyring, batch: MessageBatch) -> bytes:
    """Seals the batch for every croupier, because any of them may take the next commands of a list."""
    return keyring.seal_for_all(COMMANDS, CROUPIER, encode(batch))


def open_batch(opened: Opened) -> MessageBatch:
    """The sender's messages.

    Replies may go to the sender only, and each kind of process may send only its own internal commands.
    """
    batch, process = decode_batch(opened.private), opened.sender
    if process.kind == WEB and any(message.proof is None for message in batch.messages):
        raise RejectedMessageError("a web process proves the session")
    if process_of(batch.sender) != process.id:
        raise RejectedMessageError("replies to another process")
    if is_internal(batch.sender):
        accepted = protocol.FROM_WEB if process.kind == WEB else protocol.FROM_WORKER
        for message in batch.messages:
            if not isinstance(protocol.decode_internal(message.body), accepted):
                raise RejectedMessageError(f"not a command of a {process.kind} process")
    elif process.kind != WEB or not all(message.table for message in batch.messages):
        raise RejectedMessageError("not a command of a browser")
    return batch


def internal_sender(process: str) -> str:
    """The sender name for commands of a process itself, not of a browser."""
    return f"{INTERNAL}:{process}"


def process_of(sender: str) -> str:
    """The process that receives the replies for this sender."""
    return sender.removeprefix(f"{INTERNAL}:").partition(":")[0]


def is_internal(sender: str) -> bool:
    return sender.partition(":")[0] == INTERNAL


def shard_list(shard: int) -> str:
    return f"commands:{shard}"


def command_list(table: int) -> str:
    """The Valkey list for the commands of a table."""
    return shard_list(table % SHARDS)


def table_channel(table: int) -> str:
    return f"table:{table}"


def web_channel(sender: str) -> str:
    return f"web:{sender}"
