"""Totals over any selection of a player's days: stored daily totals, and the record for later days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet, Sum
from msgspec import Struct

from players.history.daily_totals import totals_until
from players.history.models import DailyMovement, DailyPlay
from players.models import Player, PlaySession
from players.play_records import PlayTotals, play_records
from players.shared import clock
from players.wallet.models import Currency


class HistorySelection(Struct, frozen=True):
    """A selection of a history: days of Lisbon (both included), currency, game and table."""

    currency: str = "EUR"
    since: date | None = None
    until: date | None = None
    system: str = ""
    table: int = 0

    @property
    def begins(self) -> datetime | None:
        return clock.midnight(self.since) if self.since else None

    @property
    def ends(self) -> datetime | None:
        return clock.midnight(date.fromordinal(self.until.toordinal() + 1)) if self.until else None


class Flow(Struct, frozen=True):
    """The transfers of one kind in a wallet: how many, what they brought and what they took."""

    kind: str
    play: bool
    moves: int
    came: int
    went: int


LIVE_MOVED = """
SELECT kind, round IS NOT NULL, count(*), sum(came)::bigint, sum(went)::bigint FROM (
    SELECT kind, round, cents AS came, 0 AS went FROM wallet_transfer
    WHERE target_id = %(account)s AND at >= %(since)s AND at < %(until)s
    UNION ALL
    SELECT kind, round, 0, cents FROM wallet_transfer
    WHERE source_id = %(account)s AND at >= %(since)s AND at < %(until)s
) AS side GROUP BY 1, 2
"""


def played_days(player: Player, choice: HistorySelection) -> QuerySet[DailyPlay]:
    days = DailyPlay.objects.filter(player=player, currency=choice.currency)
    if choice.since:
        days = days.filter(day__gte=choice.since)
    if choice.until:
        days = days.filter(day__lte=choice.until)
    if choice.system:
        days = days.filter(system=choice.system)
    return days.filter(table=choice.table) if choice.table else days


def live_bounds(choice: HistorySelection) -> tuple[datetime | None, datetime | None] | None:
    """The part of a selection without daily totals; None if there is none."""
    until_day = totals_until()
    begins = clock.midnight(until_day) if until_day else None
    since = max((moment for moment in (begins, choice.begins) if moment), default=None)
    if since and choice.ends and choice.ends <= since:
        return None
    return since, choice.ends


def played(player: Player, choice: HistorySelection) -> PlayTotals:
    """Gains and losses over any selection of rounds.  [AR-25] [FR-R26]"""
    until_day = totals_until()
    days = played_days(player, choice).filter(day__lt=until_day) if until_day else DailyPlay.objects.none()
    stored = days.aggregate(rounds=Sum("rounds"), staked=Sum("staked"), returned=Sum("returned"))
    live = PlayTotals()
    if bounds := live_bounds(choice):
        live = play_records().totals(
            player.pk,
            currency=choice.currency,
            since=bounds[0],
            until=bounds[1],
            system=choice.system,
            table=choice.table,
        )
    return PlayTotals(
        (stored["rounds"] or 0) + live.rounds,
        (stored["staked"] or 0) + live.staked,
        (stored["returned"] or 0) + live.returned,
    )


class DayOfPlay(Struct, frozen=True):
    day: date
    totals: PlayTotals


def days_of_play(player: Player, currency: str, first: date) -> dict[date, PlayTotals]:
    """What a player played since the first day, by the days on which they did."""
    until_day = totals_until()
    since = max(first, until_day) if until_day else first
    stored = played_days(player, HistorySelection(currency, since=first)).filter(day__lt=since).order_by()
    sums = stored.values_list("day").annotate(Sum("rounds"), Sum("staked"), Sum("returned"))
    by_day = {day: PlayTotals(*totals) for day, *totals in sums}
    by_day |= play_records().totals_by_day(player.pk, currency=currency, since=clock.midnight(since))
    return by_day


def play_by_day(player: Player, currency: str, days: int, now: datetime | None = None) -> list[DayOfPlay]:
    """What a player played on each of the last days, today included."""
    today = clock.day_of(now or clock.now())
    first = date.fromordinal(today.toordinal() - days + 1)
    by_day = days_of_play(player, currency, first)
    shown = (date.fromordinal(first.toordinal() + count) for count in range(days))
    return [DayOfPlay(day, by_day.get(day, PlayTotals())) for day in shown]


def played_for(player: Player) -> str:
    """The default currency of a player's history: credits if the player never played for money."""
    currencies = set(
        PlaySession.objects.filter(player=player).order_by().values_list("currency", flat=True).distinct()
    )
    return Currency.DEMO if currencies == {Currency.DEMO} else Currency.EUR


def flows(account: int, choice: HistorySelection) -> list[Flow]:
    """What transfers of each kind moved through a wallet in a selection of days."""
    until_day = totals_until()
    days = (
        DailyMovement.objects.filter(account=account, day__lt=until_day)
        if until_day
        else DailyMovement.objects.none()
    )
    if choice.since:
        days = days.filter(day__gte=choice.since)
    if choice.until:
        days = days.filter(day__lte=choice.until)
    rows = list(days.values_list("kind", "play").annotate(Sum("moves"), Sum("came"), Sum("went")))
    if bounds := live_bounds(choice):
        with connection.cursor() as cursor:
            since, until = bounds
            cursor.execute(
                LIVE_MOVED, {"since": since or "-infinity", "until": until or "infinity", "account": account}
            )
            rows += cursor.fetchall()
    return merged(rows)


def merged(rows: Iterable[tuple[Any, ...]]) -> list[Flow]:
    sums: dict[tuple[str, bool], list[int]] = {}
    for kind, play, *figures in rows:
        so_far = sums.setdefault((kind, play), [0, 0, 0])
        for index, figure in enumerate(figures):
            so_far[index] += int(figure)
    flows = [Flow(kind, play, *figures) for (kind, play), figures in sums.items()]
    return sorted(flows, key=lambda flow: (flow.play, -flow.came, flow.kind))


# What players deposit and withdraw. Corrections and the opening balance of the demonstration are neither.
DEPOSITED_OR_WITHDRAWN = ("deposit", "withdrawal", "withdrawal-back")


def net_deposits(account: int) -> int:
    """Deposits credited less withdrawals since the account was opened, also those on their way.

    The cashier comes to the same by its payments. It may be below zero.
    """
    moved = flows(account, HistorySelection())
    return sum(flow.came - flow.went for flow in moved if flow.kind in DEPOSITED_OR_WITHDRAWN)
