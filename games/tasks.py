"""What the house does at tables by the hour, through the croupier: safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task
from django.db.models.functions import Now

from games.models import Table
from games.tables.protocol import Nudge
from games.tables.summons import summon


@shared_task
def inactivity_sweep() -> int:
    """Asks the tables where somebody has not bet for long to invite, warn or show out.

    [AR-28a] [AR-28b] [AR-29] [FR-R29a] [FR-R29b] [FR-R30]
    """
    tables = list(Table.objects.filter(nudge__lte=Now()).exclude(status=Table.Status.HELD).values_list("id", flat=True))
    summon(tables, Nudge())
    return len(tables)
