"""Replaces the database and the clock in the croupier's modules by the record in memory and its clock."""

from __future__ import annotations

import contextlib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from games.draw import generator
from games.tables import journal_reading
from games.tables.croupier import (
    beacon_values,
    common_transaction,
    common_turn,
    entrants,
    journal,
    projections,
    takeover,
    transaction,
    worker,
)
from players.wallet import ledger
from tests.proofs.memory_record import Memory


class Hours:
    """The clock of the process, which follows the clock of the record."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def monotonic(self) -> float:
        return self.memory.now / 1000

    time = monotonic


@contextlib.contextmanager
def patched_database(memory: Memory, new_seed: Callable[[], bytes]) -> Iterator[None]:
    """Inside, the croupier's modules use the record in memory, and new seeds come from the scenario."""
    places: list[tuple[Any, str, Any]] = [
        (journal, "connection", memory),
        (beacon_values, "connection", memory),
        (journal, "copy_rows", memory.copy_in),
        (journal_reading, "connection", memory),
        (journal_reading, "open_ledger_account", memory.open_ledger_account),
        (ledger, "connection", memory),
        (ledger, "copy_rows", memory.copy_in),
        (projections, "connection", memory),
        (projections, "copy_rows", memory.copy_in),
        (entrants, "connection", memory),
        (entrants, "open_ledger_account", memory.open_ledger_account),
        (transaction, "transaction", memory),
        (transaction, "eligibility_of", memory.standing),
        (common_transaction, "transaction", memory),
        (common_transaction, "eligibility_of", memory.standing),
        (takeover, "transaction", memory),
        (common_turn, "time", Hours(memory)),
        (worker, "connection", memory),
        (worker, "time", Hours(memory)),
        (worker, "now_ms", lambda: memory.now),
        (generator, "new_seed", new_seed),
    ]
    before = [getattr(module, name) for module, name, _ in places]
    try:
        for module, name, value in places:
            setattr(module, name, value)
        yield
    finally:
        for (module, name, _), value in zip(places, before, strict=True):
            setattr(module, name, value)


class Log:
    """The log of the croupiers; it keeps the origin of a fault for the failure message."""

    def __init__(self) -> None:
        self.trouble = ""
        self.warnings: Counter[str] = Counter()

    def exception(self, what: str, **about: Any) -> None:
        self.trouble = f"{what} {about}\n{traceback.format_exc()}"

    def warning(self, what: str, **about: Any) -> None:
        self.warnings[what] += 1
