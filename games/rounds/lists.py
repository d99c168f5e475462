"""A player's rounds and play sessions, newest first, a page at a time: as quick for a hundred thousand as for ten."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.models import Stake
from players.history.daily_totals import totals_until
from players.history.totals import Choice, played_days
from players.models import Player, PlaySession
from players.shared import clock

DAYS = 31  # days looked at to find where a page of a choice ends


def rounds_list(
    player: Player, choice: Choice, place: tuple[datetime, int] | None = None, *, limit: int
) -> list[Stake]:
    """The rounds of a choice before a place.  [AR-24] [FR-R25]"""
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
        at, id = place
        stakes = stakes.filter(at__lte=at).exclude(at=at, id__gte=id)
    since = _not_before(player, choice, place, limit)
    if since:
        stakes = stakes.filter(at__gte=since)
    return list(stakes.order_by("-at", "-id")[:limit])


def _not_before(
    player: Player, choice: Choice, place: tuple[datetime, int] | None, limit: int
) -> datetime | None:
    """The moment before which nothing of this page stands: the folded days know how many rounds of the choice each of them holds.

    Without it, the rounds of a game that somebody seldom plays would be sought among all the others.
    """
    upto = totals_until()
    if upto is None:
        return choice.begins
    days = played_days(player, choice).filter(day__lt=upto)
    if place:
        days = days.filter(day__lte=clock.day_of(place[0]))
    found = 0
    # The day of the place itself is not counted: part of it stands on the page before.
    here = clock.day_of(place[0]) if place else None
    for day, rounds in days.order_by("-day").values_list("day", "rounds")[: limit + DAYS]:
        found += 0 if day == here else rounds
        if found >= limit:
            return clock.midnight(day)
    return choice.begins


def sessions_list(
    player: Player, choice: Choice, before: int | None = None, *, limit: int
) -> list[PlaySession]:
    """The stays of a choice.  [AR-26] [FR-R27]"""
    return list(sessions_of(player, choice, before)[:limit])


def sessions_of(player: Player, choice: Choice, before: int | None = None) -> QuerySet[PlaySession]:
    stays = PlaySession.objects.filter(player=player, currency=choice.currency).order_by("-id")
    if choice.system:
        stays = stays.filter(system=choice.system)
    if choice.table:
        stays = stays.filter(table=choice.table)
    if choice.begins:
        stays = stays.filter(started__gte=choice.begins)
    if choice.ends:
        stays = stays.filter(started__lt=choice.ends)
    return stays if before is None else stays.filter(pk__lt=before)
