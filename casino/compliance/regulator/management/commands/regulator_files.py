"""`manage.py regulator_files`: makes, checks and delivers what is due; for days long past, `--since` and `--until`."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_date

from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.production import files_make
from players.shared import clock


class Command(BaseCommand):
    help = "Makes the regulator's files that are due; --since and --until name days of Lisbon that were never made."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", help="first day, as 2026-11-01")
        parser.add_argument("--until", help="last day; yesterday unless told otherwise")

    def handle(self, *args: Any, **options: Any) -> None:
        since, until = (day(options[name]) for name in ("since", "until"))
        if until and not since:
            raise CommandError("--until wants --since")
        begins = clock.midnight(since) if since else None
        ends = min(clock.midnight(until + timedelta(days=1)), clock.now()) if until else None
        started = time.monotonic()
        steps = 0
        while found := files_make(seconds=3600, since=begins, until=ends):
            steps += found
        states = RegulatorFile.objects.values_list("state").order_by("state")
        counted: dict[str, int] = {}
        for (state,) in states:
            counted[state] = counted.get(state, 0) + 1
        told = ", ".join(f"{count} {state}" for state, count in counted.items())
        self.stdout.write(f"{steps} steps in {time.monotonic() - started:.1f} s; files: {told or 'none'}")


def day(text: str | None) -> Any:
    if not text:
        return None
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(f"{text!r} is no day")
    return found
