"""Daily sums of completed days: stakes, returns, the expected return and its variance.

The record is read with the reading role, some days at a time; bets of one round depend on each other and are
evaluated together. Test accounts and demonstration credits are left out. Folding a day again gives the same
result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

import numpy as np
from django.db import connection, transaction

from casino.compliance.reading import reading
from casino.compliance.rtp_monitoring.models import REFOLDED_DAYS, Day, ReturnsFoldedUntil
from casino.compliance.rtp_monitoring.theory import TheoryOfHands, is_between_players, is_decided
from casino.compliance.rtp_monitoring.wheel import wheel
from games.catalogue import games_between_players
from games.models import RuleSheet, TableSetting
from players.shared import clock

DAYS_AT_ONCE = 7
LOCK = 0xF01E

OLDEST = """
SELECT min(r.ended) FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
WHERE r.status = 'ended'
"""
ROUNDS = """
WITH played AS MATERIALIZED (
    SELECT r.id, (r.ended AT TIME ZONE 'Europe/Lisbon')::date AS day, r.table_id, t.system, r.sheet_id,
           r.setting_id, r.outcome, r.opened, r.ended,
           r.status = 'void' AS void
    FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
    WHERE r.status IN ('ended', 'void') AND r.sheet_id IS NOT NULL AND r.ended >= %(since)s
      AND r.ended < %(until)s
)
"""
# Stakes are dated like the end of their round.
RESULTS = (
    ROUNDS
    + """
SELECT p.id, p.day, p.table_id, p.system, p.sheet_id, p.setting_id, p.outcome, p.void,
       sum(s.staked)::bigint AS staked, sum(s.lost)::bigint AS lost, sum(s.prize)::bigint AS prize,
       sum(s.commission)::bigint AS commission
FROM played AS p JOIN games_stake AS s ON s.round_id = p.id AND s.at >= %(since)s AND s.at < %(until)s
JOIN players_player AS who ON who.id = s.player_id AND NOT who.testing
GROUP BY p.id, p.day, p.table_id, p.system, p.sheet_id, p.setting_id, p.outcome, p.void
"""
)
# The stakes at the close of bets, by seat and place.
LAID = (
    ROUNDS
    + """
SELECT p.id, (e.data::jsonb ->> 'seat')::int, laid.place,
       sum(CASE e.kind WHEN 'bet-placed' THEN laid.cents::bigint ELSE -laid.cents::bigint END)::bigint
FROM played AS p JOIN games_event AS e ON e.round_id = p.id AND e.kind IN ('bet-placed', 'bet-taken')
    AND e.at >= p.opened - interval '1 minute' AND e.at < p.ended + interval '1 day'
JOIN players_player AS who ON who.id = e.player AND NOT who.testing
CROSS JOIN LATERAL jsonb_each_text(e.data::jsonb -> 'on') AS laid (place, cents)
WHERE p.system <> ALL (%(between_players)s) AND NOT p.void
GROUP BY 1, 2, 3
"""
)
# Side bets, each decided separately: insurance, and jackpot bets, including those carried over from a void
# round.
SIDE_BETS = (
    ROUNDS
    + """
, side_events AS (
    SELECT p.id, e.kind, e.data::jsonb AS data FROM played AS p JOIN games_event AS e ON e.round_id = p.id
        AND e.at >= p.opened - interval '1 minute' AND e.at < p.ended + interval '1 day'
    WHERE e.kind IN ('insurance-settled', 'jackpot-fed', 'jackpot-paid') AND NOT p.void
), lines AS (
    SELECT id, 'insurance' AS bet, (data ->> 'seat')::int AS seat,
           coalesce((data ->> 'back')::bigint, 0) + coalesce((data ->> 'lost')::bigint, 0) AS staked,
           coalesce((data ->> 'back')::bigint, 0) + coalesce((data ->> 'prize')::bigint, 0) AS returned
    FROM side_events WHERE kind = 'insurance-settled'
    UNION ALL
    SELECT id, 'jackpot', fed.seat::int, fed.cents::bigint, 0
    FROM side_events CROSS JOIN (VALUES ('share'), ('bank'), ('held_share'), ('held_bank')) AS part (name)
    CROSS JOIN LATERAL jsonb_each_text(coalesce(data -> part.name, '{}')) AS fed (seat, cents)
    WHERE kind = 'jackpot-fed'
    UNION ALL
    SELECT id, 'jackpot', (data ->> 'seat')::int, 0, (data ->> 'cents')::bigint
    FROM side_events WHERE kind = 'jackpot-paid'
)
SELECT l.id, l.bet, sum(l.staked)::bigint, sum(l.returned)::bigint,
       array_agg(l.staked) FILTER (WHERE l.staked > 0)
FROM (SELECT id, bet, seat, sum(staked)::bigint AS staked, sum(returned)::bigint AS returned FROM lines
    GROUP BY 1, 2, 3) AS l
