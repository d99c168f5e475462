"""Practice partners take and leave their seats at demonstration tables (how many: `Live.partners_wanted`).

They hold demonstration credits only (`players.identity.sign_in.practice_partners`), sit down and buy in with
the same commands as players, and are marked at the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from games.tables.bots import house_players
from games.tables.domain import commands, seat_queue
from games.tables.domain.commands import Entrant
from games.tables.domain.events import Sat
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.state import DEMO, MAX_PARTNERS, Live, Rules
from players.identity.sign_in.practice_partners import PARTNER_GROUPS, create_practice_partners

PARTNERS = "SELECT id FROM players_player WHERE status = 'partner' ORDER BY id LIMIT %s OFFSET %s"


def missing_partners(live: Live) -> list[int]:
    """The players who can join this demonstration table as partners. They are created if there are none."""
    if live.rules is None or not live.needs_partners:
        return []
    group = live.table % PARTNER_GROUPS if live.rules.house_players else 0
    ids = _partner_ids(group)
    if len(ids) < MAX_PARTNERS:
        create_practice_partners((group + 1) * MAX_PARTNERS)
        ids = _partner_ids(group)
    return [player for player in ids if player not in live.players]


def _partner_ids(group: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(PARTNERS, [MAX_PARTNERS, group * MAX_PARTNERS])
        return [player for (player,) in cursor.fetchall()]


def seat_partners(changes: PendingChanges, entrants: Iterable[Entrant], *, closed: bool) -> None:
    """Partners join, leave, buy chips and bet, where that is possible now."""
    rules = changes.rules
    if changes.currency != DEMO or rules is None:
        return
    if changes.live.partners_may_change:
        _change_seats(changes, rules, entrants, closed=closed)
    house_players.act_at_once(changes, rules)


def _change_seats(
    changes: PendingChanges, rules: Rules, entrants: Iterable[Entrant], *, closed: bool
) -> None:
    wanted = 0 if closed else changes.live.partners_wanted
    for seat in changes.live.partners[wanted:]:
        commands.request_disconnect(changes, seat, "house")
    for entrant in entrants:
        if entrant.partner and len(changes.live.partners) < wanted:
            _seat_partner(changes, rules, entrant)
    if rules.engine.between_players and changes.live.running:
        for seat in changes.live.partners:
            _buy_chips(changes, rules, seat)


def _seat_partner(changes: PendingChanges, rules: Rules, entrant: Entrant) -> None:
    if (seat := _free_seat(changes.live, rules)) is None:
        return
    event = Sat(
        seat, entrant.player, entrant.wallet, entrant.alias, entrant.session, entrant.stack, partner=True
    )
    changes.record([event], player=entrant.player)


def _buy_chips(changes: PendingChanges, rules: Rules, seat: int) -> None:
    options = rules.engine.options(changes.live.game, seat)
    if command := _chip_command(options, changes.live.is_playing(seat)):
        events = rules.engine.act(changes.live.game, seat, rules.read(command))
        changes.record(events, player=changes.live.seats[seat].player)


def _free_seat(live: Live, rules: Rules) -> int | None:
    return next((seat for seat in range(1, seat_queue.seat_count(rules) + 1) if seat not in live.seats), None)


def _chip_command(options: dict[str, Any], is_playing: bool) -> bytes:
    """The command of a partner who has no chips, or too few."""
    if options.get("buy_in"):
        return b'{"t":"buy-in"}'
    if not is_playing and (rebuys := options.get("top_up")):
        return b'{"t":"top-up","cents":%d}' % rebuys[-1]["cost"]
    return b""
