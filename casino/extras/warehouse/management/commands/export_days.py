"""`manage.py export_days`: writes days of the record as Parquet files for a data warehouse."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.extras.warehouse.library import INSTALL, default_folder, has_pyarrow
from players.shared import clock
from players.shared.progress import progress

RESUME = "The days that it has named are complete. Run the command again to write the others."


class Command(BaseCommand):
    help = "Writes days of the record as Parquet files: by default those after the last one in the folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", type=_day, help="first day, as YYYY-MM-DD, in Lisbon")
        parser.add_argument("--until", type=_day, help="last day (default: yesterday)")
        parser.add_argument("--folder", type=Path, help="where the files go (default: WAREHOUSE_DIR)")
        parser.add_argument(
            "--replace", action="store_true", help="write days again that are in the folder already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not has_pyarrow():
            raise CommandError(f"pyarrow is not installed. {INSTALL}")
        folder: Path | None = options["folder"] or default_folder()
        if folder is None:
            raise CommandError("Say where the files go, with --folder or the setting WAREHOUSE_DIR.")
        if options["replace"] and not options["since"]:
            raise CommandError("--replace requires --since")
        from casino.extras.warehouse import day_export

        yesterday = clock.day_of(clock.now()) - timedelta(days=1)
        until = options["until"] or yesterday
        if until > yesterday:
            raise CommandError(f"{until} has not ended yet.")
        complete = day_export.exported_days(folder)
        since = options["since"] or (complete[-1] + timedelta(days=1) if complete else until)
        if since > until and options["since"]:
            raise CommandError("--since is later than --until.")
        days = [since + timedelta(days=count) for count in range((until - since).days + 1)]
        due = [day for day in days if options["replace"] or day not in complete]
        with progress("Export", "rows", resume=RESUME) as shown:
            for day in due:
                try:
                    manifest = day_export.export_day(day, folder, begin=shown.begin, advance=shown.advance)
                except day_export.DayNotSealed as error:
                    raise CommandError(
                        f"{day} is not sealed to its end yet: rows may still be added. Wait a minute; if it "
                        "stays so, see the alarm of sealing."
                    ) from error
                counts = ", ".join(f"{table['rows']} {name}" for name, table in manifest["tables"].items())
                self.stdout.write(f"{day}: {counts}")
        self.stdout.write(
            f"{len(due)} days exported into {folder}; {len(days) - len(due)} were there already"
        )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"{text!r} is not a valid day; use YYYY-MM-DD.") from error
