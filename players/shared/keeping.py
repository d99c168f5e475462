"""How long the law has personal data kept after an account was closed.

The rule counts that was in force when the account was closed. The database asks the same before it lets
anybody destroy a key (`players/identity/database/keeping.sql`); a test holds both equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from players.models import PersonKey
from players.shared import clock

# What the Safe of the house has to keep, and what it collected to know its customers.
RECORD: Final = PersonKey.Keeping.RECORD.value
DILIGENCE: Final = PersonKey.Keeping.DILIGENCE.value


@dataclass(frozen=True)
class Rule:
    keeping: str
    since: date  # accounts closed on this day of Lisbon or later
    years: int
    law: str


RULES = (
    Rule(RECORD, date(2015, 1, 1), 10, "Regulamento 903-B/2015, 2.3.6"),
    Rule(DILIGENCE, date(2015, 1, 1), 7, "Lei 83/2017, art. 51"),
    Rule(DILIGENCE, date(2027, 7, 10), 5, "Regulation (EU) 2024/1624, art. 77"),
)


def rule_of(keeping: str, closed: datetime) -> Rule:
    day = clock.day_of(closed)
    return max(
        (rule for rule in RULES if rule.keeping == keeping and rule.since <= day), key=lambda rule: rule.since
    )


def keeping_ends(keeping: str, closed: datetime) -> datetime:
    return clock.later_by_months(closed, rule_of(keeping, closed).years * 12)
