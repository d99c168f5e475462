from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.players.cashier.conftest import sandbox  # noqa: F401  (a fixture)
from tests.room import Room, table_open


@pytest.fixture
def open_room(tmp_path: Path, db: None) -> Callable[..., Room]:
    def open_with(system: str = "american-roulette", **setting: Any) -> Room:
        return Room(tmp_path, table_open(system, **setting))

    return open_with
