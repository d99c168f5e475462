"""Compile the translations without gettext, which Django's own command needs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino.languages.translations import LOCALE, compile_translations, stale_files


class Command(BaseCommand):
    help = "Compile the translations that have changed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="compile every file, changed or not")

    def handle(self, *args: Any, **options: Any) -> None:
        every_source = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
        for source in every_source if options["all"] else stale_files():
            self.stderr.write(f"{source.parent.parent.name}: {compile_translations(source)} messages")
