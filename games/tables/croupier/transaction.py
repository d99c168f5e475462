"""The transaction at one table: it locks the row, decides the commands that wait, writes the result and
commits.

Memory between transactions is a cache. It is valid only while its version equals the version under the lock.
It changes only after the commit, and no reply is sent before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import structlog
from django.db import IntegrityError, OperationalError, transaction
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.draw.seal_key import SealKey
from games.models import Table
from games.rules.shared.draw_terms import EARLIEST_VALUE_MS
from games.rules.shared.refusals import Refusal, Refused
from games.tables import journal_reading
from games.tables.bots import seating
from games.tables.croupier import journal, projections
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.croupier.command_execution import (
    AcceptedAt,
    CommandExecution,
    CommandRequest,
    CommandResult,
    TransactionState,
    known_stakes,
    players_to_check,
    wallets_of,
)
from games.tables.croupier.entrants import load_entrants, players_on_same_device
from games.tables.croupier.journal import LoadedTable, TableRow
from games.tables.domain import deadlines, partners, seat_queue
from games.tables.domain.commands import Entrant
from games.tables.domain.events import (
    TABLE_TYPES,
    BeaconNumberChosen,
    Held,
    ReportsResumed,
    ReportsStopped,
    RoundEnded,
)
from games.tables.domain.pending_changes import AppliedEvent, CommandKey, PendingChanges
from games.tables.domain.recent_refusals import RecentRefusal
from games.tables.transport.protocol import JoinQueue, LeaveQueue, Sit
from players.protection.eligibility import eligibility_of
from players.wallet import ledger
from players.wallet.ledger import Balance

log = structlog.get_logger("croupier")
MAX_ATTEMPTS = 3
MAX_LATE_CLOSES = 10
RETRY_STEP_MS = 1000  # until a step that waits for a beacon is tried again, unless its value comes first
# Deadlock and serialization failure: the transaction left nothing and is tried again.
RETRIED_SQLSTATES = ("40P01", "40001")


class TransactionResult(Struct, frozen=True):
    """The outcome of a committed transaction."""

    results: list[CommandResult]
    steps: list[AppliedEvent]
    balances: dict[int, Balance]
    loaded: LoadedTable
    at: int
    accepted: dict[CommandKey, AcceptedAt] = {}
    refusals: dict[CommandKey, RecentRefusal] = {}
    postponed: bool = False  # the step that was due waits for something outside the table


def result_of(
    changes: PendingChanges, results: list[CommandResult], loaded: LoadedTable
) -> TransactionResult:
    return TransactionResult(
        results,
        changes.steps,
        changes.changed_balances(),
        loaded,
        changes.at,
        changes.accepted,
        changes.refusals,
    )


class TableNotFoundError(Exception):
    pass


class ClosedTooLateError(Exception):
    """The value that the close picked may exist by now. The transaction is repeated: the bets close later."""


class TableTransaction:
    """The transactions of one table, and the cache between them."""

    def __init__(self, table: int, key: SealKey) -> None:
        self.table, self.key = table, key
        self.loaded: LoadedTable | None = None
        self.automatic_steps = AutomaticSteps(table, key)
        self.commands = CommandExecution(table, self._hold)
        self.fault: int | None = None  # when an operator fault began that may have disconnected players
        self.repaired_fault: int | None = None  # the fault that the current transaction makes good
        self.postponed = False  # every transaction tries the step that waits

    def execute(self, requests: Sequence[CommandRequest]) -> TransactionResult:
        """Decides the commands and takes the table's next step if it is due. Returns after the commit."""
        for attempt in range(MAX_ATTEMPTS + MAX_LATE_CLOSES):
            try:
                with self._atomic():
                    result = self._decide(requests)
                return self.update_cache(result)
            except IntegrityError as error:
                if "games_command_pkey" not in str(error) or attempt >= MAX_ATTEMPTS - 1:
                    raise
                # The record has the id already, from before this croupier's memory or from another table.
                self.commands.read_recorded(requests)
            except OperationalError as error:
                is_last = attempt >= MAX_ATTEMPTS - 1
                if is_last or getattr(error.__cause__, "sqlstate", None) not in RETRIED_SQLSTATES:
                    raise
            except ClosedTooLateError:
                log.warning("bets closed too late for their beacon value", table=self.table)
        raise ClosedTooLateError(self.table)

    def note_fault(self, since: int) -> None:
        """The next transaction compensates for an operator fault that began at this database time."""
        self.fault = since if self.fault is None else min(self.fault, since)

    def hold(
        self, reason: str, requests: Sequence[CommandRequest] = (), *, for_staff: str = ""
    ) -> TransactionResult:
        """Stops the table after an unforeseen error. Nothing happens at it until staff release it."""
        with self._atomic():
            state = self._begin([])
            self._hold(state.changes, reason, for_staff)
            refusals = [CommandResult(request, refused=Refused(Refusal.ON_HOLD)) for request in requests]
            results = self.commands.with_recorded(state, refusals)
            result = self._write(state, results, {})
        return self.update_cache(result)

    def _hold(self, changes: PendingChanges, reason: str, for_staff: str = "") -> None:
        """Viewers see the reason. Staff see the text of the error, which stays in the table's row."""
        if not changes.live.held:
            changes.record([Held(reason[:200])])
        journal.hold(self.table, (for_staff or reason)[:200])

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        """One database transaction.

        If it fails the cache is restored: rows that it read or created may not exist.
        """
        before = self.loaded
        try:
            with transaction.atomic():
                yield
        except BaseException:
            self.loaded = before
            raise

    def refresh(self) -> LoadedTable:
        """The table's current state, for a snapshot: the cache if its version is current, otherwise read from
        the record. New rules are no event of the table, so that they are read each time.
        """
        stored = journal.version(self.table)
        if self.loaded is None or stored is None or self.loaded.live.seq != stored.version:
            with self._atomic():
                self._begin([])
        assert self.loaded is not None
        if stored is not None:
            self.loaded = structs.replace(self.loaded, current=journal.lawful_rules(stored))
        return self.loaded

    def _begin(self, requests: Sequence[CommandRequest]) -> TransactionState:
        """Locks the table and then the wallets that may pay, in the order of their ids."""
        row = journal.lock_row(self.table)
        if row is None:
            raise TableNotFoundError(self.table)
        if self.loaded is None or self.loaded.live.seq != row.version:
            self.loaded = journal.load(self.table, row, self.key)
        loaded, at = self.loaded, journal.now()
        is_due = row.due is not None and row.due <= at
        entrants = self._entrants(row, loaded, requests, is_due=is_due)
        wallets = wallets_of(row, loaded.live, requests, is_due=is_due)
        wallets |= {entrant.wallet for entrant in entrants.values()}
        changes = self.pending_changes(row, loaded, at, ledger.lock(wallets))
        return TransactionState(changes, row, None, entrants, loaded.accepted)

    def pending_changes(
        self, row: TableRow, loaded: LoadedTable, at: int, balances: dict[int, Balance]
    ) -> PendingChanges:
        return PendingChanges(
            loaded.live,
            loaded.rules,
            at=at,
            chain=row.chain,
            currency=row.currency,
            accounts=loaded.accounts,
            balances=balances,
            conceal=self.automatic_steps.conceal,
            round_stakes=loaded.round_stakes,
        )

    def _entrants(
        self, row: TableRow, loaded: LoadedTable, requests: Sequence[CommandRequest], *, is_due: bool
    ) -> dict[int, Entrant]:
        """A player who sits down may bet in the same transaction, so that their wallet is locked too."""
        entering = {r.player for r in requests if isinstance(r.command, Sit | JoinQueue | LeaveQueue)}
        entrants = load_entrants(row, self.table, list(entering)) if entering else {}
        sitting = {r.player: r.session for r in requests if isinstance(r.command, Sit)}
        if sitting and row.currency == "EUR" and GAMES[row.system].engine.between_players:
            same_device = players_on_same_device(sitting, loaded.live.players)
            entrants |= {
                player: structs.replace(entrants[player], kept_apart=others)
                for player, others in same_device.items()
                if player in entrants
            }
        if is_due and row.currency == partners.DEMO:
            missing = seating.missing_partners(loaded.live, loaded.rules or journal.current_rules(row))
            entrants |= load_entrants(row, self.table, missing, partner=True)
        return entrants

    def _decide(self, requests: Sequence[CommandRequest]) -> TransactionResult:
        state = self._withcurrent_rules(self._begin(requests))
        changes, row, current = state.changes, state.row, state.current
        changes.rules = changes.rules or current
        seals: dict[int, bytes] = {}
        players, sessions = players_to_check(changes.live, changes.rules, requests)
        stakes = known_stakes(changes, players)
        changes.eligibility = eligibility_of(players, row.currency, sessions, stakes)
        self._recover(state, seals)
        _follow_reports(changes, row)
        results = self.commands.execute(state, requests)
        due = self.due(changes)
        is_due = due is not None and (due <= changes.at or self.postponed)
        if row.status != Table.Status.HELD and is_due:
            _lock_other_wallets(changes)
            self.automatic_steps.step(changes, row, current, seals)
        if changes.rules is not None and not changes.live.held:
            if changes.live.queue:
                seat_queue.offer_seats(changes, changes.rules)
            if row.currency == partners.DEMO:
                is_closed = current is None or row.status != Table.Status.OPEN
                seating.seat_partners(changes, changes.rules, state.entrants.values(), closed=is_closed)
        if row.status != Table.Status.OPEN or changes.live.closing or changes.live.shut:
            self.automatic_steps.announce_closing(changes, row)
        return self._write(state, results, seals)

    def _recover(self, state: TransactionState, seals: dict[int, bytes]) -> None:
        """First compensates for an operator fault: the round is void if too much time was lost, otherwise its
        clocks start anew.  [AR-20]
        """
        changes, row, fault = state.changes, state.row, self.fault
        live, rules = changes.live, changes.rules
        since = fault if fault is not None else deadlines.unattended_since(live, rules, changes.at)
        self.repaired_fault = fault
        if rules is None or since is None or live.held or row.status == Table.Status.HELD:
            return  # the release of a held table gives all time back
        if live.running and rules.engine.stakes(live.game) and deadlines.void_cause(live, rules, changes.at):
            _lock_other_wallets(changes)
            self.automatic_steps.step(changes, row, state.current, seals)
        elif event := deadlines.clock_renewal(live, rules, since, changes.at):
            changes.record([event])

    def _withcurrent_rules(self, state: TransactionState) -> TransactionState:
        """Adds the rules of the next round: the sheet in force and the setting, if the sheet allows the
        setting.

        While this transaction waited for the lock a new sheet may have come in force and the setting may have
        followed it: then both are read once more. A setting that the sheet in force does not allow is not
        played.
        """
        row = state.row
        for is_last in (False, True):
            current = journal.current_rules(row)
            if current is None or journal_reading.is_setting_allowed(
                row.system, current.sheet_id, current.setting_id
            ):
                return structs.replace(state, row=row, current=current)
            if not is_last:
                row = journal.lock_row(self.table) or row
        return structs.replace(state, row=row)

    def due(self, changes: PendingChanges) -> int | None:
        """When the next step is due: as before, unless something that the time depends on has changed."""
        assert self.loaded is not None
        live, before = changes.live, self.loaded
        inputs = deadlines.deadline_inputs(live, changes.rules)
        if live.due is not None and inputs == deadlines.deadline_inputs(before.live, before.rules):
            return live.due
        return deadlines.due(live, changes.rules, changes.at)

    def _write(
        self, state: TransactionState, results: list[CommandResult], seals: dict[int, bytes]
    ) -> TransactionResult:
        assert self.loaded is not None
        changes, row, accepted = state.changes, state.row, state.accepted
        due = self.due(changes)
        if not changes.entries:
            return self._write_nothing(state, results, due)
        changes.live = live = structs.replace(changes.live, due=due)
        ledger.write(changes.moves)
        journal.append([changes])
        journal.update_rows([journal.row_update(changes, due or _wake_up_due(changes))])
        _check_close(changes)
        if any(type(step.event) in TABLE_TYPES for step in changes.steps):
            projections.project(row, changes, seals)
        if any(isinstance(step.event, RoundEnded) for step in changes.steps):
            journal.save_snapshot(self.table, live, self.key)
            accepted = {}
        loaded = LoadedTable(
            live,
            changes.rules,
            row.currency,
            self.loaded.accounts,
            accepted,
            changes.round_stakes,
            state.current,
        )
        return result_of(changes, results, loaded)

    def _write_nothing(
        self, state: TransactionState, results: list[CommandResult], due: int | None
    ) -> TransactionResult:
        """Nothing was recorded. A step that is due and could not be taken is tried again in a moment."""
        assert self.loaded is not None
        changes, row = state.changes, state.row
        loaded = structs.replace(self.loaded, current=state.current)  # new rules are no event of the table
        is_due = due is not None and (due <= changes.at or self.postponed)
        postponed = is_due and row.status != Table.Status.HELD
        if postponed:
            next_try = changes.at + RETRY_STEP_MS
            journal.set_due(self.table, next_try)
            loaded = structs.replace(loaded, live=structs.replace(loaded.live, due=next_try))
        elif due is None and row.due is not None and row.due <= changes.at:
            journal.set_due(self.table, None)
        return structs.replace(result_of(changes, results, loaded), postponed=postponed)

    def update_cache(self, result: TransactionResult) -> TransactionResult:
        """After the commit, and only then, memory follows."""
        self.loaded, self.postponed = result.loaded, result.postponed
        if self.fault == self.repaired_fault:  # unless another was noted meanwhile
            self.fault = None
        self.commands.remember(result.loaded.accepted, result.accepted, result.refusals, result.at)
        return result


