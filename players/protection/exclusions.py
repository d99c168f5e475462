"""Pauses and exclusions: by the player's own decision or by the national list, and how they end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from msgspec import Struct
from msgspec.structs import asdict

from players.audit import note
from players.inbox import send_message
from players.models import Player, PlaySession
from players.protection.limits import lock_wallet
from players.protection.models import AbsenceAfterHand, Exclusion, Pause, Report
from players.shared import clock
from players.signals import request_disconnect

# The shortest and the longest pause, in days. Anything longer is an exclusion.
PAUSE_DAYS = (1, 42)
PAUSE_CHOICES = (1, 3, 7, 14, 28, 42)
# The shortest exclusion, and the time between the request for an early end and that end.
EXCLUSION_MONTHS = 3
NOTICE_MONTHS = 1
EXCLUSION_CHOICES = (3, 6, 12, 24)
REPORT_WITHIN = timedelta(hours=24)
# A request whose end is later than the running one's by no more than this repeats it and adds no row.
SAME_PAUSE = timedelta(hours=1)
SAME_EXCLUSION = timedelta(days=1)


class Said(Struct, frozen=True):
    """What a player says of an own exclusion, for the regulator. Empty where nothing is said."""

    reason: str = ""
    occupation: str = ""


NOTHING = Said()


class InvalidDuration(Exception):
    """A pause or an exclusion outside its bounds."""


def pause_of(player: Player, now: datetime | None = None) -> Pause | None:
    """The pause in force that ends last."""
    now = now or clock.now()
    return Pause.objects.filter(player=player, starts__lte=now, ends__gt=now).order_by("-ends").first()


def is_kept_from_play(player: Player) -> bool:
    """Whether a pause or an exclusion is in force, or begins after the hand, in one query."""
    now = clock.now()
    pauses = Pause.objects.filter(player=player, starts__lte=now, ends__gt=now)
    exclusions = Exclusion.objects.filter(Q(ends=None) | Q(ends__gt=now), player=player, starts__lte=now)
    waiting = AbsenceAfterHand.objects.filter(player=player, begun=None)
    kept = Exists(pauses) | Exists(exclusions) | Exists(waiting)
    return Player.objects.filter(kept, pk=player.pk).exists()


def is_excluded() -> Exists:
    """The condition for queries of players: an exclusion is in force."""
    now = clock.now()
    return Exists(
        Exclusion.objects.filter(Q(ends=None) | Q(ends__gt=now), player=OuterRef("pk"), starts__lte=now)
    )


def is_paused() -> Exists:
    """The condition for queries of players: a pause is in force."""
    now = clock.now()
    return Exists(Pause.objects.filter(player=OuterRef("pk"), starts__lte=now, ends__gt=now))


def is_leaving() -> Exists:
    """The condition for queries of players: a pause or an exclusion begins when their hands are over."""
    return Exists(AbsenceAfterHand.objects.filter(player=OuterRef("pk"), begun=None))


def exclusions_of(player: Player, now: datetime | None = None) -> list[Exclusion]:
    """The exclusions in force, the longest first."""
    now = now or clock.now()
    exclusions = Exclusion.objects.filter(Q(ends=None) | Q(ends__gt=now), player=player, starts__lte=now)
    return sorted(
        exclusions,
        key=lambda exclusion: (
            exclusion.ends is not None,
            -exclusion.ends.timestamp() if exclusion.ends else 0,
        ),
    )


def exclusion_details(player: Player | None) -> dict[str, str]:
    """What a sign-in records of an exclusion: the national list, the player's own decision, or nothing.
    [903-B 5.2.1.6]
    """
    exclusions = exclusions_of(player) if player is not None else []
    sources = {exclusion.source for exclusion in exclusions}
    if Exclusion.Source.NATIONAL in sources:
        return {"excluded": Exclusion.Source.NATIONAL.value}
    return {"excluded": next(iter(sources), "")}


@transaction.atomic
def begin_pause(player: Player, days: int, request: Any = None) -> Pause:
    """Begins a pause at once.

    A hand in play keeps its times and every decision that stakes nothing more; then the player's table
    sessions end (A84).
    """
    if not PAUSE_DAYS[0] <= days <= PAUSE_DAYS[1]:
        raise InvalidDuration
    lock_wallet(player.pk)
    now = clock.now()
    running = pause_of(player, now)
    ends = clock.later_by_days(now, days)
    if ends - now < timedelta(hours=24):
        # When the clocks go forward, a local day has 23 hours; a pause never lasts less than 24.
        ends = now + timedelta(hours=24)
    if running is not None and running.ends >= ends - SAME_PAUSE:
        _end_requested_absence(player, AbsenceAfterHand.Kind.PAUSE, now)
        return running
    pause = Pause.objects.create(player=player, starts=now, ends=ends)
    _end_requested_absence(player, AbsenceAfterHand.Kind.PAUSE, now)
    note("pauses.begun", player=player, request=request, about=f"pause:{pause.pk}", until=ends)
    send_message(player, "pause-begun", until=ends)
    request_disconnect("paused", player=player.pk, leave="excluded")
    return pause


@transaction.atomic
def begin_exclusion(
    player: Player, months: int | None, request: Any = None, said: Said = NOTHING
) -> Exclusion:
    """Begins a self-exclusion of at least three months, or without end.

    A hand in play keeps its times and every decision that stakes nothing more (A84).
    """
    if months is not None and months < EXCLUSION_MONTHS:
        raise InvalidDuration
    lock_wallet(player.pk)
    now = clock.now()
    ends = None if months is None else clock.later_by_months(now, months)
    for running in exclusions_of(player, now):
        if running.source == Exclusion.Source.OWN and (
            running.ends is None or (ends is not None and running.ends >= ends - SAME_EXCLUSION)
        ):
            _end_requested_absence(player, AbsenceAfterHand.Kind.EXCLUSION, now)
            return running
    exclusion = Exclusion.objects.create(
        player=player, starts=now, ends=ends, requested_until=ends, **asdict(said)
    )
    _end_requested_absence(player, AbsenceAfterHand.Kind.EXCLUSION, now)
    _create_report(exclusion, Report.Kind.BEGUN, now)
    note("exclusions.begun", player=player, request=request, about=f"exclusion:{exclusion.pk}", until=ends)
    if ends is None:
        send_message(player, "exclusion-without-end")
    else:
        send_message(player, "exclusion-begun", until=ends)
    request_disconnect("excluded", player=player.pk, leave="excluded")
    return exclusion


def _end_requested_absence(player: Player, kind: str, now: datetime) -> None:
    """What was to begin after the hand has begun."""
    AbsenceAfterHand.objects.filter(player=player, kind=kind, begun=None).update(begun=now)


# --- After the hand


def requested_absences(player: Player) -> list[AbsenceAfterHand]:
    """The pause and the exclusion that begin when the player's hands are over."""
    return list(AbsenceAfterHand.objects.filter(player=player, begun=None).order_by("kind"))


