"""The croupier process: takes messages from Valkey, has table workers decide them, publishes the outcome.

Any number may run. Each holds a lease on some of the command lists, so that the commands of a table meet the
same cache; correctness rests on the row lock alone. Clients repeat what Valkey loses; deadlines are rows in
PostgreSQL.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import redis
import structlog
from django.conf import settings
from django.db import Error, connection

from games.draw.seal_key import SealKey
from games.models import SHARDS, Table
from games.tables.croupier import attendance, common_turn, metrics
from games.tables.croupier.audience import Audience
from games.tables.croupier.beacon_waits import BeaconWaits
from games.tables.croupier.broadcast import FRAME_INTERVAL
from games.tables.croupier.leases import LEASE_MS, RENEWAL_INTERVAL, ListLeases
from games.tables.croupier.metrics import CroupierMetrics
from games.tables.croupier.player_notices import PlayerNotices
from games.tables.croupier.reached_limits import ReachedLimits
from games.tables.croupier.record_check import RecordCheck
from games.tables.croupier.record_queries import record_queries
from games.tables.croupier.timer import Timer
from games.tables.croupier.work_queue import WorkQueue
from games.tables.croupier.worker import TableWorker
from games.tables.transport import envelope, protocol, registry
from games.tables.transport.keyring import CROUPIER, Keyring, Opened, RejectedMessageError, UnknownSenderError
from players.shared.alive import show_alive
from players.shared.command_traces import command_traces
from players.shared.database_time import now_ms
from players.shared.extras import extras_here
from players.shared.valkey_clients import connect, follow_master

log = structlog.get_logger("croupier")
WORKERS = 3  # tables in work at once: while one waits for the disk another one computes
HOUSEKEEPING_INTERVAL = 1.0  # seconds between two looks at the record for steps that are due
RETRY_LISTS_AFTER = 0.2  # seconds before a croupier without lists tries to get some
POP_TIMEOUT = 0.25  # seconds of one wait for messages
FORGET_AFTER = 60.0  # seconds after which a table without players leaves the memory
TABLE_LOOKUP_INTERVAL = 0.2  # seconds between two lookups because of a table that is not known
KEY_LOOKUP_INTERVAL = 0.2  # seconds between two readings of the registered keys because of an unknown sender


def _drop_dead_connection() -> None:
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


class Croupier:
    def __init__(self) -> None:
        # The successor of a crashed croupier has its name (casino.services.prefork), and so its lists before
        # the leases end.
        self.id = os.environ.get("SUCCESSION") or uuid4().hex[:12]
        self.key = SealKey(Path(settings.SEAL_KEY_FILE))
        # The types of redis describe its asynchronous client as well.
        self.valkey: Any = connect(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=1)
        self.leases = ListLeases(self.valkey, self.id)
        self.keyring, self.audience = Keyring(CROUPIER), Audience()
        self.tables: frozenset[int] = frozenset()  # those that there are, as far as this process knows
        self.next_table_lookup = 0.0  # by the monotonic clock
        self.looked_up = 0.0  # when the registered keys were last read because of an unknown sender
        self.workers: dict[int, TableWorker] = {}
        self.metrics = CroupierMetrics(extras=extras_here())
        self.next_check = 0.0  # when the housekeeper checks the record next, by the monotonic clock
        self.lists: list[int] = []
        self.lists_until = 0.0  # by the monotonic clock: when their leases end, unless they are renewed
        self.faults = 0  # database failures so far
        self.web_channels: set[bytes] = set()  # the channels of the web processes that are subscribed
        self.wake_housekeeper = threading.Event()  # set: run the housekeeping now
        self.turn = 0
        self.work_queue = WorkQueue()
        self.lock = threading.Lock()
        self.timer, self.beacon_waits = Timer(self._call_table), BeaconWaits(self._call_table)
        self.stopping, self.notices = threading.Event(), PlayerNotices()
        self.reached_limits = ReachedLimits()
        self.record_check = RecordCheck()

    def run(self) -> None:
        registry.register(self.keyring)
        command_traces.start("croupier")
        workers = [threading.Thread(target=self._work, name=f"worker-{n}") for n in range(WORKERS)]
        # Housekeeping has its own thread, so that no message waits for it.
        housekeeper = threading.Thread(target=self._run_housekeeping, name="housekeeper")
        for thread in (*workers, housekeeper, self.notices, self.reached_limits):
            thread.start()
        record_queries().publish_key(self.key)
        gc.collect()  # later, among loaded modules, it would stop every table for a tenth of a second
        gc.freeze()
        log.info("croupier started", id=self.id)
        try:
            while not self.stopping.is_set():
                self._listen()
        finally:
            self.stop()
            self.work_queue.close()
            self.notices.stop()
            self.reached_limits.stop()
            for thread in (*workers, housekeeper, self.notices, self.reached_limits):
                thread.join(timeout=3)
            self.timer.stop()
            self.beacon_waits.stop()
            self.leases.release(self.lists)

    def stop(self) -> None:
        self.stopping.set()
        self.wake_housekeeper.set()

    def _listen(self) -> None:
        """Waits a moment for messages and takes all of one list. The order of the lists rotates.

        A process that was paused, or waits for the database, takes nothing from lists that others may have.
        """
        lists = [envelope.shard_list(shard) for shard in self.lists]
        if not lists or time.monotonic() > self.lists_until:
            self.stopping.wait(POP_TIMEOUT)
            return
        self.turn += 1
        first = self.turn % len(lists)
        try:
            popped = self.valkey.blmpop(
                POP_TIMEOUT, len(lists), *lists[first:], *lists[:first], direction="LEFT", count=64
            )
        except redis.RedisError as error:
            log.warning("valkey away", error=str(error))
            self._drop_lists()
            return
        for sealed in popped[1] if popped else ():
            self._take(sealed)

    def _take(self, sealed: bytes) -> None:
        try:
            opened = self._open(sealed)
            batch = envelope.open_batch(opened)
        except (RejectedMessageError, *protocol.DECODE_ERRORS, ValueError) as error:
            log.warning("batch refused", error=str(error))
            return
        is_internal = envelope.is_internal(batch.sender)
        existing = self._existing({message.table for message in batch.messages} - {0})
        with self.lock:
            for message in batch.messages:
                command = protocol.decode_internal(message.body) if is_internal else None
                if command is not None and not message.table:
                    self._execute_own(opened.sender.id, command)
                    continue
                if command is not None and not self._is_credible(opened.sender.id, command):
                    continue
                if message.table not in existing:
                    continue
                worker = self._worker(message.table)
                worker.queue.append((batch.sender, message))
                self._wake(worker, behind=message.body.startswith(protocol.LOOK))

    def _existing(self, tables: set[int]) -> set[int]:
        """Which of these tables there are. The others get no worker: a message to one costs a query now and
        then, and no turn. Clients repeat what they send at the moment in which a table is made.
        """
        if not tables <= self.tables and time.monotonic() >= self.next_table_lookup:
            self.next_table_lookup = time.monotonic() + TABLE_LOOKUP_INTERVAL
            _drop_dead_connection()
            try:
                self.tables = frozenset(Table.objects.values_list("pk", flat=True))
            except Error as error:  # nothing could be decided either
                log.warning("tables not looked up", error=str(error))
                connection.close()
                self.next_table_lookup = 0.0
        unknown = tables - self.tables
        if unknown:
            log.warning("no such table", count=len(unknown))
        return tables - unknown

    def _open(self, sealed: bytes) -> Opened:
        """A process that has just started is registered, but not known here yet."""
        try:
            return self.keyring.open(envelope.COMMANDS, sealed)
        except UnknownSenderError:
            if time.monotonic() - self.looked_up < KEY_LOOKUP_INTERVAL:
                raise
            self.looked_up = time.monotonic()
            # Nobody may have asked since the database restarted: a batch is not lost for that.
            _drop_dead_connection()
            try:
                registry.renew(self.keyring)
            except Error as error:
                connection.close()
                raise RejectedMessageError("the database is away") from error
            return self.keyring.open(envelope.COMMANDS, sealed)

    def _is_credible(self, sender: str, command: protocol.InternalCommand) -> bool:
        """Only a process that held sockets of a player may report that the last one was lost."""
        if not isinstance(command, protocol.ReportDisconnect):
            return True
        return sender in self.audience.holders(command.player)

    def _execute_own(self, sender: str, command: protocol.InternalCommand) -> None:
        """A command to this process, not to a table."""
        if isinstance(command, protocol.RenewPresence):
            self.audience.renew(command.players, sender)
        elif isinstance(command, protocol.CheckRecord):
            self.record_check.start(complete=command.complete)

    def _worker(self, table: int) -> TableWorker:
        """Call with the lock held, like everything that looks up or wakes a worker."""
        worker = self.workers.get(table)
        if worker is None:
            worker = self.workers[table] = TableWorker(
                table, self.key, self._publish_or_log, self.metrics, self._database_failed, self.audience
            )
            worker.notices, worker.reached_limits = self.notices, self.reached_limits
        return worker

    def _wake(self, worker: TableWorker, *, behind: bool = False) -> None:
        if not worker.busy:
            worker.busy = True
            self.work_queue.put(worker, behind=behind)
        elif not behind:
            self.work_queue.hasten(worker)

    def _work(self) -> None:
        while workers := self.work_queue.take():
            try:
                for worker in workers:
                    self._check_before(worker)
                common_turn.work(workers, self._publish_or_log)
            except Exception:  # an error at one table must not end the thread
                log.exception("turn failed", tables=[worker.table for worker in workers])
            for worker in workers:
                self._end_turn(worker)
        connection.close()

    def _end_turn(self, worker: TableWorker) -> None:
        with self.lock:
            worker.busy = False
            if worker.queue or worker.step_due:
                self._wake(worker, behind=worker.is_only_watched and not worker.step_due)
        if worker.broadcast.has_changes and not worker.frame_scheduled:
            worker.frame_scheduled = True
            self.timer.set(worker.flushed + FRAME_INTERVAL, worker.table, step=False)
        self.beacon_waits.note(worker.table, worker.awaited)
        if worker.due is not None:
            self.timer.set(worker.due, worker.table, step=True)
            worker.due = None

    def _drop_lists(self) -> None:
        """No command reaches this croupier now.

        When it has lists again, the record says since when their tables were not served.
        """
        self.lists = []
        self.wake_housekeeper.set()

    def _database_failed(self) -> None:
        with self.lock:
            self.faults += 1
            for worker in self.workers.values():
                worker.transaction.note_fault(now_ms())
        self._drop_lists()

    def _check_before(self, worker: TableWorker) -> None:
        """A player's time must not run out while we cannot receive commands: the web processes must be there
        and the list ours.
        """
        if not worker.step_due or not worker.decision_open:
            return
        try:
            self._check_webs()
        except redis.RedisError:
            self._drop_lists()
        is_ours = worker.table % SHARDS in self.lists and time.monotonic() <= self.lists_until
        if not is_ours and worker.transaction.fault is None:
            worker.step_due = (
                False  # the list belongs to another croupier, or the step waits until our lists are back
            )

    def _check_webs(self) -> None:
        """A web process that ended took its sockets along.

        Valkey knows at once, because its channel has no subscriber.
        """
        channels = {bytes(name) for name in self.valkey.pubsub_channels(envelope.web_channel("*"))}
        webs = {
            name for name in channels if not name.startswith(envelope.web_channel(envelope.INTERNAL).encode())
        }
        with self.lock:
            ended, self.web_channels = self.web_channels - webs, webs
            if not ended:
                return
            log.warning("web process ended", count=len(ended))
            for worker in self.workers.values():
                loaded = worker.transaction.loaded
                if loaded is not None and loaded.live.running:
                    worker.transaction.note_fault(now_ms())
                    worker.step_due = True
                    self._wake(worker)

    def _call_table(self, table: int, step: bool) -> None:
        """A step is due by this process's clock. Under the row lock the database's clock decides."""
        with self.lock:
            if (worker := self.workers.get(table)) is not None:
                worker.step_due |= step
                self._wake(worker)

    def _run_housekeeping(self) -> None:
        while not self.stopping.is_set():
            show_alive("housekeeping")
            try:
                self._do_housekeeping(time.monotonic())
            except Exception:  # the leases must be renewed in a moment whatever happens
                log.exception("housekeeping failed")
            self.wake_housekeeper.wait(RENEWAL_INTERVAL if self.lists else RETRY_LISTS_AFTER)
            self.wake_housekeeper.clear()
        connection.close()

    def _do_housekeeping(self, now: float) -> None:
        is_check_due = now >= self.next_check
        if is_check_due:
            self.next_check = now + HOUSEKEEPING_INTERVAL
            follow_master(self.valkey)
        try:
            self._renew_lists()
            if is_check_due:
                self._report()
        except redis.RedisError:
            self.lists = []
        except Error:
            log.warning("database unavailable")
            self._database_failed()
            self.wake_housekeeper.clear()
            connection.close()
            # Another croupier may reach it: then it need not wait until the leases end.
            self.leases.release(range(SHARDS))
            return
        if is_check_due:
            self._wake_due_tables(now)

    def _renew_lists(self) -> None:
        """The database first: a croupier that cannot write to it renews no lease."""
        registry.renew(self.keyring)
        begun = time.monotonic()
        kept = self.leases.renew()
        self._check_webs()
        self._attend(kept, begun)

    def _report(self) -> None:
        """For monitoring, and for the web processes: which event each table has reached."""
        with self.lock:
            workers = list(self.workers.items())
        self.audience.forget_old()
        self.metrics.tables = len(workers)
        metrics.write(self.valkey, self.id, self.metrics)
        beats = envelope.encode({t: s.broadcast.version for t, s in workers if s.broadcast.version >= 0})
        self._publish([(envelope.HEARTBEATS, beats)])

    def _wake_due_tables(self, now: float) -> None:
        """Wakes tables whose step is due, and forgets those without players."""
        try:
            orphans = attendance.due_tables(self.lists)
        except Error:
            log.warning("database unavailable")
            connection.close()
            return
        with self.lock:
            for table in orphans:
                worker = self._worker(table)
                if table % SHARDS not in self.lists:
                    worker.transaction.note_fault(now_ms())
                worker.step_due = True
                self._wake(worker)
            for table, worker in list(self.workers.items()):
                if (
                    not worker.busy
                    and not worker.queue
                    and worker.has_no_players
                    and now - worker.last_used > FORGET_AFTER
                ):
                    del self.workers[table]

    def _attend(self, kept: list[int], begun: float) -> None:
        """Serves these lists from now on, until the leases end that began at that time.

        Tables of new lists first make good the time in which they were not served, those at which somebody
        waits for more than a look before the others.
        """
        # A process that was paused has its lists, but nobody served them meanwhile.
        served = self.lists if begun <= self.lists_until else []
        faults, gained = self.faults, [shard for shard in kept if shard not in served]
        if gained:
            tables = attendance.unattended_tables(gained)
            with self.lock:
                for table, since in tables:
                    worker = self._worker(table)
                    worker.transaction.note_fault(since)
                    worker.step_due = True
                    self._wake(worker, behind=worker.is_only_watched)
        attendance.record(kept)
        self.lists_until = begun + LEASE_MS / 1000 - POP_TIMEOUT
        self.lists = kept if faults == self.faults else []
        show_alive("lists")

    def _publish_or_log(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Frames are hints: if Valkey is away they are lost, and clients will request snapshots."""
        try:
            self._publish(messages)
        except redis.RedisError as error:
            log.warning("frames not published", error=str(error))

    def _publish(self, messages: Sequence[tuple[str, bytes]]) -> None:
        pipe = self.valkey.pipeline(transaction=False)
        for channel, message in messages:
            pipe.publish(channel, self.audience.seal(self.keyring, channel, message))
        pipe.execute()
