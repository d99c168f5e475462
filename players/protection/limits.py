"""Limits that players set for themselves.

A lower limit applies at once, a higher one 24 hours after the request.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from msgspec import Struct

from players.audit import note
from players.inbox import send_message
from players.models import Player
from players.protection import deposit_limits
from players.protection.models import Habits, Limit, LimitsQuestion
from players.shared import clock
from players.shared.bulk_copy import array_literal
from players.wallet import ledger
from players.wallet.models import Account

WAIT = timedelta(hours=24)
KINDS: dict[str, tuple[str, ...]] = {
    "deposit": clock.PERIODS,
    "stake": clock.PERIODS,
    "loss": clock.PERIODS,
    "time": ("day",),
}
# The kind and the period of a limit.
Key = tuple[str, str]


class LimitStatus(Struct, frozen=True):
    """One limit as the page shows it: its value, how much is used, and the scheduled change."""

    kind: str
    period: str
    value: int | None
    used: int
    resets: datetime
    scheduled: Limit | None = None

    @property
    def percent_used(self) -> int:
        if self.value is None:
            return 0
        if self.value == 0:
            return 100
        return min(100, self.used * 100 // self.value)

    @property
    def remaining(self) -> int | None:
        return None if self.value is None else max(0, self.value - self.used)


def current_limits(player: Player, now: datetime) -> dict[Key, Limit]:
    """The limits in force: of each kind and period, the one that began last."""
    limits = Limit.objects.filter(player=player, starts__lte=now, cancelled=None).order_by(
        "kind", "period", "-starts", "-id"
    )
    return {(limit.kind, limit.period): limit for limit in limits.distinct("kind", "period")}


def scheduled_limits(player: Player, now: datetime) -> dict[Key, Limit]:
    """The higher limits that are not in force yet."""
    limits = Limit.objects.filter(player=player, starts__gt=now, cancelled=None).order_by("id")
    return {(limit.kind, limit.period): limit for limit in limits}


STAKED = """
SELECT coalesce(sum(cents) FILTER (WHERE day = %(day)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE day >= %(week)s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE day >= %(month)s), 0)::bigint,
       coalesce(sum(lost) FILTER (WHERE day = %(day)s), 0)::bigint,
       coalesce(sum(lost) FILTER (WHERE day >= %(week)s), 0)::bigint,
       coalesce(sum(lost) FILTER (WHERE day >= %(month)s), 0)::bigint
FROM protection_staked WHERE player_id = %(player)s AND currency = 'EUR' AND day >= least(%(week)s, %(month)s)
"""
OPEN_STAKES_AND_MINUTES = "SELECT on_tables, minutes FROM protection_standing(%s::bigint[], 'EUR', %s, NULL)"


def limit_statuses(player: Player, now: datetime | None = None) -> list[LimitStatus]:
    """Every limit that can be set, in the order of the page."""
    now = now or clock.now()
    current, scheduled, used = current_limits(player, now), scheduled_limits(player, now), _used(player, now)
    return [
        LimitStatus(
            kind,
            period,
            current[kind, period].value if (kind, period) in current else None,
            used[kind, period],
            clock.end_of(now, period),
            scheduled.get((kind, period)),
        )
        for kind, periods in KINDS.items()
        for period in periods
    ]


def _used(player: Player, now: datetime) -> dict[Key, int]:
    """How much of each limit is used: cents, or minutes."""
    credited, pending = deposit_limits.deposited_by_period(player.pk, now)
    first_days = {period: clock.first_day(now, period) for period in clock.PERIODS}
    with connection.cursor() as cursor:
        cursor.execute(STAKED, {**first_days, "player": player.pk})
        sums = cursor.fetchone()
        cursor.execute(OPEN_STAKES_AND_MINUTES, [array_literal([player.pk]), clock.override()])
        open_stakes, minutes = cursor.fetchone()
    used: dict[Key, int] = {("time", "day"): minutes or 0}
    for period, staked, lost in zip(clock.PERIODS, sums[:3], sums[3:], strict=True):
        used["deposit", period] = credited[period] + pending
        used["stake", period] = staked + (open_stakes or 0)
        # Winnings of the period leave room for more than the limit; they are not shown as less than nothing.
        used["loss", period] = max(0, lost + (open_stakes or 0))
    return used


def is_higher(old: int | None, new: int | None) -> bool:
    """Whether the new value allows more than the old one. None is no limit."""
    return old is not None and (new is None or new > old)


def lock_wallet(player: int) -> None:
    """Makes the player's deposits and bets wait until the transaction ends; they then read the new state."""
    ids = Account.objects.filter(player=player, kind=Account.Kind.WALLET, currency="EUR").values_list(
        "id", flat=True
    )
    ledger.lock(list(ids))


