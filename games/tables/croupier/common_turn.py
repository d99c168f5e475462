"""One turn of several tables: those whose players only bet share a transaction, and what they publish is sent
together. The others take their turns one after the other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import structlog
from django.db import Error

from games.tables.croupier.common_transaction import TableBets, commit_together
from games.tables.croupier.transaction import TransactionResult
from games.tables.croupier.turn import Outbox, Turn
from games.tables.croupier.worker import Publish, TableWorker, connection_failed

log = structlog.get_logger("croupier")
MAX_TABLES = 32  # in one turn, because each waits for the others
TableTurn = tuple[TableWorker, Turn]


def work(workers: Sequence[TableWorker], publish: Publish) -> None:
    """One turn of each of these tables."""
    turns = [(worker, worker.begin_turn()) for worker in workers]
    sharing = [(worker, turn) for worker, turn in turns if worker.may_share(turn)]
    over = _share(sharing, publish) if len(sharing) > 1 else set()
    for worker, turn in turns:
        if worker.table not in over:
            try:
                worker.take_turn(turn)
            except Exception:  # an error at one table must not end the others' turn
                log.exception("turn failed", table=worker.table)


def _share(sharing: Sequence[TableTurn], publish: Publish) -> set[int]:
    """The tables whose turn is over. At the others nothing has changed."""
    betting = [TableBets(w.transaction, turn.inbox.requests) for w, turn in sharing if turn.inbox.requests]
    try:
        results = commit_together(betting) if betting else {}
    except Exception as error:
        if not isinstance(error, Error) or not connection_failed(error):
            # Whose bets failed will show: that table goes on hold in its own transaction.
            log.warning("tables part", tables=[worker.table for worker, _ in sharing], exc_info=True)
            return set()
        for worker, turn in sharing:
            worker.note_failure(error)
            worker.metrics.add_turn(time.monotonic() - turn.started)
    else:
        sharing = [(w, turn) for w, turn in sharing if w.table in results or not turn.inbox.requests]
        _publish(sharing, results, publish)
    return {worker.table for worker, _ in sharing}


def _publish(sharing: Sequence[TableTurn], results: dict[int, TransactionResult], publish: Publish) -> None:
    outbox = Outbox()
    for worker, turn in sharing:
        try:
            worker.collect_shared(turn, results.get(worker.table), outbox)
        except Exception:
            log.exception("turn failed", table=worker.table)
    if messages := outbox.messages():
        publish(messages)
    for worker, turn in sharing:
        turn.end_trace()
        worker.metrics.add_turn(time.monotonic() - turn.started)
