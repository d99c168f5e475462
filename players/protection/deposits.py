"""May this player deposit now, and how much: asked by the cashier inside the transaction that moves the money."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import connection
from msgspec import Struct

from players import clock
from players.protection.models import Habits
from players.protection.standings import NO_LIST, lowest
from players.wallet.sets import array


class Answer(Struct, frozen=True):
    """Yes, or no and why: a code and what the sentence names."""

    refused: str = (
        ""  # closed, suspended, excluded, paused, unverified, no-national-list, limits-unasked, limit
    )
    left: int | None = None  # cents that the limits leave; None: no limit
    limit: str = ""  # day, week, month

    def __bool__(self) -> bool:
        return not self.refused


# What came in counts on the day on which it came in; what is on its way counts in every period, until it has come or has failed.
SUMS = """
SELECT coalesce(sum(cents) FILTER (WHERE status = 'paid' AND credited >= %(day)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE status = 'paid' AND credited >= %(week)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE status = 'paid' AND credited >= %(month)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE status IN ('asked', 'pending') AND id IS DISTINCT FROM %(but)s), 0)::bigint
FROM cashier_payment
WHERE player_id = %(player)s AND direction = 'deposit'
  AND (status IN ('asked', 'pending') OR (status = 'paid' AND credited >= least(%(week)s, %(month)s)))
"""
STATE = """
SELECT status, excluded, paused, EXISTS (SELECT FROM protection_nationalfeed WHERE loaded IS NOT NULL)
FROM protection_standing(%s::bigint[], 'DEMO', %s)
"""
LIMITS = """
SELECT DISTINCT ON (period) period, value FROM protection_limit
WHERE player_id = %s AND kind = 'deposit' AND starts <= %s AND cancelled IS NULL ORDER BY period, starts DESC, id DESC
"""


def used(player: int, now: datetime, but: UUID | None = None) -> tuple[dict[str, int], int]:
    """What was deposited in each period until now, and what is still on its way."""
    starts = {period: clock.start_of(now, period) for period in clock.PERIODS}
    with connection.cursor() as cursor:
        cursor.execute(SUMS, {**starts, "player": player, "but": but})
        *sums, coming = cursor.fetchone()
    return dict(zip(clock.PERIODS, sums, strict=True)), coming


def left(player: int, now: datetime, but: UUID | None = None) -> tuple[int | None, str]:
    with connection.cursor() as cursor:
        cursor.execute(LIMITS, [player, now])
        values = dict(cursor.fetchall())
    if not any(value is not None for value in values.values()):
        return None, ""
    sums, coming = used(player, now, but)
    return lowest([(period, values.get(period), sums[period]) for period in clock.PERIODS], coming)


def may_deposit(player: int, cents: int, *, but: UUID | None = None, asking: bool = True) -> Answer:
    """Whether so much may come in now. A deposit that is on its way already (`but`) is not counted against itself.

    Whether the limits were asked about matters before somebody pays, and no more when the money is there.
    """
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(STATE, [array([player]), clock.held()])
        status, excluded, paused, list_loaded = cursor.fetchone()
    if status in ("closed", "suspended"):
        return Answer(status)
    if excluded:
        return Answer("excluded")
    if paused:
        return Answer("paused")
    if not list_loaded:
        return Answer(NO_LIST)
    if status != "active":
        return Answer("unverified")
    if asking and not Habits.objects.filter(player=player, limits_answered__isnull=False).exists():
        return Answer("limits-unasked")
    rest, which = left(player, now, but)
    return Answer("limit", rest, which) if rest is not None and cents > rest else Answer("", rest, which)
