"""A beat ends when it is asked to, whatever it is doing at that moment."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from celery import current_app
from celery.apps.beat import Beat
from celery.beat import Service
from django.db import OperationalError

from casino.operation import liveness
from casino.tasks.beat import SharedScheduler


class EndingServers(SharedScheduler):
    """Is asked to end in the middle of a look, while the servers end as well."""

    looks = 0

    def _send_due(self) -> float:
        self.looks += 1
        assert self.looks < 4, "it goes on"
        if self.looks == 1:
            os.kill(os.getpid(), signal.SIGTERM)
            raise OperationalError("the database has ended")
        return 0.01


class RefusesToClose(EndingServers):
    """Closing fails once, as the servers are going."""

    closed = False

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            raise OperationalError("the database has ended")


@pytest.fixture(autouse=True)
def handlers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(liveness, "start_heartbeat", lambda name: None)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("scheduler", [EndingServers, RefusesToClose])
def test_the_signal_ends_it_after_the_look(scheduler: type[SharedScheduler]) -> None:
    """Red while Celery's handler closed connections in the middle of a look: its error was taken for an
    outage.
    """
    beat = Beat(app=current_app, quiet=True)
    service = Service(current_app, scheduler_cls=scheduler)
    beat.install_sync_handler(service)
    try:
        service.start()
    except OperationalError:
        assert scheduler is RefusesToClose
    assert service.scheduler.looks == 1