JOIN games_stake AS s ON s.round_id = l.id AND s.seat = l.seat AND s.at >= %(since)s AND s.at < %(until)s
JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
GROUP BY 1, 2
"""
)
# The jackpot when its prizes were decided: the meter at the close, the operator's part and the bets' part.
POTS = (
    ROUNDS
    + """
SELECT p.id, sum(CASE e.kind
    WHEN 'bets-closed' THEN coalesce((e.data::jsonb ->> 'meter')::bigint, 0)
    WHEN 'jackpot-opened' THEN (e.data::jsonb ->> 'cents')::bigint
    ELSE (SELECT coalesce(sum(fed.cents::bigint), 0) FROM (VALUES ('share'), ('held_share')) AS part (name)
          CROSS JOIN LATERAL jsonb_each_text(coalesce(e.data::jsonb -> part.name, '{}')) AS fed (seat, cents))
    END)::bigint
FROM played AS p JOIN games_event AS e ON e.round_id = p.id
  AND e.kind IN ('bets-closed', 'jackpot-opened', 'jackpot-fed')
  AND e.at >= p.opened - interval '1 minute' AND e.at < p.ended + interval '1 day'
WHERE NOT p.void AND (e.kind <> 'bets-closed' OR e.data::jsonb ? 'meter') GROUP BY 1
"""
)

Key = tuple[date, int, str, int, str]
Line = tuple[int, str, int]


class SummedRound(NamedTuple):
    """A round, with the sums over all players except test accounts."""

    id: int
    day: date
    table: int
    system: str
    sheet: int
    setting: int
    outcome: str
    void: bool
    staked: int
    lost: int
    prize: int
    commission: int

    @property
    def key(self) -> Key:
        return self.day, self.table, self.system, self.sheet, ""

    @property
    def won(self) -> int:
        """The operator's result. A stake that the rules carry over is neither won nor lost yet."""
        return self.lost + self.commission - self.prize

    @property
    def returned(self) -> int:
        return self.staked - self.won


class SideBets(NamedTuple):
    """The insurance bets or the jackpot bets of a round: their sums and the single stakes."""

    bet: str
    staked: int
    returned: int
    stakes: list[int]


class Bets:
    """By round: the main bets, the side bets, and the jackpot that jackpot bets played for."""

    def __init__(self) -> None:
        self.laid: dict[int, list[Line]] = defaultdict(list)
        self.beside: dict[int, list[SideBets]] = defaultdict(list)
        self.pots: dict[int, int] = {}


class Sum:
    """The sums of one day, table, rule sheet and bet."""

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
    """Fold every completed day that is not folded for good; returns how many days were read.

    The theory of a game may take minutes to compute, and the database ends a transaction that pauses for some
    seconds. So everything is computed first, and one short transaction writes it, unless another process was
    faster.
    """
    today = clock.day_of(clock.now())
    before = ReturnsFoldedUntil.objects.first()
    if before is not None and before.day == today:
        return 0
    since = before.day - timedelta(days=REFOLDED_DAYS) if before is not None else _oldest() or today
    days: list[Day] = []
    first = since
    while first < today:
        last = min(first + timedelta(days=DAYS_AT_ONCE), today)
        days += fold_days(first, last)
        first = last
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK])
        latest = ReturnsFoldedUntil.objects.first()
        if (latest.pk if latest else None) != (before.pk if before else None):
            return 0
        Day.objects.filter(day__gte=since).delete()
        Day.objects.bulk_create(days, batch_size=2000)
        ReturnsFoldedUntil.objects.all().delete()
        ReturnsFoldedUntil.objects.create(day=today, reached=_kept_sums(latest, since))
    return (today - since).days


def _kept_sums(before: ReturnsFoldedUntil | None, since: date) -> dict[str, object]:
    """The sums of charts (casino.compliance.rtp_monitoring.charts), unless they contain days that were folded
    again.
    """
    reached: dict[str, object] = before.reached if before is not None else {}
    return reached if str(reached.get("day", "")) <= since.isoformat() else {}


def _oldest() -> date | None:
    with reading() as cursor:
        cursor.execute(OLDEST)
        (oldest,) = cursor.fetchone()
    return clock.day_of(oldest) if oldest else None


def fold_days(since: date, until: date) -> list[Day]:
    """The sums of the days from `since` up to but not including `until`."""
    parameters = {
        "since": clock.midnight(since),
        "until": clock.midnight(until),
        "between_players": games_between_players(),
    }
    bets = Bets()
    with reading() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(RESULTS, parameters)
        played = [SummedRound(*row) for row in cursor.fetchall()]
        cursor.execute(LAID, parameters)
        for round_id, seat, place, cents in cursor.fetchall():
            if cents > 0:
                bets.laid[round_id].append((seat, place, cents))
        cursor.execute(SIDE_BETS, parameters)
        for round_id, bet, staked, returned, stakes in cursor.fetchall():
            bets.beside[round_id].append(SideBets(bet, staked, returned, stakes or []))
        cursor.execute(POTS, parameters)
        bets.pots = dict(cursor.fetchall())
    sums: dict[Key, Sum] = defaultdict(Sum)
    groups: dict[tuple[str, int, int], list[SummedRound]] = defaultdict(list)
    for row in played:
        if row.void:
            _count_void(row, sums)
        else:
            groups[row.system, row.sheet, row.setting].append(row)
    sheets = RuleSheet.objects.in_bulk({sheet for _, sheet, _ in groups})
    settings = TableSetting.objects.in_bulk({setting for _, _, setting in groups})
    for (system, sheet, setting), rows in groups.items():
        _add_rounds(system, sheets[sheet], settings[setting], rows, bets, sums)
    return list(_days(sums))


