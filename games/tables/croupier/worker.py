"""One table in a croupier's memory: the messages that wait for a transaction, and the frames that are due."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import structlog
from django.db import Error, InterfaceError, OperationalError, connection
from msgspec import structs

from games.draw.seal_key import SealKey
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier import journal
from games.tables.croupier.audience import Audience
from games.tables.croupier.broadcast import FRAME_INTERVAL, TableBroadcast
from games.tables.croupier.chat import TableChat
from games.tables.croupier.common_transaction import may_share
from games.tables.croupier.journal import LoadedTable, TableVersion
from games.tables.croupier.metrics import CroupierMetrics
from games.tables.croupier.player_notices import PlayerNotices
from games.tables.croupier.reached_limits import ReachedLimits
from games.tables.croupier.record_queries import may_see_face_up, record_queries
from games.tables.croupier.transaction import TableNotFoundError, TableTransaction, TransactionResult
from games.tables.croupier.turn import Inbox, Outbox, StoredQuery, Turn
from games.tables.domain.commands import CommandRequest, CommandResult
from games.tables.domain.events import RoundEnded
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import Frames, QueuedMessage
from players.identity.sign_in.proven_sessions import SessionHolder, session_holders
from players.identity.sign_in.session_store import proof_digest
from players.shared.command_traces import command_traces
from players.shared.database_time import now_ms
from players.wallet import ledger
from players.wallet.ledger import Balance

log = structlog.get_logger("croupier")
MAX_BATCH = 400  # messages in one transaction
INTERNAL = envelope.INTERNAL
# The database ended the session, because this process stood still in a transaction.
SESSION_ENDED = ("25P03", "25P04")
RETRY_AFTER = 0.5  # seconds before a step that failed in the database is tried again
Publish = Callable[[list[tuple[str, bytes]]], None]


class TableWorker:
    def __init__(
        self,
        table: int,
        key: SealKey,
        publish: Publish,
        metrics: CroupierMetrics | None = None,
        database_failed: Callable[[], None] | None = None,
        audience: Audience | None = None,
    ) -> None:
        self.table, self.publish, self.database_failed = table, publish, database_failed
        self.metrics = metrics or CroupierMetrics()
        self.transaction, self.broadcast, self.chat = (
            TableTransaction(table, key),
            TableBroadcast(),
            TableChat(),
        )
        self.audience = audience or Audience()
        self.notices: PlayerNotices | None = None  # of the process, if players may be called
        self.reached_limits: ReachedLimits | None = None  # of the process
        self.queue: deque[tuple[str, QueuedMessage]] = deque()
        self.busy = False
        self.step_due = False
        self.flushed = 0.0
        self.due: float | None = None  # when the next step is due, by this process's own clock
        self.timer_set_for: int | None = None  # the database time that the timer is set for
        self.frame_scheduled = False
        self.last_used = time.monotonic()
        self._balances: dict[int, Balance] = {}
        self.awaited: RoundBeacon | None = None  # the beacon whose value the table waits for

    def work(self) -> None:
        """One turn: decides the waiting messages and publishes the outcome.

        One thread at a time works on a table.
        """
        self.take_turn(self.begin_turn())

    def begin_turn(self) -> Turn:
        """Takes the waiting messages. The turn that gets them must be taken."""
        started = time.monotonic()
        messages = [self.queue.popleft() for _ in range(min(MAX_BATCH, len(self.queue)))]
        is_step_due, self.step_due = self.step_due, False
        trace = command_traces.begin_turn(self.table, [m.trace for _, m in messages if m.trace])
        return Turn(_sort_messages(messages), is_step_due, started, trace)

    def take_turn(self, turn: Turn) -> None:
        """A turn with a transaction of its own."""
        inbox = turn.inbox
        try:
            if inbox.requests or turn.is_step_due:
                self._execute(inbox, is_step_due=turn.is_step_due)
            turn.note_commit()
            facts = read_for_viewers([(self, turn)])
            self._publish_results(inbox, facts)
            turn.end_trace()
            self._answer_queries(inbox.queries, facts.holders)
            self._post_chat(inbox.chat, facts.holders)
        except Error as error:
            self.note_failure(error)
        finally:
            self.metrics.add_turn(time.monotonic() - turn.started)

    def note_failure(self, error: Error) -> None:
        """The database is away, or closed the connection: nothing happened, and clients retry."""
        log.warning("database unavailable", table=self.table, exc_info=True)
        connection.close()
        if connection_failed(error):
            self.transaction.note_fault(now_ms())
            if self.database_failed is not None:
                self.database_failed()
        self.due = time.monotonic() + RETRY_AFTER

    @property
    def is_only_watched(self) -> bool:
        """Whether nothing was sent to the table but requests for a snapshot."""
        queued = tuple(self.queue)  # other threads change it
        return all(message.body.startswith(protocol.LOOK) for _, message in queued)

    @property
    def needs_own_turn(self) -> bool:
        """Whether a step is due at a table that this process serves already."""
        return self.step_due and not self.transaction.comes_new

    def comes_new(self, turn: Turn) -> bool:
        """Whether the table must be read, or its players' time be given back, before the turn."""
        has_work = turn.is_step_due or turn.inbox.requests or turn.inbox.snapshots
        return bool(has_work) and self.transaction.comes_new

    def note_takeover(self, turn: Turn, result: TransactionResult) -> None:
        """The table was read, its players' time was given back, and no step is due."""
        self._after_commit(result, is_step_due=turn.is_step_due)
        turn.is_step_due = False

    def may_share(self, turn: Turn) -> bool:
        """Whether the turn may share its transaction, and what it reads for snapshots, with other tables."""
        inbox = turn.inbox
        others = inbox.queries or inbox.chat or turn.is_step_due
        return not others and may_share(self.transaction, inbox.requests)

    def collect_shared(
        self, turn: Turn, result: TransactionResult | None, facts: ViewerFacts, outbox: Outbox
    ) -> None:
        """After the commit of a transaction with other tables, or where only frames or snapshots are due."""
        if result is not None:
            self._note_results(turn.inbox, result.results)
            self._after_commit(result, is_step_due=False)
        self._collect_results(turn.inbox, facts, outbox)

    def _execute(self, inbox: Inbox, *, is_step_due: bool) -> None:
        result = self._transact(inbox.requests)
        if result is None:
            refused = Refused(Refusal.TABLE_CLOSED)
            results = [CommandResult(request, refused=refused) for request in inbox.requests]
        else:
            results = result.results
        self._note_results(inbox, results)
        if result is not None:
            self._after_commit(result, is_step_due=is_step_due)

    def _note_results(self, inbox: Inbox, results: list[CommandResult]) -> None:
        inbox.results += results
        self.metrics.commands += len(results)
        self.metrics.refused += sum(outcome.refused is not None for outcome in results)
        if self.reached_limits is not None:
            self.reached_limits.note(results)

    def _transact(self, requests: list[CommandRequest]) -> TransactionResult | None:
        try:
            return self.transaction.execute(requests)
        except TableNotFoundError:
            return None
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            if isinstance(error, Error) and connection_failed(error):
                raise
            # A bug, or a violated database constraint: the table stops before it causes damage.
            log.exception("table on hold", table=self.table)
            self.metrics.faults += 1
            return self.transaction.hold("system", requests, for_staff=f"{type(error).__name__}: {error}")

    def _after_commit(self, result: TransactionResult, *, is_step_due: bool) -> None:
        """Sets the timer once for each deadline, and again if it rang just before the database's clock."""
        live = result.loaded.live
        self.last_used = time.monotonic()
        if live.due is not None and (live.due != self.timer_set_for or is_step_due):
            self.timer_set_for, self.due = live.due, self.last_used + max(1, live.due - result.at) / 1000
        self.awaited = live.awaited_beacon if result.postponed else None
        if is_new := self.broadcast.version < 0:
            self.broadcast.start(result.loaded)
        for step in result.steps:
            if isinstance(step.event, RoundEnded):
                self.metrics.rounds += 1
                self.metrics.void += bool(step.event.void)
        self.broadcast.add(result)
        if not result.steps:
            self.broadcast.note_terms(result.loaded, is_new=is_new)
        self._balances |= result.balances
        if self.notices is not None:
            self.notices.note(self.table, result)

    def _post_chat(
        self, chat: list[tuple[str, QueuedMessage, protocol.Chat]], holders: Mapping[str, SessionHolder]
    ) -> None:
        """Chat lines are published at once. They change nothing at the table."""
        for sender, unproven, command in chat:
            message = _with_proven_player(unproven, holders)
            loaded = self._refresh()
            try:
                line = self.chat.post(loaded, command, message.player)
            except Refused as refused:
                frame = protocol.refused_frame(command.id, refused.code.value, refused.rule, refused.details)
            else:
                frame = protocol.accepted_frame(command.id, loaded.live.seq)
                if line:
                    frames = envelope.encode(Frames(self.broadcast.version, line, {}))
                    self.publish([(envelope.table_channel(self.table), frames)])
            self.publish([(envelope.web_channel(sender), envelope.encode([(message.socket, frame)]))])

    def _answer_queries(
        self, queries: list[tuple[str, QueuedMessage]], holders: Mapping[str, SessionHolder]
    ) -> None:
        """Finished rounds as a player saw them, and receipts.

        An error in one query does not affect the others.
        """
        for reply_to, message in queries:
            query = protocol.decode_internal(message.body)
            assert isinstance(query, StoredQuery)
            try:
                if not _may_query(query, message, holders):
                    data: dict[str, object] = {}
                elif isinstance(query, protocol.RequestRound):
                    data = record_queries().disclose_round(self.table, query, self.transaction.key)
                else:
                    data = record_queries().build_receipt(self.table, query, self.transaction.key)
            except Error:
                raise
            except Exception:
                log.exception("query failed", table=self.table)
                data = {}
            self.publish([(envelope.web_channel(reply_to), msgspec.json.encode(data))])

    def _publish_results(self, inbox: Inbox, facts: ViewerFacts) -> None:
        """After the commit: the replies, the table's frame, snapshots and balances."""
        outbox = Outbox()
        self._collect_results(inbox, facts, outbox)
        if messages := outbox.messages():
            self.publish(messages)

    def _collect_results(self, inbox: Inbox, facts: ViewerFacts, outbox: Outbox) -> None:
        for outcome in inbox.results:
            sender, socket = outcome.request.reply_to
            if outcome.refused is None:
                self.audience.note(outcome.request.player, envelope.process_of(sender))
            if frame := reply_frame(outcome):
                outbox.replies[sender].append((socket, frame))
        loaded, snapshots = self.transaction.loaded, inbox.snapshots
        if (
            loaded is not None
            and self.broadcast.has_changes
            and (snapshots or self.broadcast.urgent or time.monotonic() - self.flushed >= FRAME_INTERVAL)
        ):
            outbox.frames.append(self._flush(loaded))
        if loaded is not None and snapshots:
            balances = facts.balances.get(loaded.currency, {})
            for sender, unproven in snapshots:
                message = _with_proven_player(unproven, facts.holders)
                self._note_reconnect(loaded, message.player)
                self.audience.note(message.player, envelope.process_of(sender))
                frame = self.broadcast.snapshot(
                    loaded, message.player, now_ms(), balances.get(message.player)
                )
                outbox.replies[sender].append((message.socket, frame))
        # With the table's next frame, which every player with a changed balance gets: once per frame, not
        # once per bet.
        if self._balances and not self.broadcast.has_changes:
            outbox.add_balances(self._balances)
            self._balances = {}

    @property
    def decision_open(self) -> bool:
        """Whether a player at the table has to decide something, by this process's memory."""
        loaded = self.transaction.loaded
        return loaded is not None and loaded.live.decision_open

    @property
    def has_no_players(self) -> bool:
        loaded = self.transaction.loaded
        return loaded is None or not loaded.live.seats

    def _note_reconnect(self, loaded: LoadedTable, player: int) -> None:
        """A player whose connection was lost requests a snapshot: the next turn records the return."""
        seat = loaded.live.players.get(player)
        if seat is not None and loaded.live.seats[seat].away:
            self.queue.append(
                (
                    INTERNAL,
                    QueuedMessage(0, 0, self.table, msgspec.json.encode(protocol.ReportReconnect(player))),
                )
            )

    def _refresh(self) -> LoadedTable:
        """The table as the database has it now."""
        return self.follow(journal.versions([self.table]).get(self.table))

    def follow(self, stored: TableVersion | None) -> LoadedTable:
        """The table at the stored version. Changes by another croupier still have to be published."""
        loaded = self.transaction.follow(stored)
        if self.broadcast.version < 0:
            self.broadcast.start(loaded)
        else:
            self.broadcast.advance_to(loaded.live.seq)
        return loaded

    def _flush(self, loaded: LoadedTable) -> tuple[str, bytes]:
        self.flushed, self.frame_scheduled = time.monotonic(), False
        return envelope.table_channel(self.table), envelope.encode(self.broadcast.frames(loaded, now_ms()))


