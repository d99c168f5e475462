"""The wire of a live table, both ways, on one page. Every message from a browser is read here and nowhere else.

A wish carries an id that the browser chose; said again with the same id it has one effect and the same answer. Frames to
browsers carry the version of the table they lead from and to: a browser that misses one asks for a snapshot.
"""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

LONGEST = 4096  # bytes of one message from a browser
UNANSWERED = 8  # wishes of one socket under way at once


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Something a browser says."""


class Sit(Say, tag="sit"):
    """Take a seat, that one or any that is free: the play session begins.  [AR-27] [FR-R28]"""

    id: UUID
    seat: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Leave(Say, tag="leave"):
    """End the play session.  [AR-27] [FR-R28]"""

    id: UUID


class Stay(Say, tag="stay"):
    """«Continue», to the invitation to end the session."""

    id: UUID


class Queue(Say, tag="queue"):
    """Wait for a seat at a full table."""

    id: UUID


class Unqueue(Say, tag="unqueue"):
    """Wait no longer."""

    id: UUID


class Chat(Say, tag="chat"):
    """A line for everybody at the table, where the rule sheet allows it."""

    id: UUID
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Share(Say, tag="nonce"):
    """The browser's share of the draw of the round being prepared."""

    round: Annotated[int, Meta(ge=1, le=2**31)]
    nonce: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class Do(Say, tag="do"):
    """A command of the game. It names the round it is meant for, so that it is never applied to another."""

    id: UUID
    round: Annotated[int, Meta(ge=0, le=2**31)]
    do: Raw


class Look(Say, tag="look"):
    """Asks for a snapshot."""


class Nudge(Say, tag="nudge"):
    """From the house's own sweep, never from a browser: look whether somebody must be invited, warned, or shown out."""


class Release(Say, tag="release"):
    """From the house's own staff: a table on hold goes on."""


class Stop(Say, tag="stop"):
    """From the house itself: something is wrong with this table's record, and nothing more is dealt until staff have looked."""

    reason: str


class Prove(Say, tag="prove"):
    """From the house's own schedule: the croupier's host proves the record of the last days, because only there is the key."""


class Part(Say, tag="part"):
    """From the house itself: somebody who may play no longer gives up the seat; a stake that stands is waited for."""

    player: int
    cause: str  # how the stay ends: one of the causes of a play session


class Gone(Say, tag="gone"):
    """From a web process, never from a browser: a player's last socket at the table was lost, and no other came within seconds."""

    player: int
    since: int


class Seen(Say, tag="seen"):
    """From the croupier itself: a player whose connection was lost asked for the table again."""

    player: int


class Convene(Say, tag="convene"):
    """From the house's own schedule: a session of the table begins; who registered finds a seat kept.  [HE-6b]"""

    session: int
    ends: int
    players: tuple[int, ...] = ()


class Present(Say, tag="present"):
    """From a web process: it still holds sockets of these players."""

    players: tuple[int, ...]


class Receipt(Say, tag="receipt"):
    """From the house's own pages: the signed receipt of a stake, for the player who laid it."""

    player: int
    event: int


class Recall(Say, tag="recall"):
    """From the house's own pages: a finished round, told again to a player as his seat saw it, or face up to staff who say why."""

    round: int
    player: int = 0
    steps: bool = False
    person: int = 0
    reason: str = ""


Said = (
    Sit | Leave | Stay | Queue | Unqueue | Do
)  # what carries an id, and is answered alike however often it is said
Wish = Sit | Leave | Stay | Queue | Unqueue | Chat | Share | Do | Look
HouseWish = Nudge | Release | Stop | Prove | Part | Gone | Seen | Present | Convene | Recall | Receipt
# What the croupier accepts from which kind of process. `Seen` never comes from outside the croupier.
FROM_WEB = Nudge | Release | Part | Gone | Present | Recall | Receipt
FROM_WORKER = Nudge | Release | Stop | Prove | Part | Convene | Recall | Receipt
# What a decoder makes of bytes that mean nothing: no JSON, no text, or brackets within brackets without an end.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
read = msgspec.json.Decoder(Wish).decode
read_house = msgspec.json.Decoder(HouseWish).decode
_write = msgspec.json.Encoder().encode


def snapshot(
    version: int, now: int, table: dict[str, Any], mine: dict[str, Any] | None, purse: tuple[int, int] | None
) -> bytes:
    frame: dict[str, Any] = {"t": "snapshot", "v": version, "now": now, "table": table}
    if mine is not None:
        frame["mine"] = mine
    if purse is not None:
        frame["purse"] = {"n": purse[0], "cents": purse[1]}
    return _write(frame)


def table(was: int, version: int, now: int, patch: dict[str, Any], news: list[Any]) -> bytes:
    return _write({"t": "table", "was": was, "v": version, "now": now, "set": patch, "news": news})


def mine(was: int, version: int, patch: dict[str, Any], news: list[Any]) -> bytes:
    return _write({"t": "mine", "was": was, "v": version, "set": patch, "news": news})


def ok(id: UUID, version: int) -> bytes:
    return b'{"t":"ok","id":"%s","v":%d}' % (str(id).encode(), version)


def no(id: UUID | None, code: str, rule: str, said: dict[str, Any]) -> bytes:
    return _write({"t": "no", "id": id, "code": code, "rule": rule, "with": said})


def share(round: int, nonce: str) -> bytes:
    """Which share counts for a player in the draw of a round; an empty one where none is taken."""
    return _write({"t": "share", "round": round, "nonce": nonce})


def purse(count: int, cents: int) -> bytes:
    return b'{"t":"purse","n":%d,"cents":%d}' % (count, cents)


def beat(version: int, now: int) -> bytes:
    return b'{"t":"beat","v":%d,"now":%d}' % (version, now)


def bye(why: str) -> bytes:
    return _write({"t": "bye", "why": why})


def patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What turns the old view into the new: a merge patch (RFC 7396), in which null takes a key away. No view holds a null."""
    change: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        change[key] = patch(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return change
