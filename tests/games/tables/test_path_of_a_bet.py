"""An ordinary bet enters only the modules that docs/architecture/path-of-a-bet.md names."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from uuid import uuid4

import msgspec

from games.tables.croupier.transaction import TableTransaction
from games.tables.croupier.worker import TableWorker
from games.tables.transport.envelope import QueuedMessage
from tests.live_table import LiveTable, bet, players_with

Open = Callable[..., LiveTable]

PROJECT = Path(__file__).resolve().parents[3]
TABLES = PROJECT / "games/tables"


def documented_modules() -> set[str]:
    page = (PROJECT / "docs/architecture/path-of-a-bet.md").read_text("utf-8")
    return set(re.findall(r"`((?:croupier|domain|transport)/\w+\.py)`", page))


def files_entered_until_commit(run: Callable[[], object]) -> set[Path]:
    """The files of the product whose functions are called until the transaction has committed."""
    entered: set[Path] = set()
    committed = False

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal committed
        if event == "call" and not committed:
            committed = frame.f_code is TableTransaction.update_cache.__code__
            entered.add(Path(frame.f_code.co_filename))

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    assert committed
    return entered


def test_a_bet_enters_the_documented_modules_and_no_other(room: Open) -> None:
    """From the queue of its table to the commit at most nine modules of `games/tables` handle it.

    Counted are files with a function that is called between the two; the engine of the game, the ledger and
    the libraries are beside the path.
    """
    table = room("american-roulette")
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    (first,) = table.send((rui, bet(table.round, {"black": 100})))
    assert first.refused is None
    worker = TableWorker(table.table.pk, table.transaction.key, lambda messages: None)
    worker.transaction = table.transaction
    body = {"t": "do", "id": str(uuid4()), "round": table.round, "do": {"t": "bet", "on": {"red": 100}}}
    worker.queue.append(("web", QueuedMessage(1, ana.pk, table.table.pk, msgspec.json.encode(body))))
    before = table.live.seq
    entered = {
        str(path.relative_to(TABLES))
        for path in files_entered_until_commit(worker.work)
        if path.is_relative_to(TABLES)
    }
    assert table.transaction.loaded is not None and table.transaction.loaded.live.seq == before + 1
    assert entered <= documented_modules(), entered - documented_modules()
    assert len(entered) <= 9, entered
