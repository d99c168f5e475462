"""`manage.py archive`: months of the record as signed files, their check, and their way back beside the record."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.compliance.regulator import archive
from games.tables.croupier.keys import SealKey
from players.shared import clock


class Command(BaseCommand):
    help = "Archives the months that are older than 24, or one; --check looks at all that lie there; --restore lays one beside the record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--month", help="this month alone, as 2024-01; it must be over")
        parser.add_argument(
            "--folder",
            type=Path,
            help="where the months lie; ARCHIVE_DIR, else the folder archive of the house",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--check", action="store_true", help="signatures, files, and the record beside them"
        )
        what.add_argument(
            "--restore", action="store_true", help="lay --month beside the record and compare row by row"
        )
        parser.add_argument(
            "--keep", action="store_true", help="with --restore: leave the schema archive_YYYY_MM there"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(options["folder"] or settings.ARCHIVE_DIR)
        month = self._month(options["month"])
        if options["check"]:
            self._check(folder, month)
        elif options["restore"]:
            self._restore(folder, month, keep=options["keep"])
        else:
            self._write(folder, month)

    def _month(self, text: str | None) -> date | None:
        if not text:
            return None
        try:
            month = date.fromisoformat(f"{text}-01")
        except ValueError as error:
            raise CommandError(f"{text!r} is no month: say it as 2024-01") from error
        if clock.midnight(clock.months_after(month, 1)) > clock.now():
            raise CommandError(f"{text} is not over")
        return month

    def _write(self, folder: Path, month: date | None) -> None:
        try:
            key = SealKey(Path(settings.SEAL_KEY_FILE))
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"An archive is signed with the croupier's key (SEAL_KEY_FILE): {error}"
            ) from error
        months = [month] if month else archive.owing(folder)
        for each in months:
            told = archive.archive_month(each, folder, key)
            rows = sum(table["rows"] for table in told["tables"].values())
            size = sum(table["bytes"] for table in told["tables"].values())
            self.stdout.write(f"{each:%Y-%m}: {rows} rows in {size} bytes")
        self.stdout.write(f"{len(months)} months archived in {folder}; the record keeps them all")

    def _chosen(self, folder: Path, month: date | None) -> list[tuple[Path, dict[str, Any]]]:
        found = [
            each for each in archive.manifests(folder) if month is None or each[0].name == f"{month:%Y-%m}"
        ]
        if month and not found:
            raise CommandError(f"{month:%Y-%m} does not lie in {folder}")
        return found

    def _check(self, folder: Path, month: date | None) -> None:
        found = self._chosen(folder, month)
        faults = [fault for place, manifest in found for fault in archive.faults_of(place, manifest)]
        for fault in faults:
            self.stdout.write(f"{fault.month} {fault.table}: {fault.said}")
        owing = [] if month else archive.owing(folder)
        if owing:
            self.stdout.write(f"not archived yet: {', '.join(f'{each:%Y-%m}' for each in owing)}")
        self.stdout.write(f"{len(found)} months, {len(faults)} faults")
        if faults:
            raise SystemExit(1)

    def _restore(self, folder: Path, month: date | None, *, keep: bool) -> None:
        if month is None:
            raise CommandError("--restore wants --month")
        place, manifest = self._chosen(folder, month)[0]
        if faults := archive.faults_of(place, manifest, record=False):
            raise CommandError("; ".join(f"{fault.table or 'manifest'}: {fault.said}" for fault in faults))
        differing = 0
        for table, (rows, only_archive, only_record) in archive.restored(place, manifest, keep=keep).items():
            differing += only_archive + only_record
            self.stdout.write(
                f"{table}: {rows} rows, {only_archive} only in the archive, {only_record} only in the record"
            )
        if differing:
            raise SystemExit(1)
