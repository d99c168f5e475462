"""`manage.py write_past`: the simulated past of a lively demonstration, beside the open house."""

from __future__ import annotations

import logging
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.demo.past_progress import ROUNDS, ProgressStore
from casino.demo.simulated_past.demonstration_past import write_past
from players.shared.progress import progress

RESUME = "Nothing was written; the next `make run` plays it again."


class Command(BaseCommand):
    help = "Write the simulated past that a lively demonstration waits for; `make run` does it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bar", action="store_true", help="draw a bar, as on a terminal")

    def handle(self, *args: Any, **options: Any) -> None:
        logging.disable(logging.WARNING)  # the faults of the past are meant
        started = time.monotonic()
        with (
            progress(
                "Simulated past", "rounds", ROUNDS, resume=RESUME, is_terminal=options["bar"] or None
            ) as shown,
            ProgressStore() as stored,
        ):

            def advance(rounds: int) -> None:
                shown.advance(rounds)
                stored.rounds = shown.done

            rounds = write_past(advance, shown.begin)
        if rounds:
            took = time.monotonic() - started
            self.stderr.write(
                f"{rounds:,} rounds of the simulated past in {took:.1f} s; the tables for money are open"
            )
