"""Periodic tasks of player protection. Each may run late, twice, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from players.protection import (
    exclusions,
    limits,
    limits_question,
    national_pushes,
    national_register,
    play_time,
)


@shared_task
def notify_limits() -> int:
    return limits.announce_raised_limits()


@shared_task
def ask_about_limits() -> int:
    """Asks players in their first year who have no limit whether to set one, every six months."""
    return limits_question.ask_about_limits()


@shared_task
def notify_absences() -> int:
    return exclusions.announce_absence_ends()


@shared_task
def begin_absences() -> int:
    """Begins pauses and exclusions that were asked for after a hand, when the hand is over."""
    return exclusions.begin_requested_absences()


@shared_task
def sweep_play_time() -> int:
    return play_time.enforce_time_limits()


@shared_task
def national_list() -> int:
    national_pushes.sweep_pushes()
    return national_register.fetch_national_list() if national_register.is_list_due() else 0


@shared_task
def national_reports() -> int:
    return national_register.send_reports()


@shared_task
def apply_national_push(number: int) -> bool:
    return national_pushes.apply_push(number)
