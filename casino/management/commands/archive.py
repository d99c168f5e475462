"""`manage.py archive`: archives months of the record, checks the archives, and restores them."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage
from django.core.management.base import BaseCommand, CommandError

from casino.archive import archive
from casino.archive.options import archive_options
from games.draw.seal_key import SealKey
from games.models import Table
from players.shared import clock
from players.shared.file_store import ARCHIVES, FolderStore, place_of, store_of
from players.shared.progress import progress

RESUME_WRITING = "The months that it has named are complete. Run the command again to write the others."
RESUME_READING = "It has changed nothing. Run the command again."


class Command(BaseCommand):
    help = (
        "Archives months older than 24 months, or one; --check verifies them; --restore compares one with "
        "the record."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--month", help="only this month (YYYY-MM), which must have ended")
        parser.add_argument(
            "--folder",
            type=Path,
            help="folder of the archives (default: FILE_STORE, or ARCHIVE_DIR)",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--check",
            action="store_true",
            help="verify signatures and files, and compare them with the record",
        )
        what.add_argument(
            "--restore", action="store_true", help="load --month into a schema and compare it row by row"
        )
        for option in archive_options():
            what.add_argument(f"--{option.name}", action="store_true", help=option.help)
        parser.add_argument(
            "--keep", action="store_true", help="with --restore: keep the schema archive_YYYY_MM"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["folder"]
        store = FolderStore(str(folder)) if folder else store_of(ARCHIVES)
        month = self._month(options["month"])
        if options["check"]:
            self._check(store, month)
        elif options["restore"]:
            self._restore(store, month, keep=options["keep"])
        elif chosen := [option for option in archive_options() if options[option.name]]:
            if month is not None:
                raise CommandError(f"--{chosen[0].name} takes no --month: months leave in their order.")
            for line in chosen[0].run(store):
                self.stdout.write(line)
        else:
            self._write(store, month)

    def _month(self, text: str | None) -> date | None:
        if not text:
            return None
        try:
            month = date.fromisoformat(f"{text}-01")
        except ValueError as error:
            raise CommandError(f"{text!r} is not a valid month; use YYYY-MM.") from error
        if clock.midnight(clock.months_after(month, 1)) > clock.now():
            raise CommandError(f"{text} has not ended yet.")
        return month

    def _write(self, store: Storage, month: date | None) -> None:
        try:
            key = SealKey(Path(settings.SEAL_KEY_FILE))
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"An archive is signed with the croupier's key (SEAL_KEY_FILE): {error}"
            ) from error
        months = [month] if month else archive.due_months(store)
        steps, differences = len(archive.TABLES) + Table.objects.count(), []
        with progress("Archive", "files and journals", len(months) * steps, resume=RESUME_WRITING) as shown:
            for due_month in months:
                try:
                    manifest = archive.archive_month(due_month, store, key, shown.advance)
                except archive.MonthDetached as refusal:
                    raise CommandError(
                        f"The transfers and events of {due_month:%Y-%m} are in the archive alone: "
                        "it is not written again."
                    ) from refusal
                differences += archive.close_journals(due_month, key, shown.advance)
                rows = sum(table["rows"] for table in manifest["tables"].values())
                size = sum(table["bytes"] for table in manifest["tables"].values())
                self.stdout.write(f"{due_month:%Y-%m}: {rows} rows in {size} bytes")
        self.stdout.write(f"{len(months)} months archived in {place_of(store)}; the record keeps them all")
        if differences:
            self.stdout.writelines(f"{difference}\n" for difference in differences)
            raise CommandError(f"{len(differences)} differences: these months cannot be detached. Run prove.")

    def _chosen(self, store: Storage, month: date | None) -> list[tuple[str, dict[str, object]]]:
        chosen = [
            entry for entry in archive.manifests(store) if month is None or entry[0] == f"{month:%Y-%m}"
        ]
        if month and not chosen:
            raise CommandError(f"{month:%Y-%m} is not in {place_of(store)}.")
        return chosen

    def _check(self, store: Storage, month: date | None) -> None:
        chosen = self._chosen(store, month)
        files = len(chosen) * len(archive.TABLES)
        with progress("Check of the archive", "files", files, resume=RESUME_READING) as shown:
            faults = [
                fault
                for chosen_month, manifest in chosen
                for fault in archive.faults_of(store, chosen_month, manifest, advance=shown.advance)
            ]
        for fault in faults:
            self.stdout.write(f"{fault.month} {fault.table}: {fault.sentence}")
        missing = [] if month else archive.due_months(store)
        if missing:
            self.stdout.write(f"not archived yet: {', '.join(f'{due:%Y-%m}' for due in missing)}")
        self.stdout.write(f"{len(chosen)} months, {len(faults)} faults")
        if faults:
            raise SystemExit(1)

    def _restore(self, store: Storage, month: date | None, *, keep: bool) -> None:
        if month is None:
            raise CommandError("--restore requires --month")
        name, manifest = self._chosen(store, month)[0]
        if faults := archive.faults_of(store, name, manifest, record=False):
            raise CommandError(
                "; ".join(f"{fault.table or 'manifest'}: {fault.sentence}" for fault in faults)
            )
        files = len(archive.TABLES)
        with progress("Restore of the archive", "tables", files, resume=RESUME_READING) as shown:
            counts = archive.restore_month(store, manifest, keep=keep, advance=shown.advance)
        differing = 0
        for table, (rows, only_archive, only_record) in counts.items():
            differing += only_archive + only_record
            self.stdout.write(
                f"{table}: {rows} rows, {only_archive} only in the archive, {only_record} only in the record"
            )
        if differing:
            raise SystemExit(1)
