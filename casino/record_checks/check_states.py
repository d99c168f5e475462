"""The stored result of each self-check: one row per check. Every page of the back office reads them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.models.functions import Now

from casino.record_checks.models import State
from casino.tasks.check_states import ALARMING, Standing, Verdict

# After this long without a run, the checks of each minute count as stopped, and their results as unknown.
OVERDUE_AFTER = timedelta(minutes=10)
# The checks of each hour, which wait behind other work.
HOURLY_OVERDUE_AFTER = timedelta(hours=3)
HOURLY_NAMES = frozenset({"jackpots", "monitored", "voids", "files", "regulator-safe", "clock"})
# The checks that tell by themselves that they have stopped. Those of each minute stop with the watch.
OWN_CLOCKS = HOURLY_NAMES | {"availability", "duties", "regulator-envelopes", "regulator-files", "watch"}
# `at` and `since` get the same timestamp, so that `since = at` marks a result that has just changed.
STORE = """
INSERT INTO self_checks_state AS s (name, good, details, at, since)
VALUES (%s, %s, %s::jsonb, statement_timestamp(), statement_timestamp())
ON CONFLICT (name) DO UPDATE SET good = excluded.good, details = excluded.details, at = excluded.at,
    since = CASE WHEN s.good IS NOT DISTINCT FROM excluded.good THEN s.since ELSE excluded.since END
RETURNING since = at
"""


def store_state(name: str, good: bool | None, /, **details: Any) -> bool:
    """Store the result of a check; None if it saw no data. Returns whether the result has just changed."""
    with connection.cursor() as cursor:
        cursor.execute(STORE, [name, good, json.dumps(details, cls=DjangoJSONEncoder)])
        return bool(cursor.fetchone()[0])


def failing_checks() -> list[str]:
    """The checks that raise an alarm: they found a problem, ended with an error, or no longer run."""
    names = []
    for state in State.objects.annotate(now=Now()).order_by("name"):
        verdict = standing_of(state, state.now, state.name).verdict
        if verdict in ALARMING and (verdict is not Verdict.LATE or state.name in OWN_CLOCKS):
            names.append(state.name)
    return names


def states_by_name() -> dict[str, State]:
    return {state.name: state for state in State.objects.order_by("name")}


def standing_of(state: State | None, now: datetime, name: str) -> Standing:
    """What is known of a check now. A good result that is too old is not known any more."""
    if state is None:
        return Standing(Verdict.UNKNOWN)
    error = str(state.details.get("error", ""))
    if error:
        return Standing(Verdict.ERROR, state.at, state.since, error)
    if state.good is False:
        return Standing(Verdict.WRONG, state.at, state.since)
    if is_late(state, now, HOURLY_OVERDUE_AFTER if name in HOURLY_NAMES else OVERDUE_AFTER):
        return Standing(Verdict.LATE, state.at, state.at)
    return Standing(Verdict.EMPTY if state.good is None else Verdict.FINE, state.at, state.since)


def is_late(state: State | None, now: datetime, allowed: timedelta = OVERDUE_AFTER) -> bool:
    return state is not None and now - state.at > allowed
