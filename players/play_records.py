"""What `players` needs to know about play. The games implement it and register it at startup.

`players` knows no game, no table and no round, and names no table of theirs in SQL. Rounds and tables travel
as numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import ClassVar, Protocol

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from msgspec import Struct


class PlayTotals(Struct, frozen=True):
    """What some rounds of a player come to, in cents."""

    rounds: int = 0
    staked: int = 0
    returned: int = 0

    @property
    def net(self) -> int:
        return self.returned - self.staked


class UnfinishedRound(Struct, frozen=True):
    """What a player has at stake in a round that has not ended, or carried to the next one."""

    # Running; on hold with its table; or kept by the rules for a next round, which has not begun.
    STATES: ClassVar = ("running", "stopped", "carried")

    table: int
    table_name: str
    system: str
    currency: str
    number: int | None
    since: datetime
    cents: int
    state: str


class PlayRecords(Protocol):
    def game_names(self) -> Mapping[str, str | Promise]:
        """The name of each game by its code."""

    def table_name(self, table: int) -> str:
        """The name of a table; empty if there is no such table."""

    def table_names(self, tables: Collection[int]) -> Mapping[int, str]:
        """The names of tables by their numbers."""

    def round_admin_url(self, round_id: int) -> str:
        """The page of a round in the back office."""

    def settled_rounds(self, player: int, round_ids: Collection[int]) -> set[int]:
        """Which of these rounds are settled for the player."""

    def unfinished_rounds(self, player: int) -> list[UnfinishedRound]:
        """Where the player has stakes that no result has decided yet, the oldest first.  [903-B 6.3.2.3]"""

    def first_settlement(self) -> datetime | None:
        """When the first round of all was settled."""

    def totals(
        self,
        player: int,
        *,
        currency: str,
        since: datetime | None,
        until: datetime | None,
        system: str,
        table: int,
    ) -> PlayTotals:
        """The rounds settled from `since` until before `until`; an empty `system` or `table` means all of
        them.
        """

    def totals_by_day(self, player: int, *, currency: str, since: datetime) -> dict[date, PlayTotals]:
        """The same since a moment, by day of Lisbon; days without a round are left out."""

    def session_totals(self, session: int) -> PlayTotals:
        """The settled rounds of one play session."""

    def rounds_in_play(self, player: int) -> Sequence[tuple[int, int]]:
        """The tables where the player has a stake or a hand in the running round, each with its number."""

    def write_daily_totals(self, since: datetime, until: datetime) -> None:
        """Inserts one row of `history_played` for each player, table and day of Lisbon between two
        midnights.
        """


_registered: list[PlayRecords] = []


def register_play_records(records: PlayRecords) -> None:
    _registered[:] = [records]


def play_records() -> PlayRecords:
    if not _registered:
        raise ImproperlyConfigured("No package has registered its records of play (players.play_records).")
    return _registered[0]


def game_name(system: str) -> str:
    """The name of a game; an unknown code stays as it is."""
    return str(play_records().game_names().get(system, system))
