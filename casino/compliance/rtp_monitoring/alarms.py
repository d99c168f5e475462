"""Alarms: raised by the house each day, answered by an officer with a reason. Nothing else follows from one by itself."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from casino.compliance.rtp_monitoring.charts import every
from casino.compliance.rtp_monitoring.models import Alarm, Answer, Upto
from players.audit import note
from players.models import Person
from players.shared import clock


class Answered(Exception):
    """Somebody was faster."""

    sentence = _("This alarm has been answered already.")


def alarms_raise() -> int:
    """One alarm for each chart whose evidence has passed; how many are new."""
    made = 0
    known = set(Alarm.objects.values_list("scope", "since"))
    for scope, walk in every().items():
        point, since = walk.alarmed(), walk.points[0].day
        if point is None or (scope, since) in known:
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
        made += 1
    return made


def alarm_answer(*, alarm: Alarm, person: Person, reason: str) -> Answer:
    """What was found; the chart is counted anew from today on."""
    try:
        with transaction.atomic():
            day = Upto.objects.values_list("day", flat=True).first() or clock.day_of(clock.now())
            answer = Answer.objects.create(alarm=alarm, person=person, day=day, reason=reason)
            note(
                "returns.alarm-answered",
                person=person,
                about=f"return-alarm:{alarm.pk}",
                chart=alarm.scope,
                reason=reason,
            )
    except IntegrityError as error:
        raise Answered from error
    return answer
