"""The tasks that read lists, compare people with them and carry out what was decided.

Each is safe to run late or twice. They import what they call when they run, because numpy takes 17 MB of
every process that knows the tasks.
"""

from __future__ import annotations

from celery import shared_task
from django.conf import settings


class ListsLate(Exception):
    """Nobody knows who is on these lists now. The task fails, and its alarm tells people on call."""


@shared_task
def read_lists() -> int:
    """Reads every list, and compares people with what changed."""
    from casino.compliance.screening import lists, running

    changed = lists.import_lists()
    running.screen()
    if late := [age.name for age in lists.list_ages() if age.is_late]:
        raise ListsLate(", ".join(late))
    return changed


@shared_task
def screen_people() -> int:
    """Compares those who registered, or changed their name, since the last run.

    A list that was never read well, or not for long, is tried again.
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
    """Suspends the accounts of those who are on a list of sanctions, and ends what was decided otherwise."""
    from casino.compliance.screening import holds

    return holds.apply_decisions()
