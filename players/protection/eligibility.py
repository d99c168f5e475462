"""May this player bet now, and how much more today, this week, this month? One read for everybody who bets in a transaction.

What was staked is what rounds that have ended took, added up by Lisbon's days, and what lies on the tables of rounds that
run. A stake counts on the day on which its round ends; until then it counts in every period that comes. So nothing that
is staked in a period is ever missing from it, whatever midnight falls between.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import connection
from msgspec import Struct, structs

from players.shared import clock
from players.shared.bulk_copy import array_literal

# The house never loaded a national list: nobody can say who is on it.
NO_LIST = "no-national-list"


class Eligibility(Struct, frozen=True, gc=False):
    """Barred, and why; else what may still be staked now, and which period's limit says so."""

    barred: str = ""  # closed, suspended, excluded, paused, no-national-list, unverified, terms, session-time
    stake_left: int | None = None  # cents; None: no limit
    limit: str = ""  # day, week, month
    over: bool = False  # more is staked, or lies in stacks, than a limit allows
    epoch: int = 0  # the credential epoch of the person, as it is now
    sessions: frozenset[str] = frozenset()  # which of the sessions that were named are live and this player's


# The question itself stands in the database, where its plan is kept (migration 0003): every bet asks it.
# Beside it, whether the national list was ever loaded (one row, read once for a set of players), the credential epoch, and
# which of the sessions that the commands prove are live and belong to the player.
STANDING = """
SELECT s.*, EXISTS (SELECT FROM protection_nationalfeed WHERE loaded IS NOT NULL), person.credential_epoch, proven.sessions
FROM protection_standing(%s::bigint[], %s, %s) AS s
JOIN players_player AS known ON known.id = s.player
JOIN players_person AS person ON person.id = known.person_id
LEFT JOIN (
    SELECT entry.person_id, array_agg(entry.session) AS sessions
    FROM identity_signin AS entry
    JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
    WHERE entry.session = ANY(%s) AND entry.ended IS NULL
    GROUP BY entry.person_id
) AS proven ON proven.person_id = person.id
"""


def eligibility_of(
    players: Sequence[int], currency: str, sessions: Collection[str] = ()
) -> dict[int, Eligibility]:
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(STANDING, [array_literal(players), currency, clock.override(), list(sessions)])
        rows = cursor.fetchall()
    return {
        row[0]: structs.replace(
            _read(currency == "DEMO", *row[1:-2]), epoch=row[-2], sessions=frozenset(row[-1] or ())
        )
        for row in rows
    }


def _read(
    demo: bool,
    status: str,
    excluded: bool,
    paused: bool,
    day: int | None,
    week: int | None,
    month: int | None,
    minutes: int | None,
    on_day: int | None,
    in_week: int | None,
    in_month: int | None,
    open: int | None,
    played: int | None,
    list_loaded: bool,
) -> Eligibility:
    if status in ("closed", "suspended"):
        return Eligibility(status)
    if excluded:
        return Eligibility("excluded")
    if paused:
        return Eligibility("paused")
    if demo:
        return Eligibility()
    if not list_loaded:
        return Eligibility(NO_LIST)  # nobody can say who is on it  [903-B 2.2.3]
    if status != "active":
        return Eligibility("unverified")
    if minutes is not None and (played or 0) >= minutes:
        return Eligibility("session-time")
    periods = (("day", day, on_day), ("week", week, in_week), ("month", month, in_month))
    left, limit = lowest(periods, open or 0)
    over = any(value is not None and (used or 0) + (open or 0) > value for _, value, used in periods)
    return Eligibility("", left, limit, over)


def lowest(periods: Sequence[tuple[str, int | None, int | None]], open: int) -> tuple[int | None, str]:
    """What the lowest of the limits leaves, never below nothing, and whose it is."""
    left: int | None = None
    which = ""
    for period, value, used in periods:
        if value is None:
            continue
        rest = max(0, value - (used or 0) - open)
        if left is None or rest < left:
            left, which = rest, period
    return left, which
