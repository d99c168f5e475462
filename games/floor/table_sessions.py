"""Tables that run by sessions: announcements, registrations and the opening of a session.  [HE-2m] [HE-6b]"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import Count
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.models import Registration, Table, TableSession
from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain.pending_changes import barred_refusal
from games.tables.domain.seat_queue import REGISTERED_OFFER_MS
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import OpenTableSession
from players.audit import note
from players.inbox import send_message
from players.models import Person, Player
from players.protection.eligibility import eligibility_of
from players.shared.clock import now

AHEAD = 14  # days ahead that a session may be announced
KEPT_MINUTES = (
    REGISTERED_OFFER_MS // 60_000
)  # that a seat is kept for a registered player after the beginning


def announce_session(
    *, table: Table, starts: datetime, hours: int, person: Person | None = None
) -> TableSession:
    """A session of whole hours.  [HE-2s] (A53)"""
    with transaction.atomic():
        session = TableSession.objects.create(
            table=table, starts=starts, ends=starts + timedelta(hours=hours)
        )
        note(
            "tables.session-announced",
            person=person,
            about=f"session:{session.pk}",
            table=table.name,
            starts=starts.isoformat(),
            hours=hours,
        )
    return session


def cancel_session(*, session: int, person: Person, reason: str) -> None:
    """Cancels a session that has not begun, and notifies the registered players."""
    with transaction.atomic():
        rows = TableSession.objects.select_for_update(of=("self",)).select_related("table")
        row = rows.filter(pk=session).first()
        if row is None or row.status != TableSession.Status.ANNOUNCED:
            raise Refused(Refusal.NOT_NOW)
        TableSession.objects.filter(pk=session).update(status=TableSession.Status.CANCELLED)
        note("tables.session-cancelled", person=person, about=f"session:{session}", reason=reason)
        for registration in row.registrations.select_related("player"):
            send_message(
                registration.player,
                "session-cancelled",
                table=row.table.name,
                starts=row.starts.isoformat(),
                reason=reason,
            )


def find_conflict(table: Table, starts: datetime) -> str:
    """Why no session of the table can begin then: "past", "far" or "meets" another. Empty if it can."""
    current = now()
    if starts <= current:
        return "past"
    if starts > current + timedelta(days=AHEAD):
        return "far"
    ends = starts + timedelta(hours=hours_of(table))
    others = TableSession.objects.filter(
        table=table, status__in=(TableSession.Status.ANNOUNCED, TableSession.Status.OPEN)
    )
    return "meets" if others.filter(starts__lt=ends, ends__gt=starts).exists() else ""


def tables_by_sessions() -> list[int]:
    """The tables that run by sessions and not continuously.  [HE-6b]"""
    poker = [system for system, game in GAMES.items() if game.engine.between_players]
    rows = Table.objects.filter(system__in=poker, setting__isnull=False).values_list("pk", "setting__data")
    return [table for table, data in rows if msgspec.json.decode(data).get("regime") == "session"]


def hours_of(table: Table) -> int:
    return max(1, int(_setting(table).hours))  # [HE-2s]


def register(*, session: int, player: Player) -> Registration:
    """Registers a player who may play at the table, before the session begins and while seats are free.

    In a session that runs the table itself keeps the register: only the croupier knows which seats are free
    and can keep one.  [HE-6b] [HE-9]
    """
    with transaction.atomic():
        rows = TableSession.objects.select_for_update(of=("self",)).select_related("table__setting")
        row = rows.filter(pk=session).first()
        if row is None or row.status not in (TableSession.Status.ANNOUNCED, TableSession.Status.OPEN):
            raise Refused(Refusal.TABLE_CLOSED)
        if row.status == TableSession.Status.OPEN:
            raise Refused(Refusal.NOT_NOW, "HE-6b", why="running")
        if reason := eligibility_of([player.pk], row.table.currency)[player.pk].barred:
            raise barred_refusal(reason)
        registration = row.registrations.filter(player=player).first()
        if registration is not None:
            return registration
        seats = seats_of(row.table)
        if row.registrations.count() >= seats:
            raise Refused(Refusal.NO_SEAT, "HE-6b", seats=seats)
        note("tables.registered", player=player, about=f"session:{row.pk}")
        return Registration.objects.create(session=row, player=player)


def unregister(*, session: int, player: Player) -> None:
    """Frees the seat before the session begins. Later, the player leaves at the table itself.  [HE-6b]"""
    with transaction.atomic():
        row = TableSession.objects.select_for_update(of=("self",)).filter(pk=session).first()
        if row is None or row.status != TableSession.Status.ANNOUNCED:
            raise Refused(Refusal.NOT_NOW, "HE-6b")
        deleted, _ = Registration.objects.filter(session=session, player=player).delete()
        if deleted:
            note("tables.unregistered", player=player, about=f"session:{session}")


# The last that a running session's table recorded of a player: a seat kept, taken, given up, lost or left.
LAST_OF_SEAT = """
SELECT DISTINCT ON (e.table_id) e.table_id, e.kind FROM games_event AS e
JOIN unnest(%s::bigint[], %s::timestamptz[]) AS s (table_id, starts)
    ON s.table_id = e.table_id AND e.at >= s.starts
