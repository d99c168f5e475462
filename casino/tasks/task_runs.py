"""What became of each task: its last start, its last success and its last error, whatever queue it ran in.

The worker writes it, outside the task's own transaction. Whether a task of the schedule is late follows from
the schedule itself.

A task that was killed, or whose worker died, is one that began and has not ended. The next worker of the same
queue on that host finds it when it starts, before it runs anything; a worker elsewhere, with the next run of
that task once its time limit has passed. Either way it is recorded as lost before a good run can hide it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import structlog
from celery import current_app
from celery.schedules import crontab
from celery.signals import task_failure, task_prerun, task_success, worker_init
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from msgspec import structs

from casino.models import TaskRun
from casino.tasks.check_states import NEVER_ENDED, Standing, Verdict
from players.shared import clock

log = structlog.get_logger("tasks")
PACKAGES = ("casino.", "games.", "players.")
# A task of every second is no fault when it pauses while a server restarts.
LEAST_DELAY = timedelta(minutes=10)
# A task with a time of day waits in its queue behind others.
DAILY_DELAY = timedelta(hours=1)
DELAY_IN_PERIODS = 3
# A failure stands at least this long, so that somebody sees it although the next run went well.
ERROR_STANDS = timedelta(minutes=10)
# The end of a good run is written once in this time by each process. A start or an error is always written,
# the start of a task of every few seconds excepted.
WRITE_INTERVAL = 30.0
ERROR_LENGTH = 200
ROOT = Path(settings.BASE_DIR)
DUE: Mapping[str, Mapping[str, object]] = settings.CELERY_BEAT_SCHEDULE

# A run that has not ended within its time is lost. One that may still run beside this one is not.
HAS_NOT_ENDED = "run.started > greatest(run.succeeded, run.failed, '-infinity')"
LOST = f"""failed = statement_timestamp(), lost = statement_timestamp(), error = '{NEVER_ENDED}',
    failing = CASE WHEN run.failed > coalesce(run.succeeded, '-infinity') THEN run.failing
                   ELSE statement_timestamp() END"""
OUT_OF_TIME = f"""
UPDATE casino_taskrun AS run SET {LOST}
WHERE name = %(name)s AND {HAS_NOT_ENDED} AND run.started < clock_timestamp() - %(limit)s
"""
STARTED = """
INSERT INTO casino_taskrun AS run (name, started, worker, known)
VALUES (%(name)s, clock_timestamp(), %(worker)s, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET started = excluded.started, worker = excluded.worker
"""
# What an earlier worker of this name began and did not end.
WORKER_STARTED = f"""
UPDATE casino_taskrun AS run SET {LOST}
WHERE {HAS_NOT_ENDED} AND split_part(run.worker, ' ', 1) = split_part(%(worker)s, ' ', 1)
    AND run.worker <> %(worker)s
"""
SUCCEEDED = """
INSERT INTO casino_taskrun AS run (name, succeeded, known) VALUES (%s, clock_timestamp(), clock_timestamp())
ON CONFLICT (name) DO UPDATE SET succeeded = excluded.succeeded
"""
FAILED = """
INSERT INTO casino_taskrun AS run (name, failed, error, failing, known)
VALUES (%(name)s, clock_timestamp(), %(error)s, clock_timestamp(), clock_timestamp())
ON CONFLICT (name) DO UPDATE SET failed = excluded.failed, error = excluded.error,
    failing = CASE WHEN run.failed > coalesce(run.succeeded, '-infinity')
                     OR run.failed > clock_timestamp() - %(stands)s THEN run.failing ELSE excluded.failing END
"""
KNOWN = """
INSERT INTO casino_taskrun (name, known) SELECT name, clock_timestamp() FROM unnest(%s::text[]) AS name
ON CONFLICT DO NOTHING
"""
_written: dict[str, float] = {}
_process = {"worker": ""}  # its name, and a number of its own; the processes of its pool inherit it


def run_name(task: str, args: Any = ()) -> str:
    """The entry of the schedule that the task belongs to; a task outside the schedule has its own name."""
    return ENTRIES.get((task, tuple(args or ())), task)


ENTRIES: dict[tuple[str, tuple[Any, ...]], str] = {
    (str(due["task"]), tuple(cast("Iterable[Any]", due.get("args", ())))): name for name, due in DUE.items()
}
SHORT = {name for name, due in DUE.items() if isinstance(due["schedule"], float) and due["schedule"] < 60}


# --- written by the worker


def note_worker(*, sender: Any, **_: Any) -> None:
    """Before its pool exists, which must not share a connection. The name is of the queue and the host."""
    _process["worker"] = f"{sender.hostname} {uuid4().hex[:12]}"
    _execute_note(WORKER_STARTED, _process)
    if not connection.in_atomic_block:
        connection.close()


def note_start(*, task: Any, args: Any = (), **_: Any) -> None:
    name = run_name(task.name, args)
    if _is_ours(task.name) and name not in SHORT:
        _execute_note(OUT_OF_TIME, {"name": name, "limit": time_limit(name)})
        _execute_note(STARTED, {"name": name, **_process})


def note_success(*, sender: Any, **_: Any) -> None:
    name = run_name(sender.name, sender.request.args)
    if not _is_ours(sender.name):
        return
    now = time.monotonic()
    if name in SHORT and now - _written.get(name, -WRITE_INTERVAL) < WRITE_INTERVAL:
        return
    if _execute_note(SUCCEEDED, [name]):
        _written[name] = now


def note_failure(
    *, sender: Any, exception: BaseException | None = None, args: Any = (), traceback: Any = None, **_: Any
) -> None:
    """Celery also sends this in the main process of a worker, for a process that was killed or ran out of
    time. That one forks the others, and they must not share a connection.
    """
    name = run_name(sender.name, args)
    if not _is_ours(sender.name) or name in SHORT and has_lost_connection(exception):
        return
    _written.pop(name, None)
    parameters = {"name": name, "error": describe_error(exception, traceback), "stands": ERROR_STANDS}
    _execute_note(FAILED, parameters)
    if not connection.in_atomic_block:
        connection.close()


def has_lost_connection(error: BaseException | None) -> bool:
    """Whether the database server went away. A task that soon runs again is no fault then; if it stays away,
    the task is late.
    """
    state = getattr(error.__cause__ or error, "sqlstate", None) if error is not None else None
    is_down = state is None or state.startswith(("08", "57P"))  # no answer, or the server said that it ends
    return isinstance(error, OperationalError | InterfaceError) and is_down


def _is_ours(task: str) -> bool:
    return task.startswith(PACKAGES)


def _execute_note(sql: str, parameters: Any) -> bool:
    """Whether it was written. A task never fails because its run cannot be noted."""
    try:
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
    except (DatabaseError, InterfaceError) as error:
        log.warning("task run not noted", error=str(error))
        return False
    return True


def describe_error(error: BaseException | None, traceback: Any = None) -> str:
    """The kind of an error and where it rose. Its text may name people, and stays in the log."""
    kinds = [type(error).__name__]
    cause = error.__cause__ if error is not None else None
    if cause is not None and type(cause).__name__ not in kinds:
        kinds.append(type(cause).__name__)
    place, step = "", getattr(error, "__traceback__", None)
    while step is not None:
        path = Path(step.tb_frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts:
            place = f"{path.relative_to(ROOT)}:{step.tb_lineno}"
        step = step.tb_next
    return " · ".join([*kinds, *([place] if place else [])])[:ERROR_LENGTH]


worker_init.connect(note_worker)
task_prerun.connect(note_start)
task_success.connect(note_success)
task_failure.connect(note_failure)


# --- read by pages and checks


def standings(at: datetime | None = None) -> dict[str, Standing]:
    """Every task of the schedule, and others that have ever run, in one query besides that for the time."""
    runs = {run.name: run for run in TaskRun.objects.order_by("name")}
    now = at or clock.now()
    names = [*DUE, *(name for name in runs if name not in DUE)]
    return {name: standing_of(name, runs.get(name), now) for name in names}


def standing(name: str) -> Standing:
    return standing_of(name, TaskRun.objects.filter(pk=name).first(), clock.now())


def standing_of(name: str, run: TaskRun | None, now: datetime) -> Standing:
    if run is None:
        return Standing(Verdict.UNKNOWN)
    return structs.replace(_standing_of(name, run, now), lost=run.lost)


def _standing_of(name: str, run: TaskRun, now: datetime) -> Standing:
    ends = [moment for moment in (run.succeeded, run.failed) if moment is not None]
    at = max(ends, default=None)
    if run.failed is not None and run.error:
        is_failing = run.succeeded is None or run.failed > run.succeeded
        if is_failing or now - run.failed < ERROR_STANDS:
            return Standing(Verdict.ERROR, at, run.failing or run.failed, run.error)
    is_running = run.started is not None and (at is None or run.started > at)
    if is_running and run.started is not None and now - run.started > time_limit(name) + LEAST_DELAY:
        # Since its time was over: an alert of a fault older than a day would never leave.
        return Standing(Verdict.ERROR, at, run.started + time_limit(name), NEVER_ENDED)
    due = next_due(name, run.succeeded or run.known)
    if due is not None and now - due > allowed_delay(name):
        return Standing(Verdict.LATE, at, due)
    if run.succeeded is None:
        return Standing(Verdict.UNKNOWN, at, run.known)
    return Standing(Verdict.FINE, at)


def time_limit(name: str) -> timedelta:
    task = current_app.tasks.get(str(DUE[name]["task"]) if name in DUE else name)
    seconds = getattr(task, "time_limit", None) or settings.CELERY_TASK_TIME_LIMIT
    return timedelta(seconds=seconds)


def next_due(name: str, last: datetime) -> datetime | None:
    """When a task of the schedule is due after its last good run; None outside the schedule."""
    if name not in DUE:
        return None
    planned: Any = DUE[name]["schedule"]
    if isinstance(planned, crontab):
        local = last.astimezone(clock.LISBON)
        start, delay, _now = planned.remaining_delta(local, tz=clock.LISBON)
        due: datetime = start + delay
        return due
    return last + timedelta(seconds=planned)


def allowed_delay(name: str) -> timedelta:
    """How late a task may be. It may also take its whole time."""
    planned: Any = DUE[name]["schedule"]
    if isinstance(planned, crontab):
        return DAILY_DELAY + time_limit(name)
    return max(LEAST_DELAY, DELAY_IN_PERIODS * timedelta(seconds=planned))


def record_schedule() -> None:
    """From now on a task of the schedule that never runs is late when its time has passed."""
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, [sorted(DUE)])


def failing_tasks() -> Mapping[str, Standing]:
    return {name: state for name, state in standings().items() if state.raises_alarm}
