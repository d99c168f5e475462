"""The live floor, the hours of a table, what staff do to it, and the books of a jackpot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.floor import jackpots, live_floor, staff_actions
from games.floor.hours import Unreadable, hours_keep, is_open, spans_read, spans_said
from games.floor.models import TableHours
from games.models import Incident, Table
from players.audit.models import Line
from players.models import Person
from players.shared.clock import LISBON
from tests.games.tables.test_card_games import FUNDS, STAKES, say, to_end
from tests.room import Room, bet, players_with, table_open

ALL = live_floor.Wanted()


@pytest.fixture
def manager(db: None, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setattr(staff_actions, "summon", lambda tables, wish: None)
    return Person.objects.create_user("gerente@feltro.example", "x", is_staff=True)


# --- hours


@pytest.mark.parametrize(
    ("text", "spans", "said"),
    [
        ("", [], ""),
        ("00:00-24:00", [[0, 1440]], "00:00-24:00"),
        ("18:00-02:00, 10:00 – 14:00", [[600, 840], [1080, 1560]], "10:00-14:00, 18:00-02:00"),
    ],
)
def test_hours_are_read_and_said(text: str, spans: list[list[int]], said: str) -> None:
    assert spans_read(text) == spans and spans_said(spans) == said


@pytest.mark.parametrize(
    "text",
    ["10", "25:00-26:00", "10:70-11:00", "10:00-12:00, 11:00-13:00", "x" * 100, "10:00-12:00;13:00-14:00"],
)
def test_what_is_no_hours_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        spans_read(text)


WEEK = [spans_read("10:00-14:00, 18:00-02:00"), *([[]] * 5), spans_read("23:00-03:00")]  # Monday, ..., Sunday


@pytest.mark.parametrize(
    ("day", "hour", "wanted"),
    [
        (2, "09:59", False), (2, "10:00", True), (2, "14:00", False), (2, "18:00", True), (3, "01:59", True), (3, "02:00", False),
        (2, "02:59", True), (2, "03:00", False), (8, "22:59", False), (8, "23:00", True),
    ],
)  # fmt: skip
def test_a_span_past_midnight_belongs_to_the_day_it_began_in(day: int, hour: str, wanted: bool) -> None:
    at = datetime.strptime(f"2026-11-{day:02} {hour}", "%Y-%m-%d %H:%M").replace(tzinfo=LISBON)
    assert is_open(WEEK, at) is wanted


def test_hours_close_and_open_what_they_closed_and_nothing_else(manager: Person) -> None:
    by_hours, by_hand = table_open(), table_open()
    for table in (by_hours, by_hand):
        TableHours.objects.create(table=table, week=WEEK)
    Table.objects.filter(pk=by_hand.pk).update(status="closed")
    noon, night = (datetime(2026, 11, 2, hour, tzinfo=LISBON) for hour in (12, 16))
    hours_keep(night)
    assert statuses(by_hours, by_hand) == ["closed", "closed"]
    assert hours_keep(night) == (0, 0, 0), "asked again it does nothing"
    hours_keep(noon)
    assert statuses(by_hours, by_hand) == ["open", "closed"]


BACK, FORWARD = (
    datetime(2026, 10, 25, tzinfo=UTC),
    datetime(2026, 3, 29, tzinfo=UTC),
)  # nights that change at 01:00 UTC


@pytest.mark.parametrize(
    ("night", "spans", "opens", "closes"),
    [
        # 01:00 to 01:59 comes twice: what happens in that hour happens the first time.
        (BACK, "00:00-01:30", "23:00", "00:30"),
        (BACK, "01:30-04:00", "00:30", "04:00"),
        (BACK, "01:15-01:45", "00:15", "00:45"),
        (BACK, "00:30-02:00", "23:30", "02:00"),
        (BACK, "02:00-04:00", "02:00", "04:00"),
        # 01:00 to 01:59 does not come: what would happen in that hour happens as the clocks change.
        (FORWARD, "00:00-01:30", "00:00", "01:00"),
        (FORWARD, "01:30-04:00", "01:00", "03:00"),
        (FORWARD, "01:15-01:45", "", ""),
        (FORWARD, "00:30-02:00", "00:30", "01:00"),
        (FORWARD, "02:00-04:00", "01:00", "03:00"),
        # From the day before.
        (BACK, "18:00-01:30", "23:00", "00:30"),
        (FORWARD, "18:00-01:30", "23:00", "01:00"),
    ],
)
def test_hours_on_the_nights_when_the_clocks_change(
    night: datetime, spans: str, opens: str, closes: str
) -> None:
    """From 23:00 to 04:59 UTC, minute by minute: the table is open in one piece."""
    (span,) = spans_read(spans)
    week: list[list[list[int]]] = [[] for _ in range(7)]
    week[5 if span[1] > 1440 else 6] = [span]
    minutes = [night + timedelta(minutes=minute) for minute in range(-60, 300)]
    was_open = [minute for minute in minutes if is_open(week, minute.astimezone(LISBON))]
    if not opens:
        assert was_open == []
        return
    assert was_open == [was_open[0] + timedelta(minutes=minute) for minute in range(len(was_open))]
    assert f"{was_open[0]:%H:%M}" == opens
    assert f"{was_open[-1] + timedelta(minutes=1):%H:%M}" == closes


def test_a_table_that_closed_stays_closed_when_the_hour_repeats(manager: Person) -> None:
    table = table_open()
    week = [spans_read("18:00-01:30")] * 7
    TableHours.objects.create(table=table, week=week)
    found = {}
    for hour, minute in [
        (0, 29),
        (0, 30),
        (1, 0),
        (1, 29),
        (1, 30),
        (17, 59),
        (18, 0),
    ]:  # UTC: 01:30 is 00:30, and again 01:30
        hours_keep(BACK.replace(hour=hour, minute=minute))
        found[f"{hour:02}:{minute:02}"] = statuses(table) == ["open"]
    assert found == {
        "00:29": True,
        "00:30": False,
        "01:00": False,
        "01:29": False,
        "01:30": False,
        "17:59": False,
        "18:00": True,
    }


def test_a_table_opens_as_the_clocks_pass_the_hour_it_should_open_at(manager: Person) -> None:
    table = table_open()
    TableHours.objects.create(table=table, week=[spans_read("01:30-04:00")] * 7)
    found = {}
    for hour, minute in [
        (0, 30),
        (0, 59),
        (1, 0),
        (2, 59),
        (3, 0),
    ]:  # UTC: at 01:00 Lisbon's clocks go from 01:00 to 02:00
        hours_keep(FORWARD.replace(hour=hour, minute=minute))
        found[f"{hour:02}:{minute:02}"] = statuses(table) == ["open"]
    assert found == {"00:30": False, "00:59": False, "01:00": True, "02:59": True, "03:00": False}


def test_with_people_at_it_a_table_drains_and_closes_when_the_last_has_gone(manager: Person) -> None:
    table = table_open()
    TableHours.objects.create(table=table, week=[[]] * 7)
    Table.objects.filter(pk=table.pk).update(seated=2)
    hours_keep()
    assert statuses(table) == ["draining"]
    Table.objects.filter(pk=table.pk).update(seated=0)
    hours_keep()
    assert statuses(table) == ["closed"]


def statuses(*tables: Table) -> list[str]:
    return [Table.objects.get(pk=table.pk).status for table in tables]


# --- acts


def test_a_table_is_drained_closed_and_opened_with_a_reason_on_record(manager: Person) -> None:
    table = table_open()
    Table.objects.filter(pk=table.pk).update(seated=1)
    staff_actions.table_act(table=table.pk, act="close", person=manager, reason="a lamp is broken")
    assert statuses(table) == ["draining"], "nobody is thrown out in the middle of a round"
    with pytest.raises(staff_actions.NotNow):
        staff_actions.table_act(table=table.pk, act="close", person=manager, reason="a lamp is broken")
    Table.objects.filter(pk=table.pk).update(seated=0)
    assert (
        staff_actions.table_act(table=table.pk, act="close", person=manager, reason="a lamp is broken")
        == "closed"
    )
    assert (
        staff_actions.table_act(table=table.pk, act="open", person=manager, reason="the lamp is mended")
        == "open"
    )
    lines = Line.objects.filter(about=f"table:{table.pk}").order_by("id")
    assert [(line.kind, line.person_id, line.said["reason"]) for line in lines][-1] == (
        "tables.opened",
        manager.pk,
        "the lamp is mended",
    )


@pytest.mark.parametrize("act", staff_actions.ACTS)
def test_a_table_on_hold_is_let_go_on_by_two_people_and_by_no_act(manager: Person, act: str) -> None:
    table = table_open()
    Table.objects.filter(pk=table.pk).update(status="held")
    with pytest.raises(staff_actions.NotNow):
        staff_actions.table_act(table=table.pk, act=act, person=manager, reason="a good reason")


# --- the floor


def test_the_floor_shows_phase_people_stakes_and_trouble(tmp_path: Path, db: None) -> None:
    with translation.override("en"):
        here = Room(tmp_path, table_open())
        ana, bruno = players_with(100_000, 2)
        here.sit([ana, bruno])
        here.until("bets-opened")
        here.say((ana, bet(here.round, {"red": 1000})), (bruno, bet(here.round, {"black": 700})))
        row = found(here.table)
        assert (row.phase, row.seated, row.exposure, row.cents) == ("betting", 2, "€17.00", 1_700)
        here.desk.hold("a card lies on the floor")
        row = found(here.table)
        incident = Incident.objects.get(table=here.table)
        assert (
            row.phase == "held"
            and row.trouble == "a card lies on the floor"
            and str(incident.pk) in row.incident
        )
        assert [each.id for each in live_floor.floor(live_floor.Wanted(trouble=True), may_act=True)] == [
            here.table.pk
        ]
        assert row.acts == ()


def found(table: Table) -> live_floor.Row:
    (row,) = [row for row in live_floor.floor(ALL, may_act=True) if row.id == table.pk]
    return row


def test_the_floor_asks_once_whatever_the_number_of_tables(db: None) -> None:
    table_open()
    with CaptureQueriesContext(connection) as few:
        live_floor.floor(ALL, may_act=True)
    for _ in range(12):
        table_open("blackjack")
    with CaptureQueriesContext(connection) as many:
        assert len(live_floor.floor(ALL, may_act=True)) >= 13
    assert len(few) == len(many) == 1


def test_a_step_that_is_due_and_not_taken_is_late(db: None) -> None:
    table = table_open()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_table SET due = now() - interval '1 minute' WHERE id = %s", [table.pk])
    row = found(table)
    assert row.late and ("retry" in [act for act, _ in row.acts])


@pytest.mark.parametrize(
    "given", [{"system": "x"}, {"status": "'; DROP"}, {"currency": "GBP"}, {"trouble": "yes"}]
)
def test_a_filter_that_is_none_filters_nothing(given: dict[str, str]) -> None:
    assert live_floor.wanted_of(given) == ALL


# --- jackpots


def test_P21_the_meter_is_the_sum_of_contributions_and_prizes_and_else_it_is_red(
    tmp_path: Path, db: None
) -> None:
    """[MS-10.1] [MS-10.8b]"""
    here = Room(tmp_path, table_open("macau-stud"))
    (ana,) = players_with(FUNDS, 1)
    here.sit([ana])
    for _ in range(3):
        here.until("bets-opened")
        say(here, ana, STAKES["macau-stud"](1))
        to_end(here)
    (pot,) = jackpots.pots()
    assert pot.level and pot.meter == pot.sum == pot.jackpot.minimum + 3 * pot.jackpot.contribution
    assert {part.cents for part in pot.parts} == {pot.jackpot.minimum, 3 * pot.jackpot.contribution}
    with connection.cursor() as cursor:
        cursor.execute("UPDATE wallet_account SET balance = balance + 1 WHERE kind = 'jackpot'")
    (pot,) = jackpots.pots()
    assert not pot.level and pot.difference == 1
