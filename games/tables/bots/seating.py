"""Practice partners take and leave their seats at demonstration tables (`partners.wanted` says how many).

They hold demonstration credits only (`players.identity.practice_partners`), sit down and buy in with the same
commands as players, and are marked at the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from games.tables.bots import house_players
from games.tables.domain import commands, partners, seat_queue
from games.tables.domain.commands import Entrant
from games.tables.domain.events import Sat
from games.tables.domain.partners import DEMO, MAX_PARTNERS
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.state import Live, Rules
from players.identity.practice_partners import PARTNER_GROUPS, create_practice_partners

PARTNERS = "SELECT id FROM players_player WHERE status = 'partner' ORDER BY id LIMIT %s OFFSET %s"


def missing_partners(live: Live, rules: Rules | None) -> list[int]:
    """The players who can join this demonstration table as partners. They are created if there are none."""
    if rules is None or not partners.needs_partners(live, rules):
        return []
    group = live.table % PARTNER_GROUPS if rules.house_players else 0
    ids = _partner_ids(group)
    if len(ids) < MAX_PARTNERS:
        create_practice_partners((group + 1) * MAX_PARTNERS)
        ids = _partner_ids(group)
    return [player for player in ids if player not in live.players]


def _partner_ids(group: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(PARTNERS, [MAX_PARTNERS, group * MAX_PARTNERS])
        return [player for (player,) in cursor.fetchall()]


def seat_partners(
    changes: PendingChanges, rules: Rules, entrants: Iterable[Entrant], *, closed: bool
) -> None:
    """Partners join, leave, buy chips and bet, where that is possible now."""
    if changes.currency != DEMO:
        return
    if partners.may_change_seats(changes.live, rules):
        _change_seats(changes, rules, entrants, closed=closed)
    house_players.act_at_once(changes, rules)


def _change_seats(
    changes: PendingChanges, rules: Rules, entrants: Iterable[Entrant], *, closed: bool
) -> None:
    wanted = 0 if closed else partners.wanted(changes.live, rules)
    for seat in partners.seated(changes.live)[wanted:]:
        commands.request_disconnect(changes, seat, "house")
    for entrant in entrants:
        if entrant.partner and len(partners.seated(changes.live)) < wanted:
            _seat_partner(changes, rules, entrant)
    if rules.engine.between_players and changes.live.running:
        for seat in partners.seated(changes.live):
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
    if command := _chip_command(options, partners.is_playing(changes.live, rules, seat)):
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
