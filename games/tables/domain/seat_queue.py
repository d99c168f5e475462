"""The queue for a seat at a full table. A free seat is kept for a while for the player whose turn it is.

At a table that runs by sessions the queue is its register: only players with an offer from it may take a
seat.  [HE-6b]
"""

from __future__ import annotations

from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain.events import Queued, SeatOffered, SessionOpened, Unqueued
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.seats import QueuedPlayer
from games.tables.domain.state import Live, Rules
from games.tables.transport.protocol import OpenTableSession

MAX_QUEUE = 50  # people in one queue
OFFER_MS = 30_000  # for which a seat is kept for the first in the queue
REGISTERED_OFFER_MS = 300_000  # for which it is kept for a player who registered beforehand


def seat_count(rules: Rules) -> int:
    return 1 if rules.individual else int(rules.setting.seats)


def has_begun(live: Live, rules: Rules) -> bool:
    """Whether seats are given now. At a table that runs by sessions only while a session runs.  [HE-6b]"""
    return bool(live.session) or not rules.by_session


def has_offer(live: Live, player: int) -> bool:
    """Whether a seat is kept for that player now."""
    queued = find_queued(live, player)
    return queued is not None and queued.until > 0


def free_seats(live: Live, rules: Rules, player: int = 0) -> int:
    """Seats that this player may take now. Seats kept for others are not free."""
    kept = sum(1 for queued in live.queue if queued.until and queued.player != player)
    return seat_count(rules) - len(live.seats) - kept


def find_queued(live: Live, player: int) -> QueuedPlayer | None:
    return next((queued for queued in live.queue if queued.player == player), None)


def join_queue(changes: PendingChanges, rules: Rules, player: int, alias: str) -> list[Queued]:
    """Joins the end of the queue, once.  [HE-6b]

    While a seat is free there is no queue, unless seats are for registered players.
    """
    live = changes.live
    if player in live.players or find_queued(live, player) is not None:
        return []
    if not has_begun(live, rules):
        raise Refused(Refusal.TABLE_CLOSED, "HE-6b", why="session")  # [HE-6b]
    if free_seats(live, rules) > 0 and not rules.by_session:
        raise Refused(Refusal.NOT_NOW, free=free_seats(live, rules))
    if len(live.queue) >= MAX_QUEUE:
        raise Refused(Refusal.TOO_MANY, why="queue", longest=MAX_QUEUE)
    return [Queued(player, alias)]


def leave_queue(changes: PendingChanges, player: int, cause: str) -> list[Unqueued]:
    return [Unqueued(player, cause)] if find_queued(changes.live, player) is not None else []


def offer_seats(changes: PendingChanges, rules: Rules) -> None:
    """Removes players whose offer has expired, and offers free seats to the next ones for a while."""
    for queued in changes.live.queue:
        if queued.until and queued.until <= changes.at:
            changes.record([Unqueued(queued.player, "late")], player=queued.player)
    for queued in changes.live.queue:
        if not queued.until and free_seats(changes.live, rules) > 0:
            changes.record([SeatOffered(queued.player, changes.at + OFFER_MS)], player=queued.player)


def open_session(
    changes: PendingChanges, rules: Rules, command: OpenTableSession, aliases: dict[int, str]
) -> None:
    """Opens a session and keeps a seat for each registered player, in the order of registration. If there are
    fewer seats now than were registered, the others wait in the queue.  [HE-2m] [HE-6b]
    """
    if changes.live.session:
        return
    changes.record([SessionOpened(command.session, command.ends)])
    for player in command.players:
        is_barred = player not in aliases or bool(changes.eligibility_for(player).barred)
        if is_barred or player in changes.live.players:
            continue
        changes.record([Queued(player, aliases[player])], player=player)
        if free_seats(changes.live, rules) > 0:
            changes.record([SeatOffered(player, changes.at + REGISTERED_OFFER_MS)], player=player)
