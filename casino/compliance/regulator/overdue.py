"""Since when the house owes the regulator a file, and what follows: a banner, and after so many hours no new session for money.

New play sessions for money begin only while a lease holds (games.models.SessionLease), and it is moved on here as files leave. So a worker
that has fallen stops them as surely as a file that cannot be delivered: nobody has to be there to say no.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Min, Q
from msgspec import Struct

from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.production import expect, unfinished
from games.models import SessionLease
from players.audit import note
from players.shared import clock


class Standing(Struct, frozen=True):
    """What is owed: the oldest file that has not left, how many are late or wrong, and from when on no session begins."""

    oldest: datetime | None
    late: int
    failed: int
    stops: datetime | None
    stopped: bool

    @property
    def good(self) -> bool:
        return not (self.late or self.failed or self.stopped)


def standing() -> Standing:
    """One query for the files and one for the lease."""
    failed, late = Q(state=RegulatorFile.State.FAILED), Q(late__isnull=False)
    told: dict[str, Any] = unfinished().aggregate(
        oldest=Min("until"), late=Count("pk", filter=late), failed=Count("pk", filter=failed)
    )
    stops = SessionLease.objects.values_list("until", flat=True).first()
    return Standing(
        told["oldest"], told["late"], told["failed"], stops, stops is not None and stops <= clock.now()
    )


def watched(now: datetime) -> tuple[bool, dict[str, Any]]:
    """For the panel that every page of the back office heeds."""
    found = standing()
    return found.good, {
        "oldest": found.oldest,
        "late": found.late,
        "failed": found.failed,
        "stops": found.stops,
        "stopped": found.stopped,
    }


def lease_renew() -> datetime | None:
    """Moves the lease on to so many hours after the oldest file that has not left; without end where nothing is to stop."""
    hours = settings.REGULATOR_STOP_HOURS
    with transaction.atomic():
        lease = SessionLease.objects.select_for_update().get_or_create(pk=SessionLease.ONLY)[0]
        if not hours:
            until = None
        else:
            expect()
            now = clock.now()
            oldest = unfinished().aggregate(oldest=Min("until"))["oldest"]
            until = (oldest or now) + timedelta(hours=hours)
        now = clock.now()
        was, stays = lease.until is not None and lease.until <= now, until is not None and until <= now
        if was != stays:
            note("sessions.stopped" if stays else "sessions.resumed", about="regulator-files", hours=hours)
        SessionLease.objects.filter(pk=lease.pk).update(until=until)
    return until
