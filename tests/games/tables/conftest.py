from __future__ import annotations

import pytest

from tests.games.tables.clocks import DatabaseClock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> DatabaseClock:
    return DatabaseClock(monkeypatch)
