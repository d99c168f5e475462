"""The proof of a table's record while people play at that table."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Moment
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from games.management.commands import prove as command
from games.rounds.journal_check import Fold
from tests.games.tables.test_card_games import to_end
from tests.games.tables.test_prove import played
from tests.room import Room, bet, table_open


@pytest.mark.usefixtures("lasting_db")
def test_a_table_is_proved_while_people_play_at_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written after the proof has begun is no difference: it looks at one moment of the table."""
    table = Room(tmp_path, table_open())
    (player, _) = played(table, "american-roulette", 1)
    begun, played_on = Moment(), Moment()
    fold = Fold.run

    def run(self: Fold) -> Any:
        begun.set()
        assert played_on.wait(20)
        return fold(self)

    monkeypatch.setattr(Fold, "run", run)
    found: list[Any] = []

    def proving() -> None:
        found.append(command._prove((table.table.pk, table.desk.key, None)))
        connection.close()

    before = table.live.seq
    thread = Thread(target=proving)
    thread.start()
    assert begun.wait(20)
    table.until("bets-opened")
    table.say((player, bet(table.round, {"red": 500})))
    to_end(table)
    played_on.set()
    thread.join(20)
    assert found[0].differences == [] and found[0].events == before < table.live.seq
