"""Scheduled tasks of the tables. Each is safe to run twice, to run late, and to skip for a while."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now

from games.floor.changes import apply_deferred_changes
from games.floor.hours import apply_hours
from games.floor.table_sessions import open_due_sessions
from games.models import ChatLine, OpponentNote, RoundNote, Table
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import CheckInactivity, CheckRecord, EndStay
from players.models import Player, PlaySession
from players.protection import exclusions

NOTES_KEPT = timedelta(days=365)


@shared_task
def sweep_inactivity() -> int:
    """Asks tables with inactive players to invite, warn or remove them.

    [AR-28a] [AR-28b] [AR-29] [FR-R29a] [FR-R29b] [FR-R30]
    """
    tables = list(
        Table.objects.filter(inactivity_due__lte=Now())
        .exclude(status=Table.Status.HELD)
        .values_list("id", flat=True)
    )
    send_to_tables(tables, CheckInactivity())
    return len(tables)


# Tables that were closed or opened after their last event about it.
OPENED_OR_CLOSED = """
SELECT t.id FROM games_table AS t LEFT JOIN games_event AS e ON e.table_id = t.id AND e.seq = t.version
WHERE (t.status IN ('draining', 'closed') AND t.seated = 0 AND e.kind IS DISTINCT FROM 'shut')
   OR (t.status = 'open' AND e.kind IN ('closing', 'shut'))
"""


@shared_task
def announce_table_openings() -> int:
    """Asks tables that were opened or closed to announce it to their viewers."""
    with connection.cursor() as cursor:
        cursor.execute(OPENED_OR_CLOSED)
        tables = [table for (table,) in cursor.fetchall()]
    send_to_tables(tables, CheckInactivity())
    return len(tables)


@shared_task
def open_table_sessions() -> int:
    """Opens table sessions whose time has come.  [HE-6b]"""
    return open_due_sessions()


@shared_task
def forget_chat() -> int:
    """Deletes chat lines after ninety days, and players' notes after a year."""
    lines, _ = ChatLine.objects.filter(at__lt=Now() - timedelta(days=90)).delete()
    about_players, _ = OpponentNote.objects.filter(at__lt=Now() - NOTES_KEPT).delete()
    about_rounds, _ = RoundNote.objects.filter(at__lt=Now() - NOTES_KEPT).delete()
    return lines + about_players + about_rounds


@shared_task
def prove_record() -> None:
    """Checks the record of the last days. A difference holds its table and opens an incident."""
    send_to_tables([0], CheckRecord())


@shared_task
def prove_whole_record() -> None:
    """Checks the whole record, from the first event of each table."""
    send_to_tables([0], CheckRecord(complete=True))


@shared_task
def sweep_removed_players() -> int:
    """Ends the stays of players who may not play, if the message at the decision was lost."""
    status = Player.Status
    absent = exclusions.is_excluded() | exclusions.is_paused() | exclusions.is_leaving()
    barred = Player.objects.filter(absent | Q(status__in=(status.SUSPENDED, status.CLOSED)))
    # An identity in doubt keeps nobody from a demonstration table.
    in_doubt = Q(player__status=status.PENDING) & ~Q(currency="DEMO")
    stays = PlaySession.objects.filter(Q(player__in=barred) | in_doubt, ended=None)
    seats = list(stays.values_list("table", "player", "player__status"))
    for table, player, player_status in seats:
        cause = "excluded" if player_status == status.ACTIVE else "house"
        send_to_tables([table], EndStay(player, cause))
    return len(seats)


@shared_task
def sweep_hours() -> tuple[int, int, int]:
    """Opens and drains tables by their hours, and closes draining tables that are empty."""
    return apply_hours()


@shared_task
def apply_jackpot_changes() -> int:
    """Applies confirmed changes of a jackpot after its next win."""
    return apply_deferred_changes()
