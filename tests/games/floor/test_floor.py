"""The live floor, opening hours, staff actions and jackpots."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from casino.services.folder import PROJECT
from games.floor import jackpots, live_floor, staff_actions
from games.floor.hours import InvalidHours, apply_hours, format_spans, is_open, parse_spans
from games.floor.models import TableHours
from games.models import Incident, Round, Table
from players.audit.models import Line
from players.models import Person
from players.shared import clock
from players.shared.clock import LISBON
from players.shared.staff_errors import InvalidFilter
from tests.demo_house import signed_in
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, bet, players_with, table_open

ALL = live_floor.FloorFilters()


def everything(permission: str) -> bool:
    return True


@pytest.fixture
def manager(db: None, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setattr(staff_actions, "send_to_tables", lambda tables, command: None)
    return Person.objects.create_user("gerente@feltro.example", "x", is_staff=True)


# --- hours


@pytest.mark.parametrize(
    ("text", "spans", "formatted"),
    [
        ("", [], ""),
        ("00:00-24:00", [[0, 1440]], "00:00-24:00"),
        ("18:00-02:00, 10:00 – 14:00", [[600, 840], [1080, 1560]], "10:00-14:00, 18:00-02:00"),
    ],
)
def test_hours_are_parsed_and_formatted(text: str, spans: list[list[int]], formatted: str) -> None:
    assert parse_spans(text) == spans and format_spans(spans) == formatted


@pytest.mark.parametrize(
    "text",
    ["10", "25:00-26:00", "10:70-11:00", "10:00-12:00, 11:00-13:00", "x" * 100, "10:00-12:00;13:00-14:00"],
)
def test_invalid_hours_are_refused(text: str) -> None:
    with pytest.raises(InvalidHours):
        parse_spans(text)


WEEK = [
    parse_spans("10:00-14:00, 18:00-02:00"),
    *([[]] * 5),
    parse_spans("23:00-03:00"),
]  # Monday, ..., Sunday


@pytest.mark.parametrize(
    ("day", "hour", "expected"),
    [
        (2, "09:59", False), (2, "10:00", True), (2, "14:00", False), (2, "18:00", True), (3, "01:59", True),
        (3, "02:00", False), (2, "02:59", True), (2, "03:00", False), (8, "22:59", False), (8, "23:00", True),
    ],
)  # fmt: skip
def test_a_span_past_midnight_belongs_to_its_first_day(day: int, hour: str, expected: bool) -> None:
    at = datetime.strptime(f"2026-11-{day:02} {hour}", "%Y-%m-%d %H:%M").replace(tzinfo=LISBON)
    assert is_open(WEEK, at) is expected


def test_hours_open_only_the_tables_that_they_closed(manager: Person) -> None:
    by_hours, by_hand = table_open(), table_open()
    for table in (by_hours, by_hand):
        TableHours.objects.create(table=table, week=WEEK)
    Table.objects.filter(pk=by_hand.pk).update(status="closed")
    noon, night = (datetime(2026, 11, 2, hour, tzinfo=LISBON) for hour in (12, 16))
    apply_hours(night)
    assert statuses(by_hours, by_hand) == ["closed", "closed"]
    assert apply_hours(night) == (0, 0, 0), "a second run changes nothing"
    apply_hours(noon)
    assert statuses(by_hours, by_hand) == ["open", "closed"]


# The nights when the clocks change, at 01:00 UTC.
BACK, FORWARD = datetime(2026, 10, 25, tzinfo=UTC), datetime(2026, 3, 29, tzinfo=UTC)


@pytest.mark.parametrize(
    ("night", "spans", "opens", "closes"),
    [
        # 01:00 to 01:59 occurs twice: only the first time counts.
        (BACK, "00:00-01:30", "23:00", "00:30"),
        (BACK, "01:30-04:00", "00:30", "04:00"),
        (BACK, "01:15-01:45", "00:15", "00:45"),
        (BACK, "00:30-02:00", "23:30", "02:00"),
        (BACK, "02:00-04:00", "02:00", "04:00"),
        # 01:00 to 01:59 is skipped: its times count when the clocks change.
        (FORWARD, "00:00-01:30", "00:00", "01:00"),
        (FORWARD, "01:30-04:00", "01:00", "03:00"),
        (FORWARD, "01:15-01:45", "", ""),
        (FORWARD, "00:30-02:00", "00:30", "01:00"),
        (FORWARD, "02:00-04:00", "01:00", "03:00"),
        # Spans of the day before.
        (BACK, "18:00-01:30", "23:00", "00:30"),
        (FORWARD, "18:00-01:30", "23:00", "01:00"),
    ],
)
def test_hours_on_the_nights_when_the_clocks_change(
    night: datetime, spans: str, opens: str, closes: str
) -> None:
    """The table is open without a gap, checked for each minute from 23:00 to 04:59 UTC."""
    (span,) = parse_spans(spans)
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
    week = [parse_spans("18:00-01:30")] * 7
    TableHours.objects.create(table=table, week=week)
    opened = {}
    # In UTC. Lisbon's 01:30 is 00:30 and, when the hour repeats, 01:30.
    for hour, minute in [(0, 29), (0, 30), (1, 0), (1, 29), (1, 30), (17, 59), (18, 0)]:
        apply_hours(BACK.replace(hour=hour, minute=minute))
        opened[f"{hour:02}:{minute:02}"] = statuses(table) == ["open"]
    assert opened == {
        "00:29": True,
        "00:30": False,
        "01:00": False,
        "01:29": False,
        "01:30": False,
        "17:59": False,
        "18:00": True,
    }


def test_a_table_opens_when_the_clocks_skip_its_opening_time(manager: Person) -> None:
    table = table_open()
    TableHours.objects.create(table=table, week=[parse_spans("01:30-04:00")] * 7)
    opened = {}
    # In UTC. At 01:00 Lisbon's clocks go from 01:00 to 02:00.
    for hour, minute in [(0, 30), (0, 59), (1, 0), (2, 59), (3, 0)]:
        apply_hours(FORWARD.replace(hour=hour, minute=minute))
        opened[f"{hour:02}:{minute:02}"] = statuses(table) == ["open"]
    assert opened == {"00:30": False, "00:59": False, "01:00": True, "02:59": True, "03:00": False}


def test_a_table_with_players_drains_and_closes_when_the_last_leaves(manager: Person) -> None:
    table = table_open()
    TableHours.objects.create(table=table, week=[[]] * 7)
    Table.objects.filter(pk=table.pk).update(seated=2)
    apply_hours()
    assert statuses(table) == ["draining"]
    Table.objects.filter(pk=table.pk).update(seated=0)
    apply_hours()
    assert statuses(table) == ["closed"]


def statuses(*tables: Table) -> list[str]:
    return [Table.objects.get(pk=table.pk).status for table in tables]


# --- actions


def test_every_action_on_a_table_is_recorded_with_its_reason(manager: Person) -> None:
    table = table_open()
    Table.objects.filter(pk=table.pk).update(seated=1)
    staff_actions.act_on_table(table=table.pk, action="close", person=manager, reason="a lamp is broken")
    assert statuses(table) == ["draining"], "players finish their round"
    with pytest.raises(staff_actions.NotAllowedNow):
        staff_actions.act_on_table(table=table.pk, action="close", person=manager, reason="a lamp is broken")
    Table.objects.filter(pk=table.pk).update(seated=0)
    assert (
        staff_actions.act_on_table(table=table.pk, action="close", person=manager, reason="a lamp is broken")
        == "closed"
    )
    assert (
        staff_actions.act_on_table(table=table.pk, action="open", person=manager, reason="the lamp is mended")
        == "open"
    )
    lines = Line.objects.filter(about=f"table:{table.pk}").order_by("id")
    assert [(line.kind, line.person_id, line.details["reason"]) for line in lines][-1] == (
        "tables.opened",
        manager.pk,
        "the lamp is mended",
    )


@pytest.mark.parametrize("action", staff_actions.ACTIONS)
def test_no_action_releases_a_table_on_hold(manager: Person, action: str) -> None:
    table = table_open()
    Table.objects.filter(pk=table.pk).update(status="held")
    with pytest.raises(staff_actions.NotAllowedNow):
        staff_actions.act_on_table(table=table.pk, action=action, person=manager, reason="a good reason")


# --- the floor


def test_the_floor_shows_phase_players_stakes_and_trouble(tmp_path: Path, db: None) -> None:
    with translation.override("en"):
        room = LiveTable(tmp_path, table_open())
        ana, bruno = players_with(100_000, 2)
        room.sit([ana, bruno])
        room.until("bets-opened")
        room.send((ana, bet(room.round, {"red": 1000})), (bruno, bet(room.round, {"black": 700})))
        row = floor_row(room.table)
        assert (row.phase, row.seated, row.exposure, row.cents) == ("betting", 2, "€17.00", 1_700)
        assert (row.worst, row.worst_cents) == ("at most €10.00", 1_000), "red wins, or black"
        room.transaction.hold("a card lies on the floor")
        row = floor_row(room.table)
        incident = Incident.objects.get(table=room.table)
        assert (
            row.phase == "held"
            and row.trouble == "a card lies on the floor"
            and str(incident.pk) in row.incident
        )
        in_trouble = live_floor.floor_rows(live_floor.FloorFilters(trouble=True), may=everything)
        assert [row.id for row in in_trouble] == [room.table.pk]
        assert row.actions == ()


def floor_row(table: Table) -> live_floor.FloorRow:
    (row,) = [row for row in live_floor.floor_rows(ALL, may=everything) if row.id == table.pk]
    return row


def test_the_floor_makes_one_query_for_any_number_of_tables(db: None) -> None:
    table_open()
    with CaptureQueriesContext(connection) as few:
        live_floor.floor_rows(ALL, may=everything)
    for _ in range(12):
        table_open("blackjack")
    with CaptureQueriesContext(connection) as many:
        assert len(live_floor.floor_rows(ALL, may=everything)) >= 13
    assert len(few) == len(many) == 1


def test_the_floor_shows_what_the_open_rounds_would_cost_at_worst(tmp_path: Path, db: None) -> None:
    wheel = LiveTable(tmp_path, table_open())
    *players, other = players_with(FUNDS, 3)
    wheel.sit(players)
    wheel.until("bets-opened")
    wheel.send(*((player, bet(wheel.round, {"straight:17": 500, "red": 1000})) for player in players))
    wheel.send((players[0], bet(wheel.round, {"black": 700})))
    with CaptureQueriesContext(connection) as one_table:
        rows = live_floor.floor_rows(ALL)
    # Two straights on 17 at 35 to one; 17 is black.
    assert floor_row(wheel.table).worst_cents == 2 * 500 * 35 + 700
    cards = LiveTable(tmp_path, table_open("blackjack"))
    cards.sit([other])
    cards.until("bets-opened")
    assert send_command(cards, other, STAKES["blackjack"](cards.live.players[other.pk])).refused is None
    with CaptureQueriesContext(connection) as two_tables, translation.override("en"):
        rows = live_floor.floor_rows(ALL)
        summary = {title: value for title, value, _alarm in live_floor.summarise(rows)}
    assert len(one_table) == len(two_tables) == 2
    costs = {row.id: row.worst_cents for row in rows}
    assert costs[cards.table.pk] == 4 * 1_000, "the special prize, and the hand"
    assert summary["Highest prizes possible"] == f"€{sum(costs.values()) / 100:,.2f}"
    to_end(wheel)
    assert floor_row(wheel.table).worst == "", "what is settled costs nothing more"


def test_each_table_keeps_its_place_and_what_is_wrong_now_stands_above(db: None) -> None:
    """A table on hold used to jump to the top, under the finger of who was about to act on another."""
    tables = [table_open() for _ in range(4)]
    _asleep, seated, held, closed = tables
    places = [row.id for row in live_floor.floor_rows(ALL)]
    Table.objects.filter(pk=seated.pk).update(seated=2)
    Table.objects.filter(pk=held.pk).update(status="held", reason="a fault")
    Table.objects.filter(pk=closed.pk).update(status="closed", reason="Quiet night")
    rows = live_floor.floor_rows(ALL)
    assert [row.id for row in rows] == places
    states = {row.id: (row.idle, row.in_trouble) for row in rows}
    assert [states[table.pk] for table in tables] == [
        (True, False), (False, False), (False, True), (True, False),
    ]  # fmt: skip
    wrong = [(line.table, line.text) for line in live_floor.wrong_now(rows) if line.table == held.name]
    assert wrong == [(held.name, "a fault")]


def test_why_a_person_closed_a_table_is_no_trouble(db: None) -> None:
    """It once stood among the problems for as long as the table was closed."""
    table = table_open()
    Table.objects.filter(pk=table.pk).update(status="closed", reason="Quiet night")
    row = floor_row(table)
    assert (row.trouble, row.solved, row.in_trouble) == ("", "Quiet night", False)
    assert floor_row(table) not in live_floor.floor_rows(live_floor.FloorFilters(trouble=True))


def test_the_floor_says_what_was_staked_today(db: None) -> None:
    table = table_open()
    now = clock.now()
    for number, staked, returned, ended, status in (
        (1, 1000, 250, now, "ended"),
        (2, 500, 0, now, "void"),
        (3, 700, 0, clock.midnight(clock.day_of(now)) - timedelta(seconds=1), "ended"),
    ):
        Round.objects.create(
            table=table, number=number, staked=staked, returned=returned, ended=ended, status=status
        )
    with translation.override("en"):
        row = floor_row(table)
    assert (row.staked_today, row.result_today) == ("€10.00", "+€7.50")


def test_an_overdue_step_is_late(db: None) -> None:
    table = table_open()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_table SET due = now() - interval '1 minute' WHERE id = %s", [table.pk])
    row = floor_row(table)
    assert row.late and "retry" in dict(row.actions)


@pytest.mark.parametrize(
    "query", [{"system": "x"}, {"status": "'; DROP"}, {"currency": "GBP"}, {"trouble": "yes"}]
)
def test_an_unknown_filter_is_refused(query: dict[str, str]) -> None:
    with pytest.raises(InvalidFilter):
        live_floor.parse_filters(query)


# --- jackpots


def test_P21_the_meter_is_the_sum_of_its_transfers_or_is_marked(tmp_path: Path, db: None) -> None:
    """[MS-10.1] [MS-10.8b]"""
    room = LiveTable(tmp_path, table_open("macau-stud"))
    (ana,) = players_with(FUNDS, 1)
    room.sit([ana])
    for _ in range(3):
        room.until("bets-opened")
        send_command(room, ana, STAKES["macau-stud"](1))
        to_end(room)
    (pot,) = jackpots.list_pots()
    assert pot.is_balanced and pot.meter == pot.total == pot.jackpot.minimum + 3 * pot.jackpot.contribution
    assert {part.cents for part in pot.parts} == {pot.jackpot.minimum, 3 * pot.jackpot.contribution}
    with connection.cursor() as cursor:
        cursor.execute("UPDATE wallet_account SET balance = balance + 1 WHERE kind = 'jackpot'")
    (pot,) = jackpots.list_pots()
    assert not pot.is_balanced and pot.difference == 1


def test_the_page_of_a_table_begins_with_its_state_and_tells_its_events_in_words(
    tmp_path: Path, demo: None
) -> None:
    room = LiveTable(tmp_path, table_open("american-roulette"))
    (ana,) = players_with(FUNDS, 1)
    room.sit([ana])
    room.until("bets-opened")
    address = f"/admin/games/table/{room.table.pk}/change/"
    text = signed_in("mesas@feltro.example", "en").get(address).content.decode()
    head = text[text.index("office-heading") :].partition("</dl>")[0]
    assert "betting" in head and "Seated" in head
    events = text[text.index("Last events") :].partition("</table>")[0]
    assert "“Place your bets”" in events and "Sat down" in events


def test_each_table_of_the_floor_has_a_field_for_the_reason_of_an_act(demo: None) -> None:
    """The list of rows once made the field a large one with the name of the page, and no act had a reason."""
    page = signed_in("mesas@feltro.example", "en").get("/admin/floor/").content.decode()
    forms = page.count('class="office-act"')
    assert forms > 3 and page.count(' name="reason"') == forms


def test_a_field_for_a_reason_takes_nothing_from_its_page() -> None:
    templates = [path.read_text("utf-8") for path in (PROJECT / "templates").rglob("*.html")]
    includes = re.findall(r'{% include "backoffice/reason.html"(.*?)%}', "".join(templates))
    assert len(includes) > 20
    assert [options for options in includes if not options.endswith(" only ")] == []