TableTurn = tuple[TableWorker, Turn]


class ViewerFacts(NamedTuple):
    """What the record says about those who ask for snapshots, or speak, in a turn of one table or of many."""

    holders: Mapping[str, SessionHolder] = {}
    balances: Mapping[str, Mapping[int, Balance]] = {}  # by currency and player


def read_for_viewers(turns: Sequence[TableTurn]) -> ViewerFacts:
    """With one question of each kind. Tables that are asked for are at their stored versions afterwards."""
    viewers: dict[str, set[int]] = {}
    asked = [(worker, turn.inbox.viewers) for worker, turn in turns if turn.inbox.snapshots]
    stored = journal.versions([worker.table for worker, _ in asked]) if asked else {}
    for worker, players in asked:
        loaded = worker.follow(stored.get(worker.table))
        viewers.setdefault(loaded.currency, set()).update(players)
    # Sessions of game commands are checked in their transaction.
    sessions = {session for _, turn in turns for session in turn.inbox.sessions}
    balances = {currency: ledger.wallets(players, currency) for currency, players in viewers.items()}
    return ViewerFacts(session_holders(sessions), balances)


def connection_failed(error: Error) -> bool:
    """Whether the database is away.

    A query that it refuses is no outage: a malformed command must not gain time for anybody.
    """
    state = getattr(error.__cause__, "sqlstate", None)
    if state in SESSION_ENDED:
        return True
    return isinstance(error, InterfaceError) or (
        isinstance(error, OperationalError) and (state is None or state.startswith(("08", "57P")))
    )


