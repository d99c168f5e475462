"""Measure the reporting chain each minute, and look whether something is due soon."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.duties import availability, due_dates
from casino.record_checks.checks import run_checks


@shared_task
def measure_chain() -> int:
    """Measure first: the checks must not delay it. Returns how many of them fail."""
    availability.record_measurement(availability.observed())
    return len(
        run_checks({"availability": availability.check_availability, "duties": due_dates.check_duties})
    )
