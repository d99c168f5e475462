"""The scheduled search."""

from __future__ import annotations

from celery import shared_task


@shared_task(time_limit=3600)
def search_for_bots() -> int:
    # Here, because numpy takes 17 MB of every process that knows the tasks.
    from casino.compliance.bots.analysis import run_search

    return run_search() or 0
