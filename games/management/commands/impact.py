"""`manage.py impact`: computes the impact of rule changes and the published odds. The worker starts it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rulebook import impact


class Command(BaseCommand):
    help = "Computes the impact of rule changes and the published odds; one process at a time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--published", action="store_true", help="also compute the published odds that are missing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        impact.request_all()
        self.stdout.write(f"{impact.compute_all(options['published'])} counted")
