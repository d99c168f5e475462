"""The task that publishes the totals of players' money. Safe to run late or twice."""

from __future__ import annotations

from celery import shared_task

from players.audit.simulated_past import is_past_awaited


@shared_task(time_limit=3600)
def publish_players_money() -> int:
    """Publishes the total of each day that is over, and deletes the trees of old ones."""
    # Here, because numpy takes 17 MB of every process that knows the tasks.
    from casino.players_funds.publishing import publish_due

    # Rows of a simulated past are dated before what is already there.
    return 0 if is_past_awaited() else publish_due()
