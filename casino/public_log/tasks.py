"""The tasks of the public log: each second it grows, and each hour old partial tiles go."""

from __future__ import annotations

from celery import shared_task

from players.audit.simulated_past import is_past_awaited


@shared_task
def delete_partial_tiles() -> int:
    from casino.public_log import sequencer

    return sequencer.prune()


@shared_task
def append_to_log() -> int:
    from casino.public_log import sequencer

    # Rows of a simulated past are dated before what is already there.
    return 0 if is_past_awaited() else sequencer.run()
