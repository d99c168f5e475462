"""The journal check of a table while people play there."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Moment
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from games.management.commands import prove as command
from games.rounds.proof.journal_check import JournalCheck
from tests.games.rounds.proof.test_journal_check import played
from tests.games.tables.test_card_games import to_end
from tests.live_table import LiveTable, bet, table_open


@pytest.mark.usefixtures("lasting_db")
def test_a_table_passes_the_check_during_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written after the check began is no difference: it reads one snapshot."""
    table = LiveTable(tmp_path, table_open())
    (player, _) = played(table, "american-roulette", 1)
    begun, played_on = Moment(), Moment()
    fold = JournalCheck.run

    def run(self: JournalCheck) -> Any:
        begun.set()
        assert played_on.wait(20)
        return fold(self)

    monkeypatch.setattr(JournalCheck, "run", run)
    reports: list[Any] = []

    def proving() -> None:
        reports.append(
            command._check_table(command.ProofTask(table.table.pk, table.transaction.key, None, resume=True))
        )
        connection.close()

    before = table.live.seq
    thread = Thread(target=proving)
    thread.start()
    assert begun.wait(20)
    table.until("bets-opened")
    table.send((player, bet(table.round, {"red": 500})))
    to_end(table)
    played_on.set()
    thread.join(20)
    assert reports[0].differences == [] and reports[0].events == before < table.live.seq
