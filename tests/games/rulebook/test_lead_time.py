"""Working days over the holidays of Portugal and of Macau."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from games.catalogue.approval import Lead
from games.catalogue.stud.approval import ROYAL_DAYS
from games.rulebook.lead_time import GENERATOR_DAYS, earliest, is_working, leads
from games.rules.shared.draw_terms import DrawTerms
from games.rules.stud.sheet import Sheet

LISBON = ZoneInfo("Europe/Lisbon")


@pytest.mark.parametrize(
    ("day", "portugal", "both"),
    [
        ("2026-11-20", True, True),  # a Friday like others
        ("2026-11-21", False, False),  # Saturday
        ("2026-12-01", False, False),  # Restauração
        ("2026-12-08", False, False),  # Imaculada Conceição
        ("2026-06-10", False, False),  # Dia de Portugal
        ("2026-06-04", False, False),  # Corpo de Deus
        ("2026-04-03", False, False),  # Sexta-feira Santa
        ("2026-02-17", True, False),  # the first day of the lunar year
        ("2026-02-19", True, False),  # the third
        ("2026-10-01", True, False),  # national day of China
        ("2026-12-25", False, False),  # Christmas, in both
        ("2026-11-02", True, False),  # All Souls', a holiday of Macau's public services
    ],
)
def test_a_working_day_of_macau_is_also_one_in_portugal(day: str, portugal: bool, both: bool) -> None:
    assert is_working(date.fromisoformat(day)) is portugal
    assert is_working(date.fromisoformat(day), ("PT", "MO")) is both


@pytest.mark.parametrize(
    ("requested", "days", "macau", "applies"),
    [
        ("2026-11-16T10:00", 3, False, "2026-11-20T00:00"),  # Monday: Tuesday, Wednesday and Thursday pass
        ("2026-11-18T10:00", 3, False, "2026-11-24T00:00"),  # Wednesday: over a weekend
        ("2026-11-21T10:00", 3, False, "2026-11-26T00:00"),  # requested on a Saturday
        ("2026-11-27T10:00", 3, False, "2026-12-04T00:00"),  # over the first of December
        (
            "2026-12-23T10:00",
            3,
            False,
            "2026-12-30T00:00",
        ),  # over Christmas in Portugal: the 24th, 28th and 29th
        ("2026-02-13T10:00", 3, False, "2026-02-19T00:00"),  # the lunar year is no holiday in Portugal
        (
            "2026-02-13T10:00",
            3,
            True,
            "2026-02-25T00:00",
        ),  # in Macau it is, from its eve on: the 20th, 23rd and 24th count
        ("2026-11-16T18:00", 3, True, "2026-11-21T00:00"),  # in Macau it is Tuesday already
        ("2026-11-16T10:00", 5, False, "2026-11-24T00:00"),
        ("2026-11-16T10:00", 0, False, "2026-11-16T10:00"),  # only the approval is required
        ("2026-12-29T10:00", 3, False, "2027-01-05T00:00"),  # over the year
        ("2026-10-23T23:30", 3, False, "2026-10-29T00:00"),  # over the hour that Lisbon's clocks go back
    ],
)
def test_the_earliest_moment_follows_whole_working_days(
    requested: str, days: int, macau: bool, applies: str
) -> None:
    moment = earliest(
        datetime.fromisoformat(requested).replace(tzinfo=LISBON),
        (Lead(days, "porque sim"),) if days else (),
        ("PT", "MO") if macau else ("PT",),
    )
    assert moment.astimezone(LISBON) == datetime.fromisoformat(applies).replace(tzinfo=LISBON)


def test_MS_13_only_the_royal_figure_and_the_generator_have_lead_times() -> None:
    """[MS-13]"""
    before = Sheet("macau-stud")
    assert [lead.days for lead in leads("macau-stud", before, Sheet("macau-stud", chat=True))] == [0]
    royal = leads("macau-stud", before, Sheet("macau-stud", royal_times=60))
    assert [(lead.days, lead.rule) for lead in royal] == [(0, "MS-13"), (ROYAL_DAYS, "MS-13")]
    first = leads("macau-stud", None, before)
    assert [(lead.days, lead.rule) for lead in first] == [(0, "MS-13"), (ROYAL_DAYS, "MS-13")], (
        "the first determination has the lead time too"
    )
    both = leads("macau-stud", before, Sheet("macau-stud", royal_times=60), generator=True)
    assert max(lead.days for lead in both) == GENERATOR_DAYS == 5


def test_another_draw_is_a_change_of_the_generator() -> None:
    before, after = Sheet("macau-stud"), Sheet("macau-stud", draw=DrawTerms("quicknet"))
    assert GENERATOR_DAYS in {lead.days for lead in leads("macau-stud", before, after)}
    assert GENERATOR_DAYS in {lead.days for lead in leads("macau-stud", after, before)}
    assert GENERATOR_DAYS not in {lead.days for lead in leads("macau-stud", None, after)}
    assert GENERATOR_DAYS not in {lead.days for lead in leads("macau-stud", after, after)}
