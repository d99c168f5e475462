"""Record the files of the house as they are installed, or compare them with what was recorded."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.compliance.self_checks.models import Manifest
from casino.compliance.self_checks.program_files import differences, installed, manifest_record


class Command(BaseCommand):
    help = "Compares every installed file of the house with the recorded manifest; --record writes a new one, with a reason."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--record",
            metavar="REASON",
            help="write down what is installed now: a release, with its approval",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["record"]:
            new = manifest_record(reason=options["record"])
            self.stdout.write(
                f"recorded {new.digest}" if new else "nothing has changed since the last manifest"
            )
            return
        last = Manifest.objects.order_by("-pk").first()
        if last is None:
            raise CommandError("no manifest is recorded: --record REASON")
        wrong = differences(last.files, installed())
        if wrong:
            raise CommandError("\n".join(f"{each['how']}: {each['path']}" for each in wrong))
        self.stdout.write(
            f"{len(last.files)} files are as they were recorded {last.at:%Y-%m-%d %H:%M}, {last.digest}"
        )
