"""Which transfers and events are in the database, and which are in the archive alone.

Months older than 24 may be detached (`manage.py archive --detach`, an optional app). Complete checks then
begin where they end, with the sums and the heads of the chains that were stored when they were detached.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db.models import Max

from players.audit.models import DetachedPart
from players.shared import clock

MONTHS_ONLINE = 24


def online_since() -> datetime | None:
    """Transfers and events before it are in the archive alone. None if all are in the database."""
    until: datetime | None = DetachedPart.objects.aggregate(until=Max("until"))["until"]
    return until


def last_detached() -> DetachedPart | None:
    return DetachedPart.objects.order_by("until").last()


def is_archived(moment: datetime) -> bool:
    """Whether the transfers and events of that moment are in the archive alone. Recent ones need no query."""
    # Without a query, so not to the second: thirty days are less than a month on average.
    now = clock.override() or datetime.now(UTC)
    if moment > now - timedelta(days=30 * MONTHS_ONLINE):
        return False
    since = online_since()
    return since is not None and moment < since


def oldest_online() -> datetime:
    """Since when everything is in the database in any case."""
    return clock.midnight(clock.months_after(clock.first_day(clock.now(), "month"), -MONTHS_ONLINE))
