"""When the reporting chain is down, and what stops then.  [903-B 2.3.3]

The operator discontinues play if its gateway is down, if the hourly capture is, or if the safe has been for
more than 24 hours. Bets for money need a lease (games.models.SessionLease), which is extended here as far as
the next limit. So they also stop when the worker fails: no process has to be alive to stop them. The tables
read the lease with each transaction: the round is played to its end, and no bets follow until it is renewed.

Where no delivery is configured there is no reporting chain: this is stated, and play goes on.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import redis
import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from msgspec import Struct

from casino.compliance.regulator.delivery import configured
from casino.compliance.regulator.due_files import ALARM_BEFORE
from casino.compliance.regulator.gateway import gateway_answers
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs import pack_in_force
from casino.compliance.regulator.production import DONE, expect, unfinished
from games.models import SessionLease, Table
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import CheckInactivity
from players.audit import note
from players.shared import clock

log = structlog.get_logger(__name__)
Cause = SessionLease.Cause
HOUR = timedelta(hours=1)


class Standing(Struct, frozen=True):
    """The oldest undelivered file, how many are late and failed, and when and why bets for money stop."""

    oldest: datetime | None
    late: int
    failed: int
    stops: datetime | None
    stopped: bool
    cause: str = ""
    is_reporting: bool = True

    @property
    def good(self) -> bool:
        return not (self.late or self.failed or self.stopped)

    @property
    def cause_label(self) -> str:
        return str(Cause(self.cause).label) if self.cause else ""


def is_reporting() -> bool:
    """Whether a reporting chain is configured whose failure stops play."""
    return configured() and bool(settings.REGULATOR_STOP_HOURS)


def standing() -> Standing:
    """One query for the files and one for the lease."""
    failed, late = Q(state=RegulatorFile.State.FAILED), Q(late__isnull=False)
    totals: dict[str, Any] = unfinished().aggregate(
        oldest=Min("until"), late=Count("pk", filter=late), failed=Count("pk", filter=failed)
    )
    stops, cause = SessionLease.objects.values_list("until", "cause").first() or (None, "")
    return Standing(
        totals["oldest"],
        totals["late"],
        totals["failed"],
        stops,
        stops is not None and stops <= clock.now(),
        cause if stops is not None else "",
        is_reporting(),
    )


def check_deliveries(now: datetime) -> tuple[bool | None, dict[str, object]]:
    """The check of the proof panel; None while no file was ever due. It rings before anything is late."""
    status = standing()
    was_due = RegulatorFile.objects.exists()
    near = unfinished().filter(deadline__lte=now + ALARM_BEFORE, late=None).count()
    slow = capture_is_slow(now)
    good = status.good and not near and not slow
    return (good if was_due or not good else None), {
        "near": near,
        "slow": slow,
        "oldest": status.oldest,
        "late": status.late,
        "failed": status.failed,
        "stops": status.stops,
        "stopped": status.stopped,
        "cause": status.cause if status.stopped else "",
        "reporting": status.is_reporting,
    }


def find_limit(now: datetime, *, gateway: bool | None) -> tuple[datetime, str]:
    """Until when bets for money may be taken, and what will be down then unless it changes."""
    limits: list[tuple[datetime, str]] = [(_capture_limit(now), Cause.CAPTURE)]
    if (safe := _safe_limit()) is not None:
        limits.append((safe, Cause.SAFE))
    if gateway is False:
        limits.append((now, Cause.GATEWAY))
    return min(limits, key=lambda limit: limit[0])


def _capture_limit(now: datetime) -> datetime:
    """The deadline of the oldest hour that is not captured; if none is missing, of the hour that runs."""
    oldest: datetime | None = uncaptured().aggregate(oldest=Min("until"))["oldest"]
    end_of_hour = now.replace(minute=0, second=0, microsecond=0) + HOUR
    return (oldest or end_of_hour) + timedelta(minutes=settings.REGULATOR_HOURLY_MINUTES)


def capture_is_slow(now: datetime) -> bool:
    """Whether half of the minutes are over in which an hour has to be captured, before bets stop."""
    half = timedelta(minutes=settings.REGULATOR_HOURLY_MINUTES) / 2
    return is_reporting() and _capture_limit(now) <= now + half


def uncaptured() -> QuerySet[RegulatorFile]:
    """Files of hours that are not made, valid and reconciled. One that is made again was captured before."""
    captured = RegulatorFile.objects.filter(
        family=OuterRef("family"), since=OuterRef("since"), state__in=DONE
    )
    hourly = [family.code for family in pack_in_force().hourly]
    return RegulatorFile.objects.filter(~Exists(captured), family__in=hourly, sequence=0)


def _safe_limit() -> datetime | None:
    """When a file will have waited for the safe for REGULATOR_STOP_HOURS, since it was ready."""
    waiting = unfinished().filter(state=RegulatorFile.State.RECONCILED)
    oldest: datetime | None = waiting.aggregate(oldest=Min("reconciled"))["oldest"]
    return None if oldest is None else oldest + timedelta(hours=settings.REGULATOR_STOP_HOURS)


def renew_lease() -> datetime | None:
    """Extends the lease as far as the reporting chain allows, and tells the tables when it stops or goes on.
    Where no chain is configured, or nothing shall stop, it never ends.
    """
    gateway = gateway_answers() if is_reporting() else None  # before the transaction: it may take seconds
    with transaction.atomic():
        lease = SessionLease.objects.select_for_update().get_or_create(pk=SessionLease.ONLY)[0]
        now = clock.now()
        was_stopped = lease.until is not None and lease.until <= now
        until, cause = None, lease.cause
        if is_reporting():
            expect()
            until, cause = find_limit(now, gateway=gateway)
        is_stopped = until is not None and until <= now
        if was_stopped != is_stopped:
            kind = "sessions.stopped" if is_stopped else "sessions.resumed"
            note(kind, about="regulator-files", cause=str(cause) if is_stopped else "")
        SessionLease.objects.filter(pk=lease.pk).update(until=until, cause=cause)
    if was_stopped != is_stopped:
        wake_tables()
    return until


def wake_tables() -> None:
    """Tables for money with players look at the lease at once. Without it they do with their next step."""
    tables = list(Table.objects.filter(currency="EUR", seated__gt=0).values_list("pk", flat=True))
    try:
        send_to_tables(tables, CheckInactivity())
    except redis.RedisError as error:
        log.warning("tables not notified", error=str(error))