def _days(sums: dict[Key, Sum]) -> Iterator[Day]:
    for (day, table, system, sheet, bet), day_sum in sums.items():
        yield Day(
            day=day, table=table, system=system, sheet=sheet, bet=bet, rounds=day_sum.rounds,
            staked=day_sum.staked, returned=day_sum.returned, expected=day_sum.expected,
            variance=day_sum.variance, squares=day_sum.squares, spread=day_sum.spread,
        )  # fmt: skip


def _count_void(row: SummedRound, sums: dict[Key, Sum]) -> None:
    """The stakes of a void round were returned; only what could not be reversed counts, and nothing was
    expected.
    """
    if row.won:
        sums[row.day, row.table, row.system, row.sheet, ""].returned -= row.won


def _add_rounds(
    system: str,
    sheet: RuleSheet,
    setting: TableSetting,
    rows: list[SummedRound],
    bets: Bets,
    sums: dict[Key, Sum],
) -> None:
    if is_between_players(system):
        for row in rows:
            sums[row.key].add(row.staked, row.returned, float(row.returned + row.commission), 0.0)
    elif is_decided(system):
        _add_hands(TheoryOfHands(system, sheet, setting), rows, bets, sums)
    else:
        _add_wheel_rounds(system, sheet, setting, rows, bets.laid, sums)


def _add_hands(hands: TheoryOfHands, rows: list[SummedRound], bets: Bets, sums: dict[Key, Sum]) -> None:
    """Compare each main bet with the expectation of best play; its return includes everything won or lost on
    it.

    Insurance and jackpot bets are bets of their own, in theory and here.
    """
    for row in rows:
        won = row.won
        for side_bets in bets.beside.get(row.id, ()):
            won -= side_bets.staked - side_bets.returned
            moments = [
                hands.side_bet_moments(side_bets.bet, cents, bets.pots.get(row.id, 0))
                for cents in side_bets.stakes
            ]
            mean, variance = sum(mean for mean, _ in moments), sum(spread for _, spread in moments)
            sums[(*row.key[:-1], side_bets.bet)].add(side_bets.staked, side_bets.returned, mean, variance)
        main_bets = [cents for _, place, cents in bets.laid.get(row.id, ()) if place != "jackpot"]
        turnover = sum(main_bets)
        moments = [hands.main_bet_moments(cents) for cents in main_bets]
        if turnover:
            mean, variance = sum(mean for mean, _ in moments), sum(spread for _, spread in moments)
            sums[row.key].add(turnover, turnover - won, mean, variance)


def _add_wheel_rounds(
    system: str,
    sheet: RuleSheet,
    setting: TableSetting,
    rows: list[SummedRound],
    laid: dict[int, list[Line]],
    sums: dict[Key, Sum],
) -> None:
    """All bets of a round depend on one outcome, so their variance is that of their sum.

    Each kind is also counted apart.
    """
    table = wheel(system, sheet.data, setting.data)
    assert table is not None
    stakes = np.zeros((len(rows), len(table.kinds)))
    for index, row in enumerate(rows):
        for _seat, place, cents in laid.get(row.id, ()):
            stakes[index, table.index[place]] += cents
    means, variances = table.moments(stakes)
    for row, mean, variance in zip(rows, means.tolist(), variances.tolist(), strict=True):
        sums[row.key].add(row.staked, row.returned, mean, variance)
    returns = table.back[[table.names[row.outcome] for row in rows]]
    for kind in dict.fromkeys(table.kinds):
        chosen = np.array([name == kind for name in table.kinds])
        stakes_of_kind = np.where(chosen, stakes, 0.0)
        rounds_with_kind = np.flatnonzero(stakes_of_kind.any(axis=1))
        if not len(rounds_with_kind):
            continue
        means, variances = table.moments(stakes_of_kind[rounds_with_kind])
        returned_of_kind = (stakes_of_kind[rounds_with_kind] * returns[rounds_with_kind]).sum(axis=1)
        for index, mean, variance, returned in zip(
            rounds_with_kind.tolist(),
            means.tolist(),
            variances.tolist(),
            returned_of_kind.tolist(),
            strict=True,
        ):
            sums[(*rows[index].key[:-1], kind)].add(
                int(stakes_of_kind[index].sum()), round(returned), mean, variance
            )
