"""Whose session it is that a command proves: read from the open sign-ins, each bound to one person."""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection
from msgspec import Struct


class Holder(Struct, frozen=True):
    """The person of a session, and the player, or 0 for staff."""

    person: int
    player: int


HOLDERS = """
SELECT entry.session, entry.person_id, coalesce(player.id, 0)
FROM identity_signin AS entry
JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
LEFT JOIN players_player AS player ON player.person_id = entry.person_id
WHERE entry.session = ANY(%s) AND entry.ended IS NULL
"""


def holders_of(sessions: Collection[str]) -> dict[str, Holder]:
    """The holder of each of these sessions that is live, by the digest of its proof."""
    wanted = sorted(set(sessions) - {""})
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(HOLDERS, [wanted])
        return {session: Holder(person, player) for session, person, player in cursor.fetchall()}
