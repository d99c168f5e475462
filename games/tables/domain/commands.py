"""How a command at a table is decided, and what each command does. Pure: the croupier brings what it read
under the lock, and writes what was decided.

A command records its events as pending changes, or is refused and changes nothing. A client without a reply
retries with the same command id. It gets the same result, from this transaction, from memory or from the
record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from games.rules.engine import Wait
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain import seat_queue
from games.tables.domain.events import (
    ConnectionBack,
    ConnectionLost,
    LeaveAsked,
    Left,
    Released,
    Sat,
    Stayed,
)
from games.tables.domain.pending_changes import (
    BARRED_TRANSFERS,
    CommandKey,
    PendingChanges,
    RecentRefusal,
    SharedDevice,
    barred_refusal,
    command_key,
)
from games.tables.domain.seats import Chair
from games.tables.domain.state import DEMO, Live, Rules
from games.tables.transport import protocol
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

KEEP_MS = 30_000  # how long a refusal is remembered: twice as long as a message on Valkey is valid
AcceptedAt = tuple[int, int]  # the event that the command caused, and the digest of the command

# What bars a player whose stay ends for that cause.
BAR_OF_CAUSE = {"excluded": "excluded", "time": "session-time"}


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


class Entrant(Struct, frozen=True):
    """A player who wants to sit down."""

    player: int
    wallet: int
    alias: str
    session: int
    stack: int = 0
    partner: bool = False
    # Players who use the same device, where the house refuses them a seat at one table.
    kept_apart: frozenset[int] = frozenset()


def digest(table: int, command: PlayerCommand) -> int:
    """Eight bytes over the table and the content of a command. The same id with other content is refused."""
    content = b"%d|%b" % (table, msgspec.json.encode(command))
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big", signed=True)


class Facts(Struct, frozen=True):
    """What the transaction read under the lock, besides the state of the table and what protects its
    players.
    """

    current: Rules | None = None  # the rules of the next round
    is_open: bool = True
    is_held: bool = False  # by its row: staff have not released it
    money_stopped: bool = False  # the reports to the regulator are interrupted
    same_device_refused: bool = False
    entrants: dict[int, Entrant] = {}
    aliases: dict[int, str] = {}  # of those registered for a session that opens, who may still play
    accepted: dict[CommandKey, AcceptedAt] = {}  # the commands accepted in this round


class CommandMemory:
    """What a table remembers of commands besides those accepted in the round."""

    def __init__(self) -> None:
        self.recorded: dict[CommandKey, AcceptedAt] = {}  # read from the record after a conflict
        self.refusals: dict[CommandKey, RecentRefusal] = {}  # of the last seconds

    def update(self, accepted: dict[CommandKey, AcceptedAt], changes: PendingChanges) -> None:
        """After a commit. Refusals of which no copy can arrive any more are forgotten."""
        accepted.update(self.recorded | changes.accepted)
        self.recorded = {}
        self.refusals.update(changes.refusals)
        for key, old in list(self.refusals.items()):
            if old.at > changes.at - KEEP_MS:
                break  # the oldest are first
            del self.refusals[key]


class Concerned(Struct):
    """Whom the commands of one transaction concern: what it must lock and read before it decides."""

    senders: set[int] = set()
    checked: set[int] = set()  # whose limits and bars decide
    registered: set[int] = set()  # for a session that opens
    entering: dict[int, str | None] = {}  # who takes a seat, or joins or leaves the queue: their session
    sitting: set[int] = set()
    sessions: set[str] = set()  # they must be live and belong to their players
    touches_everybody: bool = False  # a check may move anybody's money

    def wallets(self, live: Live, currency: str, *, is_due: bool = False) -> set[int]:
        """The wallets of the seated senders, or of all seats where a step or a check may move anybody's
        money.
        """
        all_seats = is_due or self.touches_everybody or (currency == DEMO and bool(live.partners))
        players = live.players.keys() if all_seats else self.senders & live.players.keys()
        return {live.seats[live.players[player]].wallet for player in players}

    def players(self, live: Live) -> list[int]:
        """Of whom the limits and bars decide: also who is registered for a session that opens, and before a
        deal everybody at a table between players.
        """
        players = set(self.checked)
        if not live.session:
            players |= self.registered
        if live.rules is not None and live.rules.engine.between_players and live.wait is Wait.BETS:
            players |= live.players.keys()
        return sorted(players)


def concerned_by(requests: Sequence[CommandRequest]) -> Concerned:
    concerned = Concerned()
    for request in requests:
        player, command = request.player, request.command
        concerned.senders.add(player)
        if request.session:
            concerned.sessions.add(request.session)
        if isinstance(command, Play | Sit | JoinQueue) or (player and request.session is not None):
            concerned.checked.add(player)
        match command:
            case Sit() | JoinQueue() | LeaveQueue():
                concerned.entering[player] = request.session
                if isinstance(command, Sit):
                    concerned.sitting.add(player)
            case OpenTableSession():
                concerned.registered.update(command.players)
            case EndStay():
                concerned.checked.add(command.player)
                concerned.touches_everybody = True
            case CheckInactivity():
                concerned.touches_everybody = True
            case _:
                pass
    return concerned


def ids_of(requests: Sequence[CommandRequest]) -> list[tuple[int, UUID]]:
    """The commands that the record may know: each a player and an id."""
    return [(r.player, r.command.id) for r in requests if isinstance(r.command, PlayerCommand)]


# The decision.


def decide(
    changes: PendingChanges, facts: Facts, memory: CommandMemory, requests: Sequence[CommandRequest]
) -> list[CommandResult]:
    """Decides the commands one after the other, each on the state that the last one left."""
    return [_decide_one(changes, facts, memory, request) for request in requests]


def _decide_one(
    changes: PendingChanges, facts: Facts, memory: CommandMemory, request: CommandRequest
) -> CommandResult:
    command, player = request.command, request.player
    try:
        if player and request.session is not None:
            _check_session(changes, player, request.session)
        if isinstance(command, PlayerCommand):
            return _decide_for_player(changes, facts, memory, request, command)
        _decide_internal(changes, facts, player, command)
    except Refused as refused:
        if isinstance(command, PlayerCommand):
            changes.doubtful.append((player, command.id))
        return CommandResult(request, refused=_without_traceback(refused))
    return CommandResult(request)


def _decide_internal(
    changes: PendingChanges, facts: Facts, player: int, command: BrowserMessage | InternalCommand
) -> None:
    """A command without an id: from another process, or a share of the draw."""
    match command:
        case DrawShare():
            _add_share(changes, player, command)
        case CheckInactivity():
            check_inactivity(changes)
        case HoldTable():
            changes.hold(command.reason)
        case EndStay():
            end_stay(changes, command)
        case ReportDisconnect():
            connection_lost(changes, command)
        case ReportReconnect():
            connection_back(changes, command.player)
        case Release():
            if changes.live.held and not facts.is_held:
                changes.record([Released()])
        case OpenTableSession():
            if facts.current is not None:
                seat_queue.open_session(changes, facts.current, command, facts.aliases)
        case _:
            raise Refused(Refusal.UNREADABLE)


def _decide_for_player(
    changes: PendingChanges,
    facts: Facts,
    memory: CommandMemory,
    request: CommandRequest,
    command: PlayerCommand,
) -> CommandResult:
    player, key = request.player, command_key(request.player, command.id)
    command_digest = digest(changes.live.table, command)
    if not player:
        raise Refused(Refusal.NOT_YOU)
    # Accepted in this transaction, in this round, or as the record says.
    if accepted := changes.accepted.get(key) or facts.accepted.get(key) or memory.recorded.get(key):
        return _retry_result(request, accepted, command_digest)
    if isinstance(command, Play | Sit) and changes.eligibility_for(player).epoch != request.epoch:
        raise Refused(Refusal.SIGNED_OUT)
    if changes.live.held or facts.is_held:
        raise Refused(Refusal.ON_HOLD)
    connection_back(changes, player)
    version = changes.live.seq + 1
    match command:
        case Play():
            earlier = changes.refusals.get(key) or memory.refusals.get(key)
            _play_once(changes, command, player, command_digest, earlier)
        case Leave():
            leave(changes, player, command=command.id, digest=command_digest)
        case Stay():
            stay(changes, command, player)
        case Sit() | JoinQueue() | LeaveQueue():
            _enter(changes, facts, command, player)
    if key not in changes.accepted:  # it changed nothing
        changes.doubtful.append((player, command.id))
    return CommandResult(request, version=min(version, changes.live.seq))


def _play_once(
    changes: PendingChanges, command: Play, player: int, digest: int, earlier: RecentRefusal | None
) -> None:
    """A command of the game. A copy of a command that was refused is refused for the same reason."""
    if earlier is not None:
        raise earlier.repeat(digest)
    try:
        play(changes, command, player, digest)
    except Refused as refused:
        reason = _without_traceback(refused)
        changes.refusals[command_key(player, command.id)] = RecentRefusal(digest, reason, changes.at)
        raise


def _check_session(changes: PendingChanges, player: int, session: str) -> None:
    """The session must be live and belong to the player."""
    if session not in changes.eligibility_for(player).sessions:
        raise Refused(Refusal.SIGNED_OUT)


def _retry_result(request: CommandRequest, accepted: AcceptedAt, digest: int) -> CommandResult:
    version, accepted_digest = accepted
    if accepted_digest != digest:
        raise Refused(Refusal.ID_REUSED)
    return CommandResult(request, version=version)


def _without_traceback(refused: Refused) -> Refused:
    """The refusal without its traceback, which would keep the whole transaction in memory."""
    refused.__traceback__ = refused.__cause__ = refused.__context__ = None
    return refused


def with_recorded(
    table: int, results: list[CommandResult], recorded: Mapping[CommandKey, AcceptedAt]
) -> list[CommandResult]:
    """Replaces refusals of commands that the record has accepted earlier, maybe in another round: their id
    gets the first result.
    """
    return [_recorded_result(table, result, recorded) for result in results] if recorded else results


def _recorded_result(
    table: int, result: CommandResult, recorded: Mapping[CommandKey, AcceptedAt]
) -> CommandResult:
    request = result.request
    if not isinstance(request.command, PlayerCommand):
        return result
    accepted = recorded.get(command_key(request.player, request.command.id))
    if accepted is None:
        return result
    version, accepted_digest = accepted
    if accepted_digest != digest(table, request.command):
        return CommandResult(request, refused=Refused(Refusal.ID_REUSED))
    return CommandResult(request, version=version)


def with_shares(
    changes: PendingChanges, results: list[CommandResult], stored: Mapping[int, str]
) -> list[CommandResult]:
    """Every window receives the share that counts, because the player checks the draw with it."""
    return [_with_share(changes, result, stored) for result in results]


def _with_share(changes: PendingChanges, result: CommandResult, stored: Mapping[int, str]) -> CommandResult:
    command = result.request.command
    if isinstance(command, DrawShare) and command.round == changes.live.next_round:
        return structs.replace(result, share=stored.get(result.request.player, ""))
    return result


def _add_share(changes: PendingChanges, player: int, command: DrawShare) -> None:
    """Each player gives one share: that of the first window counts."""
    live = changes.live
    if player in live.players and command.round == live.next_round:
        changes.shares.setdefault(player, command.nonce)


# What each command does.


def _enter(changes: PendingChanges, facts: Facts, command: Sit | JoinQueue | LeaveQueue, player: int) -> None:
    """Takes a seat, or joins or leaves the queue for one."""
    entrant = facts.entrants.get(player)
    if entrant is None or facts.current is None:
        raise Refused(Refusal.NOT_YOU if facts.current else Refusal.TABLE_CLOSED)
    rules = changes.rules or facts.current
    if not isinstance(command, Sit):
        queue_for_seat(changes, command, rules, player, entrant.alias, closed=not facts.is_open)
        return
    neighbours = sorted(entrant.kept_apart & changes.live.players.keys())
    if neighbours and player not in changes.live.players:
        changes.shared_devices.append(SharedDevice(player, neighbours, facts.same_device_refused))
    if not facts.same_device_refused:
        entrant = structs.replace(entrant, kept_apart=frozenset())
    sit(changes, command, entrant, rules, closed=not facts.is_open, money_stopped=facts.money_stopped)


def sit(
    changes: PendingChanges,
    command: Sit,
    entrant: Entrant,
    rules: Rules,
    *,
    closed: bool,
    money_stopped: bool,
) -> None:
    """Takes the requested seat, or the lowest free one.  [AR-3e] [AR-27] [FR-3e] [FR-R28] [HE-9]

    A seated player stays there.
    """
    if entrant.player in changes.live.players:
        return
    if closed:
        raise Refused(Refusal.TABLE_CLOSED)
    if not seat_queue.has_begun(changes.live, rules):
        raise Refused(Refusal.TABLE_CLOSED, "HE-6b", why="session")
    if changes.currency == "EUR" and money_stopped:
        raise Refused(Refusal.REPORTS_STOPPED)  # [903-B 2.3.3]
    if why := changes.eligibility_for(entrant.player).barred:
        raise barred_refusal(why)
    seats = seat_queue.seat_count(rules)
    if seat_queue.free_seats(changes.live, rules, entrant.player) <= 0:
        raise Refused(Refusal.NO_SEAT, seats=seats)
    if rules.by_session and not seat_queue.has_offer(changes.live, entrant.player):
        raise Refused(Refusal.NOT_REGISTERED, "HE-6b")  # [HE-6b]
    if not entrant.kept_apart.isdisjoint(changes.live.players):
        # One device plays for one player at a table between players.  [903-B 6.6.1.4]
        raise Refused(Refusal.SAME_DEVICE, "HE-11c")
    if command.seat is not None and (command.seat > seats or command.seat in changes.live.seats):
        raise Refused(
            Refusal.NO_SEAT if command.seat > seats else Refusal.PLACE_TAKEN, seats=seats, seat=command.seat
        )
    free = command.seat or next(seat for seat in range(1, seats + 1) if seat not in changes.live.seats)
    event = Sat(free, entrant.player, entrant.wallet, entrant.alias, entrant.session, entrant.stack)
    changes.record(
        [event], player=entrant.player, command=command.id, digest=digest(changes.live.table, command)
    )


def leave(changes: PendingChanges, player: int, *, command: UUID, digest: int) -> None:
    """A player ends the stay: bets that were never launched go back; a stake in play is settled first.
    [AR-27] [FR-R28]
    """
    seat = changes.live.seat_of(player)
    events = withdrawal(changes, seat)
    if events:
        changes.record(events, player=player, command=command, digest=digest)
    changes.record(
        leave_events(changes.live, seat, "player"),
        player=player,
        command=None if events else command,
        digest=None if events else digest,
    )
    # The table does not wait for a player who left: the default action decides, as after the
    # deadline.  [BJ-30] [CS-35]
    while seat in changes.live.seats and seat in changes.live.to_act:
        assert changes.rules is not None
        changes.record(changes.rules.engine.default_action(changes.live.game, seat), player=player)


def withdrawal(changes: PendingChanges, seat: int) -> Sequence[object]:
    """What the game gives back to a player who leaves: bets never launched, a stack, a carried bet."""
    if changes.rules is None or changes.live.game is None:
        return ()
    events: Sequence[object] = changes.rules.engine.withdraw(changes.live.game, seat)
    return events


def disconnect_leaving(changes: PendingChanges) -> None:
    """After a round, players who asked to leave or were removed go, unless the rules carry a stake of theirs
    on.  [HE-71]

    Other players stay.
    """
    for seat, chair in list(changes.live.seats.items()):
        if chair.leaving:
            request_disconnect(changes, seat, chair.leaving, finishes=chair.finishes)


def disconnect_gone(changes: PendingChanges) -> None:
    """Before the first card: who left by own decision goes.  [HE-10]"""
    for seat, chair in list(changes.live.seats.items()):
        if chair.gone:
            request_disconnect(changes, seat, chair.leaving)


def request_disconnect(changes: PendingChanges, seat: int, cause: str, *, finishes: bool = False) -> None:
    """Ends the stay as far as possible: first what the game gives back, then the seat.

    A hand in play is neither folded nor decided: who is removed keeps the times of the sheet, and the stay
    ends with the round.  [BJ-24b] [CS-21] [CS-31] [HE-43] [HE-45] (A84)
    """
    chair, rules, game = changes.live.seats[seat], changes.rules, changes.live.game
    holds_hand = rules is not None and game is not None and rules.engine.holds_hand(game, seat)
    if chair.gone or not holds_hand:
        changes.record(withdrawal(changes, seat), player=chair.player)
    changes.record(leave_events(changes.live, seat, cause, finishes=finishes), player=chair.player)


def leave_events(live: Live, seat: int, cause: str, *, finishes: bool = False) -> list[object]:
    """The events of a player's leaving: at once, or with the round if a stake is in play.
    [AR-27] [FR-R28]
    """
    chair = live.seats[seat]
    if live.is_in_play(seat):
        gives_up = cause == "player" and chair.is_removed
        is_stricter = chair.finishes and not finishes
        return [LeaveAsked(seat, cause, finishes)] if not chair.leaving or gives_up or is_stricter else []
    return [Left(seat, chair.leaving or cause, chair.staked, chair.returned, chair.rounds)]


def stay(changes: PendingChanges, command: Stay, player: int) -> None:
    seat = changes.live.seat_of(player)
    if changes.live.seats[seat].nudge == "invited":
        changes.record(
            [Stayed(seat)], player=player, command=command.id, digest=digest(changes.live.table, command)
        )


def play(changes: PendingChanges, command: Play, player: int, digest: int) -> None:
    """A command of the game, valid only for the round that it names."""
    seat = changes.live.seat_of(player)
    live, rules = changes.live, changes.rules
    chair = live.seats[seat]
    if chair.gone or rules is None or live.game is None:
        raise Refused(Refusal.NOT_NOW)
    try:
        game_command = rules.read(command.do)
    except protocol.DECODE_ERRORS as error:
        raise Refused(Refusal.UNREADABLE) from error
    is_anytime = isinstance(game_command, rules.engine.anytime_commands)
    if not is_anytime:
        if not live.running:
            raise Refused(Refusal.STALE if live.round > command.round else Refusal.NOT_NOW, round=live.round)
        if command.round != live.round:
            raise Refused(Refusal.STALE, round=live.round)
    events = rules.engine.act(live.game, seat, game_command)
    if chair.leaving:
        _check_removed(changes, chair, events, is_anytime=is_anytime)
    if live.reports_stopped:
        _check_reports(live, rules, events)
    changes.record(events, player=player, command=command.id, digest=digest, own=True)
    if chair.leaving and rules.engine.waiting_for(live.game) is Wait.BETS:
        # Who took every bet back has nothing to wait for.
        request_disconnect(changes, seat, chair.leaving, finishes=chair.finishes)


def _check_removed(changes: PendingChanges, chair: Chair, events: Sequence[Any], *, is_anytime: bool) -> None:
    """Who is removed takes every decision that stakes nothing more, and begins nothing new (A84).

    [903-B 5.3.1] [903-B 5.3.2] [903-B 6.3.1]
    """
    rules = changes.rules
    assert rules is not None
    stakes = any(
        posting.kind in BARRED_TRANSFERS for event in events for posting in rules.engine.postings(event)
    )
    is_new = is_anytime or (stakes and rules.engine.waiting_for(changes.live.game) is Wait.BETS)
    if chair.finishes and is_new:
        raise Refused(Refusal.NOT_NOW)
    if is_anytime or (stakes and chair.stakes_no_more):
        why = changes.eligibility_for(chair.player).barred or BAR_OF_CAUSE.get(chair.leaving, "")
        raise barred_refusal(why, in_hand=not is_new)


def _check_reports(live: Live, rules: Rules, events: Sequence[Any]) -> None:
    """While the reports to the regulator are interrupted a round is played to its end, with the decisions
    that its rules give. Nobody bets on another one or buys chips for it.  [903-B 2.3.3] (A71)
    """
    is_before_close = not live.running or rules.engine.waiting_for(live.game) is Wait.BETS
    refused = BARRED_TRANSFERS if is_before_close else (TransferKind.BUY_IN,)
    if any(posting.kind in refused for event in events for posting in rules.engine.postings(event)):
        raise Refused(Refusal.REPORTS_STOPPED, why=live.reports_stopped)


def end_stay(changes: PendingChanges, command: EndStay) -> None:
    """A player who may no longer play gives up the seat, or the place in the queue, with the named cause.

    The record decides, not the message: a player who may play stays.
    """
    eligibility = changes.eligibility_for(command.player)
    if not eligibility.barred:
        return
    if events := seat_queue.leave_queue(changes, command.player, command.cause):
        changes.record(events, player=command.player)
        if command.player not in changes.live.players:
            return
    if changes.live.held:
        raise Refused(Refusal.ON_HOLD)
    request_disconnect(
        changes, changes.live.seat_of(command.player), command.cause, finishes=eligibility.finishes
    )


def connection_lost(changes: PendingChanges, command: ReportDisconnect) -> None:
    """Recorded because a player whose own connection was lost before our fault gets no new time.
    [BJ-29] [CS-34] [HE-73]
    """
    seat = changes.live.players.get(command.player)
    if seat is not None and not changes.live.seats[seat].away:
        changes.record([ConnectionLost(seat, min(command.since, changes.at))], player=command.player)


def connection_back(changes: PendingChanges, player: int) -> None:
    seat = changes.live.players.get(player)
    if seat is not None and changes.live.seats[seat].away:
        changes.record([ConnectionBack(seat)], player=player)


def queue_for_seat(
    changes: PendingChanges,
    command: JoinQueue | LeaveQueue,
    rules: Rules,
    player: int,
    alias: str,
    *,
    closed: bool,
) -> None:
    """Joins or leaves the queue for a seat."""
    if isinstance(command, LeaveQueue):
        events: list[object] = list(seat_queue.leave_queue(changes, player, "player"))
    elif closed:
        raise Refused(Refusal.TABLE_CLOSED)
    elif why := changes.eligibility_for(player).barred:
        raise barred_refusal(why)  # no seat is kept for a player who cannot take it
    else:
        events = list(seat_queue.join_queue(changes, rules, player, alias))
    changes.record(events, player=player, command=command.id, digest=digest(changes.live.table, command))


def check_inactivity(changes: PendingChanges) -> None:
    """Invites and warns inactive players, and ends the stay of those who still do not bet.
    [AR-28a] [AR-28b] [AR-29] [FR-R30]
    """
    for seat, chair in list(changes.live.seats.items()):
        if chair.leaving:
            continue
        step = changes.live.inactivity_step(seat, changes.at)
        if step == "inactivity":
            request_disconnect(changes, seat, "inactivity", finishes=True)
        elif step is not None:
            changes.record([step], player=chair.player)


def limit_prize_back(changes: PendingChanges, event: Any) -> Any:
    """For a void round whose early prizes are partly spent:
    only what the wallets hold goes back to the bank (A66).  [BJ-28]
    """
    taken = dict(getattr(event, "prize_back", {}))
    for seat, cents in taken.items():
        given_back = event.back.get(seat, 0) + event.lost_back.get(seat, 0)
        taken[seat] = min(cents, changes.available[changes.live.seats[seat].wallet] + given_back)
    return structs.replace(event, prize_back={seat: cents for seat, cents in taken.items() if cents})


def sit_out_over_limit(changes: PendingChanges) -> None:
    """At a table between players a whole stack may be bet in one hand: a player whose chips exceed a stake
    limit gets no cards.

    The rest of a limit excludes the chips of the stack.
    """
    rules = changes.rules
    assert rules is not None
    for seat, chair in changes.live.seats.items():
        eligibility = changes.eligibility_for(chair.player)
        reason = eligibility.barred or ("limit" if eligibility.over else "")
        if reason and rules.engine.stack(changes.live.game, seat):
            changes.record(rules.engine.sit_out(changes.live.game, seat, reason), player=chair.player)
