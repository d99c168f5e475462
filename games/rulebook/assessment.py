"""What a request for a change of the random generator says beside its reason.  [903-B 9.7.1, 9.7.2]"""

from __future__ import annotations

from msgspec import Struct

from games.rulebook.models import RuleChange


class Assessment(Struct, frozen=True):
    """What its author writes for those who sign it, and for the register of changes."""

    category: str = ""
    other_parts: str = ""
    risk: str = ""


NOT_ASSESSED = Assessment()


def assessment_of(change: RuleChange) -> Assessment:
    return Assessment(change.category, change.other_parts, change.risk)
