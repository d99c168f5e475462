"""The states of tables at the end of a month, from which complete checks begin once the month is detached."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from games.draw.seal_key import SealKey
from games.models import Table
from games.rounds.journal_check import JournalReport, check_from
from games.rounds.proven_states import closing_state, save_proven_state

LAST_EVENT = "SELECT max(seq) FROM games_event WHERE table_id = %s AND at < %s"


def close_journal(table: Table, until: datetime, key: SealKey) -> JournalReport:
    """Applies the journal up to its last event before `until`. Stores the state there, if nothing differs."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_EVENT, [table.pk, until])
        (last,) = cursor.fetchone()
    stored = closing_state(table, until)
    if last is None or (stored is not None and stored.seq == last):
        return JournalReport(table.pk)
    report = check_from(stored, table, key, None, last)
    if report.reached is not None:
        save_proven_state(report.reached, report.reached_at, key)
    return report
