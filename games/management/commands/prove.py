"""`manage.py prove`: applies the journal of every table and compares it with everything stored beside it."""

from __future__ import annotations

import multiprocessing
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime, time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import get_current_timezone, make_aware

from games.draw.seal_key import SealKey
from games.models import Table
from games.rounds.journal_check import JournalReport, check_journal, check_sums
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import HoldTable
from players.audit import note

REASON = "the proof of the record found a difference"


class Command(BaseCommand):
    help = "Replays every journal, recomputes every transfer, and checks chains, sums, stakes and draws."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", help="compare only what happened since that day or hour (Lisbon)")
        parser.add_argument(
            "--table", type=int, action="append", help="only this table; may be given several times"
        )
        parser.add_argument(
            "--jobs", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="tables proved at once"
        )
        parser.add_argument(
            "--hold",
            action="store_true",
            help="hold every table of which something differs, and open an incident",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        since = parse_moment(options["since"]) if options["since"] else None
        try:
            key = SealKey(Path(settings.SEAL_KEY_FILE))
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"The record is proved with the croupier's key (SEAL_KEY_FILE): {error}"
            ) from error
        tables = Table.objects.filter(pk__in=options["table"]) if options["table"] else Table.objects.all()
        numbers = list(tables.order_by("pk").values_list("pk", flat=True))
        rounds, differences = 0, 0
        for done, report in enumerate(self._reports(numbers, key, since, options["jobs"]), 1):
            rounds += report.rounds
            differences += len(report.differences)
            for difference in report.differences:
                self.stdout.write(difference)
            if report.differences and options["hold"]:
                send_to_tables([report.table], HoldTable(REASON))
            self.stderr.write(f"{done} of {len(numbers)} tables, {report.events} events", ending="\n")
        for difference in check_sums():
            differences += 1
            self.stdout.write(difference)
        note("record.proved", since=since, tables=len(numbers), rounds=rounds, differences=differences)
        self.stdout.write(f"{rounds} rounds, {differences} differences")
        if differences:
            raise SystemExit(1)

    def _reports(
        self, tables: list[int], key: SealKey, since: datetime | None, jobs: int
    ) -> Iterator[JournalReport]:
        tasks = [(table, key, since) for table in tables]
        if jobs < 2 or len(tables) < 2:
            yield from map(_check_table, tasks)
            return
        connection.close()  # each process opens its own
        with multiprocessing.get_context("fork").Pool(min(jobs, len(tables))) as pool:
            yield from pool.imap_unordered(_check_table, tasks)


def _check_table(task: tuple[int, SealKey, datetime | None]) -> JournalReport:
    """Checks the table as it is at one moment. What people play meanwhile is checked the next time."""
    table, key, since = task
    if connection.in_atomic_block:
        return check_journal(Table.objects.get(pk=table), key, since)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return check_journal(Table.objects.get(pk=table), key, since)


def parse_moment(text: str) -> datetime:
    """A day or a time, in Lisbon's time zone."""
    try:
        day = parse_date(text)
        moment = datetime.combine(day, time()) if day else parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(f"{text!r} is neither a day (2026-11-21) nor a time (2026-11-21T04:00)")
    return moment if moment.tzinfo else make_aware(moment, get_current_timezone())