@transaction.atomic
def request_after_hand(
    player: Player, kind: str, length: int | None, request: Any = None, said: Said = NOTHING
) -> bool:
    """Asks for a pause (`length` in days) or an exclusion (in months; None: without end) that begins when the
    hands in play are over (A85). Whether it waits: without a seat at any table it begins at once.

    From now on the player begins nothing new. The tables and the schedule do the rest: no page has to stay
    open for it.
    """
    _check_length(kind, length)
    lock_wallet(player.pk)
    if not PlaySession.objects.filter(player=player, ended=None).exists():
        _begin(player, kind, length, request, said)
        return False
    now = clock.now()
    absence, created = AbsenceAfterHand.objects.get_or_create(
        player=player,
        kind=kind,
        begun=None,
        defaults={"length": length, "requested_at": now, **asdict(said)},
    )
    is_longer = absence.length is not None and (length is None or length > absence.length)
    if not created and not is_longer:
        return True
    if is_longer:
        absence.length = length
        absence.save(update_fields=["length"])
    note(
        f"{kind}s.asked-after-hand",
        player=player,
        request=request,
        about=f"absence:{absence.pk}",
        length=length,
    )
    request_disconnect("absence-asked", player=player.pk, leave="excluded")
    return True


def _check_length(kind: str, length: int | None) -> None:
    if kind == AbsenceAfterHand.Kind.PAUSE:
        if length is None or not PAUSE_DAYS[0] <= length <= PAUSE_DAYS[1]:
            raise InvalidDuration
    elif length is not None and length < EXCLUSION_MONTHS:
        raise InvalidDuration


