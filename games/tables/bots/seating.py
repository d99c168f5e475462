"""Practice partners take and leave their seats: some where a player sits alone at a demonstration poker table, none where others came.

They hold demonstration credits only (`players.identity.practice_partners`), sit down and buy in along the road of everybody, and are
marked at the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection
from msgspec import structs

from games.tables.bots import strategy
from games.tables.croupier.journal import Row
from games.tables.domain import commands, seat_queue
from games.tables.domain.commands import Guest
from games.tables.domain.events import Sat
from games.tables.domain.pending_changes import Stage
from games.tables.domain.state import Live, Rules
from players.identity.practice_partners import partners_open

THERE = "SELECT id FROM players_player WHERE status = 'partner' ORDER BY id LIMIT %s"


def coming(row: Row, live: Live, rules: Rules | None) -> dict[int, Guest]:
    """The partners that this table is short of. Whoever finds none makes them."""
    if row.currency != strategy.DEMO or rules is None or not strategy.lonely(live, rules):
        return {}
    found = _there()
    if len(found) < strategy.MOST:
        partners_open()
        found = _there()
    absent = [player for player in found if player not in live.players]
    return {
        player: structs.replace(guest, partner=True)
        for player, guest in commands.guests(row, live.table, absent).items()
    }


def _there() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(THERE, [strategy.MOST])
        return [player for (player,) in cursor.fetchall()]


def attend(stage: Stage, rules: Rules, guests: Iterable[Guest], *, closed: bool) -> None:
    """Between two hands: partners come, leave, and see that they have chips."""
    if stage.currency != strategy.DEMO or not strategy.between_hands(stage.live, rules):
        return
    most = 0 if closed else strategy.wanted(stage.live, rules)
    for seat in strategy.seated(stage.live)[most:]:
        commands.request_disconnect(stage, seat, "house")
    for guest in guests:
        if guest.partner and len(strategy.seated(stage.live)) < most and (free := _free(stage.live, rules)):
            came = Sat(
                free, guest.player, guest.wallet, guest.alias, guest.session, guest.stack, partner=True
            )
            stage.happen([came], player=guest.player)
    for seat in strategy.seated(stage.live):
        if said := _chips(
            rules.engine.options(stage.live.game, seat), strategy.plays(stage.live, rules, seat)
        ):
            events = rules.engine.act(stage.live.game, seat, rules.read(said))
            stage.happen(events, player=stage.live.seats[seat].player)


def _free(live: Live, rules: Rules) -> int | None:
    return next((seat for seat in range(1, seat_queue.seats_of(rules) + 1) if seat not in live.seats), None)


def _chips(options: dict[str, Any], plays: bool) -> bytes:
    """What a partner asks for who has no chips, or too few."""
    if options.get("buy_in"):
        return b'{"t":"buy-in"}'
    if not plays and (rebuys := options.get("top_up")):
        return b'{"t":"top-up","cents":%d}' % rebuys[-1]["cost"]
    return b""
