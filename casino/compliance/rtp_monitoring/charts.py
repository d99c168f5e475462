"""The charts of a game, a bet, a table or a rule sheet.

A chart shows the return so far, the range that chance explains, and the strength of the evidence against
chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.rtp_monitoring.sequential_analysis import (
    BANDS,
    LEVEL,
    MINIMUM_ROUNDS,
    bound,
    evidence,
    expected_rounds_to_detect,
    weight,
)
from casino.compliance.rtp_monitoring.theory import is_between_players, is_decided
from games.rulebook.consequences import bet_label
from players.play_records import game_name
from players.shared.decoding import prepare


class Scope(Struct, frozen=True):
    """Identifies a chart: «game:baccarat», «bet:baccarat:tie», «table:5», «sheet:12»."""

    kind: str
    of: str
    bet: str = ""

    @classmethod
    def read(cls, text: str) -> Scope | None:
        kind, _colon, rest = text.partition(":")
        of, _colon, bet = rest.partition(":")
        if kind not in FILTERS or not of or bool(bet) != (kind == "bet"):
            return None
        if kind in ("table", "sheet") and not (of.isdigit() and len(of) < 19):
            return None
        return cls(kind, of, bet)

    def __str__(self) -> str:
        return ":".join(part for part in (self.kind, self.of, self.bet) if part)


FILTERS = {
    "game": "system = %(of)s AND bet = ''",
    "bet": "system = %(of)s AND bet = %(bet)s",
    "table": "\"table\" = %(of)s::bigint AND bet = ''",
    "sheet": "sheet = %(of)s::bigint AND bet = ''",
}
SUMS = (
    "sum(rounds)::bigint AS rounds, sum(staked)::bigint AS staked, sum(returned)::bigint AS returned, "
    "sum(expected) AS expected, sum(variance) AS variance, sum(squares) AS squares, sum(spread) AS spread"
)
# The days of every chart from a day on, in one pass over the daily sums.
ALL_SINCE = f"""
SELECT scope, system, day, {SUMS} FROM rtp_monitoring_day, LATERAL (VALUES
    (CASE bet WHEN '' THEN 'game:' || system ELSE 'bet:' || system || ':' || bet END),
    (CASE bet WHEN '' THEN 'table:' || "table" END), (CASE bet WHEN '' THEN 'sheet:' || sheet END)
) AS charts (scope)
WHERE day >= coalesce(%(since)s, '-infinity'::date) AND scope IS NOT NULL
GROUP BY scope, system, day ORDER BY scope, day
"""


class ReturnsPoint(Struct):
    """The cumulative values of a chart at the end of a day."""

    day: date
    rounds: int
    staked: int
    returned: int
    expected: float
    variance: float
    strength: float  # logarithm of the evidence
    reach: float  # the difference that would raise an alarm; 0 while there are too few rounds


class ChartSums(Struct, frozen=True):
    """A chart up to a day: what the days after it are added to."""

    system: str
    since: date  # its first day
    rounds: int
    staked: int
    returned: int
    expected: float
    variance: float
    squares: float
    spread: float
    width: float


class ReachedCharts(Struct, frozen=True):
    """The sums of all charts before a day; from the first day on, if there are none."""

    day: date | None = None
    charts: dict[str, ChartSums] = {}


prepare(ReachedCharts)


class Walk:
    """A chart day by day, from the first day or from the last answered alarm.

    With the sums of an earlier day, it continues after that day, and has points of later days only.
    """

    def __init__(self, system: str, since: date | None = None, earlier: ChartSums | None = None) -> None:
        self.system, self.since = system, since
        self.points: list[ReturnsPoint] = []
        self.first_day = earlier.since if earlier is not None else None
        self.rounds = self.staked = self.returned = 0
        self.expected = self.variance = self.squares = self.spread = self.width = 0.0
        if earlier is not None:
            self.rounds, self.staked, self.returned = earlier.rounds, earlier.staked, earlier.returned
            self.expected, self.variance = earlier.expected, earlier.variance
            self.squares, self.spread, self.width = earlier.squares, earlier.spread, earlier.width

    @property
    def sums(self) -> ChartSums | None:
        """The sums so far, unless no day is counted yet."""
        if self.first_day is None:
            return None
        return ChartSums(
            self.system, self.first_day, self.rounds, self.staked, self.returned, self.expected,
            self.variance, self.squares, self.spread, self.width,
        )  # fmt: skip

    @property
    def is_tested(self) -> bool:
        return not is_between_players(self.system)

    @property
    def difference(self) -> float:
        return self.returned - self.expected

    def add(self, row: dict[str, Any]) -> None:
        if self.since is not None and row["day"] < self.since:
            return
        self.first_day = self.first_day or row["day"]
        self.rounds += row["rounds"]
        self.staked += row["staked"]
        self.returned += row["returned"]
        self.expected += row["expected"]
        self.variance += row["variance"]
        self.squares += row["squares"]
        self.spread += row["spread"]
        variance = self.observed_variance
        if not self.width and weight(self.variance, self.spread) >= MINIMUM_ROUNDS:
            self.width = variance
        strength = evidence(self.difference, variance, self.width) if self.width else 0.0
        reach = bound(variance, self.width) if self.width else 0.0
        self.points.append(
            ReturnsPoint(
                row["day"], self.rounds, self.staked, self.returned, self.expected, variance, strength, reach
            )
        )  # fmt: skip

    @property
    def observed_variance(self) -> float:
        """The variance.

        Hands at a table share the bank's cards, so the observed variance may exceed the theoretical sum.
        """
        return max(self.variance, self.squares) if is_decided(self.system) else self.variance

    @property
    def weight(self) -> float:
        """How many rounds of equal size it is worth. It is tested from `MINIMUM_ROUNDS` on."""
        return weight(self.variance, self.spread)

    @property
    def room(self) -> float | None:
        """The cents of difference that are left until an alarm, or None while nothing can raise one. Where
        players decide, only the side of the players has an end.
        """
        reach = self.points[-1].reach
        if not self.is_tested or not reach:
            return None
        difference = self.difference if is_decided(self.system) else abs(self.difference)
        return max(0.0, reach - difference)

    def first_alarm(self) -> ReturnsPoint | None:
        """The first day beyond the threshold. Where players decide, only returns above best play count."""
        if not self.is_tested:
            return None
        threshold = -math.log(LEVEL)
        for point in self.points:
            above = point.returned > point.expected
            if point.reach and point.strength >= threshold and (above or not is_decided(self.system)):
                return point
        return None

    @property
    def state(self) -> str:
        if not self.is_tested:
            return "rake"
        if self.first_alarm() is not None:
            return "alarm"
        if not self.width:
            return "few"
        if is_decided(self.system) and self.difference < 0:
            return "below"
        return "outside" if abs(self.difference) > BANDS[1][0] * self.observed_variance**0.5 else "calm"

    def rounds_to_detect(self, lean: float = 0.01) -> int:
        """The number of rounds of the usual size after which a bias of one percentage point would be
        detected.
        """
        if not self.rounds or not self.staked:
            return 0
        stake = self.staked / self.rounds
        return expected_rounds_to_detect(lean, self.observed_variance / self.rounds / stake / stake)


def walks(daily_rows: Iterable[dict[str, Any]], since: dict[str, date]) -> dict[str, Walk]:
    charts: dict[str, Walk] = {}
    for row in daily_rows:
        scope = row["scope"]
        if scope not in charts:
            charts[scope] = Walk(row["system"], since.get(scope))
        charts[scope].add(row)
    return {scope: walk for scope, walk in charts.items() if walk.points}


# The days from which charts restart, after answered alarms.
RESTARTS = """
SELECT a.scope, max(w.day) AS day
FROM rtp_monitoring_answer AS w JOIN rtp_monitoring_alarm AS a ON a.id = w.alarm_id
GROUP BY 1
"""


def all_charts() -> dict[str, Walk]:
    """Every chart, with two queries."""
    return walks(rows(ALL_SINCE, {"since": None}), restart_days())


def continued_charts(reached: ReachedCharts, until: date) -> tuple[dict[str, Walk], ReachedCharts]:
    """The charts with days after those that an earlier run has counted, and the sums before `until`.

    An answered alarm restarts its chart on a day that was not counted yet: what was counted before is left.
    """
    restarts = restart_days()
    known = {
        scope: sums
        for scope, sums in reached.charts.items()
        if scope not in restarts or sums.since >= restarts[scope]
    }
    charts: dict[str, Walk] = {}
    sums_before = dict(known)
    for row in rows(ALL_SINCE, {"since": reached.day}):
        scope = row["scope"]
        if scope not in charts:
            charts[scope] = Walk(row["system"], restarts.get(scope), known.get(scope))
        charts[scope].add(row)
        if row["day"] < until and (sums := charts[scope].sums) is not None:
            sums_before[scope] = sums
    walked = {scope: walk for scope, walk in charts.items() if walk.points}
    return walked, ReachedCharts(until, sums_before)


def restart_days() -> dict[str, date]:
    return {row["scope"]: row["day"] for row in rows(RESTARTS)}


def one_chart(scope: Scope, *, from_start: bool = False) -> Walk | None:
    """A chart since its last restart, or from the first day."""
    parameters = {"of": scope.of, "bet": scope.bet, "scope": str(scope)}
    sql = (
        f"SELECT %(scope)s AS scope, system, day, {SUMS} FROM rtp_monitoring_day "
        f"WHERE {FILTERS[scope.kind]} GROUP BY system, day ORDER BY day"
    )
    return walks(rows(sql, parameters), {} if from_start else restart_days()).get(str(scope))


def titles(scopes: Iterable[str]) -> dict[str, str]:
    """The titles of charts, by scope."""
    parsed = {text: Scope.read(text) for text in scopes}
    tables = {row["id"]: row["name"] for row in rows("SELECT id, name FROM games_table")}
    sheets = {row["id"]: row for row in rows("SELECT id, system, version FROM games_rulesheet")}
    titles_by_scope = {}
    for text, scope in parsed.items():
        if scope is None:
            titles_by_scope[text] = text
        elif scope.kind == "game":
            titles_by_scope[text] = game_name(scope.of)
        elif scope.kind == "bet":
            titles_by_scope[text] = f"{game_name(scope.of)} · {bet_label(scope.of, scope.bet)}"
        elif scope.kind == "table":
            titles_by_scope[text] = tables.get(int(scope.of), text)
        else:
            sheet = sheets.get(int(scope.of))
            titles_by_scope[text] = (
                f"{game_name(sheet['system'])} · {_('rules')} {sheet['version']}" if sheet else text
            )
    return titles_by_scope
