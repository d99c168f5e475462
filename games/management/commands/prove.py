"""`manage.py prove`: replays the record of every table and compares all that was written beside it."""

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

from games.models import Table
from games.rounds.journal_check import Proved, prove, sums
from games.tables.croupier.keys import SealKey
from games.tables.transport.client import summon
from games.tables.transport.protocol import Stop
from players.audit import note

REASON = "the proof of the record found a difference"


class Command(BaseCommand):
    help = "Replays rounds from their journals, recomputes every transfer, checks chains, sums, stakes and draws."

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
        since = moment(options["since"]) if options["since"] else None
        try:
            key = SealKey(Path(settings.SEAL_KEY_FILE))
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"The record is proved with the croupier's key (SEAL_KEY_FILE): {error}"
            ) from error
        tables = Table.objects.filter(pk__in=options["table"]) if options["table"] else Table.objects.all()
        numbers = list(tables.order_by("pk").values_list("pk", flat=True))
        rounds, differing = 0, 0
        for done, proved in enumerate(self._proved(numbers, key, since, options["jobs"]), 1):
            rounds += proved.rounds
            differing += len(proved.differences)
            for difference in proved.differences:
                self.stdout.write(difference)
            if proved.differences and options["hold"]:
                summon([proved.table], Stop(REASON))
            self.stderr.write(f"{done} of {len(numbers)} tables, {proved.events} events", ending="\n")
        for difference in sums():
            differing += 1
            self.stdout.write(difference)
        note("record.proved", since=since, tables=len(numbers), rounds=rounds, differences=differing)
        self.stdout.write(f"{rounds} rounds, {differing} differences")
        if differing:
            raise SystemExit(1)

    def _proved(self, tables: list[int], key: SealKey, since: datetime | None, jobs: int) -> Iterator[Proved]:
        asked = [(table, key, since) for table in tables]
        if jobs < 2 or len(tables) < 2:
            yield from map(_prove, asked)
            return
        connection.close()  # each process has its own
        with multiprocessing.get_context("fork").Pool(min(jobs, len(tables))) as pool:
            yield from pool.imap_unordered(_prove, asked)


def _prove(asked: tuple[int, SealKey, datetime | None]) -> Proved:
    """The table as it is at one moment: people go on playing, and what they do meanwhile is proved the next time."""
    table, key, since = asked
    if connection.in_atomic_block:
        return prove(Table.objects.get(pk=table), key, since)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return prove(Table.objects.get(pk=table), key, since)


def moment(text: str) -> datetime:
    """A day or an hour, as Lisbon's clocks show it."""
    try:
        day = parse_date(text)
        found = datetime.combine(day, time()) if day else parse_datetime(text)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(f"{text!r} is neither a day (2026-11-21) nor an hour (2026-11-21T04:00)")
    return found if found.tzinfo else make_aware(found, get_current_timezone())
