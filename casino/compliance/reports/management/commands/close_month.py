"""`manage.py close_month 2026-03`: issues what the month owes; asked again it changes nothing."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.compliance.reports import daily_totals
from casino.compliance.reports.catalogue import REPORTS
from casino.compliance.reports.issuing import NotOver, month_close


class Command(BaseCommand):
    help = "Issues the month's gross revenue, tax base, jackpots, deposits and withdrawals: once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", help="the month, as 2026-03")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            month = datetime.strptime(options["month"], "%Y-%m").date()  # noqa: DTZ007
        except ValueError as error:
            raise CommandError(f"{options['month']!r} is no month: write it as 2026-03.") from error
        began = time.monotonic()
        daily_totals.fold()
        try:
            for found in month_close(month):
                self.stdout.write(
                    f"{REPORTS[found.code].title}: issue {found.pk}, {found.count} rows, {found.digest}"
                )
        except NotOver as error:
            raise CommandError(f"{month:%Y-%m} is not over.") from error
        self.stderr.write(f"{time.monotonic() - began:.1f} s")