@transaction.atomic
def set_limits(player: Player, values: Mapping[Key, int | None], request: Any = None) -> list[Limit]:
    """Sets limits: lower ones apply at once, higher ones in 24 hours. An unchanged value writes nothing."""
    lock_wallet(player.pk)
    now = clock.now()
    current, scheduled = current_limits(player, now), scheduled_limits(player, now)
    changed: list[Limit] = []
    for (kind, period), value in values.items():
        old = current[kind, period].value if (kind, period) in current else None
        pending = scheduled.get((kind, period))
        if value == (pending.value if pending else old):
            continue
        if pending is not None:
            _cancel(pending, now)
        if value == old:
            note("limits.raise-withdrawn", player=player, request=request, limit=kind, period=period)
            continue
        changed.append(_create_limit(player, (kind, period), old, value, now, request))
    record_limits_answer(player, now)
    if any(limit.value is not None for limit in changed):
        _answer_question(player, LimitsQuestion.Answer.SET, now)
    if changed:
        send_message(
            player, "limits-changed", limits=[_message_data(limit, limit.starts > now) for limit in changed]
        )
    return changed


def _create_limit(
    player: Player, key: Key, old: int | None, value: int | None, now: datetime, request: Any
) -> Limit:
    kind, period = key
    later = is_higher(old, value)
    limit = Limit.objects.create(
        player=player,
        kind=kind,
        period=period,
        value=value,
        requested_at=now,
        starts=now + WAIT if later else now,
        notified=not later,
    )
    if later:
        action = "raise-asked"
    else:
        action = "lowered" if old is not None else "set"
    note(
        f"limits.{kind}-{action}",
        player=player,
        request=request,
        about=f"limit:{limit.pk}",
        period=period,
        before=old,
        after=value,
    )
    return limit


def record_limits_answer(player: Player, now: datetime | None = None) -> None:
    """Records that the player has answered the question about limits, by setting some or by declining."""
    habits, _ = Habits.objects.get_or_create(player=player)
    if habits.limits_answered is None:
        habits.limits_answered = now or clock.now()
        habits.save(update_fields=["limits_answered"])


def _answer_question(player: Player, answer: LimitsQuestion.Answer, now: datetime) -> None:
    """Answers the question that waits, if one does (`limits_question`)."""
    waiting = LimitsQuestion.objects.filter(player=player, answered=None)
    waiting.update(answered=now, answer=answer)


@transaction.atomic
def decline_limits(player: Player, request: Any = None) -> None:
    """The player wants none: before the first deposit, or when asked again."""
    now = clock.now()
    record_limits_answer(player, now)
    _answer_question(player, LimitsQuestion.Answer.NONE, now)
    note("limits.declined", player=player, request=request)


@transaction.atomic
def cancel_limit(player: Player, limit_id: int, request: Any = None) -> bool:
    """Cancels a higher limit that is not in force yet; the lower one continues."""
    lock_wallet(player.pk)
    now = clock.now()
    limit = Limit.objects.filter(player=player, pk=limit_id, starts__gt=now, cancelled=None).first()
    if limit is None:
        return False
    _cancel(limit, now)
    note(
        "limits.raise-withdrawn",
        player=player,
        request=request,
        about=f"limit:{limit.pk}",
        limit=limit.kind,
        period=limit.period,
    )
    return True


def _cancel(limit: Limit, now: datetime) -> None:
    limit.cancelled, limit.notified = now, True
    limit.save(update_fields=["cancelled", "notified"])


def _message_data(limit: Limit, later: bool) -> dict[str, Any]:
    return {
        "kind": limit.kind,
        "period": limit.period,
        "value": limit.value,
        "later": later,
        "starts": limit.starts.isoformat(),
    }


def announce_raised_limits() -> int:
    """Tells players that a higher limit is in force.

    The limit applies at its hour, whether or not this runs.
    """
    due = Limit.objects.filter(notified=False, cancelled=None, starts__lte=clock.now())
    return sum(_announce_raised_limit(pk) for pk in list(due.values_list("pk", flat=True)[:500]))


@transaction.atomic
def _announce_raised_limit(pk: int) -> int:
    unannounced = Limit.objects.select_for_update(skip_locked=True).select_related("player")
    limit = unannounced.filter(pk=pk, notified=False).first()
    if limit is None:
        return 0
    Limit.objects.filter(pk=pk).update(notified=True)
    note(
        f"limits.{limit.kind}-raised",
        player=limit.player,
        about=f"limit:{limit.pk}",
        period=limit.period,
        after=limit.value,
    )
    send_message(limit.player, "limit-raised", limits=[_message_data(limit, False)])
    return 1
