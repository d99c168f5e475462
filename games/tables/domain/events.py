"""The events of a table besides those of its game: past tense, frozen, each with a tag that no engine's event
has.
"""

from __future__ import annotations

from typing import get_args

from msgspec import UNSET, Struct, UnsetType

from games.rules.shared.money import Seat
from games.tables.domain.round_beacon import BeaconRule


class Sat(Struct, frozen=True, tag_field="t", tag="sat"):
    seat: Seat
    player: int
    wallet: int
    alias: str
    session: int
    stack: int = 0
    partner: bool = False  # a practice partner at a demonstration table, not a person


class Left(Struct, frozen=True, tag_field="t", tag="left"):
    """A play session ends, with its figures.  [AR-26] [FR-R27]"""

    seat: Seat
    cause: str
    staked: int
    returned: int
    rounds: int


class LeaveAsked(Struct, frozen=True, tag_field="t", tag="leave-asked", omit_defaults=True):
    """A player leaves with a stake in play: the round is played to its end, and the session ends with it.

    Recorded a second time where a bar is stricter than the first, or where a removed player gives up.
    """

    seat: Seat
    cause: str
    finishes: bool = False  # the player may still stake in the running hand


class RoundPrepared(Struct, frozen=True, tag_field="t", tag="round-prepared", omit_defaults=True):
    """The seed of the next round is promised."""

    number: int
    id: int
    commitment: str
    button: str = ""  # between players, the promise of the seed that a lot for the button would have


class BetsOpened(Struct, frozen=True, tag_field="t", tag="bets-opened"):
    """«Façam as vossas apostas.»  [AR-14b] [FR-R15b]"""

    number: int
    sheet: int
    setting: int
    build: str
    nonces: dict[Seat, str]
    kept: bool = False  # dealt from the cards that the last rounds left in the shoe
    root: str = ""  # of the pack, card by card, if its seed stays secret and no value is awaited
    beacon: BeaconRule | None = None  # that picks the value which the draw depends on


class BeaconNumberChosen(Struct, frozen=True, tag_field="t", tag="beacon-number-chosen"):
    """Bets are closed, and the rule of the round has picked the value that decides it, which does not exist
    yet."""

    number: int
    scheduled: int


class BeaconValueUsed(Struct, frozen=True, tag_field="t", tag="beacon-value-used"):
    """The chosen value has come: the beacon's signature, whose hash is the value."""

    signature: str


class PackCommitted(Struct, frozen=True, tag_field="t", tag="pack-committed"):
    """The value of the beacon has made the pack of a hand between players: it is fixed, card by card, before
    the first card. The seed of a lot for the button is opened."""

    root: str
    button_seed: str


class BeaconMissed(Struct, frozen=True, tag_field="t", tag="beacon-missed"):
    """The beacon has published nothing for some time: no bets open before it is back."""


class ReportsStopped(Struct, frozen=True, tag_field="t", tag="reports-stopped"):
    """The reports to the regulator are interrupted: the round is played to its end, and no bets for money are
    taken.  [903-B 2.3.3]
    """

    cause: str


class ReportsResumed(Struct, frozen=True, tag_field="t", tag="reports-resumed"):
    """The reports go on: bets are taken again."""


class RoundEnded(Struct, frozen=True, tag_field="t", tag="round-ended"):
    """The seed is opened, unless cards stay secret.

    The seed of a void round stays sealed and is not reused. If its bets had closed on a value of a beacon, it
    is opened now that every stake is back: whoever ended the round cannot hide what it would have given.
    """

    seed: str = ""
    void: str = ""  # the cause, if the round is void
    cards: tuple[int, ...] = ()  # that the round took from a kept shoe, unturned ones too
    missed: tuple[str, ...] = ()  # what a void round would have given, as far as no decision was needed
    # The croupier's signature that it counted or was void, if a beacon's value was picked for it.
    ending: str | UnsetType = UNSET


class TimeCalled(Struct, frozen=True, tag_field="t", tag="time-called"):
    """The time to decide has expired, and the extra time begins."""

    seats: tuple[Seat, ...]


class ClocksRenewed(Struct, frozen=True, tag_field="t", tag="clocks-renewed"):
    """After a fault of the operator's systems: the deadline of each seat that decides, or under 0 that of
    everybody's bets; and for how many milliseconds nobody could bet.  [CS-33] [HE-72]"""

    until: dict[Seat, int]
    lost: int = 0


class ConnectionLost(Struct, frozen=True, tag_field="t", tag="connection-lost"):
    """A player's own connection was lost for more than a few seconds.  [BJ-29] [CS-34] [HE-73]"""

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
    """A player waits for a seat at a full table."""

    player: int
    alias: str


class Unqueued(Struct, frozen=True, tag_field="t", tag="unqueued"):
    player: int
    cause: str


class SeatOffered(Struct, frozen=True, tag_field="t", tag="seat-offered"):
    """A seat is kept until then for the first in the queue, or for a registered player."""

    player: int
    until: int


class SessionOpened(Struct, frozen=True, tag_field="t", tag="session-opened"):
    """A session of the table begins.  [HE-2m] [HE-2s] [HE-6b]

    It ends after that time, once everybody has had the hand.
    """

    id: int
    ends: int


class SessionClosed(Struct, frozen=True, tag_field="t", tag="session-closed"):
    id: int


class Held(Struct, frozen=True, tag_field="t", tag="held"):
    """The table is on hold until staff release it."""

    reason: str


class Released(Struct, frozen=True, tag_field="t", tag="released"):
    """Staff release the table. The time lost decides whether its round resumes or is void."""


class Resumed(Struct, frozen=True, tag_field="t", tag="resumed"):
    """A round that was on hold continues."""


class Closing(Struct, frozen=True, tag_field="t", tag="closing"):
    """The table is closing: the current round is its last, and its players are told."""


class Shut(Struct, frozen=True, tag_field="t", tag="shut"):
    """The table is closed, and no player is seated."""


class Reopened(Struct, frozen=True, tag_field="t", tag="reopened"):
    """The table is open again."""


TableEvent = (
    Sat
    | Left
    | LeaveAsked
    | RoundPrepared
    | BetsOpened
    | BeaconNumberChosen
    | BeaconValueUsed
    | PackCommitted
    | BeaconMissed
    | ReportsStopped
    | ReportsResumed
    | RoundEnded
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
# Checked several times for every event: a set lookup of the type is faster than `isinstance`.
TABLE_TYPES = frozenset(TABLE_EVENTS)
