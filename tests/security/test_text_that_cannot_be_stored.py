"""Text with a NUL or a lone surrogate, from staff or players, breaks no page and is not stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from django.db import transaction
from django.test import Client

from games.models import ChatLine, ChatMute, Incident, Table
from players.models import Player
from players.shared.clock import now
from tests.casino.test_authorization import ADDRESSES, ROLES, Address, rows
from tests.demo_house import freshly, signed_in
from tests.players.history.past import player_with_past, tables
from tests.players.portal.account_pages import PAGES
from tests.sandbox_cashier import identified

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


@dataclass
class Form:
    """A form of a page, as a browser reads it."""

    page: str
    action: str
    is_files: bool
    fields: dict[str, str]


class Forms(HTMLParser):
    """Every form of a page that is posted, with what each field holds."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.forms, self.select = page, list[Form](), ""
        self.open: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.open = None
            if values.get("method", "").lower() == "post":
                action = urlsplit(values.get("action", "")).path or self.page
                self.open = Form(self.page, action, "multipart" in values.get("enctype", ""), {})
                self.forms.append(self.open)
        elif self.open is not None and tag in ("input", "textarea", "select", "button") and "name" in values:
            self.open.fields.setdefault(values["name"], values.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


def forms_of(client: Client, page: str) -> list[Form]:
    answer = client.get(page, follow=True)
    assert answer.status_code == 200, (page, answer.status_code)
    page = answer.redirect_chain[-1][0].partition("?")[0] if answer.redirect_chain else page
    parser = Forms(page)
    parser.feed(answer.content.decode())
    return parser.forms


def sent_with(client: Client, form: Form, text: str) -> int:
    """The answer to the form with this text in every field, and then with a field of that name more."""
    fields = dict.fromkeys(form.fields, text) | {f"x{text}": text}
    with transaction.atomic():
        if form.is_files:
            given = {name: [text.encode(errors="surrogatepass")] for name in form.fields}
            status = client.post(form.action, given).status_code
        else:
            # As bytes, because a lone surrogate is no text that could be encoded.
            body = "&".join(f"{as_bytes(name)}={as_bytes(value)}" for name, value in fields.items())
            status = client.post(form.action, body, content_type=FORM).status_code
        transaction.set_rollback(True)
    return status


def as_bytes(text: str) -> str:
    return quote(text, errors="surrogatepass")


FORM = "application/x-www-form-urlencoded"
# Of players, beside those of the account.
OTHER_PAGES = ("/", "/lobby/", "/lobby/together/", "/verify/receipt/", "/responsible/")


@pytest.mark.parametrize("text", ["a\0bcd efgh", f"{SURROGATE}abcd efgh"], ids=["nul", "surrogate"])
def test_no_form_of_a_player_breaks(db: None, valkey_url: str, settings: Any, text: str) -> None:
    """Every form that a page of the account shows. A form without an address would prove nothing."""
    settings.HOUSE_DEMO = True  # so a password is enough for the payment account
    player = identified(player_with_past(2, tables()))
    player.person.set_password("uma-frase-comprida-9")
    player.person.save()
    ana = signed_in(player.person.email)
    freshly(ana, player.person, "password")
    forms: dict[tuple[str, ...], Form] = {}
    for page in (*(f"/account/{page}" for page in PAGES), *OTHER_PAGES):
        for form in forms_of(ana, page):
            forms.setdefault((form.action, *sorted(form.fields)), form)
    actions = {form.action for form in forms.values()}
    wanted = {
        "deposit/",
        "withdraw/",
        "limits/",
        "complaints/new/",
        "identity/e-mail/",
        "password/",
        "close/",
    }
    assert {f"/account/{path}" for path in wanted} <= actions and len(forms) > 20
    ana.raise_request_exception = False
    answers = {(form.page, form.action): sent_with(ana, form, text) for form in forms.values()}
    broken = {form: status for form, status in answers.items() if status >= 500 or status in (404, 405)}
    assert broken == {}


@pytest.mark.parametrize("text", ["a\0bcd efgh", f"{SURROGATE}abcd efgh"], ids=["nul", "surrogate"])
def test_no_form_of_a_stranger_breaks(demo: None, text: str) -> None:
    stranger = Client(headers={"accept-language": "en"})
    pages = ("/account/sign-in/", "/account/new/access/", "/account/password/forgotten/", "/verify/receipt/")
    forms = [form for page in pages for form in forms_of(stranger, page)]
    assert set(pages) <= {form.action for form in forms}
    assert "login" in next(form for form in forms if form.action == "/account/sign-in/").fields
    stranger.raise_request_exception = False
    answers = {form.action: sent_with(stranger, form, text) for form in forms}
    assert {path: status for path, status in answers.items() if status >= 500 or status in (404, 405)} == {}


@pytest.mark.parametrize("text", ["a\0bcd efgh", f"{SURROGATE}abcd efgh"], ids=["nul", "surrogate"])
def test_no_text_of_a_script_breaks(demo: None, text: str) -> None:
    """What the pages and programs of players send as JSON."""
    ana = signed_in("ana@feltro.example")
    ana.raise_request_exception = False
    body = json.dumps({"category": "other", "text": text})
    assert ana.post("/api/v1/complaints/", body, content_type="application/json").status_code == 400
