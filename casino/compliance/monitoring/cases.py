"""The cases of officers: what waits, what was seen and what followed, and the decision that closes one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Exists, F, IntegerField, OuterRef, QuerySet, Subquery
from msgspec import Struct

from casino.compliance.monitoring.models import Alert, Case
from players.audit import note
from players.models import Person
from players.protection.care_messages import answer_text
from players.protection.models import CareMessage, DepositHold
from players.shared import clock
from players.shared.published import Published

# Of the cases that were decided in each month: from the event of the first alert to the alert, and to the
# decision.
TIMES = """
SELECT date_trunc('month', c.closed AT TIME ZONE 'Europe/Lisbon')::date AS month,
       count(*), count(*) FILTER (WHERE outcome = 'confirmed'),
       percentile_cont(0.5) WITHIN GROUP (ORDER BY a.made - c.since),
       percentile_cont(0.95) WITHIN GROUP (ORDER BY a.made - c.since),
       percentile_cont(0.5) WITHIN GROUP (ORDER BY c.closed - c.since),
       percentile_cont(0.95) WITHIN GROUP (ORDER BY c.closed - c.since)
FROM monitoring_case AS c JOIN monitoring_alert AS a ON a.id = c.alert_id
WHERE c.kind = %s AND c.closed >= %s
GROUP BY month
"""
MONTHS = 12  # finished ones, before the current one
FEWEST = 10  # cases of a month that is published
MOST_CASES, MOST_ALERTS = 200, 200  # on one page


class CaseTimes(Struct, frozen=True):
    """How long it took in a month; unknown where nothing was decided."""

    month: date
    decided: int = 0
    confirmed: int = 0
    alert_median: timedelta | None = None
    alert_p95: timedelta | None = None
    decision_median: timedelta | None = None
    decision_p95: timedelta | None = None


class Consequence(Struct, frozen=True):
    """What followed by itself."""

    at: datetime
    message: CareMessage | None = None
    answer: str = ""  # as the player read it
    hold: DepositHold | None = None


def times_by_month(kind: str, now: datetime) -> list[CaseTimes]:
    """The current month, and the finished ones before it, the newest first."""
    current = clock.first_day(now, "month")
    months = [clock.months_after(current, -number) for number in range(MONTHS + 1)]
    with connection.cursor() as cursor:
        cursor.execute(TIMES, [kind, clock.midnight(months[-1])])
        known = {row[0]: CaseTimes(*row) for row in cursor.fetchall()}
    return [known.get(month) or CaseTimes(month) for month in months]


def finished_months(now: datetime) -> list[CaseTimes]:
    """What everybody may read: player protection alone, and no month that would speak of a few people."""
    return [one for one in times_by_month("care", now)[1:] if one.decided >= FEWEST]


published_times = Published(finished_months)


def open_cases(kind: str) -> QuerySet[Case]:
    """By urgency: first whose deposits are held, for they wait for this decision; then the oldest event."""
    since = Alert.objects.filter(player=OuterRef("player"), kind=kind, at__gte=OuterRef("since"))
    holds = DepositHold.objects.filter(player=OuterRef("player"), released=None)
    counted = since.order_by().values("player").annotate(number=Count("pk")).values("number")
    return (
        Case.objects.filter(kind=kind, closed=None)
        .annotate(is_held=Exists(holds), alerts=Subquery(counted, IntegerField()))
        .select_related("player", "alert__version")
        .order_by(F("is_held").desc(), "since", "pk")
    )


def decided_cases(kind: str) -> QuerySet[Case]:
    decided = Case.objects.filter(kind=kind, closed__isnull=False)
    return decided.select_related("player", "person").order_by("-closed", "-pk")


def alerts_of(case: Case) -> list[Alert]:
    """The evidence: what the rules of this kind said from the first alert to the decision."""
    alerts = Alert.objects.filter(player=case.player_id, kind=case.kind, at__gte=case.since)
    if case.closed is not None:
        alerts = alerts.filter(made__lte=case.closed)
    return list(alerts.select_related("version").order_by("at", "pk")[:MOST_ALERTS])


def consequences_of(alerts: Sequence[Alert]) -> list[Consequence]:
    numbers = [alert.pk for alert in alerts]
    messages = CareMessage.objects.filter(alert__in=numbers)
    holds = DepositHold.objects.filter(alert__in=numbers).select_related("releaser")
    return sorted(
        [
            *(Consequence(message.at, message, answer_text(message)) for message in messages),
            *(Consequence(hold.at, hold=hold) for hold in holds),
        ],
        key=lambda one: one.at,
    )


@transaction.atomic
def close_case(case: Case, *, outcome: str, reason: str, person: Person, request: Any = None) -> bool:
    """Whether this decision closed it: somebody else may have been faster.

    The line of the audit log does not name the player: its readers need not know whom officers suspect.
    """
    closed = Case.objects.filter(pk=case.pk, closed=None).update(
        closed=clock.now(), person=person, outcome=outcome, reason=reason
    )
    if closed:
        note(f"monitoring.{case.kind}-case-closed", person=person, request=request, about=f"case:{case.pk}")
    return bool(closed)
