"""The tasks that follow who is blocked and carry out what was decided. Each is safe to run late or twice."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.returning import deciding, finding


@shared_task
def follow_blocked() -> int:
    """Follows who is suspended, excluded or closed by the house."""
    return finding.refresh_blocked()


@shared_task
def renew_traits() -> int:
    """Makes the traits of blocked people anew whose data have changed, or after a change of the key."""
    return finding.refresh_blocked(anew=True)


@shared_task
def apply_decisions() -> int:
    """Refuses new players who are blocked people, and lets the checks of the others go on."""
    return deciding.apply_decisions()