def _sort_messages(messages: list[tuple[str, QueuedMessage]]) -> Inbox:
    inbox = Inbox()
    for sender, message in messages:
        reply_to, is_internal = (sender, message.socket), envelope.is_internal(sender)
        try:
            command = (protocol.decode_internal if is_internal else protocol.decode_message)(message.body)
        except protocol.DECODE_ERRORS:
            request = CommandRequest(message.player, protocol.RequestSnapshot(), reply_to)
            inbox.results.append(CommandResult(request, refused=Refused(Refusal.UNREADABLE)))
            continue
        if isinstance(command, protocol.RequestSnapshot):
            inbox.snapshots.append((sender, message))
        elif isinstance(command, StoredQuery):
            inbox.queries.append((sender, message))
        elif isinstance(command, protocol.Chat) and message.player:
            inbox.chat.append((sender, message, command))
        else:
            session = None if message.proof is None else proof_digest(message.proof)
            inbox.requests.append(CommandRequest(message.player, command, reply_to, message.epoch, session))
    return inbox


def _with_proven_player(message: QueuedMessage, holders: Mapping[str, SessionHolder]) -> QueuedMessage:
    """The message with its player if the session is theirs, otherwise as a spectator's."""
    if message.proof is None or not message.player:
        return message
    holder = holders.get(proof_digest(message.proof))
    is_theirs = holder is not None and holder.player == message.player
    return message if is_theirs else structs.replace(message, player=0)


def _may_query(query: StoredQuery, message: QueuedMessage, holders: Mapping[str, SessionHolder]) -> bool:
    """Players read their own rounds and receipts. Hands face up are for staff with the right, under their own
    name, who have just confirmed who they are.
    """
    if message.proof is None:
        return True
    holder = holders.get(proof_digest(message.proof))
    if holder is None:
        return False
    if isinstance(query, protocol.RequestRound) and query.reason:
        is_theirs = holder.person == query.person and holder.is_confirmed
        return is_theirs and may_see_face_up(query.person)
    return bool(query.player) and holder.player == query.player


def reply_frame(outcome: CommandResult) -> bytes | None:
    """The reply to a command; None where the sender expects none."""
    command = outcome.request.command
    command_id = getattr(command, "id", None)
    if outcome.refused is not None:
        refused = outcome.refused
        return protocol.refused_frame(command_id, refused.code.value, refused.rule, refused.details)
    if isinstance(command, protocol.DrawShare):
        return protocol.share_frame(command.round, outcome.share)
    return None if command_id is None else protocol.accepted_frame(command_id, outcome.version)
