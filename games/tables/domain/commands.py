"""The commands at a table. Each records its events as pending changes, or is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from games.rules.engine import Wait
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain import deadlines, seat_queue
from games.tables.domain.events import ConnectionBack, ConnectionLost, Sat, Stayed
from games.tables.domain.pending_changes import BARRED_TRANSFERS, PendingChanges, barred_refusal
from games.tables.domain.seats import Chair
from games.tables.domain.state import Live, Rules, seat_of
from games.tables.transport import protocol
from games.tables.transport.protocol import (
    EndStay,
    JoinQueue,
    LeaveQueue,
    Play,
    PlayerCommand,
    ReportDisconnect,
    Sit,
    Stay,
)

# What bars a player whose stay ends for that cause.
BAR_OF_CAUSE = {"excluded": "excluded", "time": "session-time"}


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


def sit(
    changes: PendingChanges,
    command: Sit,
    entrant: Entrant,
    rules: Rules,
    *,
    closed: bool,
    lease_expired: Callable[[], bool],
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
    if changes.currency == "EUR" and lease_expired():
        raise Refused(Refusal.REPORTS_STOPPED)  # [903-B 2.3.3]
    if why := changes.eligibility_for(entrant.player).barred:
        raise barred_refusal(why)
    seats = seat_queue.seat_count(rules)
    if seat_queue.free_seats(changes.live, rules, entrant.player) <= 0:
        raise Refused(Refusal.NO_SEAT, seats=seats)
    if seat_queue.is_by_session(rules) and not seat_queue.has_offer(changes.live, entrant.player):
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
    seat = seat_of(changes.live, player)
    events = withdrawal(changes, seat)
    if events:
        changes.record(events, player=player, command=command, digest=digest)
    changes.record(
        deadlines.leave_events(changes.live, changes.rules, seat, "player"),
        player=player,
        command=None if events else command,
        digest=None if events else digest,
    )
    # The table does not wait for a player who left: the default action decides, as after the
    # deadline.  [BJ-30] [CS-35]
    while seat in changes.live.seats and changes.live.running and seat in seats_to_act(changes):
        assert changes.rules is not None
        changes.record(changes.rules.engine.default_action(changes.live.game, seat), player=player)


def withdrawal(changes: PendingChanges, seat: int) -> Sequence[object]:
    """What the game gives back to a player who leaves: bets that were never launched, a stack,
    a carried bet.
    """
    if changes.rules is None or changes.live.game is None:
        return ()
    events: Sequence[object] = changes.rules.engine.withdraw(changes.live.game, seat)
    return events


def seats_to_act(changes: PendingChanges) -> Sequence[int]:
    if changes.rules is None or not changes.live.running:
        return ()
    seats: Sequence[int] = changes.rules.engine.to_act(changes.live.game)
    return seats


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
    changes.record(
        deadlines.leave_events(changes.live, rules, seat, cause, finishes=finishes), player=chair.player
    )


def stay(changes: PendingChanges, command: Stay, player: int) -> None:
    seat = seat_of(changes.live, player)
    if changes.live.seats[seat].nudge == "invited":
        changes.record(
            [Stayed(seat)], player=player, command=command.id, digest=digest(changes.live.table, command)
        )


def play(changes: PendingChanges, command: Play, player: int, digest: int) -> None:
    """A command of the game, valid only for the round that it names."""
    seat = seat_of(changes.live, player)
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
        changes, seat_of(changes.live, command.player), command.cause, finishes=eligibility.finishes
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
    rules = changes.rules
    if rules is None:
        return
    for seat, chair in list(changes.live.seats.items()):
        if chair.leaving:
            continue
        step = deadlines.inactivity_step(changes.live, rules, seat, chair, changes.at)
        if step == "inactivity":
            request_disconnect(changes, seat, "inactivity", finishes=True)
        elif step is not None:
            changes.record([step], player=chair.player)


def cap_prize_back(changes: PendingChanges, event: Any) -> Any:
    """For a void round whose early prizes are partly spent:
    only what the wallets hold goes back to the bank (A66).  [BJ-28]
    """
    taken = dict(getattr(event, "prize_back", {}))
    for seat, cents in taken.items():
        given_back = event.back.get(seat, 0) + event.lost_back.get(seat, 0)
        taken[seat] = min(cents, changes.available[changes.live.seats[seat].wallet] + given_back)
    return structs.replace(event, prize_back={seat: cents for seat, cents in taken.items() if cents})


def rest_over_limit(changes: PendingChanges) -> None:
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
