"""`manage.py impact`: computes the impact of rule changes and the published odds. The worker starts it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rulebook import impact
from players.shared.progress import progress

RESUME = "What is finished is stored; the rest waits for the next run."


class Command(BaseCommand):
    help = "Computes the impact of rule changes and the published odds; one process at a time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--published", action="store_true", help="also compute the published odds that are missing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        impact.request_all()
        with progress("Impact", "computations", resume=RESUME, ticking=True) as shown:
            computed = impact.compute_all(options["published"], shown.advance)
        self.stdout.write(f"{computed} counted")
