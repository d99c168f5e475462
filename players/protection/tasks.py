"""What the house does by the hour for those it protects. Each is safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from players.protection import absences, limits, register, sessions


@shared_task
def limits_tell() -> int:
    return limits.limits_matured()


@shared_task
def absences_tell() -> int:
    return absences.absences_ended()


@shared_task
def time_sweep() -> int:
    return sessions.time_over()


@shared_task
def national_list() -> int:
    return register.list_fetch() if register.list_due() else 0


@shared_task
def national_reports() -> int:
    return register.reports_send()
