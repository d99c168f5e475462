"""The check of the Macau stud vectors about the rulebook: when a figure may apply."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from games.catalogue import GAMES
from games.rulebook.lead_time import earliest, is_working, leads
from games.rulebook.lifecycle import STEPS
from games.rulebook.vectors.vector import CheckFunction, Given
from games.rules.stud.sheet import Sheet
from games.rules.stud.variant import MACAU
from players.shared.clock import midnight

REQUESTED = date(2026, 11, 16)  # a Monday; the date does not matter


def authorisation(system: str, given: Given) -> dict[str, object]:
    """Whether a royal flush figure may apply that many working days after the request.  [MS-13]"""
    day, counted, countries = REQUESTED, 0, GAMES[system].approval.countries
    while counted < given["working_days_before"]:
        day += timedelta(days=1)
        counted += is_working(day, countries)
    applies = midnight(day + timedelta(days=1))
    lead = leads(system, None, Sheet(system))
    state = "authorised" if given["authorised"] else "endorsed"
    in_time = applies >= earliest(midnight(REQUESTED), lead, countries)
    return {"may_apply": in_time and "schedule" in STEPS[state]}


CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, CheckFunction]] = {MACAU: {"authorisation": authorisation}}
