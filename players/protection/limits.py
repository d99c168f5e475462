"""Limits: what a player allows himself. A lower one counts at once, a higher one a day after it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from msgspec import Struct

from players.audit import note
from players.inbox import tell
from players.models import Player
from players.protection import deposit_limits
from players.protection.models import Habits, Limit
from players.shared import clock
from players.shared.bulk_copy import array_literal
from players.wallet import ledger
from players.wallet.models import Account

WAIT = timedelta(hours=24)
KINDS: dict[str, tuple[str, ...]] = {"deposit": clock.PERIODS, "stake": clock.PERIODS, "time": ("day",)}
Key = tuple[str, str]


class Line(Struct, frozen=True):
    """One limit as the page shows it: what counts now, how much of it is used, and what is coming."""

    kind: str
    period: str
    value: int | None
    used: int
    resets: datetime
    coming: Limit | None = None

    @property
    def share(self) -> int:
        """Used so far in parts of a hundred, at most a hundred."""
        return 0 if self.value is None else 100 if not self.value else min(100, self.used * 100 // self.value)

    @property
    def left(self) -> int | None:
        return None if self.value is None else max(0, self.value - self.used)


def counting(player: Player, now: datetime) -> dict[Key, Limit]:
    rows = Limit.objects.filter(player=player, starts__lte=now, cancelled=None).order_by(
        "kind", "period", "-starts", "-id"
    )
    return {(limit.kind, limit.period): limit for limit in rows.distinct("kind", "period")}


def coming(player: Player, now: datetime) -> dict[Key, Limit]:
    return {
        (limit.kind, limit.period): limit
        for limit in Limit.objects.filter(player=player, starts__gt=now, cancelled=None).order_by("id")
    }


STAKED = """
SELECT coalesce(sum(cents) FILTER (WHERE day = %s), 0)::bigint, coalesce(sum(cents) FILTER (WHERE day >= %s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE day >= %s), 0)::bigint
FROM protection_staked WHERE player_id = %s AND currency = 'EUR' AND day >= %s
"""
OPEN = "SELECT on_tables, minutes FROM protection_standing(%s::bigint[], 'EUR', %s)"


def lines(player: Player) -> list[Line]:
    """Every limit that may be set, in the order in which it is shown."""
    now = clock.now()
    set_, next_ = counting(player, now), coming(player, now)
    paid, on_way = deposit_limits.used(player.pk, now)
    first = [clock.first_day(now, period) for period in clock.PERIODS]
    with connection.cursor() as cursor:
        cursor.execute(STAKED, [*first, player.pk, min(first)])
        staked = dict(zip(clock.PERIODS, cursor.fetchone(), strict=True))
        cursor.execute(OPEN, [array_literal([player.pk]), clock.override()])
        open_, minutes = cursor.fetchone()
    used: dict[Key, int] = {("time", "day"): minutes or 0}
    for period in clock.PERIODS:
        used["deposit", period] = paid[period] + on_way
        used["stake", period] = staked[period] + (open_ or 0)
    return [
        Line(
            kind,
            period,
            set_[kind, period].value if (kind, period) in set_ else None,
            used[kind, period],
            clock.end_of(now, period),
            next_.get((kind, period)),
        )
        for kind, periods in KINDS.items()
        for period in periods
    ]


def raises(old: int | None, new: int | None) -> bool:
    """Whether the new value allows more than the old one; nothing means without limit."""
    return old is not None and (new is None or new > old)


def wallet_lock(player: int) -> None:
    """Deposits and bets of this player wait until the transaction ends, and look again then."""
    ids = Account.objects.filter(player=player, kind=Account.Kind.WALLET, currency="EUR").values_list(
        "id", flat=True
    )
    ledger.lock(list(ids))


@transaction.atomic
def limits_ask(player: Player, wanted: Mapping[Key, int | None], request: Any = None) -> list[Limit]:
    """Sets limits: those that allow less at once, those that allow more in a day. What stays as it is leaves no trace."""
    wallet_lock(player.pk)
    now = clock.now()
    set_, next_ = counting(player, now), coming(player, now)
    made: list[Limit] = []
    for (kind, period), value in wanted.items():
        old = set_[kind, period].value if (kind, period) in set_ else None
        waiting = next_.get((kind, period))
        if value == (waiting.value if waiting else old):
            continue
        if waiting is not None:
            _cancel(waiting, now)
        if value == old:
            note("limits.raise-withdrawn", player=player, request=request, limit=kind, period=period)
            continue
        later = raises(old, value)
        limit = Limit.objects.create(
            player=player,
            kind=kind,
            period=period,
            value=value,
            asked=now,
            starts=now + WAIT if later else now,
            told=not later,
        )
        note(
            f"limits.{kind}-{'raise-asked' if later else 'lowered' if old is not None else 'set'}",
            player=player,
            request=request,
            about=f"limit:{limit.pk}",
            period=period,
            before=old,
            after=value,
        )
        made.append(limit)
    limits_answered(player, now)
    if made:
        tell(player, "limits-changed", limits=[_plain(limit, limit.starts > now) for limit in made])
    return made


def limits_answered(player: Player, now: datetime | None = None) -> None:
    """The player was asked about limits and has answered: with limits, or that he wants none."""
    habits, _ = Habits.objects.get_or_create(player=player)
    if habits.limits_answered is None:
        habits.limits_answered = now or clock.now()
        habits.save(update_fields=["limits_answered"])


@transaction.atomic
def limits_declined(player: Player, request: Any = None) -> None:
    limits_answered(player)
    note("limits.declined", player=player, request=request)


@transaction.atomic
def limit_cancel(player: Player, limit: int, request: Any = None) -> bool:
    """A higher limit that does not count yet is taken back; the lower one goes on."""
    wallet_lock(player.pk)
    now = clock.now()
    found = Limit.objects.filter(player=player, pk=limit, starts__gt=now, cancelled=None).first()
    if found is None:
        return False
    _cancel(found, now)
    note(
        "limits.raise-withdrawn",
        player=player,
        request=request,
        about=f"limit:{found.pk}",
        limit=found.kind,
        period=found.period,
    )
    return True


def _cancel(limit: Limit, now: datetime) -> None:
    limit.cancelled, limit.told = now, True
    limit.save(update_fields=["cancelled", "told"])


def _plain(limit: Limit, later: bool) -> dict[str, Any]:
    return {
        "kind": limit.kind,
        "period": limit.period,
        "value": limit.value,
        "later": later,
        "starts": limit.starts.isoformat(),
    }


def limits_matured() -> int:
    """Tells players whose higher limits count now. Nothing waits for it: the limit counts by the hour alone."""
    told = 0
    due = Limit.objects.filter(told=False, cancelled=None, starts__lte=clock.now()).values_list(
        "pk", flat=True
    )[:500]
    for pk in list(due):
        with transaction.atomic():
            limit = (
                Limit.objects.select_for_update(skip_locked=True)
                .select_related("player")
                .filter(pk=pk, told=False)
                .first()
            )
            if limit is None:
                continue
            Limit.objects.filter(pk=pk).update(told=True)
            note(
                f"limits.{limit.kind}-raised",
                player=limit.player,
                about=f"limit:{limit.pk}",
                period=limit.period,
                after=limit.value,
            )
            tell(limit.player, "limit-raised", limits=[_plain(limit, False)])
            told += 1
    return told
