"""A player's rounds and play sessions, newest first, one page at a time.

The time for a page does not depend on how many there are.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.models import Stake
from players.history.daily_totals import totals_until
from players.history.totals import HistorySelection, played_days
from players.models import Player, PlaySession
from players.shared import clock

DAYS = 31  # days read to find where a page of a choice ends


def rounds_list(
    player: Player, choice: HistorySelection, place: tuple[datetime, int] | None = None, *, limit: int
) -> list[Stake]:
    """The rounds of a choice that are older than `place`.  [AR-24] [FR-R25]"""
    stakes = Stake.objects.filter(player=player, round__table__currency=choice.currency).select_related(
        "round__table"
    )
    if choice.system:
        stakes = stakes.filter(round__table__system=choice.system)
    if choice.table:
        stakes = stakes.filter(round__table=choice.table)
    if choice.ends:
        stakes = stakes.filter(at__lt=choice.ends)
    if place:
        at, stake_id = place
        stakes = stakes.filter(at__lte=at).exclude(at=at, id__gte=stake_id)
    since = _not_before(player, choice, place, limit)
    if since:
        stakes = stakes.filter(at__gte=since)
    return list(stakes.order_by("-at", "-id")[:limit])


def _not_before(
    player: Player, choice: HistorySelection, place: tuple[datetime, int] | None, limit: int
) -> datetime | None:
    """The earliest time that this page can need, from the daily totals.

    Without it, the database would look for the rounds of a rarely played game among all the others.
    """
    upto = totals_until()
    if upto is None:
        return choice.begins
    days = played_days(player, choice).filter(day__lt=upto)
    if place:
        days = days.filter(day__lte=clock.day_of(place[0]))
    total = 0
    # The day of `place` is not counted, because part of it is on the page before.
    partial_day = clock.day_of(place[0]) if place else None
    for day, rounds in days.order_by("-day").values_list("day", "rounds")[: limit + DAYS]:
        total += 0 if day == partial_day else rounds
        if total >= limit:
            return clock.midnight(day)
    return choice.begins


def sessions_list(
    player: Player, choice: HistorySelection, before: int | None = None, *, limit: int
) -> list[PlaySession]:
    """The play sessions of a choice.  [AR-26] [FR-R27]"""
    return list(sessions_of(player, choice, before)[:limit])


def sessions_of(player: Player, choice: HistorySelection, before: int | None = None) -> QuerySet[PlaySession]:
    sessions = PlaySession.objects.filter(player=player, currency=choice.currency).order_by("-id")
    if choice.system:
        sessions = sessions.filter(system=choice.system)
    if choice.table:
        sessions = sessions.filter(table=choice.table)
    if choice.begins:
        sessions = sessions.filter(started__gte=choice.begins)
    if choice.ends:
        sessions = sessions.filter(started__lt=choice.ends)
    return sessions if before is None else sessions.filter(pk__lt=before)
