"""How one command at a table is decided: checked for a retry, for its sender's session, and passed to the
function that carries it out.

A client without a reply retries with the same command id. It gets the same result, from this transaction,
from memory or from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.conf import settings
from msgspec import Struct, structs

from games.models import Table
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier import journal, shared_devices
from games.tables.croupier.entrants import active_aliases
from games.tables.croupier.journal import TableRow
from games.tables.domain import commands, partners, recent_refusals, seat_queue
from games.tables.domain.commands import Entrant
from games.tables.domain.events import Released
from games.tables.domain.pending_changes import CommandKey, PendingChanges, command_key
from games.tables.domain.recent_refusals import RecentRefusal
from games.tables.domain.state import Live, Rules
from games.tables.transport.protocol import (
    BrowserMessage,
    CheckInactivity,
    DrawShare,
    EndStay,
    HoldTable,
    InternalCommand,
    JoinQueue,
    Leave,
    LeaveQueue,
    OpenTableSession,
    Play,
    PlayerCommand,
    Release,
    ReportDisconnect,
    ReportReconnect,
    Sit,
    Stay,
)
from players.protection.eligibility import StakesAtTable

AcceptedAt = tuple[int, int]  # the event that the command caused, and the digest of the command


class CommandRequest(Struct, frozen=True, gc=False):
    """A command and its sender. The player comes from the session, never from the message."""

    player: int
    command: BrowserMessage | InternalCommand
    reply_to: tuple[str, int]  # the web process and the socket that wait for the reply
    epoch: int = 0  # the credential epoch of the sender's session
    # The digest of the session's proof. None: the caller itself vouches for the player, as simulations do.
    session: str | None = None


class CommandResult(Struct, frozen=True, gc=False):
    """Accepted at this event, or refused. A retry gets the same result."""

    request: CommandRequest
    version: int = 0
    refused: Refused | None = None
    share: str = ""  # the share of the draw that counts for the player: that of the first window


class TransactionState(Struct, frozen=True):
    """What a transaction read under the lock, and the changes it collects."""

    changes: PendingChanges
    row: TableRow
    current: Rules | None  # the rules of the next round
    entrants: dict[int, Entrant]
    accepted: dict[CommandKey, AcceptedAt]  # the commands accepted in this round


class CommandExecution:
    """The commands of one table, and the memory that recognises retries."""

    def __init__(self, table: int, hold: Callable[[PendingChanges, str], None]) -> None:
        self.table, self.hold = table, hold
        self.recorded: dict[CommandKey, AcceptedAt] = {}  # read from the record after a conflict
        self.refusals: dict[CommandKey, RecentRefusal] = {}

    def execute(self, state: TransactionState, requests: Sequence[CommandRequest]) -> list[CommandResult]:
        results = [self._execute_one(state, request) for request in requests]
        return _store_shares(state.changes, self.with_recorded(state, results))

    def _execute_one(self, state: TransactionState, request: CommandRequest) -> CommandResult:
        command, player, changes = request.command, request.player, state.changes
        try:
            if player and request.session is not None:
                _check_session(changes, player, request.session)
            if isinstance(command, PlayerCommand):
                return self._execute_player_command(state, request, command)
            self._execute_internal(state, player, command)
        except Refused as refused:
            return CommandResult(request, refused=recent_refusals.without_traceback(refused))
        return CommandResult(request)

    def _execute_internal(
        self, state: TransactionState, player: int, command: BrowserMessage | InternalCommand
    ) -> None:
        """A command without an id: from another process, or a share of the draw."""
        changes = state.changes
        match command:
            case DrawShare():
                _add_share(changes, player, command)
            case CheckInactivity():
                commands.check_inactivity(changes)
            case HoldTable():
                self.hold(changes, command.reason)
            case EndStay():
                commands.end_stay(changes, command)
            case ReportDisconnect():
                commands.connection_lost(changes, command)
            case ReportReconnect():
                commands.connection_back(changes, command.player)
            case Release():
                if changes.live.held and state.row.status != Table.Status.HELD:
                    changes.record([Released()])
            case OpenTableSession():
                if state.current is not None:
                    seat_queue.open_session(changes, state.current, command, active_aliases(command.players))
            case _:
                raise Refused(Refusal.UNREADABLE)

    def _execute_player_command(
        self, state: TransactionState, request: CommandRequest, command: PlayerCommand
    ) -> CommandResult:
        changes, player, digest = state.changes, request.player, commands.digest(self.table, command)
        if not player:
            raise Refused(Refusal.NOT_YOU)
        if (accepted := self._find_accepted(state, player, command.id)) is not None:
            return _retry_result(request, accepted, digest)
        if isinstance(command, Play | Sit) and changes.eligibility_for(player).epoch != request.epoch:
            raise Refused(Refusal.SIGNED_OUT)
        if changes.live.held or state.row.status == Table.Status.HELD:
            raise Refused(Refusal.ON_HOLD)
        commands.connection_back(changes, player)
        version = changes.live.seq + 1
        match command:
            case Play():
                self._play(changes, command, player, digest)
            case Leave():
                commands.leave(changes, player, command=command.id, digest=digest)
            case Stay():
                commands.stay(changes, command, player)
            case Sit() | JoinQueue() | LeaveQueue():
                _enter(state, command, player)
        return CommandResult(request, version=min(version, changes.live.seq))

    def _play(self, changes: PendingChanges, command: Play, player: int, digest: int) -> None:
        """A command of the game. A copy of a command that was refused is refused for the same reason."""
        key = command_key(player, command.id)
        if earlier := changes.refusals.get(key) or self.refusals.get(key):
            raise earlier.repeat(digest)
        try:
            commands.play(changes, command, player, digest)
        except Refused as refused:
            reason = recent_refusals.without_traceback(refused)
            changes.refusals[key] = RecentRefusal(digest, reason, changes.at)
            raise

    def with_recorded(self, state: TransactionState, results: list[CommandResult]) -> list[CommandResult]:
        """Replaces refusals of commands that the record has accepted earlier:
        their id gets the first result.
        """
        unsure = [
            (result.request.player, result.request.command.id)
            for result in results
            if isinstance(result.request.command, PlayerCommand) and self._may_be_recorded(state, result)
        ]
        recorded = journal.find_accepted(unsure) if unsure else {}
        return [self._recorded_result(result, recorded) for result in results] if recorded else results

    def _may_be_recorded(self, state: TransactionState, result: CommandResult) -> bool:
        """A command that is refused or changes nothing now may have been accepted in an earlier round."""
        request = result.request
        assert isinstance(request.command, PlayerCommand)
        is_refused = result.refused is not None
        return is_refused or self._find_accepted(state, request.player, request.command.id) is None

    def _recorded_result(
        self, result: CommandResult, recorded: dict[CommandKey, AcceptedAt]
    ) -> CommandResult:
        request = result.request
        if not isinstance(request.command, PlayerCommand):
            return result
        accepted = recorded.get(command_key(request.player, request.command.id))
        if accepted is None:
            return result
        version, digest = accepted
        if digest != commands.digest(self.table, request.command):
            return CommandResult(request, refused=Refused(Refusal.ID_REUSED))
        return CommandResult(request, version=version)

    def _find_accepted(self, state: TransactionState, player: int, command_id: UUID) -> AcceptedAt | None:
        """Where this command was accepted: in this transaction, in this round, or in the record."""
        key = command_key(player, command_id)
        return state.changes.accepted.get(key) or state.accepted.get(key) or self.recorded.get(key)

    def read_recorded(self, requests: Sequence[CommandRequest]) -> None:
        """Reads which of these commands the record has accepted, after the database refused a repeated id."""
        ids = [
            (request.player, request.command.id)
            for request in requests
            if isinstance(request.command, PlayerCommand)
        ]
        self.recorded |= journal.find_accepted(ids)

    def remember(
        self,
        accepted: dict[CommandKey, AcceptedAt],
        new: dict[CommandKey, AcceptedAt],
        refusals: dict[CommandKey, RecentRefusal],
        now: int,
    ) -> None:
        """Updates the memory after a commit."""
        accepted.update(self.recorded | new)
        self.recorded = {}
        recent_refusals.add_recent(self.refusals, refusals, now)


def _check_session(changes: PendingChanges, player: int, session: str) -> None:
    """The session must be live and belong to the player."""
    if session not in changes.eligibility_for(player).sessions:
        raise Refused(Refusal.SIGNED_OUT)


def _retry_result(request: CommandRequest, accepted: AcceptedAt, digest: int) -> CommandResult:
    version, accepted_digest = accepted
    if accepted_digest != digest:
        raise Refused(Refusal.ID_REUSED)
    return CommandResult(request, version=version)


def _enter(state: TransactionState, command: Sit | JoinQueue | LeaveQueue, player: int) -> None:
    """Takes a seat, or joins or leaves the queue for one."""
    entrant = state.entrants.get(player)
    if entrant is None or state.current is None:
        raise Refused(Refusal.NOT_YOU if state.current else Refusal.TABLE_CLOSED)
    changes, is_closed = state.changes, state.row.status != Table.Status.OPEN
    rules = changes.rules or state.current
    if isinstance(command, Sit):
        neighbours = sorted(entrant.kept_apart & changes.live.players.keys())
        refuses = settings.SAME_DEVICE_AT_TABLE == "refuse"
        if neighbours and player not in changes.live.players:
            shared_devices.note_shared_device(changes.live.table, player, neighbours, refused=refuses)
        if not refuses:
            entrant = structs.replace(entrant, kept_apart=frozenset())
        commands.sit(
            changes, command, entrant, rules, closed=is_closed, lease_expired=journal.is_lease_expired
        )
    else:
        commands.queue_for_seat(changes, command, rules, player, entrant.alias, closed=is_closed)


def _add_share(changes: PendingChanges, player: int, command: DrawShare) -> None:
    """Each player gives one share: that of the first window counts."""
    live = changes.live
    if player in live.players and command.round == live.next_round:
        changes.shares.setdefault(player, command.nonce)


def _store_shares(changes: PendingChanges, results: list[CommandResult]) -> list[CommandResult]:
    """Stores the shares.

    Every window receives the share that counts, because the player checks the draw with it.
    """
    if not changes.shares:
        return results
    stored = journal.store_shares(changes.live.next_id, changes.shares)
    return [_with_share(changes, result, stored) for result in results]


def _with_share(changes: PendingChanges, result: CommandResult, stored: dict[int, str]) -> CommandResult:
    command = result.request.command
    if isinstance(command, DrawShare) and command.round == changes.live.next_round:
        return structs.replace(result, share=stored.get(result.request.player, ""))
    return result


def wallets_of(row: TableRow, live: Live, requests: Sequence[CommandRequest], *, is_due: bool) -> set[int]:
    """The wallets of the seated senders, or of all seats where a step or a check may move anybody's money."""
    all_seats = (
        is_due
        or any(isinstance(request.command, CheckInactivity | EndStay) for request in requests)
        or (row.currency == partners.DEMO and bool(partners.seated(live)))
    )
    seated = live.players.keys()
    players = seated if all_seats else {request.player for request in requests} & seated
    return {live.seats[live.players[player]].wallet for player in players}


