"""The transaction at one table: locks the row, decides the waiting commands, writes the result, commits.

Memory between transactions is a cache. It is valid only while its version equals the version under the lock.
It changes only after the commit, and no reply is sent before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import structlog
from django.conf import settings
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
from games.tables.croupier.entrants import (
    active_aliases,
    load_entrants,
    note_shared_device,
    players_on_same_device,
)
from games.tables.croupier.journal import LoadedTable, TableRow, TableVersion
from games.tables.domain import commands, seat_queue
from games.tables.domain.commands import (
    CommandMemory,
    CommandRequest,
    CommandResult,
    Concerned,
    Entrant,
    Facts,
)
from games.tables.domain.events import (
    TABLE_TYPES,
    BeaconNumberChosen,
    ReportsResumed,
    ReportsStopped,
    RoundEnded,
)
from games.tables.domain.pending_changes import AppliedEvent, PendingChanges
from games.tables.domain.state import DEMO, JOIN_DELAY_MS, Live, Rules
from players.protection.eligibility import eligibility_of
from players.wallet import ledger
from players.wallet.ledger import Balance

log = structlog.get_logger("croupier")
MAX_ATTEMPTS = 3
MAX_LATE_CLOSES = 10
RETRY_STEP_MS = 1000  # until a step that waits for a beacon is tried again, unless its value comes first
# Deadlock and serialization failure: the transaction left nothing and is tried again.
RETRIED_SQLSTATES = ("40P01", "40001")


class DecidedCommands(NamedTuple):
    """What a transaction has decided and written. It counts once the transaction is committed."""

    changes: PendingChanges
    results: list[CommandResult]
    loaded: LoadedTable
    postponed: bool = False  # the step that was due waits for something outside the table


class TransactionResult(Struct, frozen=True):
    """The outcome of a committed transaction."""

    results: list[CommandResult]
    steps: list[AppliedEvent]
    balances: dict[int, Balance]
    loaded: LoadedTable
    at: int
    postponed: bool = False  # the step that was due waits for something outside the table


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
        self.memory = CommandMemory()
        self.fault: int | None = None  # when an operator fault began that may have disconnected players
        self.repaired_fault: int | None = None  # the fault that the current transaction makes good
        self.postponed = False  # every transaction tries the step that waits

    def execute(self, requests: Sequence[CommandRequest]) -> TransactionResult:
        """Decides the commands and takes the table's next step if it is due. Returns after the commit."""
        for attempt in range(MAX_ATTEMPTS + MAX_LATE_CLOSES):
            try:
                with self._atomic():
                    decided = self._transact(requests)
                return self.update_cache(decided)
            except IntegrityError as error:
                if "games_command_pkey" not in str(error) or attempt >= MAX_ATTEMPTS - 1:
                    raise
                # The record has the id already, from before this croupier's memory or from another table.
                self.memory.recorded |= journal.find_accepted(commands.ids_of(requests))
            except OperationalError as error:
                is_last = attempt >= MAX_ATTEMPTS - 1
                if is_last or getattr(error.__cause__, "sqlstate", None) not in RETRIED_SQLSTATES:
                    raise
            except ClosedTooLateError:
                log.warning("bets closed too late for their beacon value", table=self.table)
        raise ClosedTooLateError(self.table)

    @property
    def comes_new(self) -> bool:
        """Whether this process does not know the table, or owes its players the time of a fault."""
        return self.loaded is None or self.fault is not None

    def note_fault(self, since: int) -> None:
        """The next transaction compensates for an operator fault that began at this database time."""
        self.fault = since if self.fault is None else min(self.fault, since)

    def hold(
        self, reason: str, requests: Sequence[CommandRequest] = (), *, for_staff: str = ""
    ) -> TransactionResult:
        """Stops the table after an unforeseen error. Nothing happens at it until staff release it."""
        with self._atomic():
            row, changes, _ = self._begin(Concerned())
            changes.hold(reason, for_staff=for_staff)
            refusals = [CommandResult(request, refused=Refused(Refusal.ON_HOLD)) for request in requests]
            recorded = journal.find_accepted(commands.ids_of(requests)) if requests else {}
            results = commands.with_recorded(self.table, refusals, recorded)
            decided = self._write(row, changes, results, None, {})
        return self.update_cache(decided)

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
        """The table's current state, for a snapshot."""
        return self.follow(journal.versions([self.table]).get(self.table))

    def follow(self, stored: TableVersion | None) -> LoadedTable:
        """The cache if its version is the stored one, otherwise the state that the record has. New rules are
        no event of the table, so that they are read each time.
        """
        if self.loaded is None or stored is None or self.loaded.live.seq != stored.version:
            with self._atomic():
                self._begin(Concerned())
        assert self.loaded is not None
        if stored is not None:
            self.loaded = structs.replace(self.loaded, current=journal.lawful_rules(stored))
        return self.loaded

    def _begin(self, concerned: Concerned) -> tuple[TableRow, PendingChanges, dict[int, Entrant]]:
        """Locks the table and then the wallets that may pay, in the order of their ids."""
        row = journal.lock_row(self.table)
        if row is None:
            raise TableNotFoundError(self.table)
        if self.loaded is None or self.loaded.live.seq != row.version:
            self.loaded = journal.load({self.table: row}, self.key)[self.table]
        loaded, at = self.loaded, journal.now()
        is_due = row.due is not None and row.due <= at
        entrants = self._entrants(row, loaded, concerned, is_due=is_due)
        wallets = concerned.wallets(loaded.live, row.currency, is_due=is_due)
        wallets |= {entrant.wallet for entrant in entrants.values()}
        return row, self.pending_changes(row, loaded, at, ledger.lock(wallets)), entrants

    def pending_changes(
        self, row: TableRow, loaded: LoadedTable, at: int, balances: dict[int, Balance]
    ) -> PendingChanges:
        return PendingChanges(
            loaded.live,
            at=at,
            chain=row.chain,
            currency=row.currency,
            accounts=loaded.accounts,
            balances=balances,
            round_stakes=loaded.round_stakes,
        )

    def _entrants(
        self, row: TableRow, loaded: LoadedTable, concerned: Concerned, *, is_due: bool
    ) -> dict[int, Entrant]:
        """A player who sits down may bet in the same transaction, so that their wallet is locked too."""
        entering = concerned.entering
        entrants = load_entrants(row, self.table, list(entering)) if entering else {}
        sitting = {player: entering[player] for player in concerned.sitting}
        if sitting and row.currency == "EUR" and GAMES[row.system].engine.between_players:
            same_device = players_on_same_device(sitting, loaded.live.players)
            entrants |= {
                player: structs.replace(entrants[player], kept_apart=others)
                for player, others in same_device.items()
                if player in entrants
            }
        if is_due and row.currency == DEMO:
            live = structs.replace(loaded.live, rules=loaded.rules or journal.current_rules(row))
            missing = seating.missing_partners(live)
            entrants |= load_entrants(row, self.table, missing, partner=True)
        return entrants

    def _transact(self, requests: Sequence[CommandRequest]) -> DecidedCommands:
        """Lock, load, decide, write."""
        concerned = commands.concerned_by(requests)
        row, changes, entrants = self._begin(concerned)
        row, current = self._rules_in_force(row)
        if changes.rules is None:
            changes.use_rules(current)
        players = concerned.players(changes.live)
        stakes = changes.known_stakes(players)
        changes.eligibility = eligibility_of(players, row.currency, sorted(concerned.sessions), stakes)
        facts = self._facts(row, current, entrants, concerned.registered)
        seals: dict[int, bytes] = {}
        self._recover(row, changes, current, seals)
        _follow_reports(changes, row)
        results = commands.decide(changes, facts, self.memory, requests)
        results = self.with_record(changes, results)
        self._take_due_steps(row, changes, facts, seals)
        return self._write(row, changes, results, current, seals)

    def _facts(
        self,
        row: TableRow,
        current: Rules | None,
        entrants: dict[int, Entrant],
        registered: Collection[int],
    ) -> Facts:
        assert self.loaded is not None
        return Facts(
            current,
            is_open=row.status == Table.Status.OPEN,
            is_held=row.status == Table.Status.HELD,
            money_stopped=bool(row.stopped),
            same_device_refused=settings.SAME_DEVICE_AT_TABLE == "refuse",
            entrants=entrants,
            aliases=active_aliases(sorted(registered)) if registered else {},
            accepted=self.loaded.accepted,
        )

    def with_record(self, changes: PendingChanges, results: list[CommandResult]) -> list[CommandResult]:
        """The results, with what only the record can say: which commands it has accepted earlier, and which
        shares of the draw count.
        """
        if changes.doubtful:
            results = commands.with_recorded(self.table, results, journal.find_accepted(changes.doubtful))
        if changes.shares:
            stored = journal.store_shares(changes.live.next_id, changes.shares)
            results = commands.with_shares(changes, results, stored)
        return results

    def _take_due_steps(
        self, row: TableRow, changes: PendingChanges, facts: Facts, seals: dict[int, bytes]
    ) -> None:
        """The table's own next step, if it is due, and who may take a seat now."""
        due = self.due(changes)
        is_due = due is not None and (due <= changes.at or self.postponed)
        if not facts.is_held and is_due:
            _lock_other_wallets(changes)
            self.automatic_steps.step(changes, row, facts.current, seals)
        live = changes.live
        if live.rules is not None and not live.held:
            if live.queue:
                seat_queue.offer_seats(changes, live.rules)
            if row.currency == DEMO:
                is_closed = facts.current is None or not facts.is_open
                seating.seat_partners(changes, facts.entrants.values(), closed=is_closed)
        if not facts.is_open or changes.live.closing or changes.live.shut:
            self.automatic_steps.announce_closing(changes, row)

    def _recover(
        self, row: TableRow, changes: PendingChanges, current: Rules | None, seals: dict[int, bytes]
    ) -> None:
        """First compensates for an operator fault: the round is void if too much time was lost, otherwise its
        clocks start again.  [AR-20]
        """
        live, rules, fault = changes.live, changes.rules, self.fault
        since = fault if fault is not None else live.unattended_since(changes.at)
        self.repaired_fault = fault
        if rules is None or since is None or live.held or row.status == Table.Status.HELD:
            return  # the release of a held table gives all time back
        if live.running and rules.engine.stakes(live.game) and live.void_cause(changes.at):
            _lock_other_wallets(changes)
            self.automatic_steps.step(changes, row, current, seals)
        elif event := live.clock_renewal(since, changes.at):
            changes.record([event])

    def _rules_in_force(self, row: TableRow) -> tuple[TableRow, Rules | None]:
        """The rules of the next round: the sheet in force and the setting, if the sheet allows the setting.

        While this transaction waited for the lock a new sheet may have come in force and the setting may have
        followed it: then both are read once more. A setting that the sheet in force does not allow is not
        played.
        """
        for is_last in (False, True):
            current = journal.current_rules(row)
            if current is None or journal_reading.is_setting_allowed(
                row.system, current.sheet_id, current.setting_id
            ):
                return row, current
            if not is_last:
                row = journal.lock_row(self.table) or row
        return row, None

    def due(self, changes: PendingChanges) -> int | None:
        """When the next step is due: as before, unless something that the time depends on has changed."""
        assert self.loaded is not None
        return changes.live.due_after(self.loaded.live, changes.at)

    def _write(
        self,
        row: TableRow,
        changes: PendingChanges,
        results: list[CommandResult],
        current: Rules | None,
        seals: dict[int, bytes],
    ) -> DecidedCommands:
        """Writes the transfers, the events and the table's row as sets, and what others query."""
        assert self.loaded is not None
        loaded, due = structs.replace(self.loaded, current=current), self.due(changes)
        for device in changes.shared_devices:
            note_shared_device(self.table, device.player, device.neighbours, refused=device.refused)
        if changes.hold_reason:
            journal.hold(self.table, changes.hold_reason)
        if not changes.entries:
            return self._postpone(row, changes, results, loaded, due)
        changes.live = live = structs.replace(changes.live, due=due)
        ledger.write(changes.moves)
        journal.write([changes], [due or _wake_up_due(live, changes.at)])
        if changes.number_chosen is not None:
            self._check_close(changes.number_chosen)
        accepted = self.loaded.accepted
        if any(type(step.event) in TABLE_TYPES for step in changes.steps):
            projections.project(row, changes, seals)
        if any(isinstance(step.event, RoundEnded) for step in changes.steps):
            journal.save_snapshot(self.table, live, self.key)
            accepted = {}
        loaded = structs.replace(loaded, live=live, accepted=accepted, round_stakes=changes.round_stakes)
        return DecidedCommands(changes, results, loaded)

    def _postpone(
        self,
        row: TableRow,
        changes: PendingChanges,
        results: list[CommandResult],
        loaded: LoadedTable,
        due: int | None,
    ) -> DecidedCommands:
        """Nothing was recorded. A step that is due and could not be taken is tried again in a moment."""
        is_due = due is not None and (due <= changes.at or self.postponed)
        postponed = is_due and row.status != Table.Status.HELD
        if postponed:
            next_try = changes.at + RETRY_STEP_MS
            journal.set_due(self.table, next_try)
            loaded = structs.replace(loaded, live=structs.replace(loaded.live, due=next_try))
        elif due is None and row.due is not None and row.due <= changes.at:
            journal.set_due(self.table, None)
        return DecidedCommands(changes, results, loaded, postponed)

    def _check_close(self, chosen: BeaconNumberChosen) -> None:
        """Bets that close in this transaction must be closed in the record before anybody has the value."""
        if journal.now() >= chosen.scheduled - EARLIEST_VALUE_MS:
            raise ClosedTooLateError(self.table)

    def update_cache(self, decided: DecidedCommands) -> TransactionResult:
        """After the commit, and only then, memory follows."""
        changes, loaded = decided.changes, decided.loaded
        self.loaded, self.postponed = loaded, decided.postponed
        if self.fault == self.repaired_fault:  # unless another was noted meanwhile
            self.fault = None
        self.memory.update(loaded.accepted, changes)
        return TransactionResult(
            decided.results,
            changes.steps,
            changes.changed_balances(),
            loaded,
            changes.at,
            decided.postponed,
        )


def _follow_reports(changes: PendingChanges, row: TableRow) -> None:
    """Notes at a table with players when the reports to the regulator stop, and when they go on.
    [903-B 2.3.3]
    """
    live = changes.live
    if row.stopped and live.seats and not live.reports_stopped:
        changes.record([ReportsStopped(row.stopped)])
    elif live.reports_stopped and not row.stopped:
        changes.record([ReportsResumed()])


def _wake_up_due(live: Live, at: int) -> int | None:
    """When practice partners join a table without players. The row stores it, the state does not."""
    return at + JOIN_DELAY_MS if not live.seats and live.needs_partners else None


def _lock_other_wallets(changes: PendingChanges) -> None:
    """A command made a step due at once, which may move the money of everybody who sits here."""
    missing = {chair.wallet for chair in changes.live.seats.values()} - changes.balances.keys()
    for wallet, balance in ledger.lock(missing).items():
        changes.balances[wallet], changes.available[wallet] = balance, balance.cents
