"""Pauses and exclusions: how somebody is kept from play, by own wish or by the national list, and how that ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from players.audit import note
from players.inbox import tell
from players.models import Player
from players.protection.limits import wallet_lock
from players.protection.models import Exclusion, Pause, Report
from players.shared import clock
from players.signals import request_disconnect

# The shortest and the longest pause, in days; what is longer is an exclusion.
PAUSE_DAYS = (1, 42)
PAUSES = (1, 3, 7, 14, 28, 42)
# An exclusion lasts so many months at least, and its early end comes so long after the notice.
EXCLUSION_MONTHS = 3
NOTICE_MONTHS = 1
EXCLUSIONS = (3, 6, 12, 24)
REPORT_WITHIN = timedelta(hours=24)
# What would end no later than so much after what runs already is the same wish asked again, and leaves no second row.
SAME_PAUSE = timedelta(hours=1)
SAME_EXCLUSION = timedelta(days=1)


class TooShort(Exception):
    """A pause or an exclusion outside its bounds."""


def pause_of(player: Player, now: datetime | None = None) -> Pause | None:
    now = now or clock.now()
    return Pause.objects.filter(player=player, starts__lte=now, ends__gt=now).order_by("-ends").first()


def exclusions_of(player: Player, now: datetime | None = None) -> list[Exclusion]:
    """Those that hold now, the longest first."""
    now = now or clock.now()
    found = Exclusion.objects.filter(Q(ends=None) | Q(ends__gt=now), player=player, starts__lte=now)
    return sorted(
        found,
        key=lambda exclusion: (
            exclusion.ends is not None,
            -exclusion.ends.timestamp() if exclusion.ends else 0,
        ),
    )


def exclusion_details(player: Player | None) -> dict[str, str]:
    """What a sign-in records of an exclusion: the national list, the player's own wish, or nothing.  [903-B 5.2.1.6]"""
    exclusions = exclusions_of(player) if player is not None else []
    sources = {exclusion.source for exclusion in exclusions}
    if Exclusion.Source.NATIONAL in sources:
        return {"excluded": Exclusion.Source.NATIONAL.value}
    return {"excluded": next(iter(sources), "")}


@transaction.atomic
def pause_begin(player: Player, days: int, request: Any = None) -> Pause:
    """Begins at once; a bet that lies is played out, then the stays at tables end."""
    if not PAUSE_DAYS[0] <= days <= PAUSE_DAYS[1]:
        raise TooShort
    wallet_lock(player.pk)
    now = clock.now()
    running = pause_of(player, now)
    ends = clock.later_by_days(now, days)
    if ends - now < timedelta(hours=24):
        ends = now + timedelta(
            hours=24
        )  # the night of the change in spring takes an hour from nobody's pause
    if running is not None and running.ends >= ends - SAME_PAUSE:
        return running
    pause = Pause.objects.create(player=player, starts=now, ends=ends)
    note("pauses.begun", player=player, request=request, about=f"pause:{pause.pk}", until=ends)
    tell(player, "pause-begun", until=ends)
    request_disconnect("paused", player=player.pk, leave="excluded")
    return pause


@transaction.atomic
def exclusion_begin(player: Player, months: int | None, request: Any = None) -> Exclusion:
    """By own wish: to a date three months away at least, or without end. What lies on a table is played out."""
    if months is not None and months < EXCLUSION_MONTHS:
        raise TooShort
    wallet_lock(player.pk)
    now = clock.now()
    ends = None if months is None else clock.later_by_months(now, months)
    for running in exclusions_of(player, now):
        if running.source == Exclusion.Source.OWN and (
            running.ends is None or (ends is not None and running.ends >= ends - SAME_EXCLUSION)
        ):
            return running
    exclusion = Exclusion.objects.create(player=player, starts=now, ends=ends, asked_until=ends)
    _report(exclusion, Report.Kind.BEGUN, now)
    note("exclusions.begun", player=player, request=request, about=f"exclusion:{exclusion.pk}", until=ends)
    if ends is None:
        tell(player, "exclusion-without-end")
    else:
        tell(player, "exclusion-begun", until=ends)
    request_disconnect("excluded", player=player.pk, leave="excluded")
    return exclusion


def early_end(exclusion: Exclusion, noticed: datetime) -> datetime:
    """When a notice given then would end it: a month later, never before three months are over, never after its own end."""
    end = max(
        clock.later_by_months(noticed, NOTICE_MONTHS),
        clock.later_by_months(exclusion.starts, EXCLUSION_MONTHS),
    )
    return end if exclusion.ends is None else min(end, exclusion.ends)


@transaction.atomic
def exclusion_notice(exclusion: int, player: Player, request: Any = None) -> Exclusion | None:
    """The player asks for an early end. An exclusion of the national list is ended there, and not here."""
    now = clock.now()
    found = (
        Exclusion.objects.select_for_update()
        .filter(
            Q(ends=None) | Q(ends__gt=now),
            pk=exclusion,
            player=player,
            source=Exclusion.Source.OWN,
            noticed=None,
            paid_out=None,
        )
        .first()
    )
    if found is None:
        return None
    found.ends, found.noticed = early_end(found, now), now
    found.save(update_fields=["ends", "noticed"])
    _report(found, Report.Kind.CHANGED, now)
    note(
        "exclusions.early-end-asked",
        player=player,
        request=request,
        about=f"exclusion:{found.pk}",
        until=found.ends,
    )
    tell(player, "exclusion-early-end", until=found.ends)
    return found


def _report(exclusion: Exclusion, kind: str, now: datetime) -> None:
    """Within a day the national list hears of it: the row stays until it has."""
    Report.objects.create(exclusion=exclusion, kind=kind, due=now + REPORT_WITHIN)


def absences_ended() -> int:
    """Tells players whose pause or exclusion is over. Nothing waits for it: both end by the hour alone."""
    now, told = clock.now(), 0
    for model, kind in ((Pause, "pause"), (Exclusion, "exclusion")):
        for pk in list(model.objects.filter(told=False, ends__lte=now).values_list("pk", flat=True)[:500]):
            with transaction.atomic():
                waiting = model.objects.select_for_update(skip_locked=True, of=("self",)).filter(
                    pk=pk, told=False
                )
                found = waiting.select_related("player").first()
                if found is None:
                    continue
                model.objects.filter(pk=pk).update(told=True)
                note(f"{kind}s.ended", player=found.player, about=f"{kind}:{pk}")
                if not exclusions_of(found.player, now) and pause_of(found.player, now) is None:
                    tell(found.player, f"{kind}-ended")
                told += 1
    return told
