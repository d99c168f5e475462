"""Checks that audit lines and transfers are unchanged since they were sealed."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.audit.anchors import anchor_files, check_anchors
from players.audit.models import Seal
from players.audit.verification import OVERDUE_AFTER, check_seals
from players.shared.progress import progress

RESUME = "It only reads. A check that was stopped starts from the beginning."


class Command(BaseCommand):
    help = (
        "Check audit lines, transfers and accounts against the chain of seals; "
        "exits with 1 if something differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anchor", type=Path, help="a file or folder of anchors that were published elsewhere"
        )
        parser.add_argument(
            "--house-closed",
            action="store_true",
            help="nothing seals now: that the last seal is old is no fault",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = Seal.objects.count()
        with progress("Check of the seals", "seals", count, resume=RESUME) as shown:
            late = timedelta.max if options["house_closed"] else OVERDUE_AFTER
            faults = check_seals(late=late, advance=shown.advance)
        if (where := options["anchor"]) is not None:
            if not anchor_files(where):
                raise CommandError(f"{where}: no anchor found")
            faults += check_anchors(where)
        if faults:
            lines = [f"seal {fault.seal or '-'}: {fault.code}: {fault.description}" for fault in faults]
            raise CommandError("\n".join(lines))
        last = Seal.objects.order_by("-number").first()
        result = "no seal yet"
        if last:
            until = last.until.isoformat(timespec="seconds")
            result = f"{last.number} seals, the last up to {until}, chain {last.chain}"
        self.stdout.write(f"no fault: {result}")
