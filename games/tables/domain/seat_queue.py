"""Who waits for a seat: the queue of a full table, and the seats that are kept for a while for whoever is next or has registered.

At a table that runs by sessions the queue is its register: nobody takes a seat who is not called from it.  [HE-6b]
"""

from __future__ import annotations

from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode
from games.tables.domain.events import Queued, SeatOffered, SessionOpened, Unqueued
from games.tables.domain.pending_changes import Stage
from games.tables.domain.state import Live, Rules, Waiter
from games.tables.transport.protocol import Convene

LONGEST = 50  # people in one queue
KEPT = 30_000  # ms for which a seat is kept for the first in the queue
REGISTERED = 300_000  # ms for which it is kept for somebody who registered beforehand


def seats_of(rules: Rules) -> int:
    return 1 if rules.setting.mode == Mode.INDIVIDUAL else int(rules.setting.seats)


def by_session(rules: Rules) -> bool:
    return str(getattr(rules.setting, "regime", "")) == "session"


def called(live: Live, player: int) -> bool:
    """Is a seat kept for that player now?"""
    mine = waiter(live, player)
    return mine is not None and mine.until > 0


def free(live: Live, rules: Rules, player: int = 0) -> int:
    """Seats that somebody may take now: those kept for others are not free."""
    kept = sum(1 for waiter in live.queue if waiter.until and waiter.player != player)
    return seats_of(rules) - len(live.seats) - kept


def waiter(live: Live, player: int) -> Waiter | None:
    return next((each for each in live.queue if each.player == player), None)


def queue(stage: Stage, rules: Rules, player: int, alias: str) -> list[Queued]:
    """At the end of the queue, once; where a seat is free there is nothing to wait for, unless seats are for who registered.  [HE-6b]"""
    live = stage.live
    if player in live.players or waiter(live, player) is not None:
        return []
    if free(live, rules) > 0 and not by_session(rules):
        raise Refused(Refusal.NOT_NOW, free=free(live, rules))
    if len(live.queue) >= LONGEST:
        raise Refused(Refusal.TOO_MANY, why="queue", longest=LONGEST)
    return [Queued(player, alias)]


def unqueue(stage: Stage, player: int, cause: str) -> list[Unqueued]:
    return [Unqueued(player, cause)] if waiter(stage.live, player) is not None else []


def call(stage: Stage, rules: Rules) -> None:
    """Whoever did not come in time is struck off; the seats that are free are offered to the next, each for a while."""
    for each in stage.live.queue:
        if each.until and each.until <= stage.at:
            stage.happen([Unqueued(each.player, "late")], player=each.player)
    for each in stage.live.queue:
        if not each.until and free(stage.live, rules) > 0:
            stage.happen([SeatOffered(each.player, stage.at + KEPT)], player=each.player)


def convene(stage: Stage, rules: Rules, wish: Convene, aliases: dict[int, str]) -> None:
    """A session begins, and a seat is kept for each who registered, in the order of registration.  [HE-2m] [HE-6b]"""
    if stage.live.session:
        return
    stage.happen([SessionOpened(wish.session, wish.ends)])
    for player in wish.players[: seats_of(rules)]:
        if player in aliases and player not in stage.live.players:
            stage.happen(
                [Queued(player, aliases[player]), SeatOffered(player, stage.at + REGISTERED)], player=player
            )
