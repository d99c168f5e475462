"""What the house does by the hour for those it protects. Each is safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from players.protection import exclusions, limits, national_register, play_time


@shared_task
def limits_tell() -> int:
    return limits.limits_matured()


@shared_task
def absences_tell() -> int:
    return exclusions.absences_ended()


@shared_task
def time_sweep() -> int:
    return play_time.time_over()


@shared_task
def national_list() -> int:
    return national_register.list_fetch() if national_register.list_due() else 0


@shared_task
def national_reports() -> int:
    return national_register.reports_send()
