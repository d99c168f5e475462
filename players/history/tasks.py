"""Days are folded once they are over, months are stated, copies of personal data are made and expire."""

from __future__ import annotations

from celery import shared_task

from players.history import copies, folding, statements


@shared_task(time_limit=3600)
def fold_days() -> int:
    return folding.fold()


@shared_task(time_limit=3600)
def state_months() -> int:
    return statements.statements_make()


@shared_task(time_limit=1800)
def copy_build(copy: int) -> bool:
    return copies.copy_make(copy)


@shared_task(time_limit=1800)
def copies_sweep() -> int:
    """Makes what a lost job left behind, and lets what is over expire."""
    for copy in copies.copies_due():
        copies.copy_make(copy)
    return copies.copies_expire()
