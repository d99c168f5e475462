"""The lobby and the API say why no bets for money are taken while reports to the regulator are interrupted,
and opening a table takes no seat.
"""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Table
from players.models import Person, PlaySession
from tests.games.tables.test_reports_stopped import resume, stop

pytestmark = pytest.mark.django_db
SAID = {
    "pt-pt": "De momento não aceitamos apostas a dinheiro.",
    "en": "We take no bets for money at the moment.",
    "es": "Por el momento no aceptamos apuestas con dinero.",
}


@pytest.fixture(autouse=True)
def fresh(valkey_url: str) -> None:
    """An empty cache."""


@pytest.mark.parametrize("language", SAID)
def test_903B_2_3_3_the_lobby_says_so_in_each_language(demo: None, client: Client, language: str) -> None:
    def lobby() -> str:
        return client.get("/lobby/", headers={"accept-language": language}).content.decode()

    assert SAID[language] not in lobby()
    stop()
    assert SAID[language] in lobby()
    resume()
    assert SAID[language] not in lobby()


def test_903B_2_3_3_the_api_names_the_cause_at_tables_for_money_alone(demo: None, client: Client) -> None:
    def cause(currency: str) -> str:
        table = Table.objects.filter(currency=currency, status="open").first()
        assert table is not None
        answer: str = client.get(f"/api/v1/tables/{table.pk}/").json()["reports_stopped"]
        return answer

    assert cause("EUR") == ""
    stop("gateway")
    assert (cause("EUR"), cause("DEMO")) == ("gateway", "")


def test_AR_27_opening_a_table_for_money_begins_no_session(demo: None, client: Client) -> None:
    table = Table.objects.filter(currency="EUR", status="open").first()
    assert table is not None
    client.force_login(
        Person.objects.get(email="ana@feltro.example"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    before = PlaySession.objects.count()
    assert client.get(f"/table/{table.pk}/").status_code == 200
    assert PlaySession.objects.count() == before
