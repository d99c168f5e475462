"""`manage.py national_list`: fetches the national list now.

`--accept-shorter` accepts a list that lost many entries.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.protection import national_register
from players.protection.models import NationalFeed
from players.shared.progress import progress

RESUME = "The last good list stays in force. Run the command again."


class Command(BaseCommand):
    help = "Fetch the national list of excluded people now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--accept-shorter", action="store_true", help="accept a list that lost many entries at once"
        )

    def handle(self, *args: Any, accept_shorter: bool, **options: Any) -> None:
        with progress("National list", resume=RESUME, ticking=True) as shown:
            shown.begin("fetching and applying")
            concerned = national_register.fetch_national_list(accept_shorter=accept_shorter)
        feed = NationalFeed.objects.get(pk=1)
        if concerned < 0:
            raise CommandError(
                f"The list was not applied: {feed.trouble}. The last good list stays in force."
            )
        self.stdout.write(f"{feed.entries} entries, {concerned} players concerned.")
