"""Periodic tasks of player protection. Each may run late, twice, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from players.protection import exclusions, limits, national_register, play_time


@shared_task
def limits_notify() -> int:
    return limits.raised_limits_announce()


@shared_task
def absences_notify() -> int:
    return exclusions.absence_ends_announce()


@shared_task
def play_time_sweep() -> int:
    return play_time.time_limits_enforce()


@shared_task
def national_list() -> int:
    return national_register.list_fetch() if national_register.is_list_due() else 0


@shared_task
def national_reports() -> int:
    return national_register.reports_send()
