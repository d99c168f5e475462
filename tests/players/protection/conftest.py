from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.live_table import LiveTable, table_open


@pytest.fixture
def open_room(tmp_path: Path, db: None) -> Callable[..., LiveTable]:
    def open_with(system: str = "american-roulette", **setting: Any) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    return open_with
