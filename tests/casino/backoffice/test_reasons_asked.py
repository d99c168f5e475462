"""Forms that require a reason show its minimum length, and no submitted text breaks a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import ChatLine, Incident, Table
from players.models import Player
from players.shared.clock import now
from tests.demo_house import signed_in

BACKOFFICE = Path(settings.BASE_DIR) / "templates" / "backoffice"
ASKED = re.compile(r'<(?:input|textarea)[^>]*name="(?:reason|notes)"')
TOO_SHORT = "Escreva um motivo com pelo menos 8 caracteres: fica registado."


def test_every_form_with_a_reason_states_its_minimum_length() -> None:
    forms = [
        path.relative_to(BACKOFFICE) for path in BACKOFFICE.rglob("*.html") if ASKED.search(path.read_text())
    ]
    assert forms == [], "they use reason.html"
    assert "At least" in (BACKOFFICE / "reason.html").read_text()


def office(name: str) -> Client:
    return signed_in(f"{name}@feltro.example")


@pytest.fixture
def line(demo: None) -> ChatLine:
    player = Player.objects.get(alias="Ana")
    return ChatLine.objects.create(
        table=Table.objects.first(), player=player, alias="Ana", text="olá", at=now()
    )


@pytest.fixture
def incident(demo: None) -> Incident:
    return Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=now())


def test_a_field_for_a_reason_says_its_length(line: ChatLine) -> None:
    page = office("apoio").get(f"/admin/games/chatline/{line.pk}/change/").content.decode()
    assert 'minlength="8"' in page and "Pelo menos 8 caracteres." in page


def test_a_reason_too_short_is_refused_with_its_length(line: ChatLine, incident: Incident) -> None:
    table, player = Table.objects.first(), Player.objects.get(alias="Ana")
    assert table is not None
    sent: list[tuple[str, str, dict[str, Any]]] = [
        ("apoio", f"/admin/games/chatline/{line.pk}/moderate/", {"verb": "hide"}),
        ("mesas", f"/admin/games/incident/{incident.pk}/decide/", {"verb": "propose"}),
        ("mesas", f"/admin/games/table/{table.pk}/act/", {"act": "close"}),
        ("identidade", f"/admin/players/player/{player.pk}/act/", {"act": "suspend"}),
    ]
    for name, address, data in sent:
        response = office(name).post(address, {**data, "reason": " curto  \0"}, follow=True)
        assert TOO_SHORT in response.content.decode(), address


def test_what_no_text_can_hold_is_left_out_of_a_reason(line: ChatLine, incident: Incident) -> None:
    reason = {"reason": "uma\0 razão inteira"}
    assert (
        office("apoio")
        .post(f"/admin/games/chatline/{line.pk}/moderate/", {"verb": "mute", **reason})
        .status_code
        == 302
    )
    assert (
        office("mesas")
        .post(f"/admin/games/incident/{incident.pk}/decide/", {"verb": "propose", **reason})
        .status_code
        == 302
    )
    incident.refresh_from_db()
    assert incident.note == "uma razão inteira"
