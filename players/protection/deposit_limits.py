"""May this player deposit now, and how much: asked by the cashier inside the transaction that moves the money."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.db import connection
from msgspec import Struct

from players.protection.eligibility import NO_LIST, lowest
from players.protection.models import Habits
from players.shared import clock
from players.shared.bulk_copy import array_literal


class DepositEligibility(Struct, frozen=True):
    """Yes, or no and why: a code and what the sentence names."""

    refused: str = (
        ""  # closed, suspended, excluded, paused, unverified, no-national-list, limits-unasked, limit
    )
    left: int | None = None  # cents that the limits leave; None: no limit
    limit: str = ""  # day, week, month

    def __bool__(self) -> bool:
        return not self.refused


class DepositTotals(Protocol):
    """What the cashier knows of a player's deposits: it registers its implementation at startup."""

    def __call__(
        self, player: int, starts: Mapping[str, datetime], but: UUID | None
    ) -> tuple[dict[str, int], int]:
        """The cents credited since each of these moments, by their names; and what is on its way, without the payment `but`."""


_deposit_totals: list[DepositTotals] = []


def register_deposit_totals(totals: DepositTotals) -> None:
    _deposit_totals[:] = [totals]


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
    return _deposit_totals[0](player, starts, but)


def left(player: int, now: datetime, but: UUID | None = None) -> tuple[int | None, str]:
    with connection.cursor() as cursor:
        cursor.execute(LIMITS, [player, now])
        values = dict(cursor.fetchall())
    if not any(value is not None for value in values.values()):
        return None, ""
    sums, coming = used(player, now, but)
    return lowest([(period, values.get(period), sums[period]) for period in clock.PERIODS], coming)


def may_deposit(
    player: int, cents: int, *, but: UUID | None = None, asking: bool = True
) -> DepositEligibility:
    """Whether so much may come in now. A deposit that is on its way already (`but`) is not counted against itself.

    Whether the limits were asked about matters before somebody pays, and no more when the money is there.
    """
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(STATE, [array_literal([player]), clock.override()])
        status, excluded, paused, list_loaded = cursor.fetchone()
    if status in ("closed", "suspended"):
        return DepositEligibility(status)
    if excluded:
        return DepositEligibility("excluded")
    if paused:
        return DepositEligibility("paused")
    if not list_loaded:
        return DepositEligibility(NO_LIST)
    if status != "active":
        return DepositEligibility("unverified")
    if asking and not Habits.objects.filter(player=player, limits_answered__isnull=False).exists():
        return DepositEligibility("limits-unasked")
    rest, which = left(player, now, but)
    return (
        DepositEligibility("limit", rest, which)
        if rest is not None and cents > rest
        else DepositEligibility("", rest, which)
    )
