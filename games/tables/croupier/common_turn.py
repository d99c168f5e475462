"""One turn of several tables: those that come new are read together, those whose players only bet share a
transaction, and what they publish is sent together. The others take their turns one after the other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import structlog
from django.db import Error

from games.tables.croupier.common_transaction import TableBets, commit_together
from games.tables.croupier.takeover import take_over
from games.tables.croupier.transaction import TransactionResult
from games.tables.croupier.turn import Outbox
from games.tables.croupier.worker import (
    Publish,
    TableTurn,
    TableWorker,
    ViewerFacts,
    connection_failed,
    read_for_viewers,
)

log = structlog.get_logger("croupier")
MAX_TABLES = 32  # in one turn, because each waits for the others


def work(workers: Sequence[TableWorker], publish: Publish) -> None:
    """One turn of each of these tables."""
    turns = [(worker, worker.begin_turn()) for worker in workers]
    over = _take_over(turns)
    sharing = [(w, turn) for w, turn in turns if w.table not in over and w.may_share(turn)]
    over |= _share(sharing, publish) if len(sharing) > 1 else set()
    for worker, turn in turns:
        if worker.table not in over:
            try:
                worker.take_turn(turn)
            except Exception:  # an error at one table must not end the others' turn
                log.exception("turn failed", table=worker.table)


def _take_over(turns: Sequence[TableTurn]) -> set[int]:
    """Reads the tables that come new. The tables whose turn is over, because the database is away."""
    new = [(worker, turn) for worker, turn in turns if worker.comes_new(turn)]
    if len(new) < 2:
        return set()
    try:
        results = take_over([worker.transaction for worker, _ in new])
    except Exception as error:
        return _part(new, error)
    for worker, turn in new:
        if worker.table in results:
            worker.note_takeover(turn, results[worker.table])
    return set()


def _part(together: Sequence[TableTurn], error: Exception) -> set[int]:
    """A common transaction failed, and nothing has changed. The tables whose turn is over, because the
    database is away. Otherwise each goes on alone: the one that failed will show, and goes on hold.
    """
    if not isinstance(error, Error) or not connection_failed(error):
        log.warning("tables part", tables=[worker.table for worker, _ in together], exc_info=error)
        return set()
    for worker, turn in together:
        worker.note_failure(error)
        worker.metrics.add_turn(time.monotonic() - turn.started)
    return {worker.table for worker, _ in together}


def _share(sharing: Sequence[TableTurn], publish: Publish) -> set[int]:
    """The tables whose turn is over. At the others nothing has changed."""
    betting = [TableBets(w.transaction, turn.inbox.requests) for w, turn in sharing if turn.inbox.requests]
    try:
        results = commit_together(betting) if betting else {}
    except Exception as error:
        return _part(sharing, error)
    sharing = [(w, turn) for w, turn in sharing if w.table in results or not turn.inbox.requests]
    _publish(sharing, results, publish)
    return {worker.table for worker, _ in sharing}


def _publish(sharing: Sequence[TableTurn], results: dict[int, TransactionResult], publish: Publish) -> None:
    for _, turn in sharing:
        turn.note_commit()
    outbox, facts = Outbox(), _read_for_viewers(sharing)
    for worker, turn in sharing:
        try:
            worker.collect_shared(turn, results.get(worker.table), facts, outbox)
        except Exception:
            log.exception("turn failed", table=worker.table)
    if messages := outbox.messages():
        publish(messages)
    for worker, turn in sharing:
        turn.end_trace()
        worker.metrics.add_turn(time.monotonic() - turn.started)


def _read_for_viewers(sharing: Sequence[TableTurn]) -> ViewerFacts:
    """Bets are committed: whatever fails now, their replies are sent. Who gets no snapshot asks again."""
    try:
        return read_for_viewers(sharing)
    except Exception as error:
        log.warning("snapshots not made", exc_info=True)
        for worker, turn in sharing:
            if turn.inbox.snapshots:
                turn.inbox.snapshots = []
                if isinstance(error, Error):
                    worker.note_failure(error)
        return ViewerFacts()
