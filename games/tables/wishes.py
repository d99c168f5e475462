"""What people ask of a table, decided on a stage: each wish has its events, or is refused and leaves nothing behind."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Struct

from games.rules.engine import Refusal, Refused
from games.rules.sessions import Mode
from games.tables import clock, journal
from games.tables.journal import Row
from games.tables.live import Rules, Sat, Stayed, seat_of
from games.tables.protocol import Do, Leave, Nudge, Sit, Stay
from games.tables.stage import Stage


class Guest(Struct, frozen=True):
    """What the house knows of somebody who wants to sit down."""

    player: int
    wallet: int
    alias: str
    active: bool
    session: int


GUESTS = """
SELECT p.id, a.id, p.alias, p.status = 'active' FROM players_player AS p
JOIN wallet_account AS a ON a.player_id = p.id AND a.kind = 'wallet' AND a.currency = %s
WHERE p.id = ANY(%s)
"""


def guests(row: Row, players: list[int]) -> dict[int, Guest]:
    """Who wants to sit down, with their wallet in the table's currency and an id for the stay."""
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(GUESTS, [row.currency, players])
        found = cursor.fetchall()
    ids = journal.session_ids(len(found))
    return {player: Guest(player, wallet, alias, active, id) for (player, wallet, alias, active), id in zip(found, ids, strict=True)}


def barred(players: list[int]) -> set[int]:
    """Who may not bet now, whatever he was allowed when he sat down.  It is asked in the bet's own transaction."""
    if not players:
        return set()
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM players_player WHERE id = ANY(%s) AND status <> 'active'", [players])
        return {row[0] for row in cursor.fetchall()}


def digest(table: int, wish: Sit | Leave | Stay | Do) -> int:
    """What a wish asks, in eight bytes: the same id for anything else is refused.  It includes the table."""
    said = b"%d|%b" % (table, msgspec.json.encode(wish))
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big", signed=True)


def sit(stage: Stage, wish: Sit, guest: Guest, rules: Rules, *, closed: bool) -> None:
    """Takes the lowest free seat; somebody who sits already stays where he is.  [AR-3e] [AR-27] [FR-3e] [FR-R28]"""
    if guest.player in stage.live.players:
        return
    if closed:
        raise Refused(Refusal.TABLE_CLOSED)
    if not guest.active:
        raise Refused(Refusal.EXCLUDED)
    seats = 1 if rules.setting.mode == Mode.INDIVIDUAL else rules.setting.seats
    if len(stage.live.seats) >= seats:
        raise Refused(Refusal.NO_SEAT, seats=seats)
    free = next(seat for seat in range(1, seats + 1) if seat not in stage.live.seats)
    event = Sat(free, guest.player, guest.wallet, guest.alias, guest.session)
    stage.happen([event], player=guest.player, command=wish.id, digest=digest(stage.live.table, wish))


def leave(stage: Stage, player: int, cause: str, *, command: UUID | None = None, digest: int | None = None) -> None:
    """Ends the stay: bets that were never launched go back, a stake that stands is waited for.  [AR-27] [FR-R28]"""
    seat = seat_of(stage.live, player)
    events: list[Any] = []
    if stage.rules is not None and stage.live.running:
        events = list(stage.rules.engine.withdraw(stage.live.game, seat))
    if events:
        stage.happen(events, player=player, command=command, digest=digest)
        command = digest = None
    stage.happen(clock.leave(stage.live, stage.rules, seat, cause), player=player, command=command, digest=digest)


def stay(stage: Stage, wish: Stay, player: int) -> None:
    seat = seat_of(stage.live, player)
    if stage.live.seats[seat].nudge == "invited":
        stage.happen([Stayed(seat)], player=player, command=wish.id, digest=digest(stage.live.table, wish))


def do(stage: Stage, wish: Do, player: int, asked: int, *, barred: bool) -> None:
    """A command of the game, for the round it was meant for and for no other."""
    seat = seat_of(stage.live, player)
    live, rules = stage.live, stage.rules
    if barred:
        raise Refused(Refusal.EXCLUDED)
    if live.seats[seat].leaving:
        raise Refused(Refusal.NOT_NOW)
    if rules is None or not live.running:
        raise Refused(Refusal.STALE if live.round > wish.round else Refusal.NOT_NOW, round=live.round)
    if wish.round != live.round:
        raise Refused(Refusal.STALE, round=live.round)
    try:
        command = rules.read(wish.do)
    except msgspec.DecodeError as error:
        raise Refused(Refusal.UNREADABLE) from error
    stage.happen(rules.engine.act(live.game, seat, command), player=player, command=wish.id, digest=asked)


def nudge(stage: Stage, wish: Nudge) -> None:
    """The house's sweep: who has been invited and warned, and still does not bet, is shown out.  [AR-28a] [AR-28b] [AR-29] [FR-R30]"""
    rules = stage.rules
    if rules is None:
        return
    for seat, chair in list(stage.live.seats.items()):
        if chair.leaving:
            continue
        step = clock.nudges(stage.live, rules, seat, chair, stage.at)
        if step == "inactivity":
            leave(stage, chair.player, "inactivity")
        elif step is not None:
            stage.happen([step], player=chair.player)