def _follow_reports(changes: PendingChanges, row: TableRow) -> None:
    """Notes at a table with players when the reports to the regulator stop, and when they go on.
    [903-B 2.3.3]
    """
    live = changes.live
    if row.stopped and live.seats and not live.reports_stopped:
        changes.record([ReportsStopped(row.stopped)])
    elif live.reports_stopped and not row.stopped:
        changes.record([ReportsResumed()])


def _check_close(changes: PendingChanges) -> None:
    """Bets that close in this transaction must be closed in the record before anybody has the value."""
    numbers = [step.event for step in changes.steps if isinstance(step.event, BeaconNumberChosen)]
    if numbers and journal.now() >= numbers[0].scheduled - EARLIEST_VALUE_MS:
        raise ClosedTooLateError(changes.live.table)


def _wake_up_due(changes: PendingChanges) -> int | None:
    """When practice partners join a table without players. The row stores it, the state does not."""
    live, rules = changes.live, changes.rules
    if rules is None or live.seats or not partners.needs_partners(live, rules):
        return None
    return changes.at + partners.JOIN_DELAY_MS


def _lock_other_wallets(changes: PendingChanges) -> None:
    """A command made a step due at once, which may move the money of everybody who sits here."""
    missing = {chair.wallet for chair in changes.live.seats.values()} - changes.balances.keys()
    for wallet, balance in ledger.lock(missing).items():
        changes.balances[wallet], changes.available[wallet] = balance, balance.cents
