"""Every check of the worked examples: those of the engines, and those that the back office answers with its own code."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from games.rulebook.lead import MACAU_STUD, earliest, is_working, leads
from games.rulebook.life import STEPS
from games.rules import vectors
from games.rules.stud_sheet import Sheet
from games.rules.vectors_roulette import Answer
from players.clock import midnight

ASKED = date(2026, 11, 16)  # a Monday; any day would do


def authorisation(system: str, given: Mapping[str, Any]) -> dict[str, Any]:
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


CHECKS: Mapping[str, Mapping[str, Answer]] = {
    **vectors.CHECKS,
    MACAU_STUD: {**vectors.CHECKS[MACAU_STUD], "authorisation": authorisation},
}
