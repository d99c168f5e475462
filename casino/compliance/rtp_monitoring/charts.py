"""The charts: of a game, a bet of it, a table, or a version of its rules.

What came back so far, where luck may have carried it, and how strong the evidence is that it was not luck.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.rtp_monitoring.sequential_test import (
    BANDS,
    LEAST_ROUNDS,
    LEVEL,
    bound,
    evidence,
    rounds_to_see,
    weight,
)
from casino.compliance.rtp_monitoring.theory import is_between_players, is_decided
from games.rulebook.consequences import bet_said
from players.play_records import game_name


class Scope(Struct, frozen=True):
    """Which chart: «game:baccarat», «bet:baccarat:tie», «table:5», «sheet:12»."""

    kind: str
    of: str
    bet: str = ""

    @classmethod
    def read(cls, text: str) -> Scope | None:
        kind, _colon, rest = text.partition(":")
        of, _colon, bet = rest.partition(":")
        wanted_bet, number = kind == "bet", kind in ("table", "sheet")
        if (
            kind not in FILTERS
            or not of
            or bool(bet) != wanted_bet
            or (number and not (of.isdigit() and len(of) < 19))
        ):
            return None
        return cls(kind, of, bet)

    def __str__(self) -> str:
        return ":".join(each for each in (self.kind, self.of, self.bet) if each)


FILTERS = {"game": "system = %(of)s AND bet = ''", "bet": "system = %(of)s AND bet = %(bet)s",
           "table": '"table" = %(of)s::bigint AND bet = \'\'', "sheet": "sheet = %(of)s::bigint AND bet = ''"}  # fmt: skip
SUMS = (
    "sum(rounds)::bigint AS rounds, sum(staked)::bigint AS staked, sum(returned)::bigint AS returned, sum(expected) AS expected, "
    "sum(variance) AS variance, sum(squares) AS squares, sum(spread) AS spread"
)
# Every chart there is with its days, by one reading of the folded days.
ALL = f"""
SELECT scope, system, day, {SUMS} FROM returns_day, LATERAL (VALUES
    (CASE bet WHEN '' THEN 'game:' || system ELSE 'bet:' || system || ':' || bet END),
    (CASE bet WHEN '' THEN 'table:' || "table" END), (CASE bet WHEN '' THEN 'sheet:' || sheet END)
) AS charts (scope)
WHERE scope IS NOT NULL GROUP BY scope, system, day ORDER BY scope, day
"""


class Point(Struct):
    """A chart at the end of one day, counted from its beginning."""

    day: date
    rounds: int
    staked: int
    returned: int
    expected: float
    variance: float
    strength: float  # of the evidence, as a logarithm
    reach: float  # the difference that would raise an alarm; nothing where it is not judged yet


class Walk:
    """One chart, day by day, from the first day or from the day after the last alarm that was answered."""

    def __init__(self, system: str, since: date | None = None) -> None:
        self.system, self.since = system, since
        self.points: list[Point] = []
        self.rounds = self.staked = self.returned = 0
        self.expected = self.variance = self.squares = self.spread = self.width = 0.0

    @property
    def judged(self) -> bool:
        return not is_between_players(self.system)

    @property
    def difference(self) -> float:
        return self.returned - self.expected

    def add(self, row: dict[str, Any]) -> None:
        if self.since is not None and row["day"] < self.since:
            return
        self.rounds += row["rounds"]
        self.staked += row["staked"]
        self.returned += row["returned"]
        self.expected += row["expected"]
        self.variance += row["variance"]
        self.squares += row["squares"]
        self.spread += row["spread"]
        variance = self.luck
        if not self.width and weight(self.variance, self.spread) >= LEAST_ROUNDS:
            self.width = variance
        strength = evidence(self.difference, variance, self.width) if self.width else 0.0
        reach = bound(variance, self.width) if self.width else 0.0
        self.points.append(
            Point(row["day"], self.rounds, self.staked, self.returned, self.expected, variance, strength, reach)
        )  # fmt: skip

    @property
    def luck(self) -> float:
        """Hands at one table share the bank's cards: where several play, the record itself may show more luck than each alone has."""
        return max(self.variance, self.squares) if is_decided(self.system) else self.variance

    def alarmed(self) -> Point | None:
        """The first day that luck does not explain. Where players decide, only more than the best of them may expect is a fault."""
        if not self.judged:
            return None
        wanted = -math.log(LEVEL)
        for point in self.points:
            more = point.returned > point.expected
            if point.reach and point.strength >= wanted and (more or not is_decided(self.system)):
                return point
        return None

    @property
    def state(self) -> str:
        if not self.judged:
            return "rake"
        if self.alarmed() is not None:
            return "alarm"
        if not self.width:
            return "few"
        if is_decided(self.system) and self.difference < 0:
            return "below"
        return "outside" if abs(self.difference) > BANDS[1][0] * self.luck**0.5 else "calm"

    def seen_after(self, lean: float = 0.01) -> int:
        """Rounds of the size that is usual here until a lean of one point of the return would be seen."""
        if not self.rounds or not self.staked:
            return 0
        stake = self.staked / self.rounds
        return rounds_to_see(lean, self.luck / self.rounds / stake / stake)


def walks(found: Iterable[dict[str, Any]], since: dict[str, date]) -> dict[str, Walk]:
    charts: dict[str, Walk] = {}
    for row in found:
        scope = row["scope"]
        if scope not in charts:
            charts[scope] = Walk(row["system"], since.get(scope))
        charts[scope].add(row)
    return {scope: walk for scope, walk in charts.items() if walk.points}


def every() -> dict[str, Walk]:
    """Every chart there is; two queries, however long the house has been open."""
    return walks(rows(ALL), counted_from())


def counted_from() -> dict[str, date]:
    """Charts that began anew, after an alarm that was answered."""
    asked = "SELECT a.scope, max(w.day) AS day FROM returns_answer AS w JOIN returns_alarm AS a ON a.id = w.alarm_id GROUP BY 1"
    return {row["scope"]: row["day"] for row in rows(asked)}


def one(scope: Scope, *, whole: bool = False) -> Walk | None:
    """One chart; the whole of it, or since it was last begun."""
    told = {"of": scope.of, "bet": scope.bet, "scope": str(scope)}
    asked = f"SELECT %(scope)s AS scope, system, day, {SUMS} FROM returns_day WHERE {FILTERS[scope.kind]} GROUP BY system, day ORDER BY day"
    return walks(rows(asked, told), {} if whole else counted_from()).get(str(scope))


def titles(scopes: Iterable[str]) -> dict[str, str]:
    """What the charts are called, for people."""
    read = {text: Scope.read(text) for text in scopes}
    tables = {row["id"]: row["name"] for row in rows("SELECT id, name FROM games_table")}
    sheets = {row["id"]: row for row in rows("SELECT id, system, version FROM games_rulesheet")}
    found = {}
    for text, scope in read.items():
        if scope is None:
            found[text] = text
        elif scope.kind == "game":
            found[text] = game_name(scope.of)
        elif scope.kind == "bet":
            found[text] = f"{game_name(scope.of)} · {bet_said(scope.of, scope.bet)}"
        elif scope.kind == "table":
            found[text] = tables.get(int(scope.of), text)
        else:
            sheet = sheets.get(int(scope.of))
            found[text] = f"{game_name(sheet['system'])} · {_('rules')} {sheet['version']}" if sheet else text
    return found
