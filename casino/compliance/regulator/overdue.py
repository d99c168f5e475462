"""Overdue files and their consequences: a banner, and after REGULATOR_STOP_HOURS no new play sessions for
money.

New sessions need a lease (games.models.SessionLease), which is extended here while files are delivered. So
sessions also stop when the worker fails: no process has to be alive to stop them.
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
    """The oldest undelivered file, the numbers of late and failed files, and when new sessions stop."""

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
    totals: dict[str, Any] = unfinished().aggregate(
        oldest=Min("until"), late=Count("pk", filter=late), failed=Count("pk", filter=failed)
    )
    stops = SessionLease.objects.values_list("until", flat=True).first()
    return Standing(
        totals["oldest"], totals["late"], totals["failed"], stops, stops is not None and stops <= clock.now()
    )


def check_deliveries(now: datetime) -> tuple[bool | None, dict[str, object]]:
    """The check of the proof panel; None while no file was ever due."""
    status = standing()
    was_due = RegulatorFile.objects.exists()
    return (status.good if was_due or not status.good else None), {
        "oldest": status.oldest,
        "late": status.late,
        "failed": status.failed,
        "stops": status.stops,
        "stopped": status.stopped,
    }


def renew_lease() -> datetime | None:
    """Extend the lease to REGULATOR_STOP_HOURS after the oldest undelivered file; without that setting it
    never ends.
    """
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
        was_stopped = lease.until is not None and lease.until <= now
        is_stopped = until is not None and until <= now
        if was_stopped != is_stopped:
            kind = "sessions.stopped" if is_stopped else "sessions.resumed"
            note(kind, about="regulator-files", hours=hours)
        SessionLease.objects.filter(pk=lease.pk).update(until=until)
    return until
