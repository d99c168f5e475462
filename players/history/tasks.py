"""Days are folded once they are over, months are stated, copies of personal data are made and expire."""

from __future__ import annotations

from celery import shared_task

from players.history import folding, statements


@shared_task(time_limit=3600)
def fold_days() -> int:
    return folding.fold()


@shared_task(time_limit=3600)
def state_months() -> int:
    return statements.statements_make()
