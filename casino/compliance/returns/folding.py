"""Days that are over, folded from the record: what was staked, what came back, what was to be expected and how far luck may carry it.

The record is asked as the reading role, whole days at a time and as sets; what hangs together within a round is then reckoned at once
for all rounds of a day. Test accounts and demonstration credits are left out. Folding again gives the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import numpy as np
from django.db import connection, transaction

from casino.compliance.reading import reading
from casino.compliance.returns.models import Day, Upto
from casino.compliance.returns.theory import DECIDED, RAKED, Hands, wheel
from games.models import RuleSheet, TableSetting
from players import clock

AGAIN = 2  # days that are folded once more: whatever committed around midnight is in by then
SPAN = 7  # days read at once
LOCK = 0xF01E

OLDEST = """
SELECT min(r.ended) FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR' WHERE r.status = 'ended'
"""
ROUNDS = """
WITH played AS MATERIALIZED (
    SELECT r.id, (r.ended AT TIME ZONE 'Europe/Lisbon')::date AS day, r.table_id, t.system, r.sheet_id, r.setting_id, r.outcome
    FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
    WHERE r.status = 'ended' AND r.ended >= %(since)s AND r.ended < %(until)s
)
"""
RESULTS = (
    ROUNDS
    + """
SELECT p.id, p.day, p.table_id, p.system, p.sheet_id, p.setting_id, p.outcome,
       sum(s.staked)::bigint, sum(s.back + s.prize - s.commission)::bigint, sum(s.commission)::bigint
FROM played AS p JOIN games_stake AS s ON s.round_id = p.id JOIN players_player AS who ON who.id = s.player_id AND NOT who.testing
GROUP BY p.id, p.day, p.table_id, p.system, p.sheet_id, p.setting_id, p.outcome
"""
)
# What was laid before the close, place by place and seat by seat, less what was taken back.
LAID = (
    ROUNDS
    + """
SELECT p.id, (e.data::jsonb ->> 'seat')::int, laid.place,
       sum(CASE e.kind WHEN 'bet-placed' THEN laid.cents::bigint ELSE -laid.cents::bigint END)::bigint
