"""What holds payouts: an open diligence, an abstention, a suspension, or a confirmed sanction.

Such a withdrawal is under review like many others: one reason, one text and one promise, whatever caused it.
Nobody may learn from it that the house suspects somebody (Lei 83/2017, article 54).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from casino.compliance.laundering.models import Measure
from casino.compliance.screening.holds import CONFIRMED
from games.rulebook.lead_time import is_working
from players.shared import clock

# After a communication the operation may happen if no suspension was notified within seven working days
# (Lei 83/2017, article 47(5)(a)).
ABSTENTION_WORKING_DAYS = 7

HOLDING = Measure.objects.filter(ended=None).exclude(kind=Measure.Kind.RISK)


def is_free(player: int, until: datetime) -> bool:
    """Whether payouts may leave."""
    return not HOLDING.filter(player=player).exists()


def is_under_review(player: int) -> bool:
    return not is_free(player, clock.now()) or CONFIRMED.filter(player=player).exists()


def abstention_ends(begun: datetime) -> datetime:
    """The midnight after the last working day, the day of the communication not counted."""
    day, left = clock.day_of(begun), ABSTENTION_WORKING_DAYS
    while left:
        day += timedelta(days=1)
        left -= is_working(day)
    return end_of_day(day)


def end_of_day(day: date) -> datetime:
    return clock.midnight(day + timedelta(days=1))
