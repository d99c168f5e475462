"""Check every chain of the record: seals, roots and anchors. The anchors may be copies from elsewhere."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.record_checks.anchors import anchor_files
from casino.record_checks.chain_check import find_faults, links_count
from casino.record_checks.models import Root
from players.audit.models import Seal
from players.shared.progress import progress

RESUME = "It only reads. A check that was stopped starts from the beginning."


class Command(BaseCommand):
    help = "Check seals, roots of the record and anchors against each other; exits with 1 on a difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anchor", type=Path, help="a file or folder of anchors that was shipped elsewhere"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        location = options["anchor"]
        if location is not None and not anchor_files(location):
            raise CommandError(f"{location}: no anchor there")
        with progress("Check of the record", "seals and roots", links_count(), resume=RESUME) as shown:
            faults = find_faults(location, shown.advance)
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(
            f"no fault: {Seal.objects.count()} seals, {Root.objects.count()} roots, "
            f"{len(anchor_files(location))} anchors"
        )
