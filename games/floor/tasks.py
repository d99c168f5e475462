"""What the house does at its tables by the hour: each task is safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.db import connection
from django.db.models.functions import Now

from games.floor.changes import deferred_take
from games.floor.hours import hours_keep
from games.floor.table_sessions import convene_due
from games.models import ChatLine, Table
from games.tables.transport.client import summon
from games.tables.transport.protocol import Nudge, Part, Prove
from players.models import Player, PlaySession


@shared_task
def inactivity_sweep() -> int:
    """Asks the tables where somebody has not bet for long to invite, warn or show out.

    [AR-28a] [AR-28b] [AR-29] [FR-R29a] [FR-R29b] [FR-R30]
    """
    tables = list(
        Table.objects.filter(nudge__lte=Now()).exclude(status=Table.Status.HELD).values_list("id", flat=True)
    )
    summon(tables, Nudge())
    return len(tables)


# Tables that were closed or opened since they last said so.
DOORS = """
SELECT t.id FROM games_table AS t LEFT JOIN games_event AS e ON e.table_id = t.id AND e.seq = t.version
WHERE (t.status IN ('draining', 'closed') AND t.seated = 0 AND e.kind IS DISTINCT FROM 'shut')
   OR (t.status = 'open' AND e.kind IN ('closing', 'shut'))
"""


@shared_task
def doors_sweep() -> int:
    """Whoever watches a table sees it close and open: the table itself says so."""
    with connection.cursor() as cursor:
        cursor.execute(DOORS)
        tables = [table for (table,) in cursor.fetchall()]
    summon(tables, Nudge())
    return len(tables)


@shared_task
def sessions_convene() -> int:
    """Sessions of tables whose hour has come.  [HE-6b]"""
    return convene_due()


@shared_task
def chat_forget() -> int:
    """What was written at tables is kept for ninety days, and no longer."""
    gone, _ = ChatLine.objects.filter(at__lt=Now() - timedelta(days=90)).delete()
    return gone


@shared_task
def record_prove() -> None:
    """Each night the record of the last days is proved; a difference holds its table and opens an incident."""
    summon([0], Prove())


@shared_task
def shown_out_sweep() -> int:
    """Whoever is suspended or closed and still sits gives up the seat: said when it was decided, and made good here if that was lost."""
    gone = (Player.Status.SUSPENDED, Player.Status.CLOSED)
    seats = PlaySession.objects.filter(ended=None, player__status__in=gone).values_list("table", "player")
    for table, player in seats:
        summon([table], Part(player, "house"))
    return len(seats)


@shared_task
def hours_sweep() -> tuple[int, int, int]:
    """Opens and drains tables by their hours, and closes those that have emptied."""
    return hours_keep()


@shared_task
def jackpots_follow() -> int:
    """What was confirmed for a jackpot that players had paid into counts as soon as that pot has been won."""
    return deferred_take()