FROM played AS p JOIN games_event AS e ON e.round_id = p.id AND e.kind IN ('bet-placed', 'bet-taken')
JOIN players_player AS who ON who.id = e.player AND NOT who.testing
CROSS JOIN LATERAL jsonb_each_text(e.data::jsonb -> 'on') AS laid (place, cents)
WHERE p.system <> 'holdem'
GROUP BY 1, 2, 3
"""
)

Key = tuple[date, int, str, int, str]
Line = tuple[int, str, int]


class Sum:
    """Of one day, table, sheet and bet."""

    __slots__ = ("expected", "returned", "rounds", "spread", "squares", "staked", "variance")

    def __init__(self) -> None:
        self.rounds = self.staked = self.returned = 0
        self.expected = self.variance = self.squares = self.spread = 0.0

    def add(self, staked: int, returned: int, expected: float, variance: float) -> None:
        self.rounds += 1
        self.staked += staked
        self.returned += returned
        self.expected += expected
        self.variance += variance
        self.squares += (returned - expected) ** 2
        self.spread += variance * variance


def fold() -> int:
    """Folds every day that is over and was not folded for good yet; how many days were read."""
    today = clock.day_of(clock.now())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK])
        if not cursor.fetchone()[0]:
            return 0
        upto = Upto.objects.values_list("day", flat=True).first()
        if upto == today:
            return 0
        since = upto - timedelta(days=AGAIN) if upto is not None else _oldest() or today
        Day.objects.filter(day__gte=since).delete()
        first = since
        while first < today:
            last = min(first + timedelta(days=SPAN), today)
            Day.objects.bulk_create(folded(first, last), batch_size=2000)
            first = last
        Upto.objects.all().delete()
        Upto.objects.create(day=today)
    return (today - since).days


def _oldest() -> date | None:
    with reading() as cursor:
        cursor.execute(OLDEST)
        (oldest,) = cursor.fetchone()
    return clock.day_of(oldest) if oldest else None


def folded(since: date, until: date) -> list[Day]:
    """The days from one to another, the second not included."""
    bounds = {"since": clock.midnight(since), "until": clock.midnight(until)}
    with reading() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(RESULTS, bounds)
        results = cursor.fetchall()
        cursor.execute(LAID, bounds)
        laid: dict[int, list[Line]] = defaultdict(list)
        for round, seat, place, cents in cursor.fetchall():
            if cents > 0:
                laid[round].append((seat, place, cents))
    sums: dict[Key, Sum] = defaultdict(Sum)
    groups: dict[tuple[str, int, int], list[Any]] = defaultdict(list)
    for row in results:
        groups[row[3], row[4], row[5]].append(row)
    sheets = RuleSheet.objects.in_bulk({sheet for _, sheet, _ in groups})
    settings = TableSetting.objects.in_bulk({setting for _, _, setting in groups})
    for (system, sheet, setting), rows in groups.items():
        _judge(system, sheets[sheet], settings[setting], rows, laid, sums)
    return list(_days(sums))


def _days(sums: dict[Key, Sum]) -> Iterator[Day]:
    for (day, table, system, sheet, bet), each in sums.items():
        yield Day(
            day=day, table=table, system=system, sheet=sheet, bet=bet, rounds=each.rounds, staked=each.staked, returned=each.returned,
            expected=each.expected, variance=each.variance, squares=each.squares, spread=each.spread,
        )  # fmt: skip


def _judge(
    system: str, sheet: RuleSheet, setting: TableSetting, rows: list[Any], laid: dict[int, list[Line]], sums: dict[Key, Sum]
) -> None:
    if system in RAKED:
        for _id, day, table, _, _, _, _, staked, returned, commission in rows:
            sums[day, table, system, sheet.pk, ""].add(staked, returned, float(returned + commission), 0.0)
    elif system in DECIDED:
        _judge_hands(Hands(system, sheet, setting), sheet.pk, rows, laid, sums)
    else:
        _judge_wheel(system, sheet, setting, rows, laid, sums)


def _judge_hands(hands: Hands, sheet: int, rows: list[Any], laid: dict[int, list[Line]], sums: dict[Key, Sum]) -> None:
    """To each first bet what the best player may expect of it; what came back is that bet and all that was won or lost on it."""
    for id, day, table, system, _, _, _, staked, returned, _ in rows:
        first = [cents for _, place, cents in laid.get(id, ()) if place not in ("jackpot", "insurance")]
        judged = [hands.judged(cents) for cents in first]
        turnover = sum(first)
        if turnover:
            back = turnover + returned - staked
            sums[day, table, system, sheet, ""].add(turnover, back, sum(mean for mean, _ in judged), sum(spread for _, spread in judged))


def _judge_wheel(
    system: str, sheet: RuleSheet, setting: TableSetting, rows: list[Any], laid: dict[int, list[Line]], sums: dict[Key, Sum]
) -> None:
    """All bets of a round hang on one outcome: their variance is that of their sum. Each kind of bet is judged by itself besides."""
    table = wheel(system, sheet.data, setting.data)
    assert table is not None
    stakes = np.zeros((len(rows), len(table.kinds)))
    for at, row in enumerate(rows):
        for _seat, place, cents in laid.get(row[0], ()):
            stakes[at, table.index[place]] += cents
    means, variances = table.judged(stakes)
    for row, mean, variance in zip(rows, means.tolist(), variances.tolist(), strict=True):
        sums[row[1], row[2], system, sheet.pk, ""].add(row[7], row[8], mean, variance)
    came = table.back[[table.names[row[6]] for row in rows]]
    for kind in dict.fromkeys(table.kinds):
        chosen = np.array([each == kind for each in table.kinds])
        own = np.where(chosen, stakes, 0.0)
        some = np.flatnonzero(own.any(axis=1))
        if not len(some):
            continue
        means, variances = table.judged(own[some])
        backs = (own[some] * came[some]).sum(axis=1)
        for at, mean, variance, back in zip(some.tolist(), means.tolist(), variances.tolist(), backs.tolist(), strict=True):
            row = rows[at]
            sums[row[1], row[2], system, sheet.pk, kind].add(int(own[at].sum()), round(back), mean, variance)
