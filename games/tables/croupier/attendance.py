"""How long each list of tables has been served, and the tables with a step that is due."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from games.models import SHARDS

# A table of this croupier's lists whose step is due and not in memory, or one that its own croupier does not
# serve.
DUE_TABLES = """
SELECT id FROM games_table
WHERE status <> 'held' AND due <= clock_timestamp()
    AND (id %% %s = ANY(%s) OR due <= clock_timestamp() - interval '2 seconds')
ORDER BY due LIMIT 64 FOR NO KEY UPDATE SKIP LOCKED
"""
# Until when the tables of each list were served, and which of those tables have players.
RECORD_ATTENDANCE = """
INSERT INTO games_attendance (shard, at) SELECT shard, clock_timestamp() FROM unnest(%s::smallint[]) AS shard
ON CONFLICT (shard) DO UPDATE SET at = excluded.at
"""
UNATTENDED_TABLES = """
SELECT t.id, (extract(epoch FROM coalesce(a.at, clock_timestamp())) * 1000)::bigint
FROM games_table AS t LEFT JOIN games_attendance AS a ON a.shard = t.id %% %s
WHERE t.id %% %s = ANY(%s) AND t.seated > 0 AND t.status <> 'held'
"""


def due_tables(lists: Sequence[int]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(DUE_TABLES, [SHARDS, list(lists)])
        return [row[0] for row in cursor.fetchall()]


def unattended_tables(lists: Sequence[int]) -> list[tuple[int, int]]:
    """The tables with players of these lists, and until when they were served."""
    with connection.cursor() as cursor:
        cursor.execute(UNATTENDED_TABLES, [SHARDS, SHARDS, list(lists)])
        return [(table, since) for table, since in cursor.fetchall()]


def record(lists: Sequence[int]) -> None:
    """These lists are served now."""
    with connection.cursor() as cursor:
        cursor.execute(RECORD_ATTENDANCE, [list(lists)])
