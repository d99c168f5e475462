"""Reads the lists of the settings now, and compares people with what changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from casino.compliance.screening import lists, running
from casino.compliance.screening.models import ListImport
from players.languages import SOURCE_LANGUAGE
from players.shared.progress import progress


class Command(BaseCommand):
    help = "Read the lists of sanctions and of politically exposed people now, and compare people with them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--accept-vanished",
            metavar="LIST",
            default="",
            help="read this list although more than a tenth of its people are missing",
        )

    def handle(self, *args: Any, accept_vanished: str, **options: Any) -> None:
        if accept_vanished and accept_vanished not in settings.SCREENING_LISTS:
            raise CommandError(f"SCREENING_LISTS names no list {accept_vanished}.")
        refused = False
        for name, source in settings.SCREENING_LISTS.items():
            self.stdout.write(f"{name}: reading {source}")
            record = lists.import_list(name, source, accept_vanished=name == accept_vanished)
            if record.state == ListImport.State.REFUSED:
                refused = True
                with override(SOURCE_LANGUAGE):
                    where = f"line {record.line}: " if record.line else ""
                    self.stderr.write(f"{name}: refused. {where}{lists.FAULTS[record.fault]}")
            else:
                self.stdout.write(
                    f"{name}: {record.entries} people, {record.added} added, {record.changed} changed, "
                    f"{record.removed} removed"
                )
        with progress("Comparing people with the lists", ticking=True):
            done = running.screen()
        if done is None:
            raise CommandError("Another process is comparing people now.")
        self.stdout.write(f"{done.compared} people compared with everything, {done.found} new matches")
        if refused:
            raise CommandError("A list was refused; what it had before stays in force.")
