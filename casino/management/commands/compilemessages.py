"""Compile the translations without gettext, which Django's own command needs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino import catalogues


class Command(BaseCommand):
    help = "Compile the catalogues of translations that have changed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="compile every catalogue, changed or not")

    def handle(self, *args: Any, **options: Any) -> None:
        every_source = sorted(catalogues.LOCALE.glob("*/LC_MESSAGES/*.po"))
        for source in every_source if options["all"] else catalogues.stale():
            self.stderr.write(f"{source.parent.parent.name}: {catalogues.compile_catalogue(source)} messages")
