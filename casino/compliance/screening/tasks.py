"""The tasks that read lists, compare people with them and carry out what was decided. Safe to run late or twice."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings


@shared_task
def read_lists() -> int:
    """Reads every list, and compares people with what changed."""
    from casino.compliance.screening import (
        lists,
        running,
    )  # numpy takes 17 MB of every process that knows the tasks

    changed = lists.import_lists()
    running.screen()
    return changed


@shared_task
def screen_people() -> int:
    """Compares those who registered, or changed their name, since the last run. A list that was not read well
    for long, or never, is tried again.
    """
    from casino.compliance.screening import lists, running

    for age in lists.list_ages():
        if age.is_late:
            lists.import_list(age.name, settings.SCREENING_LISTS[age.name])
    done = running.screen()
    return done.found if done else 0


@shared_task
def screen_player(player: int) -> int:
    """Compares one who has just registered."""
    from casino.compliance.screening import running

    done = running.screen(player)
    return done.found if done else 0


@shared_task
def apply_decisions() -> int:
    from casino.compliance.screening import holds

    return holds.apply_decisions()
