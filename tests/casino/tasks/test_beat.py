"""Any number of beats may run: each due task is sent once, and none is missed."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import current_app
from celery.beat import ScheduleEntry, SchedulingError

from casino.models import ScheduledTask
from casino.tasks.beat import CHECK_INTERVAL, SharedScheduler
from casino.tasks.task_runs import DUE
from players.shared import clock

pytestmark = pytest.mark.django_db
# Before 3:30, when the chat is forgotten, and on another day than the closing of months.
START = datetime(2026, 11, 24, 3, 29, 50, tzinfo=UTC)


class Beat(SharedScheduler):
    """A beat that notes what it sends."""

    is_broker_away = False

    def __init__(self, sent: list[str]) -> None:
        super().__init__(app=current_app)
        self.sent = sent

    def apply_async(self, entry: ScheduleEntry, *_: Any, **__: Any) -> None:
        if self.is_broker_away:
            raise SchedulingError("no broker")
        self.sent.append(str(entry.name))


@pytest.fixture
def sent() -> list[str]:
    ScheduledTask.objects.bulk_create(ScheduledTask(name=name, sent=START) for name in DUE)
    return []


def look(beat: Beat, seconds: float) -> float:
    with clock.at(START + timedelta(seconds=seconds)):
        return beat.tick()


def test_two_beats_send_each_due_task_once(sent: list[str]) -> None:
    beats = [Beat(sent), Beat(sent)]
    for step in range(1, 121):  # two looks of each beat a second, for a minute
        look(beats[step % 2], step / 2)
    counts = Counter(sent)
    assert (counts["rules"], counts["inactivity"], counts["table-openings"]) == (60, 30, 12)
    assert counts["chat"] == 1  # at 3:30
    assert counts["prove"] == 0  # at 4:10


def test_a_beat_that_was_away_sends_nothing_twice(sent: list[str]) -> None:
    first, second = Beat(sent), Beat(sent)
    for second_number in range(1, 31):
        look(first, second_number)
    before = Counter(sent)
    look(second, 30)
    assert Counter(sent) == before
    # The first beat has ended: the next look of the other sends what is due.
    look(second, 31)
    assert Counter(sent)["rules"] == before["rules"] + 1


def test_a_task_of_the_night_is_made_good_after_an_outage(sent: list[str]) -> None:
    look(Beat(sent), 7200)
    assert sorted(sent) == sorted(set(sent)) and {"chat", "prove", "seal-check", "rules"} <= set(sent)


def test_a_task_that_the_broker_did_not_take_stays_due(sent: list[str]) -> None:
    beat = Beat(sent)
    beat.is_broker_away = True
    assert look(beat, 10) == CHECK_INTERVAL and sent == []
    beat.is_broker_away = False
    look(beat, 11)
    assert Counter(sent)["table-openings"] == 1


def test_a_new_task_waits_for_its_first_time(sent: list[str]) -> None:
    ScheduledTask.objects.all().delete()
    beat = Beat(sent)
    with clock.at(datetime.now(UTC)):
        assert beat.tick() == 0.0
        assert 0 < beat.tick() <= CHECK_INTERVAL
    assert sent == [] and ScheduledTask.objects.count() == len(DUE)