def players_to_check(
    live: Live, rules: Rules | None, requests: Sequence[CommandRequest]
) -> tuple[list[int], list[str]]:
    """Of whom the limits and bars decide: each sender, who is registered for a session that opens, and before
    a deal everybody at a table between players. With the sessions of the senders, which must be live and
    belong to their players.
    """
    players: set[int] = set()
    for request in requests:
        if isinstance(request.command, Play | Sit | JoinQueue) or (
            request.player and request.session is not None
        ):
            players.add(request.player)
        if isinstance(request.command, OpenTableSession) and not live.session:
            players |= set(request.command.players)
        if isinstance(request.command, EndStay):
            players.add(request.command.player)
    if _deal_is_next(live, rules):
        players |= live.players.keys()
    return sorted(players), sorted({request.session for request in requests if request.session})


def known_stakes(changes: PendingChanges, players: Sequence[int]) -> dict[int, StakesAtTable]:
    """What these players have staked in the running round, so that the database need not add it up.

    At a table between players chips count when they are bought, and the database knows them all.
    """
    if changes.rules is None or changes.rules.engine.between_players:
        return {}
    table, stakes = changes.live.table, changes.round_stakes
    return {player: StakesAtTable(table, stakes.get(player, 0)) for player in players}


def _deal_is_next(live: Live, rules: Rules | None) -> bool:
    """Whether bets are open at a table between players."""
    if rules is None or not rules.engine.between_players or not live.running:
        return False
    return bool(rules.engine.waiting_for(live.game) is Wait.BETS)
