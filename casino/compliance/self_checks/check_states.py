"""What is found of the house, kept by name: one row for each thing that is looked at. What every page of the back office asks is this."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from casino.compliance.self_checks.models import State

# What is looked at each minute and was not for so long is not watched any more.
LATE = timedelta(minutes=10)
# One moment for both columns: what reads the clock twice would at times miss that something has just gone wrong.
KEEP = """
INSERT INTO watch_state AS s (name, good, said, at, since) VALUES (%s, %s, %s::jsonb, statement_timestamp(), statement_timestamp())
ON CONFLICT (name) DO UPDATE SET good = excluded.good, said = excluded.said, at = excluded.at,
    since = CASE WHEN s.good = excluded.good THEN s.since ELSE excluded.since END
RETURNING since = at
"""
WRONG = """
SELECT name FROM watch_state WHERE NOT good
UNION ALL SELECT 'watch' FROM watch_state WHERE name = 'watch' AND at < now() - make_interval(secs => %s)
"""


def keep(name: str, good: bool, /, **said: Any) -> bool:
    """Writes how that thing is now; whether it has become so just now."""
    import json

    from django.core.serializers.json import DjangoJSONEncoder

    with connection.cursor() as cursor:
        cursor.execute(KEEP, [name, good, json.dumps(said, cls=DjangoJSONEncoder)])
        return bool(cursor.fetchone()[0])


def wrong() -> list[str]:
    """The names of what is not as it should be; and of the watch itself, when it has stopped."""
    with connection.cursor() as cursor:
        cursor.execute(WRONG, [LATE.total_seconds()])
        return [name for (name,) in cursor.fetchall()]


def kept() -> dict[str, State]:
    return {state.name: state for state in State.objects.order_by("name")}


def late(state: State | None, now: datetime, allowed: timedelta = LATE) -> bool:
    return state is not None and now - state.at > allowed
