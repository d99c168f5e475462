"""`manage.py prove`: applies the journal of every table and compares it with everything stored beside it.

It continues after the last state that an earlier proof sealed with the croupier's key. `--from-start` applies
and compares everything again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
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
from msgspec import Struct

from games.draw.seal_key import SealKey
from games.models import Table
from games.rounds.proof.journal_check import JournalReport, check_journal
from games.rounds.proof.proven_states import save_proven_state
from games.rounds.proof.sums_check import check_sums
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import HoldTable
from players.audit import note
from players.shared.progress import progress

REASON = "the proof of the record found a difference"


RESUME = "Proven tables are kept. Run the command again to go on with the others."


class ProofTask(Struct, frozen=True):
    """One table to prove."""

    table: int
    key: SealKey
    since: datetime | None
    resume: bool  # continue after the last proof


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
            help="hold every table with a difference, and open an incident",
        )

        parser.add_argument(
            "--from-start",
            action="store_true",
            help="compare everything again, instead of continuing after the last proof",
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
        tasks = [ProofTask(table, key, since, not options["from_start"]) for table in numbers]
        rounds, before, differences = 0, 0, 0
        with progress("Proof", "tables", len(tasks), resume=RESUME) as shown:
            for report in self._reports(tasks, options["jobs"]):
                rounds += report.rounds
                before += report.rounds_before
                differences += len(report.differences)
                for difference in report.differences:
                    self.stdout.write(difference)
                if report.differences and options["hold"]:
                    send_to_tables([report.table], HoldTable(REASON))
                shown.advance()
            shown.begin("comparing the sums of all accounts")
            for difference in check_sums(complete=options["from_start"]):
                differences += 1
                self.stdout.write(difference)
        rounds += before
        note("record.proved", since=since, tables=len(numbers), rounds=rounds, differences=differences)
        if before:
            self.stderr.write(f"{before} of these rounds were compared by an earlier proof (--from-start).")
        self.stdout.write(f"{rounds} rounds, {differences} differences")
        if differences:
            raise SystemExit(1)

    def _reports(self, tasks: list[ProofTask], jobs: int) -> Iterator[JournalReport]:
        if jobs < 2 or len(tasks) < 2:
            yield from map(_check_table, tasks)
            return
        connection.close()  # each process opens its own
        with multiprocessing.get_context("fork").Pool(min(jobs, len(tasks)), _ignore_interrupts) as pool:
            yield from pool.imap_unordered(_check_table, tasks)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the parent alone answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _check_table(task: ProofTask) -> JournalReport:
    """Checks the table as it is at one moment. What people play meanwhile is checked the next time."""
    if connection.in_atomic_block:
        report = _check(task)
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                # It only reads. It takes longer, and computes longer between two queries, than the role of a
                # croupier may in a transaction.
                cursor.execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; "
                    "SELECT set_config(name, '0', true) FROM pg_settings "
                    "WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')"
                )
            report = _check(task)
    if report.reached is not None:
        save_proven_state(report.reached, report.reached_at, task.key)
        report.reached = None
    return report


def _check(task: ProofTask) -> JournalReport:
    return check_journal(Table.objects.get(pk=task.table), task.key, task.since, resume=task.resume)


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
