"""The totals of a player's deposits, for the deposit limits of `players.protection`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import connection

# A credited deposit counts in the periods that contain the time of its credit. A pending deposit counts in
# every period until it is credited or fails.
TOTALS = """
SELECT coalesce(sum(cents) FILTER (WHERE status = 'paid' AND credited >= %(day)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE status = 'paid' AND credited >= %(week)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE status = 'paid' AND credited >= %(month)s), 0)::bigint,
       coalesce(sum(cents) FILTER (
           WHERE status IN ('asked', 'pending') AND id IS DISTINCT FROM %(excluded_payment)s), 0)::bigint
FROM cashier_payment
WHERE player_id = %(player)s AND direction = 'deposit'
  AND (status IN ('asked', 'pending') OR (status = 'paid' AND credited >= least(%(week)s, %(month)s)))
"""


def deposit_totals(
    player: int, starts: Mapping[str, datetime], excluded_payment: UUID | None
) -> tuple[dict[str, int], int]:
    """The cents credited in each period and the cents pending.

    `excluded_payment` is the one that is being decided.
    """
    with connection.cursor() as cursor:
        cursor.execute(TOTALS, {**starts, "player": player, "excluded_payment": excluded_payment})
        day, week, month, pending = cursor.fetchone()
    return {"day": day, "week": week, "month": month}, pending
