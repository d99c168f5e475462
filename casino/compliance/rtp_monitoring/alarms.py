"""Alarms: raised automatically each day, answered by an officer with a reason.

An alarm has no automatic consequence.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from casino.compliance.rtp_monitoring.charts import all_charts
from casino.compliance.rtp_monitoring.models import Alarm, Answer, ReturnsFoldedUntil
from players.audit import note
from players.models import Person
from players.shared import clock


class AlreadyAnswered(Exception):
    """Another person has answered the alarm."""

    sentence = _("This alarm has been answered already.")


def raise_alarms() -> int:
    """Raise an alarm for each chart whose evidence passed the threshold; returns how many are new."""
    count = 0
    existing = set(Alarm.objects.values_list("scope", "since"))
    for scope, walk in all_charts().items():
        point, since = walk.first_alarm(), walk.points[0].day
        if point is None or (scope, since) in existing:
            continue
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
        count += 1
    return count


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
