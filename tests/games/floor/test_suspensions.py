"""Manual suspension of a table: no new round begins, and no round becomes void."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.floor import staff_actions
from games.floor.hours import apply_hours, parse_spans
from games.floor.incidents import confirm_incident, propose_incident
from games.floor.models import TableHours, TableSuspension
from games.models import Incident, Round, Table
from players.audit.models import Line
from players.models import Person
from players.shared.clock import LISBON, now
from tests.demo_house import signed_in
from tests.live_table import LiveTable, balance, bet, players_with, table_open

WHY = "a chip is missing from the tray"


@pytest.fixture
def manager(db: None, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setattr(staff_actions, "send_to_tables", lambda tables, command: None)
    return Person.objects.create_user("gerente@feltro.example", "x", is_staff=True)


def act(table: Table, action: str, person: Person) -> str:
    return staff_actions.act_on_table(table=table.pk, action=action, person=person, reason=WHY)


def status(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def test_the_running_round_plays_to_its_end_and_no_other_begins(tmp_path: Path, manager: Person) -> None:
    room = LiveTable(tmp_path, table_open())
    ana, bruno = players_with(100_000, 2)
    room.sit([ana, bruno])
    room.until("bets-opened")
    number = room.round
    room.send((ana, bet(number, {"red": 1000, "black": 1000})))
    act(room.table, "suspend", manager)
    results = room.send((bruno, bet(number, {"red": 500, "black": 500})))
    assert all(result.refused is None for result in results), "bets are taken until their time is over"
    for _ in range(30):
        room.step()
    rounds = Round.objects.filter(table=room.table).order_by("number")
    assert [(row.number, row.status) for row in rounds if row.opened] == [(number, "ended")]
    assert balance(ana) + balance(bruno) <= 200_000
    assert status(room.table) != "open"


def test_a_suspension_has_a_reason_a_record_and_one_release(manager: Person) -> None:
    table = table_open()
    assert act(table, "suspend", manager) == "draining"
    with pytest.raises(staff_actions.NotAllowedNow):
        act(table, "suspend", manager)
    with pytest.raises(staff_actions.NotAllowedNow):
        act(table, "open", manager)
    assert act(table, "release", manager) == "open"
    with pytest.raises(staff_actions.NotAllowedNow):
        act(table, "release", manager)
    suspension = TableSuspension.objects.get(table=table)
    assert (suspension.reason, suspension.person, suspension.released_by) == (WHY, manager, manager)
    kinds = Line.objects.filter(about=f"table:{table.pk}").order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["tables.suspended", "tables.suspension-ended"]


def test_nothing_opens_a_suspended_table(manager: Person) -> None:
    table, second = table_open(), Person.objects.create_user("outra@feltro.example", "x", is_staff=True)
    act(table, "suspend", manager)
    TableHours.objects.create(table=table, week=[[[0, 1440]]] * 7, closed_by_hours=True)
    apply_hours()
    assert status(table) != "open", "the opening hours"
    Table.objects.filter(pk=table.pk).update(status="held")
    incident = Incident.objects.create(table=table, reason="x", opened=now())
    propose_incident(incident=incident.pk, person=manager, reason="the lamp is mended")
    confirm_incident(incident=incident.pk, person=second)
    assert status(table) == "draining", "the release of an incident"


def test_outside_its_hours_a_released_table_stays_closed_until_they_open_it(manager: Person) -> None:
    table = table_open()
    TableHours.objects.create(table=table, week=[[]] * 7)
    act(table, "suspend", manager)
    assert act(table, "release", manager) != "open"
    TableHours.objects.filter(table=table).update(week=[parse_spans("10:00-14:00")] * 7)
    apply_hours(datetime(2026, 11, 2, 12, tzinfo=LISBON))
    assert status(table) == "open"


def test_a_table_on_hold_is_not_suspended_beside(manager: Person) -> None:
    table = table_open()
    Table.objects.filter(pk=table.pk).update(status="held")
    with pytest.raises(staff_actions.NotAllowedNow):
        act(table, "suspend", manager)
    assert not TableSuspension.objects.exists()


def test_the_database_keeps_one_suspension_and_its_reason(manager: Person) -> None:
    table = table_open()
    TableSuspension.objects.create(table=table, person=manager, reason=WHY)
    for fields in ({"reason": WHY}, {"reason": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            TableSuspension.objects.create(table=table, person=manager, **fields)


def test_an_officer_suspends_and_a_table_manager_releases(demo: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(staff_actions, "send_to_tables", lambda tables, command: None)
    table = Table.objects.get(name="Lisboa")
    address = f"/admin/games/table/{table.pk}/act/"
    officer, manager = signed_in("oficial@feltro.example"), signed_in("mesas@feltro.example")
    assert signed_in("apoio@feltro.example").post(address, {"act": "suspend"}).status_code == 403
    officer.post(address, {"act": "suspend", "reason": WHY})
    assert status(table) != "open"
    assert WHY in officer.get(f"/admin/games/table/{table.pk}/change/").content.decode()
    assert officer.post(address, {"act": "release", "reason": WHY}).status_code == 403
    assert officer.post(address, {"act": "close", "reason": WHY}).status_code == 403
    page = manager.get("/admin/floor/").content.decode()
    assert WHY in page
    manager.post(address, {"act": "release", "reason": "the chip was found under the tray"})
    assert status(table) == "open"


def test_903_B_6_3_1_a_game_and_the_house_are_switched_off_and_on_at_once(manager: Person) -> None:
    roulette, another = table_open(), table_open()
    cards = table_open("blackjack")
    act(another, "suspend", manager)
    running = Table.objects.filter(status__in=("open", "draining")).exclude(pk=another.pk)
    of_game = set(running.filter(system=roulette.system).values_list("pk", flat=True))
    others = set(running.exclude(system=roulette.system).values_list("pk", flat=True))

    def switch(action: str, system: str = "") -> int:
        return staff_actions.act_on_game(system=system, action=action, person=manager, reason=WHY)

    assert switch("suspend", roulette.system) == len(of_game), "the other table was suspended already"
    assert [status(table) for table in (roulette, another, cards)] == ["draining", "draining", "open"]
    assert set(Line.objects.get(kind="tables.game-suspended").details["tables"]) == of_game
    assert switch("suspend") == len(others)
    assert not Table.objects.filter(status="open").exists()
    with pytest.raises(staff_actions.NotAllowedNow):
        switch("suspend")
    assert switch("release") == len(of_game) + len(others) + 1
    assert [status(table) for table in (roulette, another, cards)] == ["open"] * 3
    with pytest.raises(staff_actions.NotAllowedNow):
        switch("release")


def test_903_B_6_3_1_the_page_switches_by_right_and_says_what_happened(demo: None) -> None:
    head, page = signed_in("direcao@feltro.example", "en"), "/admin/floor/switches/"
    running = Table.objects.filter(system="blackjack", status="open").count()
    assert running > 0 and "The whole house" in head.get(page).content.decode()
    form = {"system": "blackjack", "action": "suspend", "reason": WHY}
    text = head.post(page, form, follow=True).content.decode()
    assert f"{running} table" in text and not Table.objects.filter(system="blackjack", status="open").exists()
    again = head.post(page, form, follow=True).content.decode()
    assert "No table of this kind can take this step now." in again
    head.post(page, {**form, "action": "release", "reason": "x"})
    assert not Table.objects.filter(system="blackjack", status="open").exists(), "a reason is needed"
    head.post(page, {**form, "action": "release"})
    assert Table.objects.filter(system="blackjack", status="open").count() == running
    officer = signed_in("oficial@feltro.example", "en")
    assert officer.post(page, {**form, "action": "release"}).status_code == 403
    for wrong in ({**form, "action": "close"}, {**form, "system": "dice"}, {}):
        assert head.post(page, wrong).status_code == 404
