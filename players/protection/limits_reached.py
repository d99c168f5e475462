"""Which limits a player has reached: the figures of the player's own page and of the officers'.

A limit is reached when it stops the player: a deposit or a bet above it is refused, or it ends the play.
Each is a line of the audit log, which the rules of monitoring read too.
"""

from __future__ import annotations

from datetime import date

from django.db import connection, transaction
from msgspec import Struct

from players.audit import note
from players.audit.models import Line
from players.models import Player
from players.protection.models import Limit
from players.shared import clock

DEPOSIT_REFUSED = "deposits.refused"
BY_KIND = {
    "limits.time-reached": "time",
    "limits.stake-reached": "stake",
    "limits.loss-reached": "loss",
    DEPOSIT_REFUSED: "deposit",
}
# The period of a limit of deposits, by the reason of the refusal.
DEPOSIT_PERIODS = {f"limit-{period}": period for period in clock.PERIODS}
NOTING = 0x3E62 << 40  # an advisory lock, with the player: several tables may refuse at once


class LimitReached(Struct, frozen=True):
    day: date  # in Lisbon
    kind: str
    period: str


def limits_reached(player: Player, first: date) -> list[LimitReached]:
    """Every time since the beginning of a day, the oldest first."""
    lines = Line.objects.filter(player=player, kind__in=BY_KIND, at__gte=clock.midnight(first)).order_by("at")
    reached: list[LimitReached] = []
    for at, kind, details in lines.values_list("at", "kind", "details"):
        if kind == DEPOSIT_REFUSED:
            period = DEPOSIT_PERIODS.get(details.get("reason", ""), "")
        else:
            period = details.get("period", "day")
        if period:
            reached.append(LimitReached(clock.day_of(at), BY_KIND[kind], period))
    return reached


@transaction.atomic
def note_bet_over_limit(player: int, limit: str) -> bool:
    """Notes that a limit of bets or losses has refused a bet: once in its period. Returns whether it did.

    `limit` is as `Eligibility.limit` has it. It is called after the refusal, outside of its transaction.
    """
    now = clock.now()
    kind, period = ("loss", limit.removeprefix("loss-")) if limit.startswith("loss-") else ("stake", limit)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [NOTING + player])
    limits = Limit.objects.filter(player=player, kind=kind, period=period, starts__lte=now, cancelled=None)
    counting = limits.order_by("-starts", "-id").first()
    if counting is None or counting.value is None:  # it has ended since
        return False
    line, about = f"limits.{kind}-reached", f"limit:{counting.pk}"
    noted = Line.objects.filter(player=player, kind=line, about=about, at__gte=clock.start_of(now, period))
    if noted.exists():
        return False
    note(line, player=player, about=about, period=period)
    return True
