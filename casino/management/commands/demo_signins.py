"""Prints the sign-ins of the demonstration."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.demo.sample_data import PLAYERS, STAFF


class Command(BaseCommand):
    help = "Print the sign-ins of the demonstration house."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.HOUSE_DEMO:
            raise CommandError("This is not a demonstration house: it has no known passwords.")
        rows = [
            (player.email, player.password, f"player, {player.cents // 100:,} EUR and demonstration credits")
            for player in PLAYERS
        ]
        rows += [(staff.email, staff.password, staff.role) for staff in STAFF]
        widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
        for email, password, description in rows:
            self.stdout.write(f"  {email:<{widths[0]}}  {password:<{widths[1]}}  {description}")
