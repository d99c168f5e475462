"""The question of the Macau stud vectors that the back office answers, not the engine: when a figure may apply."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from games.rulebook.lead_time import MACAU_STUD, earliest, is_working, leads
from games.rulebook.lifecycle import STEPS
from games.rulebook.vectors.vector import Given
from games.rules.stud.sheet import Sheet
from players.shared.clock import midnight

ASKED = date(2026, 11, 16)  # a Monday; any day would do


def authorisation(system: str, given: Given) -> dict[str, Any]:
    """May a figure for the royal flush apply so many working days after it was asked for?  [MS-13]"""
    day, counted = ASKED, 0
    while counted < given["working_days_before"]:
        day += timedelta(days=1)
        counted += is_working(day, macau=True)
    applies = midnight(day + timedelta(days=1))
    lead = leads(MACAU_STUD, None, Sheet(MACAU_STUD))
    state = "authorised" if given["authorised"] else "endorsed"
    in_time = applies >= earliest(midnight(ASKED), lead, macau=True)
    return {"may_apply": in_time and "schedule" in STEPS[state]}
