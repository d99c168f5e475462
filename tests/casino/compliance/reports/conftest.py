from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from casino.compliance.reports.parameters import ReportChoice
from games.draw.seal_key import SealKey
from players.shared import clock
from tests.live_table import seal_key

DAYS = 100


@pytest.fixture
def past(db: None, tmp_path: Path, settings: Any) -> Callable[[int], SealKey]:
    """A simulated past of all games."""
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))

    def made(rounds: int, seed: int = 21) -> SealKey:
        options = {"rounds": rounds, "players": 60, "seed": seed, "days": DAYS, "jobs": 1}
        call_command("simulate_house", **options, stdout=StringIO(), stderr=StringIO())
        return SealKey(Path(settings.SEAL_KEY_FILE))

    return made


@pytest.fixture
def whole() -> ReportChoice:
    """All days of the past, and today."""
    today: date = clock.day_of(clock.now())
    return ReportChoice(today - timedelta(days=DAYS + 1), today)


@pytest.fixture(autouse=True)
def demonstration(settings: Any) -> None:
    """As in the demonstration, staff need no second factor."""
    settings.HOUSE_DEMO = True
