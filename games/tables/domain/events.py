"""What happens at a table besides its game: in the past tense, frozen, each with a tag that no engine's own event has."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from games.rules.shared.money import Seat


class Sat(Struct, frozen=True, tag_field="t", tag="sat"):
    seat: Seat
    player: int
    wallet: int
    alias: str
    session: int
    stack: int = 0
    partner: bool = False  # lent by the house to a demonstration table, with no person behind


class Left(Struct, frozen=True, tag_field="t", tag="left"):
    """A play session ends, with its figures.  [AR-26] [FR-R27]"""

    seat: Seat
    cause: str
    staked: int
    returned: int
    rounds: int


class LeaveAsked(Struct, frozen=True, tag_field="t", tag="leave-asked"):
    """Somebody leaves while a stake of theirs is in play: the round stands, the session ends with it."""

    seat: Seat
    cause: str


class RoundPrepared(Struct, frozen=True, tag_field="t", tag="round-prepared"):
    """The house promises its seed for the next round."""

    number: int
    id: int
    commitment: str
    kept: bool = False  # dealt from where the last round left the shoe: the seed and its promise are the same


class BetsOpened(Struct, frozen=True, tag_field="t", tag="bets-opened"):
    """«Façam as vossas apostas.»  [AR-14b] [FR-R15b]"""

    number: int
    sheet: int
    setting: int
    build: str
    nonces: dict[Seat, str]
    kept: bool = False
    root: str = ""  # of the pack, card by card, where its seed will stay secret


class RoundEnded(Struct, frozen=True, tag_field="t", tag="round-ended"):
    """The seed is opened, unless the shoe is kept or cards stay secret. A void round's seed stays sealed and is never used again."""

    seed: str = ""
    void: str = ""  # the cause, where the round is void


class ShoeOpened(Struct, frozen=True, tag_field="t", tag="shoe-opened"):
    """A shoe is put away before its cut card came: the seed of its rounds is opened."""

    seed: str


class TimeCalled(Struct, frozen=True, tag_field="t", tag="time-called"):
    """The time to decide is up: the extra time begins."""

    seats: tuple[Seat, ...]


class ClocksRenewed(Struct, frozen=True, tag_field="t", tag="clocks-renewed"):
    """After a fault of the operator's systems: the deadline of each seat that decides, or under 0 that of everybody's bets; and for how
    many milliseconds nobody could bet.  [CS-33] [HE-72]"""

    until: dict[Seat, int]
    lost: int = 0


class ConnectionLost(Struct, frozen=True, tag_field="t", tag="connection-lost"):
    """A player's own connection was lost, and did not come back within a few seconds.  [BJ-29] [CS-34] [HE-73]"""

    seat: Seat
    since: int


class ConnectionBack(Struct, frozen=True, tag_field="t", tag="connection-back"):
    seat: Seat


class Invited(Struct, frozen=True, tag_field="t", tag="invited"):
    """[AR-28a] [AR-28b] [FR-R29a] [FR-R29b]"""

    seat: Seat


class Warned(Struct, frozen=True, tag_field="t", tag="warned"):
    """[AR-29] [FR-R30]"""

    seat: Seat


class Stayed(Struct, frozen=True, tag_field="t", tag="stayed"):
    seat: Seat


class Queued(Struct, frozen=True, tag_field="t", tag="queued"):
    """Somebody waits for a seat at a full table."""

    player: int
    alias: str


class Unqueued(Struct, frozen=True, tag_field="t", tag="unqueued"):
    player: int
    cause: str


class SeatOffered(Struct, frozen=True, tag_field="t", tag="seat-offered"):
    """A seat is kept until that hour for whoever is first in the queue, or has registered."""

    player: int
    until: int


class SessionOpened(Struct, frozen=True, tag_field="t", tag="session-opened"):
    """A table that runs by sessions begins one: it ends after that hour, once everybody has had the hand.  [HE-2m] [HE-2s] [HE-6b]"""

    id: int
    ends: int


class SessionClosed(Struct, frozen=True, tag_field="t", tag="session-closed"):
    id: int


class Held(Struct, frozen=True, tag_field="t", tag="held"):
    """Something is wrong: nothing moves until staff release the table."""

    reason: str


class Released(Struct, frozen=True, tag_field="t", tag="released"):
    """Staff let the table go on. Whether its round resumes or is void is decided by the time lost."""


class Resumed(Struct, frozen=True, tag_field="t", tag="resumed"):
    """A round that was on hold goes on from its journal."""


class Closing(Struct, frozen=True, tag_field="t", tag="closing"):
    """The house closes the table: the round that runs is its last, and whoever sits there is told."""


class Shut(Struct, frozen=True, tag_field="t", tag="shut"):
    """The house has closed the table, and nobody sits there any more."""


class Reopened(Struct, frozen=True, tag_field="t", tag="reopened"):
    """The table stands open again."""


TableEvent = (
    Sat
    | Left
    | LeaveAsked
    | RoundPrepared
    | BetsOpened
    | RoundEnded
    | ShoeOpened
    | TimeCalled
    | ClocksRenewed
    | ConnectionLost
    | ConnectionBack
    | Invited
    | Warned
    | Stayed
    | Queued
    | Unqueued
    | SeatOffered
    | SessionOpened
    | SessionClosed
    | Held
    | Released
    | Resumed
    | Closing
    | Shut
    | Reopened
)
TABLE_EVENTS = get_args(TableEvent)
# Asked several times about every event: its very type is looked up, and no class is asked for its instances.
TABLE_TYPES = frozenset(TABLE_EVENTS)
