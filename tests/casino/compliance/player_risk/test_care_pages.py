"""Player protection: its pages and permissions, and the log of contacts."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from casino.compliance.player_risk.models import Contact
from players.audit.models import Line
from players.models import Player
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.demo_house import signed_in

OVERVIEW_URL = "/admin/compliance/care/"


@pytest.fixture
def player_with_sign(demo: None) -> Player:
    ana = Player.objects.get(alias="Ana")
    raised_alert(ana, "long", {"minutes": 400, "minutes_least": 360})
    raised_alert(ana, "night", {"nights": 9, "nights_least": 8}, kind="laundering")
    return ana


def test_the_pages_show_the_text_and_every_visit_is_recorded(player_with_sign: Player) -> None:
    client = signed_in("conformidade@feltro.example", "en")
    overview = client.get(OVERVIEW_URL).content.decode()
    assert "Long days at the tables" in overview and '<td class="figure">1</td>' in overview
    page = client.get(f"{OVERVIEW_URL}{player_with_sign.pk}/").content.decode()
    assert "400 minutes at the tables on one day. Flagged from 360 minutes." in page
    assert "9 of the last 28 nights" not in page, "what is not of player protection needs another right"
    assert "<textarea" not in page, "a reader cannot add a contact"
    assert (
        client.get(f"{OVERVIEW_URL}?kind=nothing&days=x").status_code == 400
        and client.get(f"{OVERVIEW_URL}999999/").status_code == 404
    )
    assert client.get(f"{OVERVIEW_URL}?as=csv").status_code == 200
    kinds = list(Line.objects.filter(kind__startswith="care.").order_by("id").values_list("kind", "player"))
    assert kinds == [
        ("care.list-seen", None),
        ("care.player-seen", player_with_sign.pk),
        ("care.list-taken", None),
    ]


def test_an_officer_records_a_contact_that_cannot_be_changed(player_with_sign: Player) -> None:
    officer, url = signed_in("oficial@feltro.example"), f"{OVERVIEW_URL}{player_with_sign.pk}/"
    for method, text in (("call", "short"), ("pigeon", "We talked about limits."), ("call", "x" * 2000)):
        officer.post(url, {"method": method, "notes": text})
    assert not Contact.objects.exists()
    officer.post(url, {"method": "call", "notes": "We talked about limits; a week's limit was set."})
    assert Contact.objects.get().person.email == "oficial@feltro.example"
    assert (
        signed_in("regulador@feltro.example")
        .post(url, {"method": "call", "notes": "I talk as well."})
        .status_code
        == 403
    )
    assert Player.objects.get(pk=player_with_sign.pk).status == "active", "a sign has no automatic effect"
    with connection.cursor() as cursor:
        for table in ("monitoring_alert", "care_contact"):
            with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                cursor.execute(f"UPDATE {table} SET player_id = 1")
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                cursor.execute("SET LOCAL ROLE house_app")
                cursor.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("who", ["mesas", "caixa", "apoio", "autor", "identidade"])
def test_other_staff_cannot_see_the_signs(player_with_sign: Player, who: str) -> None:
    client = signed_in(f"{who}@feltro.example")
    assert (
        client.get(OVERVIEW_URL).status_code
        == client.get(f"{OVERVIEW_URL}{player_with_sign.pk}/").status_code
        == 403
    )
