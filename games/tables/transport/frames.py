"""The frames that browsers receive. They are encoded from these types, and so is their description."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

from games.tables.transport.view_types import PublicTableView, SeatView


class Frame(Struct, frozen=True, gc=False, tag_field="t"):
    """A message from the house on the socket."""


class WalletBalance(Struct, frozen=True, gc=False):
    """The balance of the viewer's wallet after its movement number `n`."""

    n: int
    cents: int


class SnapshotFrame(Frame, frozen=True, gc=False, tag="snapshot"):
    """Everything this viewer may know, at version `v`."""

    v: int
    now: int
    table: PublicTableView
    mine: SeatView | UnsetType = UNSET
    purse: WalletBalance | UnsetType = UNSET


class TableFrame(Frame, frozen=True, gc=False, tag="table"):
    """Leads from version `was` to `v`: a merge patch of the public view, and what happened."""

    was: int
    v: int
    now: int
    set: dict[str, Any]
    news: list[Any]


class SeatFrame(Frame, frozen=True, gc=False, tag="mine"):
    """The same for the viewer's own seat."""

    was: int
    v: int
    set: dict[str, Any]
    news: list[Any]


class AcceptedFrame(Frame, frozen=True, gc=False, tag="ok"):
    """The command was accepted at version `v`."""

    id: UUID
    v: int


class RefusedFrame(Frame, frozen=True, gc=False, tag="no", rename={"details": "with"}):
    """The command was refused; nothing changed. `id` is null where the message could not be read."""

    id: UUID | None
    code: str
    rule: str
    details: dict[str, Any]


class ShareFrame(Frame, frozen=True, gc=False, tag="share"):
    """Which share of this player counts in the draw of a round; empty if none does."""

    round: int
    nonce: str


class ChatFrame(Frame, frozen=True, gc=False, tag="chat"):
    """A line of the chat; `n` is its number and `at` its time."""

    n: int
    alias: str
    text: str
    at: int


class BalanceFrame(Frame, frozen=True, gc=False, tag="purse"):
    """The wallet; a higher `n` is newer."""

    n: int
    cents: int


class HeartbeatFrame(Frame, frozen=True, gc=False, tag="beat"):
    """The current version, so that a lost frame is noticed."""

    v: int
    now: int


class CareFrame(Frame, frozen=True, gc=False, tag="care"):
    """A message about the player's play waits to be answered: its number, or 0 once none does.

    The page asks for it (`/account/care-message/card/`) and shows it between rounds.
    """

    n: int


class ClosingFrame(Frame, frozen=True, gc=False, tag="bye"):
    """The server closes the socket."""

    why: str


BrowserFrame = (
    SnapshotFrame
    | TableFrame
    | SeatFrame
    | AcceptedFrame
    | RefusedFrame
    | ShareFrame
    | ChatFrame
    | BalanceFrame
    | HeartbeatFrame
    | CareFrame
    | ClosingFrame
)
