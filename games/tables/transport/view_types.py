"""The shape of the views that browsers receive. The socket's description is generated from these types.

No view contains a null: an absent key says that there is nothing to show. Times are milliseconds since 1970,
amounts whole cents.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

PhaseName = Literal[
    "asleep", "preparing", "betting", "choosing", "waiting", "closed", "resting", "void", "held", "shut"
]


class QueueEntry(TypedDict, total=False):
    """Somebody who waits for a seat; `until` is set while a seat is kept."""

    alias: str
    until: int


class SessionEnd(TypedDict):
    """The session of the table: when it ends."""

    ends: int


class NextRound(TypedDict, total=False):
    """The round being prepared, and the promise of its draw; between players, of a lot for the button too."""

    round: int
    commitment: str
    button: str


class BeaconView(TypedDict, total=False):
    """The public beacon that the draw depends on: the rule, then the number that it picked, then the value.

    A round that became void after its bets closed shows its seed, and what it would have given.
    """

    name: str
    chain: str
    margin: int
    closed: int
    number: int
    scheduled: int
    value: str
    seed: str
    missed: list[str]


class TableTerms(TypedDict):
    """What the rule sheet and the setting fix at the table: for its round, or between two for the next.

    A higher `sheet`, or under the same sheet a higher `setting`, is newer. `words` has the terms as people
    read them: by language and key, a name and a value.
    """

    sheet: int
    setting: int
    describe: dict[str, Any]
    draw: dict[str, Any]
    words: dict[str, dict[str, list[str]]]


class PublicTableView(TypedDict, total=False):
    """What everybody may see of a table. `game` is the view of the game, `verify` the proof of the draw."""

    phase: PhaseName
    terms: TableTerms
    seated: int
    history: list[str]
    held: str
    closing: bool
    beacon_missed: bool
    reports_stopped: str
    due: int
    queue: list[QueueEntry]
    session: SessionEnd
    seats: dict[str, str]
    partners: list[int]
    called: bool
    next: NextRound
    round: int
    opened: int
    commitment: str
    game: dict[str, Any]
    beacon: BeaconView
    verify: dict[str, Any]


class Nudge(TypedDict, total=False):
    """An invitation to end the session, or its warning: why, and when it expires."""

    step: Literal["invited", "warned"]
    why: str
    after: int
    ends: int
    left: int  # milliseconds, while nobody can bet: the time stands still
    rounds: int
    stayed: bool


class SessionFigures(TypedDict):
    """The figures of a play session so far."""

    since: int
    staked: int
    returned: int
    net: int
    rounds: int


class EndedSession(SessionFigures):
    """The statement of a play session that has ended."""

    cause: str
    until: int


class SeatView(TypedDict, total=False):
    """What only the player of a seat may see: the session so far, and the seat's own game.

    After the session only `ended` is left.
    """

    seat: int
    alias: str
    session: int
    since: int
    staked: int
    returned: int
    net: int
    rounds: int
    leaving: bool
    removed: str  # why the stay ends with the round; "after-hand": an absence that the player asked for
    nudge: Nudge
    quiet: str
    game: dict[str, Any]
    ended: EndedSession
