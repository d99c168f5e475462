"""The stored result of each self-check: one row per check. Every page of the back office reads them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from casino.compliance.self_checks.models import State

# After this long without a run, the checks of each minute count as stopped.
OVERDUE_AFTER = timedelta(minutes=10)
# `at` and `since` get the same timestamp, so that `since = at` marks a result that has just changed.
STORE = """
INSERT INTO watch_state AS s (name, good, details, at, since)
VALUES (%s, %s, %s::jsonb, statement_timestamp(), statement_timestamp())
ON CONFLICT (name) DO UPDATE SET good = excluded.good, details = excluded.details, at = excluded.at,
    since = CASE WHEN s.good = excluded.good THEN s.since ELSE excluded.since END
RETURNING since = at
"""
FAILING = """
SELECT name FROM watch_state WHERE NOT good
UNION ALL SELECT 'watch' FROM watch_state WHERE name = 'watch' AND at < now() - make_interval(secs => %s)
"""


def store_state(name: str, good: bool, /, **details: Any) -> bool:
    """Store the result of a check. Returns whether the result has just changed."""
    with connection.cursor() as cursor:
        cursor.execute(STORE, [name, good, json.dumps(details, cls=DjangoJSONEncoder)])
        return bool(cursor.fetchone()[0])


def failing_checks() -> list[str]:
    """The names of the checks that fail, and `watch` when the checks have stopped running."""
    with connection.cursor() as cursor:
        cursor.execute(FAILING, [OVERDUE_AFTER.total_seconds()])
        return [name for (name,) in cursor.fetchall()]


def states_by_name() -> dict[str, State]:
    return {state.name: state for state in State.objects.order_by("name")}


def is_late(state: State | None, now: datetime, allowed: timedelta = OVERDUE_AFTER) -> bool:
    return state is not None and now - state.at > allowed
