"""`manage.py close_month 2026-03`: issue the closing reports of a month. Repeating it changes nothing."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.issuing import NotOver, close_month
from players.shared.progress import progress

RESUME = "Reports that were issued stay. Run the command again."


class Command(BaseCommand):
    help = "Issues the gross revenue, tax base, jackpots and payments of a month, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", help="the month, as YYYY-MM")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            month = datetime.strptime(options["month"], "%Y-%m").date()  # noqa: DTZ007
        except ValueError as error:
            raise CommandError(f"{options['month']!r} is not a valid month; use YYYY-MM.") from error
        started = time.monotonic()
        try:
            with progress("Closing", resume=RESUME, ticking=True) as shown:
                shown.begin("adding up the days")
                daily_totals.fold()
                shown.begin("writing the reports")
                issues = list(close_month(month))
            for issue in issues:
                self.stdout.write(
                    f"{REPORTS[issue.code].title}: issue {issue.pk}, {issue.count} rows, {issue.digest}"
                )
        except NotOver as error:
            raise CommandError(f"{month:%Y-%m} has not ended yet.") from error
        self.stderr.write(f"{time.monotonic() - started:.1f} s")
