"""`manage.py impact`: counts what waits to be counted of rule changes and of the published odds. The worker starts it by itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rulebook import impact


class Command(BaseCommand):
    help = "Counts what rule changes would do, and the published odds that take long; one process at a time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--published", action="store_true", help="what the pages publish too, where it is not counted yet"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        impact.asked_for_all()
        self.stdout.write(f"{impact.count_all(options['published'])} counted")
