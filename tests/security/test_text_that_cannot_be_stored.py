"""Text with a NUL or a lone surrogate, from staff or players, breaks no page and is not stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import ChatLine, ChatMute, Incident, Table
from players.models import Player
from players.shared.clock import now
from tests.casino.test_authorization import ADDRESSES, ROLES, Address, rows
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

NUL = "uma\0 razão bem dita"
SURROGATE = "\ud800"
# Every name that a field of the back office has, with something that no column can hold in it.
FIELDS = (
    "reason", "note", "said", "words", "text", "player", "alias", "name", "title", "ticket", "reference",
    "query", "place", "q", "email", "first_name", "answer", "table", "day-0", "file", "decision", "moment",
    "dated", "digest", "who", "since", "until",
)  # fmt: skip
VERBS = ("propose", "refuse")
IDLE = ("_changelist", "_delete", "_history", "jsi18n")  # addresses that take nothing of a form


@pytest.fixture
def staff(demo: None) -> dict[str, Client]:
    return {name: signed_in(f"{name}@feltro.example") for name in ROLES}


def allowed(kind: str) -> Iterator[tuple[Address, str]]:
    """Each address with the first role that may send to it."""
    row = rows()[kind]
    for address in ADDRESSES:
        marks = row.get(address.name, "").split()
        if "x" in marks:
            yield address, ROLES[marks.index("x")]


def test_no_form_of_the_back_office_breaks(staff: dict[str, Client]) -> None:
    broken = []
    for client in staff.values():
        client.raise_request_exception = False
    for address, role in allowed("post"):
        for verb in VERBS if not address.name.endswith(IDLE) else ():
            given = dict.fromkeys(FIELDS, NUL) | {"verb": verb, "act": verb}
            if staff[role].post(address.url("1"), given).status_code >= 500:
                broken.append((address.name, verb))
    assert broken == []


def test_no_list_of_the_back_office_breaks(staff: dict[str, Client]) -> None:
    for client in staff.values():
        client.raise_request_exception = False
    query = "?" + "&".join(f"{name}=a%00b" for name in FIELDS)
    answers = {
        address.name: staff[role].get(address.url("1") + query).status_code
        for address, role in allowed("get")
    }
    assert [name for name, status in answers.items() if status >= 500] == []


def test_what_moderation_and_incidents_keep_holds_no_nul(staff: dict[str, Client]) -> None:
    table, ana = Table.objects.first(), Player.objects.get(alias="Ana")
    line = ChatLine.objects.create(table=table, player=ana, alias="Ana", text="olá", at=now())
    incident = Incident.objects.create(table=table, reason="a fault", opened=now())
    staff["apoio"].post(f"/admin/games/chatline/{line.pk}/moderate/", {"verb": "mute", "reason": NUL})
    staff["mesas"].post(f"/admin/games/incident/{incident.pk}/decide/", {"verb": "propose", "reason": NUL})
    incident.refresh_from_db()
    assert (incident.note, ChatMute.objects.get(player=ana).reason) == ("uma razão bem dita",) * 2


@pytest.mark.parametrize(
    "address",
    ["/admin/compliance/returns/game:%00/", "/account/complaints/%00/", "/rules/%00/", "/lobby/?game=%00"],
)
def test_an_address_with_a_nul_is_no_fault(staff: dict[str, Client], address: str) -> None:
    client = staff["conformidade"]
    client.raise_request_exception = False
    assert client.get(address).status_code < 500


@pytest.mark.parametrize("text", ["a\0bcd efgh", f"{SURROGATE}abcd efgh"])
def test_a_player_is_refused_and_nothing_breaks(demo: None, text: str) -> None:
    ana = signed_in("ana@feltro.example")
    ana.raise_request_exception = False
    sent: list[tuple[str, dict[str, Any]]] = [
        ("/account/complaints/new/", {"category": "other", "text": text}),
        ("/account/deposit/", {"amount": text, "payment": text}),
        ("/account/limits/", dict.fromkeys(("deposit-day", "stake-day"), text)),
    ]
    if SURROGATE not in text:  # a form cannot carry one
        answers = {address: ana.post(address, given).status_code for address, given in sent}
        # Another page would answer that it is not there, or takes no form, and prove nothing.
        assert all(status < 500 and status not in (404, 405) for status in answers.values()), answers
        visitor = Client(raise_request_exception=False)
        assert visitor.post("/account/sign-in/", {"login": text, "password": text}).status_code == 200
    body = json.dumps({"category": "other", "text": text})
    assert ana.post("/api/v1/complaints/", body, content_type="application/json").status_code == 400
