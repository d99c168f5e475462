"""Tables that run by sessions: what is announced, who registers, and the hour at which a session is called together.  [HE-2m] [HE-6b]"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.models import Registration, Table, TableSession
from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain.pending_changes import barred_refusal
from games.tables.domain.seat_queue import REGISTERED
from games.tables.transport.client import summon
from games.tables.transport.protocol import Convene
from players.audit import note
from players.inbox import tell
from players.models import Person, Player
from players.protection.eligibility import eligibility_of
from players.shared.clock import now

AHEAD = 14  # days for which sessions may be announced
KEPT_MINUTES = (
    REGISTERED // 60_000
)  # for which a seat is kept, from the beginning on, for somebody who registered


def session_announce(
    *, table: Table, starts: datetime, hours: int, person: Person | None = None
) -> TableSession:
    """A session of whole hours.  [HE-2s] (A53)"""
    with transaction.atomic():
        made = TableSession.objects.create(table=table, starts=starts, ends=starts + timedelta(hours=hours))
        note(
            "tables.session-announced",
            person=person,
            about=f"session:{made.pk}",
            table=table.name,
            starts=starts.isoformat(),
            hours=hours,
        )
    return made


def session_cancel(*, session: int, person: Person, reason: str) -> None:
    """Called off before it has begun; who had registered is told."""
    with transaction.atomic():
        found = (
            TableSession.objects.select_for_update(of=("self",))
            .select_related("table")
            .filter(pk=session)
            .first()
        )
        if found is None or found.status != TableSession.Status.ANNOUNCED:
            raise Refused(Refusal.NOT_NOW)
        TableSession.objects.filter(pk=session).update(status=TableSession.Status.CANCELLED)
        note("tables.session-cancelled", person=person, about=f"session:{session}", reason=reason)
        for registration in found.registrations.select_related("player"):
            tell(
                registration.player,
                "session-cancelled",
                table=found.table.name,
                starts=found.starts.isoformat(),
                reason=reason,
            )


def hindrance(table: Table, starts: datetime) -> str:
    """Why no session of that table may be announced for that hour: "past", "far", or "meets" another; nothing where it may."""
    here = now()
    if starts <= here:
        return "past"
    if starts > here + timedelta(days=AHEAD):
        return "far"
    ends = starts + timedelta(hours=hours_of(table))
    others = TableSession.objects.filter(
        table=table, status__in=(TableSession.Status.ANNOUNCED, TableSession.Status.OPEN)
    )
    return "meets" if others.filter(starts__lt=ends, ends__gt=starts).exists() else ""


def tables_by_sessions() -> list[int]:
    """The tables that run by sessions and not continuously.  [HE-6b]"""
    between = [system for system, game in GAMES.items() if game.engine.between_players]
    found = Table.objects.filter(system__in=between, setting__isnull=False).values_list("pk", "setting__data")
    return [table for table, data in found if msgspec.json.decode(data).get("regime") == "session"]


def hours_of(table: Table) -> int:
    return max(1, int(_setting(table).hours))  # [HE-2s]


def register(*, session: int, player: Player) -> Registration:
    """A seat for somebody who may play there, while there is one.  [HE-6b] [HE-9]"""
    with transaction.atomic():
        found = (
            TableSession.objects.select_for_update(of=("self",))
            .select_related("table__setting")
            .filter(pk=session)
            .first()
        )
        if found is None or found.status not in (TableSession.Status.ANNOUNCED, TableSession.Status.OPEN):
            raise Refused(Refusal.TABLE_CLOSED)
        if why := eligibility_of([player.pk], found.table.currency)[player.pk].barred:
            raise barred_refusal(why)
        mine = found.registrations.filter(player=player).first()
        if mine is not None:
            return mine
        seats = seats_of(found.table)
        if found.registrations.count() >= seats:
            raise Refused(Refusal.NO_SEAT, "HE-6b", seats=seats)
        note("tables.registered", player=player, about=f"session:{found.pk}")
        return Registration.objects.create(session=found, player=player)


def unregister(*, session: int, player: Player) -> None:
    """The seat is free again for others, until the session begins; after that it is given up at the table itself.  [HE-6b]"""
    with transaction.atomic():
        found = TableSession.objects.select_for_update(of=("self",)).filter(pk=session).first()
        if found is None or found.status != TableSession.Status.ANNOUNCED:
            raise Refused(Refusal.NOT_NOW, "HE-6b")
        gone, _ = Registration.objects.filter(session=session, player=player).delete()
        if gone:
            note("tables.unregistered", player=player, about=f"session:{session}")


def seats_of(table: Table) -> int:
    return int(_setting(table).seats)


def _setting(table: Table) -> Any:
    assert table.setting is not None
    return msgspec.json.decode(table.setting.data, type=GAMES[table.system].engine.setting_type)  # type: ignore[attr-defined]


def to_come(tables: Sequence[int] | None = None) -> list[TableSession]:
    """The sessions that are announced or run, the next first, each with how many have registered."""
    found = TableSession.objects.filter(status__in=(TableSession.Status.ANNOUNCED, TableSession.Status.OPEN))
    if tables is not None:
        found = found.filter(table__in=tables)
    return list(
        found.select_related("table__setting").annotate(registered=Count("registrations")).order_by("starts")
    )


def convene_due() -> int:
    """Calls together every session whose hour has come; safe to run twice, or late.  [HE-6b]"""
    due = TableSession.objects.filter(status=TableSession.Status.ANNOUNCED, starts__lte=Now()).select_related(
        "table"
    )
    for session in due:
        with transaction.atomic():
            mine = TableSession.objects.select_for_update(skip_locked=True).filter(
                pk=session.pk, status=TableSession.Status.ANNOUNCED
            )
            if not mine.update(status=TableSession.Status.OPEN):
                continue
            Table.objects.filter(pk=session.table_id, status=Table.Status.CLOSED).update(
                status=Table.Status.OPEN
            )
            note("tables.session-opened", about=f"session:{session.pk}")
            for registration in session.registrations.select_related("player"):
                tell(
                    registration.player,
                    "session-begun",
                    table=session.table.name,
                    ends=session.ends.isoformat(),
                    minutes=KEPT_MINUTES,
                )
    running = TableSession.objects.filter(status=TableSession.Status.OPEN).select_related("table")
    for session in running:
        # Said until the table has closed again: what was lost with Valkey is made good, and the table takes it once.
        players = tuple(session.registrations.order_by("at").values_list("player", flat=True))
        summon([session.table_id], Convene(session.pk, int(session.ends.timestamp() * 1000), players))
    return len(due)
