"""Tables that come to this croupier from another one, or that it had no connection to: many are read, and the
lost time of their players is given back, in one transaction.

A croupier that takes over thousands of tables would otherwise need a transaction for each, and a bet would
wait behind them. A table at which anything else is to be done is only read here: its own transaction finds it
in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from msgspec import structs

from games.tables.croupier import journal
from games.tables.croupier.common_transaction import DecidedTable, only_plays
from games.tables.croupier.journal import LoadedTable, TableRow
from games.tables.croupier.transaction import DecidedCommands, TableTransaction, TransactionResult


def take_over(tables: Sequence[TableTransaction]) -> dict[int, TransactionResult]:
    """By table, the outcome where only the game goes on and no step is due. Returns after the commit."""
    with transaction.atomic():
        rows = journal.lock_rows([table.table for table in tables], only_free=True)
        cached = _cached(tables, rows)
        read = journal.load({n: row for n, row in rows.items() if n not in cached}, tables[0].key)
        known, at = cached | read, journal.now()
        recovered = (_recover(t, rows[t.table], known[t.table], at) for t in tables if t.table in known)
        decisions = [decision for decision in recovered if decision is not None]
        changed = [decision.decided.changes for decision in decisions if decision.decided.changes.entries]
        if changed:
            journal.write(changed, [changes.live.due for changes in changed])
    for table in tables:
        if table.table in read:
            table.loaded = read[table.table]
    return {decision.table.table: decision.table.update_cache(decision.decided) for decision in decisions}


def _cached(tables: Sequence[TableTransaction], rows: Mapping[int, TableRow]) -> dict[int, LoadedTable]:
    """The tables of which this process remembers the last event, under the rules that are in force now."""
    return {
        table.table: structs.replace(table.loaded, current=journal.lawful_rules(row))
        for table in tables
        if table.loaded is not None
        and (row := rows.get(table.table)) is not None
        and table.loaded.live.seq == row.version
    }


def _recover(table: TableTransaction, row: TableRow, loaded: LoadedTable, at: int) -> DecidedTable | None:
    """The outcome at one table, as its own transaction would have it. None if more is to be done."""
    live, fault = loaded.live, table.fault
    since = fault if fault is not None else live.unattended_since(at)
    if table.postponed or live.rules is None or not live.seats or not only_plays(row, live):
        return None
    if since is not None and live.running and live.void_cause(at):
        return None
    table.repaired_fault = fault
    changes = table.pending_changes(row, loaded, at, {})
    if since is not None and (renewal := live.clock_renewal(since, at)):
        changes.record([renewal])
    due = changes.live.due_after(live, at) if changes.entries else row.due
    if due is not None and due <= at:
        return None
    changes.live = structs.replace(changes.live, due=due)
    loaded = structs.replace(loaded, live=changes.live, round_stakes=changes.round_stakes)
    return DecidedTable(table, DecidedCommands(changes, [], loaded))
