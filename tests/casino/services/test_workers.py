"""Tasks that may take long have workers of their own, and a time limit ends a task that hangs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest
import redis
from celery import current_app
from django.conf import settings

from casino.services.folder import PROJECT
from casino.tasks.queues import FAST, SLOW
from casino.tasks.task_runs import DUE
from tests.casino.services.worker_tasks import hang, note

# The workers of `deploy/run worker`, which know the tasks of these tests too.
PROGRAM = """
from casino.tasks.queues import QUEUES
from casino.services import workers
code = "import sys, manage; from tests.casino.services import worker_tasks; sys.exit(manage.main())"
workers.WORKER = ["-c", code, "worker"]
workers.Workers(list(QUEUES)).run()
"""
START_TIMEOUT, TASK_TIMEOUT = 90, 30  # seconds


def test_every_task_with_a_long_limit_is_slow() -> None:
    current_app.loader.import_default_modules()
    tasks = {name: task for name, task in current_app.tasks.items() if not name.startswith("tests.")}
    long_tasks = {
        name for name, task in tasks.items() if (task.time_limit or 0) > settings.CELERY_TASK_TIME_LIMIT
    }
    assert long_tasks <= set(settings.SLOW_TASKS) <= set(tasks)
    for name, task in tasks.items():
        queue = current_app.amqp.router.route({}, name)["queue"].name
        assert queue == (SLOW if name in settings.SLOW_TASKS else FAST)
        assert task.acks_late == (name not in settings.SLOW_TASKS)
    # A sweep is never behind something slow.
    frequent = {str(entry["task"]) for entry in DUE.values() if entry["schedule"] in (1.0, 2.0, 5.0)}
    assert frequent and not frequent & set(settings.SLOW_TASKS)


@pytest.fixture
def workers(valkey_url: str) -> Iterator[redis.Redis]:
    """The workers of both queues, each with one process, as `deploy/run worker` starts them."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=PROJECT,
        env=os.environ | {"WORKER_PROCESSES": "1"},
        start_new_session=True,
    )
    with redis.Redis.from_url(valkey_url, decode_responses=True) as valkey:
        yield valkey
    processes = psutil.Process(process.pid).children(recursive=True)
    assert len(processes) >= 4  # two workers, and one process of each
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


def wait_for(valkey: redis.Redis, key: str, timeout: float) -> None:
    """Waits until the task has written the key."""
    begun = time.monotonic()
    while not valkey.exists(key):
        assert time.monotonic() - begun < timeout, f"{key} after {timeout} seconds"
        time.sleep(0.02)


def test_slow_tasks_delay_no_sweep_and_a_hanging_task_is_ended(workers: redis.Redis) -> None:
    note.apply_async(["fast-ready"], queue=FAST)
    note.apply_async(["slow-ready"], queue=SLOW)
    wait_for(workers, "fast-ready", START_TIMEOUT)
    wait_for(workers, "slow-ready", START_TIMEOUT)
    for number in range(3):
        hang.apply_async([f"slow-{number}"], queue=SLOW)
    wait_for(workers, "slow-0", TASK_TIMEOUT)  # it has begun, and keeps the worker of slow tasks busy
    note.apply_async(["sweep"], queue=FAST)
    wait_for(workers, "sweep", TASK_TIMEOUT)
    assert not workers.exists("slow-1")

    hang.apply_async(["limited"], queue=FAST, time_limit=1)
    note.apply_async(["after"], queue=FAST)
    wait_for(workers, "limited", TASK_TIMEOUT)
    wait_for(workers, "after", TASK_TIMEOUT)  # the only process of this queue was replaced
