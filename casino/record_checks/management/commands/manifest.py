"""Record the installed files, or compare them with the recorded manifest."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.generator.manifests import differences, installed_files, record_manifest
from casino.generator.models import Manifest


class Command(BaseCommand):
    help = (
        "Compare every installed file with the recorded manifest; --record writes a new one, with a reason."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--record",
            metavar="REASON",
            help="record what is installed now: a release, with its approval",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["record"]:
            manifest = record_manifest(reason=options["record"])
            self.stdout.write(
                f"recorded {manifest.digest}" if manifest else "nothing has changed since the last manifest"
            )
            return
        last = Manifest.objects.order_by("-pk").first()
        if last is None:
            raise CommandError("no manifest is recorded: --record REASON")
        changes = differences(last.files, installed_files())
        if changes:
            raise CommandError("\n".join(f"{change['how']}: {change['path']}" for change in changes))
        self.stdout.write(
            f"{len(last.files)} files are as they were recorded {last.at:%Y-%m-%d %H:%M}, {last.digest}"
        )
