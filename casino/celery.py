"""The worker's tasks and when they are due. No bet and no prize ever waits for one."""

from __future__ import annotations

import os
import warnings
from typing import Any

from celery import Celery
from celery.signals import beat_init, before_task_publish, setup_logging, task_unknown, worker_ready

from casino import signed_tasks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

# It warns of root because of pickled messages; ours are JSON, and nothing else is accepted.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("casino", task_cls="casino.signed_tasks:SignedTask")
before_task_publish.connect(signed_tasks.sign)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logs(**_: Any) -> None:
    """Celery sets up logs of its own unless somebody says that it is done: Django has done it."""


@task_unknown.connect
def alarm_about_unknown_task(*, name: str, **_: Any) -> None:
    """No process of ours sends a task that the worker does not know; the message was rejected already."""
    signed_tasks.verifier.raise_alarm({"task": name})


@worker_ready.connect
def worker_lives(**_: Any) -> None:
    from casino import liveness

    liveness.start("worker")


@beat_init.connect
def beat_lives(**_: Any) -> None:
    from casino import liveness

    liveness.start("beat")
