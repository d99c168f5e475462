"""The wire format of a live table in both directions. Messages from browsers are decoded only here.

A command carries an id that the browser chose; a retry with the same id has no second effect and gets the
same reply. Frames to browsers carry the versions of the table before and after: a browser that misses one
requests a snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Raw, Struct

from games.tables.transport import frames
from games.tables.transport.view_types import PublicTableView, SeatView
from players.shared.decoding import UNREADABLE

MAX_MESSAGE_BYTES = 4096  # bytes of one message from a browser
MAX_UNANSWERED = 8  # commands of one socket without a reply


class SocketMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A message on the socket."""


class Sit(SocketMessage, frozen=True, tag="sit"):
    """Take the given seat, or any free one: the play session begins.  [AR-27] [FR-R28]"""

    id: UUID
    seat: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Leave(SocketMessage, frozen=True, tag="leave"):
    """End the play session.  [AR-27] [FR-R28]"""

    id: UUID


class Stay(SocketMessage, frozen=True, tag="stay"):
    """Continue, in reply to the invitation to end the session."""

    id: UUID


class JoinQueue(SocketMessage, frozen=True, tag="queue"):
    """Wait for a seat at a full table."""

    id: UUID


class LeaveQueue(SocketMessage, frozen=True, tag="unqueue"):
    """Leave the queue."""

    id: UUID


class Chat(SocketMessage, frozen=True, tag="chat"):
    """A chat line for everyone at the table, if the rule sheet allows it."""

    id: UUID
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class DrawShare(SocketMessage, frozen=True, tag="nonce"):
    """The browser's share of the draw of the round being prepared."""

    round: Annotated[int, Meta(ge=1, le=2**31)]
    nonce: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class Play(SocketMessage, frozen=True, tag="do"):
    """A command of the game. It names its round, so that it is never applied to another."""

    id: UUID
    round: Annotated[int, Meta(ge=0, le=2**31)]
    do: Raw


class RequestSnapshot(SocketMessage, frozen=True, tag="look"):
    """Requests a snapshot."""


LOOK = b'{"t":"look"'  # how such a message begins if a browser wrote it: recognized without decoding it


class CheckInactivity(SocketMessage, frozen=True, tag="nudge"):
    """From the schedule, never from a browser: check whether a player must be invited, warned or
    disconnected.
    """


class Release(SocketMessage, frozen=True, tag="release"):
    """From staff: release a table on hold."""


class HoldTable(SocketMessage, frozen=True, tag="stop"):
    """From the self-checks: this table's record is wrong, and nothing is dealt until staff release it."""

    reason: str


class CheckRecord(SocketMessage, frozen=True, tag="prove"):
    """From the schedule: the croupier's host checks the record since the last check, or all of it,
    because only it has the key.
    """

    complete: bool = False


class EndStay(SocketMessage, frozen=True, tag="part"):
    """From the system: who may no longer play gives up the seat; a stake in play is settled first."""

    player: int
    cause: str  # one of the causes for which a play session ends


class ReportDisconnect(SocketMessage, frozen=True, tag="gone"):
    """From a web process, never from a browser: a player's last socket at the table closed, and no other
    opened within seconds.
    """

    player: int
    since: int


class ReportReconnect(SocketMessage, frozen=True, tag="seen"):
    """From the croupier itself: a player whose connection was lost requested a snapshot."""

    player: int


class OpenTableSession(SocketMessage, frozen=True, tag="convene"):
    """From the schedule: a session of the table begins; a seat is kept for each registered player.
    [HE-6b]
    """

    session: int
    ends: int
    players: tuple[int, ...] = ()


class RenewPresence(SocketMessage, frozen=True, tag="present"):
    """From a web process: it still has sockets of these players."""

    players: tuple[int, ...]


class RequestReceipt(SocketMessage, frozen=True, tag="receipt"):
    """From a page: the signed receipt of a stake, for its player."""

    player: int
    event: int


