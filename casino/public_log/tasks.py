"""The task that appends to the public log, each second."""

from __future__ import annotations

from celery import shared_task

from players.audit.simulated_past import is_past_awaited


@shared_task
def append_to_log() -> int:
    from casino.public_log import sequencer

    # Rows of a simulated past are dated before what is already there.
    return 0 if is_past_awaited() else sequencer.run()
