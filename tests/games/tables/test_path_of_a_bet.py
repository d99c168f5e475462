"""An ordinary bet enters only the modules that docs/architecture/path-of-a-bet.md names."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from games.tables.croupier.command_execution import CommandRequest
from games.tables.croupier.transaction import TableTransaction
from tests.live_table import LiveTable, bet, players_with

Open = Callable[..., LiveTable]

PROJECT = Path(__file__).resolve().parents[3]
TABLES = PROJECT / "games/tables"


def documented_modules() -> set[str]:
    page = (PROJECT / "docs/architecture/path-of-a-bet.md").read_text("utf-8")
    return set(re.findall(r"`((?:croupier|domain|transport)/\w+\.py)`", page))


def test_a_bet_enters_the_documented_modules_and_no_other(room: Open) -> None:
    table = room("american-roulette")
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    (first,) = table.send((rui, bet(table.round, {"black": 100})))
    assert first.refused is None
    entered: set[str] = set()
    committed = False

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal committed
        if event == "call" and not committed:
            committed = frame.f_code is TableTransaction._update_cache.__code__
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(TABLES):
                entered.add(str(file.relative_to(TABLES)))

    request = CommandRequest(ana.pk, bet(table.round, {"red": 100}), ("test", 1))
    sys.setprofile(note)
    try:
        (result,) = table.execute([request]).results
    finally:
        sys.setprofile(None)
    assert result.refused is None and committed
    assert entered <= documented_modules(), entered - documented_modules()
    assert len(entered) <= 7, entered
