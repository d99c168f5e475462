"""The scheduled analysis of the record."""

from __future__ import annotations

from celery import shared_task


@shared_task(time_limit=300)
def notice_shared_devices() -> int:
    from casino.compliance.collusion import shared_devices

    return shared_devices.notice_shared_devices()


@shared_task(time_limit=300)
def notice_passed_chips() -> int:
    from casino.compliance.collusion import passed_chips

    return passed_chips.notice_passed_chips()


@shared_task(time_limit=3600)
def scan_for_collusion() -> int:
    # Here, because numpy takes 17 MB of every process that knows the tasks.
    from casino.compliance.collusion.analysis import run_analysis

    run = run_analysis()
    return run.findings if run else 0
