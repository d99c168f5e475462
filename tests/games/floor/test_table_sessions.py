"""Scheduled sessions of tables in the back office: announced by the table manager, started by the
schedule, with their registrations.

[HE-2m] [HE-6b]
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime, now

from casino.backoffice.roles import grant_role, write_roles
from games.floor import table_sessions, tasks
from games.models import Table, TableSession
from games.tables.transport.protocol import OpenTableSession
from players.audit.models import Line
from players.inbox.models import Message
from players.models import Person
from tests.live_table import players_with, table_open

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def demo(settings: Any) -> None:
    settings.HOUSE_DEMO = True  # where staff need no second factor


@pytest.fixture
def table() -> Table:
    return table_open("holdem", seats=3, regime="session", hours=2, name="Viana")


def staff(role: str) -> Client:
    write_roles()
    person = Person.objects.create_user(f"{role.replace(' ', '-')}@staff.example", "x", is_staff=True)
    grant_role(person, role)
    client = Client()
    client.force_login(Person.objects.get(pk=person.pk))
    return client


def announce(client: Client, table: Table, hours_ahead: float) -> int:
    starts = localtime(now() + timedelta(hours=hours_ahead))
    form = {"table": table.pk, "starts_0": f"{starts:%Y-%m-%d}", "starts_1": f"{starts:%H:%M:%S}"}
    return client.post(reverse("admin:games_tablesession_add"), form).status_code


def test_the_table_manager_announces_a_session_of_the_hours_that_the_table_says(table: Table) -> None:
    client = staff("table manager")
    other = table_open("holdem", name="sem sessões")
    page = client.get(reverse("admin:games_tablesession_add")).content.decode()
    assert table.name in page and other.name not in page, "only tables that run by sessions"
    assert announce(client, table, 5) == 302
    (session,) = TableSession.objects.all()
    assert session.status == "announced" and session.ends - session.starts == timedelta(hours=2)
    assert Line.objects.filter(kind="tables.session-announced", about=f"session:{session.pk}").count() == 1
    listed = client.get(reverse("admin:games_tablesession_changelist")).content.decode()
    assert table.name in listed and "0 de 3" in listed or "0 of 3" in listed


@pytest.mark.parametrize("hours", [-1, 24 * 15])
def test_a_session_begins_in_the_future_and_not_too_far(table: Table, hours: float) -> None:
    assert announce(staff("table manager"), table, hours) == 200
    assert not TableSession.objects.exists()


def test_two_sessions_of_a_table_do_not_meet(table: Table) -> None:
    client = staff("table manager")
    assert announce(client, table, 5) == 302
    assert announce(client, table, 6) == 200
    assert announce(client, table, 7.01) == 302
    assert TableSession.objects.count() == 2


def test_who_only_reads_announces_nothing(table: Table) -> None:
    client = staff("auditor")
    assert client.get(reverse("admin:games_tablesession_changelist")).status_code == 200
    assert announce(client, table, 5) == 403
    session = table_sessions.announce_session(table=table, starts=now() + timedelta(hours=1), hours=1)
    assert (
        client.post(
            reverse("admin:games_tablesession_cancel", args=[session.pk]), {"reason": "because I say so"}
        ).status_code
        == 403
    )
    assert not TableSession.objects.filter(status="cancelled").exists()


def test_registered_players_are_notified_of_a_cancelled_session(table: Table) -> None:
    client = staff("table manager")
    (ana,) = players_with(1_000, 1)
    session = table_sessions.announce_session(table=table, starts=now() + timedelta(hours=1), hours=1)
    table_sessions.register(session=session.pk, player=ana)
    address = reverse("admin:games_tablesession_cancel", args=[session.pk])
    client.post(address, {"reason": "no"})
    session.refresh_from_db()
    assert session.status == "announced", "without a reason nothing happens"
    assert (
        ana.alias
        in client.get(reverse("admin:games_tablesession_change", args=[session.pk])).content.decode()
    )
    client.post(address, {"reason": "the dealer is ill today"})
    session.refresh_from_db()
    assert session.status == "cancelled"
    message = Message.objects.get(player=ana, kind="session-cancelled")
    assert message.details["reason"] == "the dealer is ill today"
    client.post(address, {"reason": "the dealer is ill today"})
    assert Message.objects.filter(player=ana).count() == 1, "once"


def test_HE_6b_the_schedule_opens_the_table_at_its_hour_once_however_often_it_runs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[list[int], object]] = []
    monkeypatch.setattr(
        table_sessions, "send_to_tables", lambda tables, command: sent.append((tables, command))
    )
    Table.objects.filter(pk=table.pk).update(status="closed")
    (ana,) = players_with(1_000, 1)
    session = table_sessions.announce_session(table=table, starts=now() + timedelta(minutes=1), hours=1)
    table_sessions.register(session=session.pk, player=ana)
    assert tasks.open_table_sessions() == 0 and not sent
    TableSession.objects.filter(pk=session.pk).update(starts=now() - timedelta(seconds=1))
    assert [tasks.open_table_sessions() for _ in range(3)] == [1, 0, 0]
    table.refresh_from_db()
    assert table.status == "open"
    session.refresh_from_db()
    assert (
        sent
        == [([table.pk], OpenTableSession(session.pk, int(session.ends.timestamp() * 1000), (ana.pk,)))] * 3
    )
