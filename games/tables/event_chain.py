"""The chain of a table's events, as it is stored: one link for each transaction.

A link covers the event and every event before it. The events of a transaction are written together and have
one time, so the last of them stores its link for all.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

from games.tables.domain.pending_changes import chain_hash

LAST_LINKS = """
SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, chain
FROM games_event WHERE table_id = %(table)s AND seq <= %(seq)s AND seq >= coalesce(
    (SELECT max(seq) FROM games_event WHERE table_id = %(table)s AND seq < %(seq)s AND chain IS NOT NULL), 0)
ORDER BY seq
"""


class ChainFollower:
    """Computes the chain event by event, and compares it with each stored link."""

    def __init__(self, chain: bytes) -> None:
        self.chain = chain
        self._waiting_at: int | None = None  # the time of an event whose transaction has not ended

    def follow(self, row: tuple[Any, ...]) -> bool:
        """Adds an event: its columns in the order of LAST_LINKS. False if the stored links do not match."""
        seq, kind, data, round_id, at, player, command, digest, stored = row
        is_expected = self._waiting_at is None or self._waiting_at == at
        self.chain = chain_hash(self.chain, at, seq, kind, data.encode(), round_id, player, command, digest)
        self._waiting_at = at if stored is None else None
        return is_expected and (stored is None or bytes(stored) == self.chain)


def link_of(table: int, seq: int) -> bytes:
    """The link of an event, computed from the last link that is stored before it."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_LINKS, {"table": table, "seq": seq})
        rows = cursor.fetchall()
    if rows[-1][-1] is not None:
        return bytes(rows[-1][-1])
    is_first = rows[0][-1] is None
    follower = ChainFollower(b"" if is_first else bytes(rows[0][-1]))
    for row in rows if is_first else rows[1:]:
        follower.follow(row)
    return follower.chain
