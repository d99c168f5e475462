"""The files that are due for a day of Lisbon, and their names, also when the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from casino.compliance.regulator.due_files import deadline, due_files
from casino.compliance.regulator.facts.spans import hours_of, whole_day
from casino.compliance.regulator.packs import pack_in_force

FORWARD, BACK, ORDINARY = date(2025, 3, 30), date(2025, 10, 26), date(2025, 6, 10)


@pytest.fixture(autouse=True)
def licensed(settings: Any) -> None:
    settings.REGULATOR_VAULT = "2AA"


@pytest.mark.parametrize(("day", "hours"), [(FORWARD, 23), (ORDINARY, 24), (BACK, 25)])
def test_a_day_has_as_many_hours_as_lisbons_clocks_show(day: date, hours: int) -> None:
    spans = hours_of(day)
    assert len(spans) == hours
    assert len({span.hour for span in spans}) == hours, "each has a name of its own"
    assert (spans[0].since, spans[-1].until) == (whole_day(day).since, whole_day(day).until)
    assert all(before.until == after.since for before, after in zip(spans, spans[1:], strict=False))
    assert all(span.until - span.since == timedelta(hours=1) for span in spans)


def test_in_march_the_hour_that_was_left_out_has_no_file() -> None:
    assert [span.hour for span in hours_of(FORWARD)][:3] == ["00", "02", "03"]


def test_in_october_the_repeated_hour_has_the_suffix_b() -> None:
    spans = hours_of(BACK)
    assert [span.hour for span in spans][:4] == ["00", "01", "01B", "02"]
    assert spans[1].since == datetime(2025, 10, 26, 0, tzinfo=UTC) and spans[2].since == datetime(
        2025, 10, 26, 1, tzinfo=UTC
    )
    assert [pack_in_force().file_name("TRAN", span) for span in spans[1:3]] == [
        "TRAN_2025102601_2AA",
        "TRAN_2025102601B_2AA",
    ]


def test_names_are_those_of_the_print() -> None:
    """«AJOG_2015040221_2AA.xml», and «rp» at the end of what is made again.  [903-B Anexo 1, V.1 to V.6]"""
    pack = pack_in_force()
    assert pack.file_name("AJOG", hours_of(ORDINARY)[21]) == "AJOG_2025061021_2AA"
    assert pack.file_name("RESF", whole_day(ORDINARY)) == "RESF_20250610_2AA"
    assert pack.file_name("RESF", whole_day(ORDINARY), 1) == "RESF_20250610_2AArp"
    assert pack.file_name("RESF", whole_day(ORDINARY), 2) == "RESF_20250610_2AA_2rp"
    assert pack.extension == ".xml"


@pytest.mark.parametrize(
    ("day", "files"), [(FORWARD, 23 * 4 + 2), (ORDINARY, 24 * 4 + 2), (BACK, 25 * 4 + 2)]
)
def test_a_whole_day_owes_four_files_an_hour_and_two_a_day(day: date, files: int) -> None:
    whole = whole_day(day)
    assert len(list(due_files(whole.since, whole.until))) == files


def test_of_a_day_that_is_not_over_only_the_hours_that_are_over_are_owed() -> None:
    begins = whole_day(ORDINARY).since
    due = list(due_files(begins, begins + timedelta(hours=5, minutes=59)))
    assert len(due) == 5 * 4 and all(span.hour for _, span in due)


@pytest.mark.parametrize(("hour", "day", "by"), [
    (1, ORDINARY, datetime(2025, 6, 11, 0, tzinfo=UTC)),
    (4, ORDINARY, datetime(2025, 6, 11, 3, tzinfo=UTC)),
    (4, date(2025, 3, 29), datetime(2025, 3, 30, 3, tzinfo=UTC)),
    (4, date(2025, 10, 25), datetime(2025, 10, 26, 4, tzinfo=UTC)),
])  # fmt: skip
def test_the_deadline_is_an_hour_of_the_clocks_on_the_day_after(
    settings: Any, hour: int, day: date, by: datetime
) -> None:
    settings.REGULATOR_PACK = f"casino.compliance.regulator.packs.pt_{2015 if hour == 1 else 2018}"
    assert deadline(whole_day(day).since) == by
