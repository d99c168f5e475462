"""Check the chain of seals: whether audit lines and transfers are as they were sealed, to the last one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.audit.anchors import anchor_files, check_anchors
from players.audit.models import Seal
from players.audit.verification import check_seals


class Command(BaseCommand):
    help = "Check audit lines, transfers and accounts against the chain of seals; ends with 1 where something differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anchor", type=Path, help="a file or folder of anchors, as they were shipped out of the house"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        faults = check_seals()
        if (where := options["anchor"]) is not None:
            if not anchor_files(where):
                raise CommandError(f"{where}: no anchor there")
            faults += check_anchors(where)
        if faults:
            lines = [f"seal {fault.seal or '-'}: {fault.code}: {fault.said}" for fault in faults]
            raise CommandError("\n".join(lines))
        last = Seal.objects.order_by("-number").first()
        said = (
            f"{last.number} seals, the last up to {last.until.isoformat(timespec='seconds')}, chain {last.chain}"
            if last
            else "no seal yet"
        )
        self.stdout.write(f"no fault: {said}")
