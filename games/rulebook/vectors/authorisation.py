"""The question of the Macau stud vectors that the back office answers, not the engine: when a figure may apply."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from games.catalogue import GAMES
from games.rulebook.lead_time import earliest, is_working, leads
from games.rulebook.lifecycle import STEPS
from games.rulebook.vectors.vector import Answer, Given
from games.rules.stud.sheet import Sheet
from games.rules.stud.variant import MACAU
from players.shared.clock import midnight

ASKED = date(2026, 11, 16)  # a Monday; any day would do


def authorisation(system: str, given: Given) -> dict[str, Any]:
    """May a figure for the royal flush apply so many working days after it was asked for?  [MS-13]"""
    day, counted, countries = ASKED, 0, GAMES[system].approval.countries
    while counted < given["working_days_before"]:
        day += timedelta(days=1)
        counted += is_working(day, countries)
    applies = midnight(day + timedelta(days=1))
    lead = leads(system, None, Sheet(system))
    state = "authorised" if given["authorised"] else "endorsed"
    in_time = applies >= earliest(midnight(ASKED), lead, countries)
    return {"may_apply": in_time and "schedule" in STEPS[state]}


CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, Answer]] = {MACAU: {"authorisation": authorisation}}