def _begin(
    player: Player, kind: str, length: int | None, request: Any = None, said: Said = NOTHING
) -> Pause | Exclusion:
    if kind == AbsenceAfterHand.Kind.PAUSE:
        assert length is not None
        return begin_pause(player, length, request)
    return begin_exclusion(player, length, request, said)


def begin_requested_absences() -> int:
    """Begins each absence whose player has no table session open any more: the hands in play are over."""
    seated = PlaySession.objects.filter(player=OuterRef("player"), ended=None)
    due = AbsenceAfterHand.objects.filter(~Exists(seated), begun=None).values_list("pk", flat=True)
    return sum(_begin_requested(pk) for pk in list(due[:500]))


@transaction.atomic
def _begin_requested(pk: int) -> int:
    waiting = AbsenceAfterHand.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        pk=pk, begun=None
    )
    absence = waiting.select_related("player").first()
    if absence is None:
        return 0
    said = Said(reason=absence.reason, occupation=absence.occupation)
    _begin(absence.player, absence.kind, absence.length, said=said)
    return 1


def early_end_of(exclusion: Exclusion, requested: datetime) -> datetime:
    """The end after a request at this time: a month later, not before three months are over, not after the
    planned end.
    """
    end = max(
        clock.later_by_months(requested, NOTICE_MONTHS),
        clock.later_by_months(exclusion.starts, EXCLUSION_MONTHS),
    )
    return end if exclusion.ends is None else min(end, exclusion.ends)


@transaction.atomic
def request_early_end(exclusion_id: int, player: Player, request: Any = None) -> Exclusion | None:
    """Requests an early end of a self-exclusion.

    An exclusion by the national list can be ended by the list only.
    """
    now = clock.now()
    exclusion = (
        Exclusion.objects.select_for_update()
        .filter(
            Q(ends=None) | Q(ends__gt=now),
            pk=exclusion_id,
            player=player,
            source=Exclusion.Source.OWN,
            noticed=None,
            paid_out=None,
        )
        .first()
    )
    if exclusion is None:
        return None
    exclusion.ends, exclusion.noticed = early_end_of(exclusion, now), now
    exclusion.save(update_fields=["ends", "noticed"])
    _create_report(exclusion, Report.Kind.CHANGED, now)
    note(
        "exclusions.early-end-asked",
        player=player,
        request=request,
        about=f"exclusion:{exclusion.pk}",
        until=exclusion.ends,
    )
    send_message(player, "exclusion-early-end", until=exclusion.ends)
    return exclusion


def _create_report(exclusion: Exclusion, kind: str, now: datetime) -> None:
    """Queues a report to the national list, which must be sent within a day."""
    Report.objects.create(exclusion=exclusion, kind=kind, due=now + REPORT_WITHIN)


def announce_absence_ends() -> int:
    """Tells players that a pause or an exclusion is over.

    Both end at their hour, whether or not this runs.
    """
    now, announced = clock.now(), 0
    for model, kind in ((Pause, "pause"), (Exclusion, "exclusion")):
        for pk in list(
            model.objects.filter(notified=False, ends__lte=now).values_list("pk", flat=True)[:500]
        ):
            announced += _announce_absence_end(model, kind, pk, now)
    return announced


@transaction.atomic
def _announce_absence_end(model: type[Pause | Exclusion], kind: str, pk: int, now: datetime) -> int:
    unannounced = model.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        pk=pk, notified=False
    )
    absence = unannounced.select_related("player").first()
    if absence is None:
        return 0
    model.objects.filter(pk=pk).update(notified=True)
    note(f"{kind}s.ended", player=absence.player, about=f"{kind}:{pk}")
    if not exclusions_of(absence.player, now) and pause_of(absence.player, now) is None:
        send_message(absence.player, f"{kind}-ended")
    return 1
