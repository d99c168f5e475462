"""`manage.py regulator_files`: make, check and deliver the due files, or those of given days; look for what
was laid down of these days, and lay down again what is missing in the safe.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections import Counter
from datetime import date, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_date

from casino.compliance.regulator.delivery import configured
from casino.compliance.regulator.envelopes import send_envelopes
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.production import make_files
from casino.compliance.regulator.safe import look_for
from players.audit.online_record import is_archived
from players.shared import clock
from players.shared.progress import progress

REPORT_SECONDS = 2.0  # after which the waiting files are looked up again
RESUME = "Each file stands at its last step. Run the command again, or leave the rest to the worker."


class Command(BaseCommand):
    help = "Makes, checks and delivers the due files; --since and --until choose days, in Lisbon."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", help="first day, as YYYY-MM-DD")
        parser.add_argument("--until", help="last day (default: yesterday)")

        parser.add_argument(
            "--lay-again",
            action="store_true",
            help="lay down again what is missing in the safe of these days",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        since, until = (day(options[name]) for name in ("since", "until"))
        if until and not since:
            raise CommandError("--until requires --since")
        if options["lay_again"]:
            self.lay_again(since, until)
            return
        begins = clock.midnight(since) if since else None
        ends = min(clock.midnight(until + timedelta(days=1)), clock.now()) if until else None
        if begins and is_archived(begins):
            raise CommandError(
                f"Transfers and events of {since} are in the archive alone: "
                "bring them back with archive --attach."
            )
        started = time.monotonic()
        steps = 0
        with progress("Regulator files", "steps", resume=RESUME) as shown:
            while done := make_files(seconds=REPORT_SECONDS, since=begins, until=ends):
                steps += done
                shown.advance(done)
        steps += send_envelopes()
        states = Counter(RegulatorFile.objects.order_by("state").values_list("state", flat=True))
        summary = ", ".join(f"{count} {state}" for state, count in states.items())
        self.stdout.write(f"{steps} steps in {time.monotonic() - started:.1f} s; files: {summary or 'none'}")

    def lay_again(self, since: date | None, until: date | None) -> None:
        if since is None:
            raise CommandError("--lay-again requires --since")
        if not configured():
            raise CommandError("No delivery is configured, so there is no safe.")
        with progress("Files in the safe", "files", resume="Run the command again.") as shown:
            found = look_for(since, until or clock.day_of(clock.now()), shown=shown.advance)
        for name in (*found.lost, *found.different):
            self.stderr.write(name)
        self.stdout.write(
            f"{found.looked_for} looked for, {len(found.laid_again)} laid down again, "
            f"{len(found.different)} different, {len(found.lost)} lost"
        )
        if found.lost or found.different:
            raise CommandError("Some files are not in the safe as they were laid down; they are named above.")


def day(text: str | None) -> Any:
    if not text:
        return None
    try:
        parsed = parse_date(text)
    except ValueError:
        parsed = None
    if parsed is None:
        raise CommandError(f"{text!r} is not a valid day; use YYYY-MM-DD.")
    return parsed
