"""One database transaction for the bets of several tables.

Most of the cost of a single bet is its transaction: the round trips, the locks, the commit. Tables whose
players only bet share it. Each table is decided as if it were alone: by its own row, its own cache and its
own chain. A table with any other work changes nothing here and gets its own transaction, and so does every
table if one of them fails.

Two tables of one transaction never share a player: each decides by balances and limits that the other would
change. A row that somebody else has locked is not waited for: one table would stop the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from msgspec import structs

from games.models import Table
from games.tables import journal_reading
from games.tables.croupier import journal
from games.tables.croupier.journal import LoadedTable, TableRow
from games.tables.croupier.transaction import DecidedCommands, TableTransaction, TransactionResult
from games.tables.domain import commands
from games.tables.domain.commands import CommandRequest, Facts
from games.tables.domain.events import TABLE_TYPES
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.state import DEMO, Live
from games.tables.transport.protocol import Play
from players.protection.eligibility import StakesAtTable, eligibility_of
from players.wallet import ledger


class TableBets(NamedTuple):
    """What waits at one table."""

    table: TableTransaction
    requests: Sequence[CommandRequest]


class DecidedTable(NamedTuple):
    table: TableTransaction
    decided: DecidedCommands


class _Candidate(NamedTuple):
    bets: TableBets
    row: TableRow
    loaded: LoadedTable
    wallets: set[int]
    players: list[int]
    sessions: list[str]


def may_share(table: TableTransaction, requests: Sequence[CommandRequest]) -> bool:
    """Whether only bets and decisions of players wait at a table that this process knows."""
    return (
        table.loaded is not None
        and table.fault is None
        and not table.postponed
        and all(isinstance(request.command, Play) for request in requests)
    )


def commit_together(waiting: Sequence[TableBets]) -> dict[int, TransactionResult]:
    """By table, the outcome of those that could share this transaction. Returns after the commit."""
    with transaction.atomic():
        rows = journal.lock_rows([bets.table.table for bets in waiting], only_free=True)
        at = journal.now()
        candidates = _candidates(waiting, rows, at)
        wallets = {wallet for candidate in candidates for wallet in candidate.wallets}
        balances = ledger.lock(wallets, only_free=True)
        candidates = [candidate for candidate in candidates if candidate.wallets <= balances.keys()]
        pending = []
        for candidate in candidates:
            own = {wallet: balances[wallet] for wallet in candidate.wallets}
            pending.append(candidate.bets.table.pending_changes(candidate.row, candidate.loaded, at, own))
        _read_eligibility(candidates, pending)
        decided = (_decide(*table) for table in zip(candidates, pending, strict=True))
        decisions = [decision for decision in decided if decision is not None]
        _write([decision.decided.changes for decision in decisions if decision.decided.changes.entries])
    return {decision.table.table: decision.table.update_cache(decision.decided) for decision in decisions}


def _candidates(waiting: Sequence[TableBets], rows: dict[int, TableRow], at: int) -> list[_Candidate]:
    """The tables that only wait for their players, without two that share one."""
    candidates: list[_Candidate] = []
    wallets: set[int] = set()
    players: set[int] = set()
    for bets in waiting:
        row, loaded = rows.get(bets.table.table), bets.table.loaded
        if row is None or loaded is None or not _only_waits(row, loaded, at):
            continue
        concerned = commands.concerned_by(bets.requests)
        own_wallets = concerned.wallets(loaded.live, row.currency)
        own_players, sessions = concerned.players(loaded.live), sorted(concerned.sessions)
        if own_wallets & wallets or players.intersection(own_players):
            continue
        wallets |= own_wallets
        players.update(own_players)
        candidates.append(_Candidate(bets, row, loaded, own_wallets, own_players, sessions))
    return candidates


def _read_eligibility(candidates: Sequence[_Candidate], pending: Sequence[PendingChanges]) -> None:
    """The limits and bars of all players, with one question for each currency."""
    for currency in {candidate.row.currency for candidate in candidates}:
        players: list[int] = []
        sessions: list[str] = []
        stakes: dict[int, StakesAtTable] = {}
        for candidate, changes in zip(candidates, pending, strict=True):
            if candidate.row.currency == currency:
                players += candidate.players
                sessions += candidate.sessions
                stakes |= changes.known_stakes(candidate.players)
        read = eligibility_of(sorted(players), currency, sorted(set(sessions)), stakes)
        for candidate, changes in zip(candidates, pending, strict=True):
            if candidate.row.currency == currency:
                changes.eligibility = {p: read[p] for p in candidate.players if p in read}


def _only_waits(row: TableRow, loaded: LoadedTable, at: int) -> bool:
    """Whether the record says that a round runs at the table, and nothing is to be done but what its players
    command.
    """
    live = loaded.live
    is_due = row.due is not None and row.due <= at
    return live.seq == row.version and live.wait is not None and not is_due and only_plays(row, live)


def only_plays(row: TableRow, live: Live) -> bool:
    """Whether nothing but the game goes on at the table."""
    if bool(row.stopped) != bool(live.reports_stopped) or row.status != Table.Status.OPEN:
        return False
    if live.held or live.closing or live.shut or live.queue:
        return False
    if row.currency == DEMO and (live.partners or live.needs_partners):
        return False
    current = journal.current_rules(row)
    return current is not None and journal_reading.is_setting_allowed(
        row.system, current.sheet_id, current.setting_id
    )


def _decide(candidate: _Candidate, changes: PendingChanges) -> DecidedTable | None:
    """The outcome at one table. None if its next step is due at once, or more changes than the game."""
    table, requests = candidate.bets
    table.repaired_fault = None  # a fault that is noted meanwhile stays for the next transaction
    facts = Facts(accepted=candidate.loaded.accepted)
    results = commands.decide(changes, facts, table.memory, requests)
    results = table.with_record(changes, results)
    due = table.due(changes)
    if due is not None and due <= changes.at:
        return None
    if any(type(step.event) in TABLE_TYPES for step in changes.steps):
        return None
    loaded = candidate.loaded
    changes.live = structs.replace(changes.live, due=due)
    if changes.entries:
        loaded = structs.replace(loaded, live=changes.live, round_stakes=changes.round_stakes)
    return DecidedTable(table, DecidedCommands(changes, results, loaded))


def _write(changed: Sequence[PendingChanges]) -> None:
    if not changed:
        return
    ledger.write([move for changes in changed for move in changes.moves])
    journal.write(changed, [changes.live.due for changes in changed])
