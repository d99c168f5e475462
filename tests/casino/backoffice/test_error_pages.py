"""The error pages of the back office name the missing right, or who decided meanwhile."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Incident, Table
from players.audit.models import Line
from players.identity.models import Identity
from players.models import Person, Player
from players.shared.clock import now
from players.wallet.cashier.models import Payment
from tests.casino.backoffice.test_links import HREF, main_of
from tests.demo_house import signed_in
from tests.games.floor.decisions import refuse_change
from tests.games.floor.test_table_changes import propose_setting

REASON = "Looked at with care"


def office(name: str) -> Client:
    return signed_in(f"{name}@feltro.example", "en")


@pytest.mark.parametrize(
    ("role", "address", "right", "having", "own"),
    [
        ("autor", "/admin/cashier/payment/", "sees payments", "cashier", "rules author"),
        ("caixa", "/admin/games/round/", "sees rounds", "table manager", "cashier"),
        ("caixa", "/admin/compliance/reports/", "sees", "compliance officer", "cashier"),
        ("mesas", "/admin/players/player/find/", "sees players", "support", "table manager"),
        ("caixa", "/admin/floor/", "sees tables", "table manager", "cashier"),
    ],
)
def test_a_refusal_names_the_permission_and_the_roles_that_have_it(
    demo: None,
    role: str,
    address: str,
    right: str,
    having: str,
    own: str,
) -> None:
    response = office(role).get(address)
    page = main_of(response.content.decode())
    assert response.status_code == 403
    facts = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]*)</dd>", page))
    assert right in facts["Missing right"]
    assert having in facts["Roles that have it"] and facts["Your roles"] == own


def test_an_action_without_a_permission_names_none(demo: None) -> None:
    response = office("direcao").get("/admin/audit/line/add/")
    assert response.status_code == 403
    assert "Missing right" not in response.content.decode()


@pytest.mark.parametrize(
    ("address", "status", "titles"),
    [
        ("/admin/cashier/payment/", 403, {"en": "Not for your role", "pt-pt": "Não tem permissão"}),
        ("/admin/nothing/here/", 404, {"en": "There is nothing here", "pt-pt": "Página não encontrada"}),
        (
            "/admin/games/round/999999999/change/",
            404,
            {"en": "There is nothing here", "pt-pt": "Página não encontrada"},
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "pt-pt"])
def test_refused_and_missing_pages_stand_in_the_office_in_both_languages(
    demo: None, language: str, address: str, status: int, titles: dict[str, str]
) -> None:
    response = signed_in("autor@feltro.example", language).get(address)
    page = response.content.decode()
    assert response.status_code == status
    assert titles[language] in main_of(page) and "nav-sidebar" in page and 'href="/admin/"' in page


@pytest.mark.parametrize("address", ["/admin/cashier/payment/", "/admin/nothing/here/"])
def test_an_error_page_links_to_nothing_that_is_closed(demo: None, address: str) -> None:
    client = office("autor")
    for href in HREF.findall(main_of(client.get(address).content.decode())):
        assert client.get(href).status_code == 200, href


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Decided in the meantime"), ("pt-pt", "Decidido entretanto")]
)
def test_a_second_decision_about_a_withdrawal_names_the_first_decider(
    demo: None,
    language: str,
    title: str,
) -> None:
    player = Player.objects.get(alias="Ana")
    payment = Payment.objects.create(
        id=uuid4(), player=player, direction="withdrawal", cents=1000, status="cancelled"
    )
    client = signed_in("caixa@feltro.example", language)
    lines = Line.objects.count()
    response = client.post(
        f"/admin/cashier/payment/{payment.pk}/decide/", {"verb": "release", "reason": REASON}
    )
    page = response.content.decode()
    assert response.status_code == 409 and title in page and "nav-sidebar" in page
    assert f"/admin/cashier/payment/{payment.pk}/change/" in page
    assert REASON in page, "what was written is not lost"
    assert Line.objects.count() == lines and not payment.decisions.exists()


def test_a_second_decision_about_an_identity_names_the_first_decider(demo: None) -> None:
    identity = Identity.objects.get(player__alias="Ana")
    Identity.objects.filter(pk=identity.pk).update(by=Person.objects.get(email="direcao@feltro.example"))
    response = office("identidade").post(
        f"/admin/identity/identity/{identity.pk}/decide/", {"verb": "accept", "reason": REASON}
    )
    page = response.content.decode()
    assert response.status_code == 409 and "direcao@feltro.example" in page
    assert "Identity of Ana" in page and "verified" in page


def test_a_second_decision_about_a_table_change_names_the_first_decider(demo: None) -> None:
    author, other = (Person.objects.get(email=f"{name}@feltro.example") for name in ("mesas", "direcao"))
    table = Table.objects.get(name="Lisboa")
    change = propose_setting(table, author, minimum=100)
    refuse_change(change=change.pk, person=other, reason="too low for this table")
    response = office("mesas").post(
        f"/admin/floor/tablechange/{change.pk}/decide/", {"verb": "refuse", "reason": REASON}
    )
    page = response.content.decode()
    assert response.status_code == 409 and "direcao@feltro.example" in page and REASON in page
    assert "Change of table Lisboa" in page and "Somebody else decided this before you" in page


@pytest.mark.parametrize("name", ["mesas", "direcao"])
def test_who_decides_twice_is_not_told_of_somebody_else(demo: None, name: str) -> None:
    """By refusing the change, or by withdrawing the own one."""
    author, decider = (Person.objects.get(email=f"{of}@feltro.example") for of in ("mesas", name))
    change = propose_setting(Table.objects.get(name="Lisboa"), author, minimum=100)
    refuse_change(change=change.pk, person=decider, reason="too low for this table")
    response = office(name).post(
        f"/admin/floor/tablechange/{change.pk}/decide/", {"verb": "refuse", "reason": REASON}
    )
    page = main_of(response.content.decode())
    assert response.status_code == 409 and "You have already decided this." in page
    assert "Somebody" not in page and f"{name}@feltro.example" in page


def test_a_second_decision_about_an_incident_names_the_first_decider(demo: None) -> None:
    table = Table.objects.get(name="Lisboa")
    one, two = (Person.objects.get(email=f"{name}@feltro.example") for name in ("mesas", "direcao"))
    incident = Incident.objects.create(
        table=table, reason="test", opened=now(), closed=now(), proposal="resume", proposer=one, confirmer=two
    )
    response = office("mesas").post(
        f"/admin/games/incident/{incident.pk}/decide/", {"verb": "propose", "reason": REASON}
    )
    page = response.content.decode()
    assert response.status_code == 409 and "direcao@feltro.example" in page and REASON in page
    assert "Incident at Lisboa" in page


def test_an_empty_history_speaks_for_the_house(demo: None) -> None:
    line = Line.objects.order_by("pk").first()
    assert line is not None
    page = main_of(office("direcao").get(f"/admin/audit/line/{line.pk}/history/").content.decode())
    assert "The audit log shows who did what." in page and "admin site" not in page