WHERE e.player = %s AND e.kind IN ('queued', 'seat-offered', 'unqueued', 'sat', 'left')
ORDER BY e.table_id, e.seq DESC
"""
SEAT_STATES = {"queued": "waiting", "seat-offered": "kept", "sat": "seated"}


def seat_states(player: Player, sessions: Sequence[TableSession]) -> dict[int, str]:
    """By running session, what its table says of the player: "kept" for them, "seated", or "waiting".

    The table's record says it, not the registration: a seat may be taken, given up or lost since.
    """
    running = {session.table_id: session for session in sessions if session.status == session.Status.OPEN}
    if not running:
        return {}
    starts = [session.starts for session in running.values()]
    with connection.cursor() as cursor:
        cursor.execute(LAST_OF_SEAT, [list(running), starts, player.pk])
        rows = cursor.fetchall()
    return {running[table].pk: SEAT_STATES[kind] for table, kind in rows if kind in SEAT_STATES}


def seats_of(table: Table) -> int:
    return int(_setting(table).seats)


def _setting(table: Table) -> Any:
    assert table.setting is not None
    return msgspec.json.decode(table.setting.data, type=GAMES[table.system].engine.setting_type)


def upcoming_sessions(tables: Sequence[int] | None = None) -> list[TableSession]:
    """The announced and open sessions, the next first, each with its number of registrations."""
    rows = TableSession.objects.filter(status__in=(TableSession.Status.ANNOUNCED, TableSession.Status.OPEN))
    if tables is not None:
        rows = rows.filter(table__in=tables)
    return list(
        rows.select_related("table__setting").annotate(registered=Count("registrations")).order_by("starts")
    )


def open_due_sessions() -> int:
    """Opens every session whose time has come. Safe to run twice or late.  [HE-6b]"""
    due = TableSession.objects.filter(status=TableSession.Status.ANNOUNCED, starts__lte=Now()).select_related(
        "table"
    )
    for session in due:
        with transaction.atomic():
            locked = TableSession.objects.select_for_update(skip_locked=True).filter(
                pk=session.pk, status=TableSession.Status.ANNOUNCED
            )
            if not locked.update(status=TableSession.Status.OPEN):
                continue
            Table.objects.filter(pk=session.table_id, status=Table.Status.CLOSED).update(
                status=Table.Status.OPEN
            )
            note("tables.session-opened", about=f"session:{session.pk}")
            for registration in session.registrations.select_related("player"):
                send_message(
                    registration.player,
                    "session-begun",
                    table=session.table.name,
                    ends=session.ends.isoformat(),
                    minutes=KEPT_MINUTES,
                )
    running = TableSession.objects.filter(status=TableSession.Status.OPEN).select_related("table")
    for session in running:
        # Repeated until the table has closed, in case Valkey loses a message. The table handles it once.
        players = tuple(session.registrations.order_by("at").values_list("player", flat=True))
        send_to_tables(
            [session.table_id], OpenTableSession(session.pk, int(session.ends.timestamp() * 1000), players)
        )
    return len(due)
