"""A live table for each test that asks for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.rounds.proof.disclosure import disclose_round
from games.rounds.replay import player_replay
from games.tables.transport.protocol import RequestRound
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


@pytest.fixture
def croupier(monkeypatch: pytest.MonkeyPatch) -> Callable[[LiveTable], None]:
    """Answers queries about sealed rounds as the croupier of that table does."""

    def answer(table: LiveTable) -> None:
        def query(number: int, request: RequestRound) -> dict[str, Any]:
            assert number == table.table.pk
            reply: dict[str, Any] = json.loads(
                json.dumps(disclose_round(number, request, table.transaction.key), default=str)
            )
            return reply

        monkeypatch.setattr(player_replay, "query_croupier", query)
        monkeypatch.setattr("games.rounds.history.query_croupier", query)

    return answer
