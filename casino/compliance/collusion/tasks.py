"""The desk looks at the record every hour, and in the night with the whole day before it."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.collusion.analysis import look


@shared_task(time_limit=3600)
def integrity_look() -> int:
    made = look()
    return made.findings if made else 0
