"""`manage.py count_stud_deals`: counts every deal of the studs again and compares the stored counts."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.stud_deals import HANDS, count
from games.odds.stud_counts import COUNTS
from games.rules.stud.sheet import VARIANTS
from games.rules.stud.variant import Cor
from players.shared.progress import progress


class Command(BaseCommand):
    help = (
        "Counts all 19,933,230,517,200 deals of each stud with the best decisions, "
        "and compares them with the kept counts."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.perf_counter()
        games = [(VARIANTS[system], cor or Cor.SUIT) for system, cor in COUNTS]
        with progress("Count", "hands", HANDS, ticking=True) as shown:
            shown.begin("sorting all hands")
            counted = count(games, shown.advance)
        wrong = []
        for (system, cor), counts in zip(COUNTS, counted, strict=True):
            named = f"{system} {cor or ''}".strip()
            self.stdout.write(f"{named}: {counts}")
            if counts != COUNTS[system, cor]:
                wrong.append(named)
        self.stdout.write(
            f"{len(counted) - len(wrong)} as kept, {len(wrong)} not, "
            f"{time.perf_counter() - begun:.1f} seconds"
        )
        if wrong:
            raise CommandError(f"These counts differ from the stored ones: {', '.join(wrong)}")
