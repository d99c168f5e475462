"""Rules for an age: their windows are kept for everybody, and they speak only of players who are so old then.

The age is asked for when a rule was met, so no state and no event holds a birth date. Of a player whose birth
date is unknown such a rule says nothing; every other rule does.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from casino.compliance.monitoring.record import moment_of
from casino.compliance.monitoring.rules import Rule
from players.identity.verification.identifiers import birthday
from players.shared import clock


def births_of(players: Iterable[int]) -> dict[int, date]:
    from players.identity.models import Identity  # the rest is pure, and measured without a database

    known = Identity.objects.filter(player__in=set(players))
    return {identity.player_id: identity.birth for identity in known}


def speaks_of(rule: Rule, birth: date | None, at: int) -> bool:
    """Whether the rule is for somebody of this age at this moment."""
    if rule.ages is None:
        return True
    if birth is None:
        return False
    youngest, oldest = rule.ages
    day = clock.day_of(moment_of(at))
    return birthday(birth, youngest) <= day < birthday(birth, oldest + 1)