class RequestRound(SocketMessage, frozen=True, tag="recall"):
    """From a page: a finished round as a player's seat saw it, or face up for staff who give a reason."""

    round: int
    player: int = 0
    steps: bool = False
    person: int = 0
    reason: str = ""


PlayerCommand = (
    Sit | Leave | Stay | JoinQueue | LeaveQueue | Play
)  # commands with an id: a retry gets the same reply
BrowserMessage = Sit | Leave | Stay | JoinQueue | LeaveQueue | Chat | DrawShare | Play | RequestSnapshot
InternalCommand = (
    CheckInactivity
    | Release
    | HoldTable
    | CheckRecord
    | EndStay
    | ReportDisconnect
    | ReportReconnect
    | RenewPresence
    | OpenTableSession
    | RequestRound
    | RequestReceipt
    | Leave
)
# What the croupier accepts from each kind of process. `ReportReconnect` never comes from outside the
# croupier. A page leaves a table for its player, with the proof of the session as a socket does.
FROM_WEB = (
    CheckInactivity
    | Release
    | EndStay
    | ReportDisconnect
    | RenewPresence
    | RequestRound
    | RequestReceipt
    | Leave
)
FROM_WORKER = (
    CheckInactivity
    | Release
    | HoldTable
    | CheckRecord
    | EndStay
    | OpenTableSession
    | RequestRound
    | RequestReceipt
)
# The errors of a decoder: no JSON, no text, or brackets nested too deeply.
DECODE_ERRORS = UNREADABLE
decode_message = msgspec.json.Decoder(BrowserMessage).decode
decode_internal = msgspec.json.Decoder(InternalCommand).decode
_write = msgspec.json.Encoder().encode


def encode_view(table: PublicTableView) -> Raw:
    """The view of a table as it stands in snapshots."""
    return Raw(_write(table))


def snapshot_frame(
    version: int,
    now: int,
    table: PublicTableView | Raw,
    own: SeatView | None,
    balance: tuple[int, int] | None,
) -> bytes:
    purse = UNSET if balance is None else frames.WalletBalance(*balance)
    view = cast(PublicTableView, table)  # encoded already, it is written as it is
    return _write(frames.SnapshotFrame(version, now, view, UNSET if own is None else own, purse))


def table_frame(before: int, version: int, now: int, patch: dict[str, Any], news: list[Any]) -> bytes:
    return _write(frames.TableFrame(before, version, now, patch, news))


def player_frame(before: int, version: int, patch: dict[str, Any], news: list[Any]) -> bytes:
    return _write(frames.SeatFrame(before, version, patch, news))


def accepted_frame(command_id: UUID, version: int) -> bytes:
    return _write(frames.AcceptedFrame(command_id, version))


def refused_frame(command_id: UUID | None, code: str, rule: str, details: dict[str, Any]) -> bytes:
    return _write(frames.RefusedFrame(command_id, code, rule, details))


def share_frame(round_number: int, nonce: str) -> bytes:
    return _write(frames.ShareFrame(round_number, nonce))


def chat_frame(number: int, alias: str, text: str, at: int) -> bytes:
    return _write(frames.ChatFrame(number, alias, text, at))


def balance_frame(count: int, cents: int) -> bytes:
    return _write(frames.BalanceFrame(count, cents))


def heartbeat_frame(version: int, now: int) -> bytes:
    return _write(frames.HeartbeatFrame(version, now))


def care_frame(number: int) -> bytes:
    return _write(frames.CareFrame(number))


def closing_frame(reason: str) -> bytes:
    return _write(frames.ClosingFrame(reason))


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch (RFC 7396) from the old view to the new: null removes a key.

    No view contains a null.
    """
    change: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        if isinstance(before, Raw) and isinstance(value, Raw):  # encoded objects
            change[key] = merge_patch(msgspec.json.decode(before), msgspec.json.decode(value))
        elif isinstance(before, dict) and isinstance(value, dict):
            change[key] = merge_patch(before, value)
        else:
            change[key] = value
    return change
