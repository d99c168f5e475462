"""The Celery application. No bet or prize ever waits for a task."""

from __future__ import annotations

import os
import signal
import warnings
from typing import Any

import structlog
from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    setup_logging,
    task_unknown,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from django.conf import settings
from kombu.entity import Exchange, Queue

from casino.services import worker_end
from casino.tasks import queues, signed_tasks
from players.shared.alive import show_alive
from players.shared.extras import extra_of

SIGN_INTERVAL = 5.0  # seconds between two signs of a worker's loop
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
# Celery would run Django's checks, which load every page of the house; it was checked when it was prepared.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

# Celery warns about root because of pickled messages; this application accepts JSON only.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

log = structlog.get_logger(__name__)
app = Celery("casino", task_cls="casino.tasks.signed_tasks:SignedTask")
before_task_publish.connect(signed_tasks.sign)
worker_process_init.connect(worker_end.end_with_worker)
worker_shutting_down.connect(worker_end.watch_shutdown)
app.config_from_object("django.conf:settings", namespace="CELERY")
# One exchange for all queues: the processes need rights on its key of Valkey only.
exchange = Exchange("celery")
app.conf.task_queues = [Queue(name, exchange, routing_key=name) for name in queues.QUEUES]
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logs(**_: Any) -> None:
    """A connected handler keeps Celery from configuring logging, which Django has done."""


@task_unknown.connect
def alarm_about_unknown_task(*, name: str, **_: Any) -> None:
    """Unknown tasks come from outside the system, except those of an optional app that this worker has not.
    Celery has already rejected the message.
    """
    if extra_of(name) in settings.KNOWN_EXTRAS.values():
        log.error("task of an optional app that is off here", task=name)
        return
    signed_tasks.verifier.raise_alarm({"task": name})


@worker_ready.connect
def start_worker_heartbeat(*, sender: Any, **_: Any) -> None:
    """Readiness asks for a worker of the fast queue; for the slow one there is an alert."""
    from casino.operation import liveness

    if queues.FAST in sender.app.amqp.queues.consume_from:
        liveness.start_heartbeat("worker")


@worker_ready.connect
def show_loop_alive(*, sender: Any, **_: Any) -> None:
    """The loop that takes tasks shows that it goes round, also while there is none."""
    for queue in sender.app.amqp.queues.consume_from:
        sender.timer.call_repeatedly(SIGN_INTERVAL, show_alive, (queue,))


@beat_init.connect
def start_beat_heartbeat(**_: Any) -> None:
    from casino.operation import liveness

    liveness.start_heartbeat("beat")


@beat_init.connect
def end_beat_between_checks(*, sender: Any, **_: Any) -> None:
    """Celery's own handler closes the connections in the middle of a check and raises. While the servers end
    as well, that error is taken for an outage of theirs, and the beat would go on alone.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sender.stop())
