"""Check every chain of the record: seals, roots, and the anchors that were written, here or in a folder brought back from outside."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.compliance.self_checks.anchors import files
from casino.compliance.self_checks.chain_check import faults
from casino.compliance.self_checks.models import Root
from players.audit.models import Seal


class Command(BaseCommand):
    help = "Check seals, roots of the record and anchors against each other; ends with 1 where something differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anchor", type=Path, help="a file or folder of anchors, as they were shipped out of the house"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        where = options["anchor"]
        if where is not None and not files(where):
            raise CommandError(f"{where}: no anchor there")
        found = faults(where)
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write(
            f"no fault: {Seal.objects.count()} seals, {Root.objects.count()} roots, {len(files(where))} anchors"
        )
