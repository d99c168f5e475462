"""The calendar of duties: its dates, the alarm before each, the proof, and the feed for calendar programs."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from casino.compliance.duties import due_dates, icalendar
from casino.compliance.duties.due_dates import DUTIES, DUTY_OF, DueItem, Standing, check_duties, due_items
from casino.compliance.duties.models import CalendarFeed, Filing
from casino.compliance.regulator import keys, production
from games.rulebook.lead_time import is_working
from players.models import Person
from players.shared import clock
from tests.demo_house import signed_in
from tests.proposals import named

pytestmark = pytest.mark.django_db
BEGAN = date(2026, 1, 1)


@pytest.fixture
def year(monkeypatch: pytest.MonkeyPatch, settings: Any) -> datetime:
    """A house that began with the year and owes something; the noon of 12 November."""
    settings.HOUSE_DEMO = False
    monkeypatch.setattr(due_dates, "first_owed", lambda: BEGAN)
    return clock.midnight(date(2026, 11, 12)) + timedelta(hours=12)


def item(key: str, now: datetime) -> DueItem:
    return next(one for one in due_items(now) if one.key == key)


@pytest.mark.parametrize(
    ("code", "period", "last"),
    [
        ("tax-return", date(2026, 10, 1), date(2026, 11, 13)),  # the 15th is a Sunday
        ("tax-return", date(2026, 6, 1), date(2026, 7, 15)),
        ("tax-payment", date(2026, 1, 1), date(2026, 2, 27)),  # the 28th is a Saturday
        ("tax-payment", date(2025, 11, 1), date(2025, 12, 31)),
        ("quarterly-figures", date(2026, 1, 1), date(2026, 4, 15)),
        ("weakness-analysis", date(2026, 7, 1), date(2026, 9, 30)),
        ("cancelled-accounts", date(2026, 1, 1), date(2027, 1, 29)),  # the 31st is a Sunday
    ],
)
def test_a_date_on_no_working_day_is_due_before_it(code: str, period: date, last: date) -> None:
    assert DUTY_OF[code].last_day(period) == last


@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: duty.code)
def test_every_duty_is_due_on_a_working_day_after_its_period_began(duty: due_dates.Duty) -> None:
    for month in range(1, 13):
        period = duty.first_of(date(2026, month, 17))
        last = duty.last_day(period)
        assert is_working(last) and last > period and duty.first_of(period) == period


def test_an_alarm_rings_before_a_date_and_the_proof_ends_it(year: datetime) -> None:
    key = "tax-return-2026-10"
    due = item(key, year).due
    assert due == clock.midnight(date(2026, 11, 14)), "the whole of the last day is in time"
    states = [
        item(key, due - timedelta(days=days)).standing(due - timedelta(days=days)) for days in (6, 5, 0)
    ]
    assert states == [Standing.OPEN, Standing.SOON, Standing.LATE]
    good, details = check_duties(year)
    assert good is False and details["lines"]
    Filing.objects.create(
        duty="tax-return", period=date(2026, 10, 1), dated=year.date(), reference="GJ-1", person=staff()
    )
    assert item(key, year).standing(year) is Standing.DONE


def test_every_alarm_rings_before_its_date(year: datetime, tmp_path: Path, settings: Any) -> None:
    settings.REGULATOR_SANDBOX_KEYS = str(tmp_path)
    keys.make_sandbox_keys(tmp_path, since=year - keys.SANDBOX_LIFE + timedelta(days=70))
    production.expect(since=year - timedelta(hours=3), until=year)
    with clock.at(year):
        items = due_items(year)
    kinds = {item.key.partition("-20")[0] for item in items}
    assert kinds >= {duty.code for duty in DUTIES} | {
        "regulator-files", "certificate-house", "certificate-regulator",
    }  # fmt: skip
    assert [item.key for item in items if item.alarm >= item.due] == []
    lines = unfolded(icalendar.calendar_text(items, year))
    assert lines.count("BEGIN:VALARM") == lines.count("BEGIN:VEVENT") == len(items)


def test_the_end_of_a_certificate_is_shown_and_rings_sixty_days_before(
    year: datetime, tmp_path: Path, settings: Any
) -> None:
    settings.REGULATOR_SANDBOX_KEYS = str(tmp_path)
    keys.make_sandbox_keys(tmp_path, since=year - keys.SANDBOX_LIFE + timedelta(days=70))
    one = item("certificate-house", year)
    assert one.standing(year + timedelta(days=9)) is Standing.OPEN
    assert one.standing(year + timedelta(days=10)) is Standing.SOON
    (tmp_path / keys.HOUSE).write_text("nothing")
    assert not [other for other in due_items(year) if other.key.startswith("certificate")]


def test_a_day_is_shown_as_its_last_day_and_not_as_the_midnight_after(year: datetime) -> None:
    one = item("tax-return-2026-10", year)
    assert one.last_day == date(2026, 11, 13)
    lines = unfolded(icalendar.calendar_text([one], year))
    assert "DTSTART;VALUE=DATE:20261113" in lines and "TRIGGER;VALUE=DATE-TIME:20261109T000000Z" in lines


def staff() -> Person:
    return Person.objects.create_user("somebody@feltro.example", is_staff=True)


def test_a_house_owes_nothing_for_the_time_before_it_and_a_demonstration_nothing_at_all(
    year: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    months = {one.key[-7:] for one in due_items(year) if one.key.startswith("tax-return")}
    assert min(months) == "2026-01"
    monkeypatch.setattr(due_dates, "first_owed", lambda: None)
    assert check_duties(year) == (None, {"lines": []})
    settings.HOUSE_DEMO = True
    monkeypatch.setattr(due_dates, "first_owed", lambda: BEGAN)
    assert check_duties(year)[0] is None


def test_the_calendar_asks_few_questions(year: datetime, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(8):
        assert len(due_items(year)) > 40


def test_a_proof_is_entered_and_wrong_input_loses_nothing(demo: None) -> None:
    client = signed_in("oficial@feltro.example", "en")
    address = reverse("compliance_duty", args=["tax-return", "2026-10-01"])
    tomorrow = (clock.day_of(clock.now()) + timedelta(days=1)).isoformat()
    for values in (
        {"dated": tomorrow, "reference": "GJ-1"},
        {"dated": "x", "reference": "GJ-1"},
        {"dated": "2001-01-01", "reference": "GJ-1"},
    ):
        answer = client.post(address, values)
        assert answer.status_code == 422 and 'value="GJ-1"' in answer.content.decode()
    assert client.post(address, {"dated": "2026-11-13", "reference": ""}).status_code == 422
    assert not Filing.objects.exists()
    assert client.post(address, {"dated": "2026-11-13", "reference": "GJ-1"}).status_code == 302
    assert Filing.objects.get().person == named("oficial")
    page = client.get(reverse("compliance_duties"))
    assert page.status_code == 200 and b"GJ-1" in client.get(address).content
    assert client.get(reverse("compliance_duties"), {"as": "csv"}).status_code == 200
    reader = signed_in("regulador@feltro.example", "en")
    assert reader.post(address, {"dated": "2026-11-13", "reference": "GJ-2"}).status_code == 403


@pytest.mark.parametrize(
    ("code", "period"),
    [("none", "2026-10-01"), ("tax-return", "2026-10-02"), ("quarterly-figures", "2026-02-01"),
     ("tax-return", "x"), ("tax-return", "0001-01-01")],
)  # fmt: skip
def test_a_period_that_no_duty_has_does_not_exist(demo: None, code: str, period: str) -> None:
    address = reverse("compliance_duty", args=[code, period])
    assert signed_in("oficial@feltro.example", "en").get(address).status_code == 404


def test_a_feed_answers_at_its_address_until_it_is_revoked(demo: None) -> None:
    client, program = signed_in("oficial@feltro.example", "en"), Client()
    client.post(reverse("compliance_duties"))
    address = urlsplit(icalendar.feed_url(CalendarFeed.objects.get())).path
    assert address in client.get(reverse("compliance_duties")).content.decode()
    answer = program.get(address)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/calendar")
    assert program.post(address).status_code == 405
    client.post(reverse("compliance_duties"))
    assert program.get(address).status_code == 404, "a new address ends the earlier one"
    newest = urlsplit(icalendar.feed_url(CalendarFeed.objects.get(revoked=None))).path
    assert program.get(newest).status_code == 200
    client.post(reverse("compliance_duties"), {"revoke": "1"})
    assert program.get(newest).status_code == 404
    assert CalendarFeed.objects.filter(revoked=None).count() == 0


def test_an_address_of_somebody_who_left_or_of_our_own_making_answers_nobody(demo: None) -> None:
    officer = named("oficial")
    icalendar.make_feed(officer)
    feed = CalendarFeed.objects.get()
    address = urlsplit(icalendar.feed_url(feed)).path
    for forged in (str(feed.pk), f"{feed.pk}:x", signing.Signer(salt="other").sign(feed.pk), "%00", "é"):
        assert Client().get(f"/duties/{forged}.ics").status_code == 404
    officer.groups.clear()
    assert Client().get(address).status_code == 404, "without the right"
    Person.objects.filter(pk=officer.pk).update(is_active=False)
    assert Client().get(address).status_code == 404


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")


@given(title=st.text(max_size=120), about=st.text(max_size=120))
def test_any_text_makes_lines_that_rfc_5545_allows_and_reads_back(title: str, about: str) -> None:
    now = datetime(2026, 10, 1, 9, tzinfo=clock.LISBON)
    one = DueItem("k-1", title, about, "law", "owner", now + timedelta(days=9), now, "/admin/")
    lines = unfolded(icalendar.calendar_text([one], now))
    [summary] = [line.removeprefix("SUMMARY:") for line in lines if line.startswith("SUMMARY:")]
    plain = summary.replace("\\\\", "\0").replace("\\n", "\n").replace("\\;", ";").replace("\\,", ",")
    wanted = "\n".join(f"{title} · {about}".splitlines()) if "\0" not in title + about else None
    assert wanted is None or plain.replace("\0", "\\") == wanted
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == lines.count("BEGIN:VALARM") == 1
    assert "DTSTART:20261010T080000Z" in lines and "TRIGGER;VALUE=DATE-TIME:20261001T080000Z" in lines
