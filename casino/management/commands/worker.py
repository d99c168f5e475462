"""Runs a worker of tasks until it is told to stop."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser
from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand

from casino.tasks.queues import QUEUES


class Command(BaseCommand):
    help = "Runs a worker, which executes tasks in processes of its own. Any number may run at once."
    # They load every page of the house; the house was checked when it was prepared.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--queues", default=",".join(QUEUES), help="the queues that it serves")
        parser.add_argument("--hostname", help="its name, such as slow@this-machine")

    def handle(self, *args: Any, queues: str, hostname: str | None, **options: Any) -> None:
        worker = current_app.Worker(
            queues=queues,
            hostname=hostname,
            quiet=True,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        # The garbage collector would write into every page that the processes of the tasks share.
        gc.collect()
        gc.freeze()
        worker.start()
        sys.exit(worker.exitcode)
