"""Finds the person whose session a command proves, from the open sign-ins."""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.db import connection
from msgspec import Struct


class SessionHolder(Struct, frozen=True):
    """The person of a session, the player or 0 for staff, whether the session was just confirmed, and whether
    its time is over. Visitors without an account cannot sign in again: theirs goes on.
    """

    person: int
    player: int
    is_confirmed: bool
    is_over: bool


SESSION_HOLDERS = """
SELECT entry.session, entry.person_id, coalesce(player.id, 0),
       coalesce(entry.confirmed > clock_timestamp() - interval '6 minutes', false),
       holder.is_active AND entry.began <= clock_timestamp() - make_interval(hours => %s)
FROM identity_signin AS entry
JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
JOIN players_person AS holder ON holder.id = entry.person_id AND holder.credential_epoch = entry.epoch
LEFT JOIN players_player AS player ON player.person_id = entry.person_id
WHERE entry.session = ANY(%s) AND entry.ended IS NULL
"""


def session_holders(sessions: Collection[str]) -> dict[str, SessionHolder]:
    """Returns the holders of the open sessions among these, by the digest of the session's proof."""
    digests = sorted(set(sessions) - {""})
    if not digests:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(SESSION_HOLDERS, [settings.SESSION_HOURS, digests])
        return {session: SessionHolder(*holder) for session, *holder in cursor.fetchall()}
