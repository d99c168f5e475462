"""Decides whether players may bet now, and how much more today, this week and this month.

One query serves a whole transaction.

The staked amount has two parts: the stakes of finished rounds, summed by day in Lisbon, and the open stakes
of running rounds. A stake counts on the day on which its round ends; until then it counts in every period. So
a stake that is open at midnight is missing from no period.

A loss is what was staked and did not come back, less what was won. Open stakes count as lost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import connection
from msgspec import Struct

from players.shared import clock
from players.shared.bulk_copy import array_literal

# The national list was never loaded, so exclusions are unknown.
NO_LIST = "no-national-list"
# A pause or an exclusion begins when the hands in play are over. Nothing new is begun until then.
ABSENCE_ASKED = "absence-asked"
# A message about play must be answered before the next bet. Never within a hand: it is shown between rounds.
MESSAGE_UNANSWERED = "message-unanswered"


class Eligibility(Struct, frozen=True, gc=False):
    """Why a player may not bet; otherwise how much may still be staked, and which limit sets that amount."""

    # closed, suspended, excluded, paused, absence-asked, no-national-list, unverified, terms,
    # session-time, message-unanswered
    barred: str = ""
    stake_left: int | None = None  # cents; None: no limit
    limit: str = ""  # day, week, month; of losses: loss-day, loss-week, loss-month
    over: bool = False  # finished and open stakes, or losses and open stakes, exceed a limit
    epoch: int = 0  # the person's current credential epoch
    sessions: frozenset[str] = frozenset()  # which of the given sessions are live and belong to this player
    # A hand in play goes on as usual: what keeps the player from betting begins after it.
    finishes: bool = False


class PeriodUse(NamedTuple):
    """A limit of one period and the amount that counts against it, in cents."""

    period: str
    limit: int | None
    used: int | None


class _Row(NamedTuple):
    """One row of ELIGIBILITY."""

    player: int
    status: str
    excluded: bool
    paused: bool
    day_limit: int | None
    week_limit: int | None
    month_limit: int | None
    day_loss_limit: int | None
    week_loss_limit: int | None
    month_loss_limit: int | None
    minutes_limit: int | None
    staked_on_day: int | None
    staked_in_week: int | None
    staked_in_month: int | None
    lost_on_day: int | None
    lost_in_week: int | None
    lost_in_month: int | None
    open_stakes: int | None
    minutes_played: int | None
    list_loaded: bool
    owes_terms: bool
    owes_answer: bool
    credential_epoch: int
    sessions: list[str] | None


# A function of the database keeps its query plan, because every bet calls it. Besides protection_standing
# it says whether the national list was ever loaded, whether terms are in force that the player has not
# accepted, whether a message about play must be answered first, the credential epoch, and which of the
# sessions that the commands name are live and belong to the player. It leaves out what lies in a round of the
# table that is named beside a player.
ELIGIBILITY = "SELECT * FROM protection_eligibility(%s::bigint[], %s, %s, %s::text[], %s::bigint[])"


class StakesAtTable(NamedTuple):
    """What a player has staked in the running round of a table."""

    table: int
    cents: int


# Of players who are kept from play: those for whom nothing but an absence after the hand is asked.
ABSENCE_AFTER_HAND = """
SELECT a.player_id FROM protection_absenceafterhand AS a
CROSS JOIN (SELECT coalesce(%s, clock_timestamp()) AS at) AS moment
WHERE a.player_id = ANY(%s) AND a.begun IS NULL
AND NOT EXISTS (
    SELECT FROM protection_pause AS p WHERE p.player_id = a.player_id AND p.starts <= at AND p.ends > at
)
"""

NOT_KNOWN: Mapping[int, StakesAtTable] = {}


def eligibility_of(
    players: Sequence[int],
    currency: str,
    sessions: Collection[str] = (),
    known_stakes: Mapping[int, StakesAtTable] = NOT_KNOWN,
) -> dict[int, Eligibility]:
    """The eligibility of each player. The caller has locked the wallets if the result decides about money.

    `known_stakes` by player: what the caller knows of one table is not read.
    """
    if not players:
        return {}
    tables = [known_stakes[player].table if player in known_stakes else None for player in players]
    values = [
        array_literal(players), currency, clock.override(), array_literal(sessions), array_literal(tables)
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(ELIGIBILITY, values)
        rows = [_Row(*row) for row in cursor.fetchall()]
    is_demo, nothing = currency == "DEMO", StakesAtTable(0, 0)
    leaving = _leaving_after_hand([row.player for row in rows if row.paused])
    return {
        row.player: _eligibility(
            row._replace(paused=row.paused and row.player not in leaving),
            known_stakes.get(row.player, nothing).cents,
            demo=is_demo,
            leaves_after_hand=row.player in leaving,
        )
        for row in rows
    }


def _leaving_after_hand(paused: list[int]) -> set[int]:
    """Of players whom the database reports as paused: those whose pause or exclusion has yet to begin."""
    if not paused:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(ABSENCE_AFTER_HAND, [clock.override(), paused])
        return {player for (player,) in cursor.fetchall()}


def _eligibility(row: _Row, known_stakes: int, *, demo: bool, leaves_after_hand: bool) -> Eligibility:
    sessions = frozenset(row.sessions or ())
    barred = _bar_code(row, demo=demo)
    if after_hand := "" if barred else _bar_after_hand(row, demo=demo, leaves_after_hand=leaves_after_hand):
        barred = after_hand
    finishes = bool(after_hand)
    if (barred and not finishes) or demo:
        return Eligibility(barred, epoch=row.credential_epoch, sessions=sessions, finishes=finishes)
    periods = (
        PeriodUse("day", row.day_limit, row.staked_on_day),
        PeriodUse("week", row.week_limit, row.staked_in_week),
        PeriodUse("month", row.month_limit, row.staked_in_month),
        PeriodUse("loss-day", row.day_loss_limit, row.lost_on_day),
        PeriodUse("loss-week", row.week_loss_limit, row.lost_in_week),
        PeriodUse("loss-month", row.month_loss_limit, row.lost_in_month),
    )
    open_stakes = (row.open_stakes or 0) + known_stakes
    stake_left, limit = lowest_remaining(periods, open_stakes)
    over = any(use.limit is not None and (use.used or 0) + open_stakes > use.limit for use in periods)
    return Eligibility(barred, stake_left, limit, over, row.credential_epoch, sessions, finishes)


def _bar_after_hand(row: _Row, *, demo: bool, leaves_after_hand: bool) -> str:
    """What keeps the player from everything new, but not from the hand in play."""
    if leaves_after_hand:
        return ABSENCE_ASKED
    return MESSAGE_UNANSWERED if row.owes_answer and not demo else ""


def _bar_code(row: _Row, *, demo: bool) -> str:
    if row.status in ("closed", "suspended"):
        return row.status
    if row.excluded:
        return "excluded"
    if row.paused:
        return "paused"
    if demo:
        return ""
    if not row.list_loaded:
        return NO_LIST  # exclusions are unknown  [903-B 2.2.3]
    if row.status != "active":
        return "unverified"
    if row.owes_terms:
        return "terms"
    if row.minutes_limit is not None and (row.minutes_played or 0) >= row.minutes_limit:
        return "session-time"
    return ""


def lowest_remaining(periods: Sequence[PeriodUse], open_amount: int) -> tuple[int | None, str]:
    """The smallest amount that a limit leaves, at least zero, and the period of that limit."""
    lowest: int | None = None
    lowest_period = ""
    for period, limit, used in periods:
        if limit is None:
            continue
        remaining = max(0, limit - (used or 0) - open_amount)
        if lowest is None or remaining < lowest:
            lowest, lowest_period = remaining, period
    return lowest, lowest_period
