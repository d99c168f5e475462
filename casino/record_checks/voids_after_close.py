"""Rounds voided after their bets closed, to show whether somebody ends rounds that the house would lose.

A fault does not know the result, so that the house would have won about as often as it would have lost. A
round whose result nobody can know counts as lost: an operator could withhold the value of the beacon, or stop
where a player would still decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from casino.compliance.reading import rows
from games.models import Round
from games.rounds.proof.missed_results import missed_house_result

WINDOW = timedelta(days=30)
# The alarm is raised by so many rounds in the window that the house would have lost, or whose result is not
# known.
MAX_VOIDS = 3  # at one table
MAX_OCCASIONS = 10  # in the whole house; voids of many tables within a minute are one occasion
ONE_OCCASION = timedelta(minutes=1)
MOST_ROUNDS = 2000  # that one check replays

VOIDS = """
SELECT r.id, r.table_id AS "table", t.name, t.system, r.ended FROM games_round AS r
JOIN games_table AS t ON t.id = r.table_id
WHERE r.status = 'void' AND r.ended > %s AND t.currency = 'EUR'
  AND EXISTS (SELECT FROM games_event AS e WHERE e.round_id = r.id AND e.kind = 'beacon-number-chosen'
      AND e.at >= r.opened - interval '1 minute' AND e.at < r.ended + interval '1 day')
ORDER BY r.ended DESC LIMIT %s
"""


class VoidAfterClose(Struct, frozen=True):
    """A round that ended without a result although its bets were closed."""

    table: int
    name: str
    system: str
    ended: datetime
    result: int | None  # what the house would have won; negative where it would have lost

    @property
    def is_suspect(self) -> bool:
        return self.result is None or self.result < 0


class TableVoids(Struct):
    """The voids after close of one table."""

    table: int
    name: str
    system: str
    voids: int = 0
    lost: int = 0
    lost_cents: int = 0  # what the house did not pay
    won: int = 0
    won_cents: int = 0  # what the house did not take
    unknown: int = 0

    @property
    def is_suspect(self) -> bool:
        return self.lost + self.unknown >= MAX_VOIDS

    def add(self, void: VoidAfterClose) -> None:
        self.voids += 1
        if void.result is None:
            self.unknown += 1
        elif void.result < 0:
            self.lost += 1
            self.lost_cents -= void.result
        else:
            self.won += 1
            self.won_cents += void.result


def voids_after_close(now: datetime) -> list[VoidAfterClose]:
    """Those of the window, the newest first."""
    void_rounds = rows(VOIDS, [now - WINDOW, MOST_ROUNDS])
    rounds = Round.objects.select_related("table").in_bulk([row["id"] for row in void_rounds])
    return [
        VoidAfterClose(
            row["table"], row["name"], row["system"], row["ended"], missed_house_result(rounds[row["id"]])
        )
        for row in void_rounds
    ]


def by_table(voids: Iterable[VoidAfterClose]) -> list[TableVoids]:
    """The tables with the most suspect voids first."""
    tables: dict[int, TableVoids] = {}
    for void in voids:
        line = tables.setdefault(void.table, TableVoids(void.table, void.name, void.system))
        line.add(void)
    return sorted(tables.values(), key=lambda line: (-line.lost - line.unknown, line.name))


def suspect_occasions(voids: Sequence[VoidAfterClose]) -> int:
    """How many times rounds were ended that the house would have lost: one fault may end many at once."""
    count, last = 0, None
    for void in sorted(voids, key=lambda void: void.ended):
        if void.is_suspect and (last is None or void.ended - last > ONE_OCCASION):
            count, last = count + 1, void.ended
    return count


def needs_review(voids: Sequence[VoidAfterClose]) -> bool:
    """Whether compliance must review these voids."""
    return suspect_occasions(voids) >= MAX_OCCASIONS or any(line.is_suspect for line in by_table(voids))
