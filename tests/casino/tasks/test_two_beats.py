"""Two beats on their own connections, and the one that is stopped while it sends."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from celery import current_app
from celery.beat import ScheduleEntry
from django.db import connection

from casino.models import ScheduledTask
from casino.tasks.beat import SharedScheduler

pytestmark = pytest.mark.usefixtures("lasting_db")


class Beat(SharedScheduler):
    def __init__(self, sent: list[str]) -> None:
        super().__init__(app=current_app)
        self.sent = sent

    def apply_async(self, entry: ScheduleEntry, *_: Any, **__: Any) -> None:
        self.sent.append(str(entry.name))


class PausedBeat(Beat):
    """Stops in the middle of the first task, with the row locked, until it is woken."""

    def __init__(self, sent: list[str]) -> None:
        super().__init__(sent)
        self.paused, self.woken = threading.Event(), threading.Event()

    def apply_async(self, entry: ScheduleEntry, *_: Any, **__: Any) -> None:
        self.paused.set()
        assert self.woken.wait(30)
        super().apply_async(entry)

    def run(self) -> None:
        self.tick()
        connection.close()


def test_a_beat_that_is_stopped_holds_up_one_task_at_most() -> None:
    ScheduledTask.objects.all().delete()
    sent: list[str] = []
    paused, other = PausedBeat(sent), Beat(sent)
    other.tick()
    ScheduledTask.objects.filter(name__in=["rules", "table-openings"]).update(sent="2026-01-01T00:00:00Z")
    thread = threading.Thread(target=paused.run)
    thread.start()
    assert paused.paused.wait(30)
    other.tick()
    assert sorted(sent) == ["table-openings"] or sorted(sent) == ["rules"]  # the other row is locked
    paused.woken.set()
    thread.join(30)
    assert sorted(sent) == ["rules", "table-openings"]
    ScheduledTask.objects.all().delete()
