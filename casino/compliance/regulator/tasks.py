"""Make the due files, and renew the lease for new play sessions."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.regulator import notices, overdue, production, safe
from casino.compliance.regulator.answers import read_answers
from casino.compliance.regulator.envelopes import check_envelopes, send_envelopes
from casino.record_checks.checks import run_checks


@shared_task
def make_files() -> int:
    """Work for a few seconds at a time, so that other tasks do not wait long."""
    steps = production.make_files(seconds=3.0)
    return steps + send_envelopes() + read_answers()


@shared_task
def renew_lease() -> bool:
    """Renew the lease first; the check for the panel must not delay it."""
    renewed = overdue.renew_lease() is not None
    run_checks({"regulator-files": overdue.check_deliveries, "regulator-envelopes": check_envelopes})
    return renewed


@shared_task
def check_safe() -> int:
    return len(run_checks({"regulator-safe": safe.check_safe}))


@shared_task
def collect_list(noticed: int) -> int:
    """Collect the national list after a notice of the regulator; two downloads are some seconds apart."""
    if notices.is_too_soon():
        collect_list.apply_async((noticed,), countdown=notices.APART.total_seconds())
        return 0
    return notices.collect_list(noticed)
