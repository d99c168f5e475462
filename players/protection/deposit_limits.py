"""Decides whether a player may deposit now, and how much.

The cashier calls it inside the transaction that moves the money.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.db import connection
from msgspec import Struct

from players.protection.eligibility import NO_LIST, PeriodUse, lowest_remaining
from players.protection.models import DepositHold, Habits
from players.shared import clock
from players.shared.bulk_copy import array_literal


class DepositEligibility(Struct, frozen=True):
    """Whether a deposit is allowed; if it is not, why."""

    # One of these codes, or empty: closed, suspended, excluded, paused, unverified, no-national-list,
    # deposits-held, limits-unasked, limit.
    refusal: str = ""
    remaining: int | None = None  # cents that the limits leave; None: no limit
    limit: str = ""  # the limit that leaves the least: day, week, month

    def __bool__(self) -> bool:
        return not self.refusal


class DepositTotals(Protocol):
    """A player's deposits. The cashier registers its implementation at startup."""

    def __call__(
        self, player: int, starts: Mapping[str, datetime], excluded_payment: UUID | None
    ) -> tuple[dict[str, int], int]:
        """The cents credited since each start, by its name, and the cents pending, without
        `excluded_payment`.
        """


_deposit_totals: list[DepositTotals] = []


def register_deposit_totals(totals: DepositTotals) -> None:
    _deposit_totals[:] = [totals]


STATE = """
SELECT status, excluded, paused, EXISTS (SELECT FROM protection_nationalfeed WHERE loaded IS NOT NULL)
FROM protection_standing(%s::bigint[], 'DEMO', %s, NULL)
"""
LIMITS = """
SELECT DISTINCT ON (period) period, value FROM protection_limit
WHERE player_id = %s AND kind = 'deposit' AND starts <= %s AND cancelled IS NULL
ORDER BY period, starts DESC, id DESC
"""


def deposited_by_period(
    player: int, now: datetime, excluded_payment: UUID | None = None
) -> tuple[dict[str, int], int]:
    """The cents credited in each current period, and the cents pending."""
    starts = {period: clock.start_of(now, period) for period in clock.PERIODS}
    return _deposit_totals[0](player, starts, excluded_payment)


def remaining_deposit(
    player: int, now: datetime, excluded_payment: UUID | None = None
) -> tuple[int | None, str]:
    """The cents that the lowest limit leaves, and its period; None without limits."""
    with connection.cursor() as cursor:
        cursor.execute(LIMITS, [player, now])
        limits = dict(cursor.fetchall())
    if not any(limit is not None for limit in limits.values()):
        return None, ""
    credited, pending = deposited_by_period(player, now, excluded_payment)
    periods = [PeriodUse(period, limits.get(period), credited[period]) for period in clock.PERIODS]
    return lowest_remaining(periods, pending)


def may_deposit(
    player: int, cents: int, *, excluded_payment: UUID | None = None, require_limits_answer: bool = True
) -> DepositEligibility:
    """Decides whether the player may deposit this amount now.

    `excluded_payment` is the pending payment that is being decided: it does not count against itself. A
    player must have answered the question about limits before paying, but money that has arrived is not
    refused for that.
    """
    now = clock.now()
    if refusal := _account_refusal(player):
        return DepositEligibility(refusal)
    if DepositHold.objects.filter(player=player, released=None).exists():
        return DepositEligibility("deposits-held")
    if require_limits_answer and not has_answered_limits(player):
        return DepositEligibility("limits-unasked")
    remaining, limit = remaining_deposit(player, now, excluded_payment)
    exceeded = remaining is not None and cents > remaining
    return DepositEligibility("limit" if exceeded else "", remaining, limit)


def _account_refusal(player: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute(STATE, [array_literal([player]), clock.override()])
        status, excluded, paused, list_loaded = cursor.fetchone()
    if status in ("closed", "suspended"):
        return str(status)
    if excluded:
        return "excluded"
    if paused:
        return "paused"
    if not list_loaded:
        return NO_LIST
    return "" if status == "active" else "unverified"


def has_answered_limits(player: int) -> bool:
    """Whether the player was asked for limits before the first deposit, and answered."""
    return Habits.objects.filter(player=player, limits_answered__isnull=False).exists()
