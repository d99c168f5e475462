"""A live table for each test that asks for one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.tables.clocks import DatabaseClock
from tests.live_table import LiveTable, table_open


@pytest.fixture
def room(tmp_path: Path, db: None, request: pytest.FixtureRequest) -> Callable[..., LiveTable]:
    """Opens a table: `room("french-roulette", mode="individual", minimum=100)`. The test moves its clock."""
    try:
        request.getfixturevalue("clock")
    except pytest.FixtureLookupError:  # outside of tests/games/tables
        DatabaseClock(request.getfixturevalue("monkeypatch"))

    def opened(system: str = "american-roulette", **setting: Any) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    return opened
