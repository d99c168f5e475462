"""Alarms: raised automatically each day, answered by an officer with a reason.

An alarm has no automatic consequence.
"""

from __future__ import annotations

from datetime import timedelta

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from casino.compliance.rtp_monitoring.charts import ReachedCharts, Walk, continued_charts
from casino.compliance.rtp_monitoring.models import REFOLDED_DAYS, Alarm, Answer, ReturnsFoldedUntil
from players.audit import note
from players.models import Person
from players.shared import clock


class AlreadyAnswered(Exception):
    """Another person has answered the alarm."""

    sentence = _("This alarm has been answered already.")


def raise_alarms() -> int:
    """Raise an alarm for each chart whose evidence passed the threshold; returns how many are new.

    It continues after the days of the last run. The last days are folded once more, so their sums are not
    kept.
    """
    folded = ReturnsFoldedUntil.objects.first()
    reached = msgspec.convert(folded.reached, ReachedCharts) if folded is not None else ReachedCharts()
    until = (folded.day if folded is not None else clock.day_of(clock.now())) - timedelta(days=REFOLDED_DAYS)
    charts, reached = continued_charts(reached, until)
    new = sum(_raise_alarm(scope, walk) for scope, walk in charts.items())
    if folded is not None:
        ReturnsFoldedUntil.objects.filter(pk=folded.pk).update(reached=msgspec.to_builtins(reached))
    return new


def _raise_alarm(scope: str, walk: Walk) -> bool:
    point, since = walk.first_alarm(), walk.first_day
    if point is None or since is None or Alarm.objects.filter(scope=scope, since=since).exists():
        return False
    with transaction.atomic():
        alarm = Alarm.objects.create(
            scope=scope, day=point.day, since=since, rounds=point.rounds, staked=point.staked,
            difference=round(point.returned - point.expected), evidence=point.strength,
        )  # fmt: skip
        note(
            "returns.alarm-raised",
            about=f"return-alarm:{alarm.pk}",
            chart=scope,
            day=point.day,
            cents=alarm.difference,
        )
    return True


def answer_alarm(*, alarm: Alarm, person: Person, reason: str) -> Answer:
    """Answer an alarm with a reason; its chart restarts from today."""
    try:
        with transaction.atomic():
            day = ReturnsFoldedUntil.objects.values_list("day", flat=True).first() or clock.day_of(
                clock.now()
            )
            answer = Answer.objects.create(alarm=alarm, person=person, day=day, reason=reason)
            note(
                "returns.alarm-answered",
                person=person,
                about=f"return-alarm:{alarm.pk}",
                chart=alarm.scope,
                reason=reason,
            )
    except IntegrityError as error:
        raise AlreadyAnswered from error
    return answer
