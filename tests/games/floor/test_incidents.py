"""Tables on hold: two people release them, and the system alone decides what happens to the round."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client, override_settings
from django.utils import translation

from casino.backoffice.roles import grant_role
from games.floor import incidents, live_floor
from games.models import Incident, Table
from players.audit.models import Line
from players.decisions.deciding import SecondPersonRequired
from players.models import Person
from players.shared import clock
from tests.demo_house import freshly
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command
from tests.live_table import LiveTable, players_with, table_open

Held = tuple[LiveTable, Incident, Person, Person]


@pytest.fixture
def held(tmp_path: Path, hire_manager: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch) -> Held:
    monkeypatch.setattr(incidents, "send_to_tables", lambda tables, command: None)
    table = LiveTable(tmp_path, table_open("caribbean-stud"))
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    send_command(table, ana, STAKES["caribbean-stud"](1))
    table.transaction.hold("a fault")
    return table, Incident.objects.get(table=table.table), hire_manager("mesas"), hire_manager("sala")


def test_two_people_let_a_table_go_on(held: Held) -> None:
    table, incident, one, two = held
    incidents.propose_incident(incident=incident.pk, person=one, reason="looked at the log")
    incidents.confirm_incident(incident=incident.pk, person=two)
    table.table.refresh_from_db()
    incident.refresh_from_db()
    assert (table.table.status, incident.proposer, incident.confirmer, incident.proposal) == (
        "open",
        one,
        two,
        "resume",
    )
    assert {"tables.release-proposed", "tables.release-confirmed"} <= set(
        Line.objects.values_list("kind", flat=True)
    )
    with pytest.raises(incidents.AlreadyClosed):
        incidents.confirm_incident(incident=incident.pk, person=two)


def test_nobody_confirms_what_he_proposed_by_whatever_road(held: Held) -> None:
    _, incident, one, _ = held
    with pytest.raises(SecondPersonRequired):
        incidents.confirm_incident(incident=incident.pk, person=one)
    incidents.propose_incident(incident=incident.pk, person=one, reason="looked at the log")
    with pytest.raises(SecondPersonRequired):
        incidents.confirm_incident(incident=incident.pk, person=one)
    for change in ({"confirmer": one}, {"closed": incident.opened}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Incident.objects.filter(pk=incident.pk).update(**change)


def test_both_see_what_will_happen_and_every_cent_that_would_go_back(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, incident, one, two = held
    context = incidents.incident_context(incident, one)
    assert (context["proposal"], context["total"], context["may_propose"], context["may_confirm"]) == (
        incidents.PROPOSALS["resume"],
        500,
        True,
        False,
    )
    later = incident.opened.replace(year=incident.opened.year + 1)
    monkeypatch.setattr(incidents, "now", lambda: later)
    assert incidents.outcome_of(incident) == "void"
    incidents.propose_incident(incident=incident.pk, person=one, reason="looked at the log")
    incident.refresh_from_db()
    assert (
        incidents.incident_context(incident, one)["own"]
        and incidents.incident_context(incident, two)["may_confirm"]
    )


def test_a_table_with_another_open_incident_stays_on_hold(held: Held) -> None:
    table, incident, one, two = held
    Incident.objects.create(table=table.table, reason="another", opened=incident.opened)
    incidents.propose_incident(incident=incident.pk, person=one, reason="looked at the log")
    incidents.confirm_incident(incident=incident.pk, person=two)
    assert Table.objects.get(pk=table.table.pk).status == "held"


def sign_in(client: Any, person: Person) -> None:
    """Somebody who has just typed the password."""
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    freshly(client, person, "password")


def test_the_back_office_shows_it_and_refuses_other_roles(held: Held, client: Any, settings: Any) -> None:
    settings.HOUSE_DEMO = True  # where staff need no second factor
    _, incident, one, two = held
    address = f"/admin/games/incident/{incident.pk}/"
    sign_in(client, one)
    page = client.get(f"{address}change/").content.decode()
    assert "5,00" in page or "5.00" in page
    client.post(f"{address}decide/", {"verb": "propose", "reason": "x"})
    incident.refresh_from_db()
    assert incident.proposer is None, "a reason is words"
    client.post(f"{address}decide/", {"verb": "propose", "reason": "looked at the log"})
    client.post(f"{address}decide/", {"verb": "confirm"})
    incident.refresh_from_db()
    assert (incident.proposer, incident.closed) == (one, None)
    stranger = Person.objects.create_user("caixa2@feltro.example", "x", is_staff=True)
    grant_role(stranger, "cashier")
    sign_in(client, stranger)
    assert client.post(f"{address}decide/", {"verb": "confirm"}).status_code == 403
    sign_in(client, two)
    client.post(f"{address}decide/", {"verb": "confirm"})
    incident.refresh_from_db()
    assert incident.closed is not None and incident.confirmer == two


def test_a_closed_incident_describes_what_happened(held: Held) -> None:
    table, incident, one, two = held
    incidents.propose_incident(incident=incident.pk, person=one, reason="looked at the log")
    with translation.override("en"):
        assert (
            next(
                row for row in live_floor.floor_rows(live_floor.FloorFilters()) if row.id == table.table.pk
            ).trouble
            == "a fault"
        )
    incidents.confirm_incident(incident=incident.pk, person=two)
    incident.refresh_from_db()
    with translation.override("en"):
        row = next(
            row for row in live_floor.floor_rows(live_floor.FloorFilters()) if row.id == table.table.pk
        )
        assert (row.trouble, row.incident) == ("", "") and row.solved == "solved 0 s ago: a fault"
        Incident.objects.filter(pk=incident.pk).update(closed=clock.now() - timedelta(hours=9))
        later = live_floor.floor_rows(live_floor.FloorFilters(table=table.table.pk))
        assert [row.solved for row in later] == [""], "what was solved a shift ago is no news"
        Incident.objects.filter(pk=incident.pk).update(closed=incident.closed)
        assert incidents.incident_context(incident, one)["proposal"].startswith("The round resumed")
    client = Client(headers={"accept-language": "en"})
    client.force_login(one, backend="allauth.account.auth_backends.AuthenticationBackend")
    with override_settings(HOUSE_DEMO=True):
        page = client.get(f"/admin/games/incident/{incident.pk}/change/").content.decode()
    assert "What the system did" in page and "happens next" not in page


def test_the_list_marks_an_order_only_when_somebody_chose_it(held: Held) -> None:
    """Two numbers in the heads stood for the order in which the list begins."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(held[2], backend="allauth.account.auth_backends.AuthenticationBackend")
    with override_settings(HOUSE_DEMO=True):
        assert "sortpriority" not in client.get("/admin/games/incident/").content.decode()
        assert "sortpriority" in client.get("/admin/games/incident/?o=1.2").content.decode()
