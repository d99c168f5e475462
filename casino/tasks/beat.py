"""The scheduler of `manage.py beat`. Any number of beats may run: the database says when a task was sent.

A beat that finds a task due locks its row, sends the task, and commits the time. Another beat skips a locked
row, and finds later that the task is no longer due. So nobody is elected, and nothing must be noticed when a
beat dies: the others send what is due at their next check.
"""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import Any

import structlog
from celery.beat import ScheduleEntry, Scheduler, SchedulingError
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models.functions import Now

from casino.models import ScheduledTask
from players.shared import clock
from players.shared.alive import show_alive

log = structlog.get_logger("beat")
CHECK_INTERVAL = 1.0  # seconds between two checks, at most


class SharedScheduler(Scheduler):
    def setup_schedule(self) -> None:
        super().setup_schedule()
        self.time = datetime.now(UTC)  # of the database, at the current check
        for entry in self.schedule.values():
            entry.schedule = copy.copy(entry.schedule)
            entry.schedule.nowfun = lambda: self.time

    def tick(self, *_: Any, **__: Any) -> float:
        """Sends what is due. Returns the seconds until the next check."""
        show_alive("beat")
        try:
            return self._send_due()
        except (DatabaseError, InterfaceError) as error:
            log.warning("database unavailable", error=str(error))
            connection.close()
        except SchedulingError as error:  # the time was not committed: the next check sends the task
            log.warning("broker away", error=str(error))
        return CHECK_INTERVAL

    def _send_due(self) -> float:
        sent = dict(ScheduledTask.objects.values_list("name", "sent"))
        if new := self.schedule.keys() - sent.keys():
            rows = [ScheduledTask(name=name, sent=Now()) for name in sorted(new)]
            ScheduledTask.objects.bulk_create(rows, ignore_conflicts=True)
            return 0.0
        self.time = clock.now()
        delays = [CHECK_INTERVAL]
        for name, entry in self.schedule.items():
            state = entry.schedule.is_due(sent[name])
            if state.is_due:
                self._send(entry)
            else:
                delays.append(state.next)
        return min(delays)

    def _send(self, entry: ScheduleEntry) -> None:
        """Sends the task, unless another beat has sent it or is just doing so."""
        rows = ScheduledTask.objects.select_for_update(skip_locked=True)
        with transaction.atomic():
            row = rows.filter(pk=entry.name).first()
            if row is not None and entry.schedule.is_due(row.sent).is_due:
                self.apply_async(entry, producer=self.producer, advance=False)
                row.sent = self.time
                row.save(update_fields=["sent"])
