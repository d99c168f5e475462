"""Links and error pages of the back office: no link leads to a page that the role may not open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import ChatLine, Incident, Table
from players.inbox.complaints import open_complaint
from players.models import Player
from players.shared.clock import now
from tests.demo_house import signed_in

HREF = re.compile(r'<a\b[^>]*\bhref="([^"#]+)"')
# Pages of the portal that staff read for their work: rules as players read them.
PUBLIC = ("/rules/", "/account/", "/media/", "/static/")


@pytest.fixture
def past(demo: None) -> None:
    ana, table = Player.objects.get(alias="Ana"), Table.objects.first()
    open_complaint(player=ana, category="other", text="Something went wrong.")
    ChatLine.objects.create(table=table, player=ana, alias="Ana", text="olá", at=now())
    Incident.objects.create(table=table, reason="a fault", opened=now())


def pages() -> Iterator[str]:
    """The page of one object of each kind."""
    for model in admin.site._registry:
        first = model._default_manager.order_by("-pk").first()
        if first is not None:
            yield reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[first.pk])
    yield reverse("admin:players_player_change", args=[Player.objects.get(alias="Ana").pk])
    yield reverse("compliance_care_of", args=[Player.objects.get(alias="Ana").pk])


def main_of(page: str) -> str:
    """The page without its navigation, which depends on permissions."""
    return page.partition('id="main"')[2] or page


def office(name: str) -> Client:
    return signed_in(f"{name}@feltro.example", "en")


@pytest.mark.parametrize("name", ["apoio", "caixa", "identidade", "conformidade", "mesas"])
def test_no_page_links_to_what_its_reader_may_not_open(past: None, name: str) -> None:
    client, known, lost = office(name), dict[str, int](), list[str]()
    for page in pages():
        response = client.get(page)
        if response.status_code != 200:
            continue
        for href in set(HREF.findall(main_of(response.content.decode()))):
            address = urljoin(page, href.replace("&amp;", "&"))
            if urlsplit(address).netloc or "/logout/" in address or "jsi18n" in address:
                continue
            if not address.startswith("/admin/"):
                if address != "/" and not address.startswith(PUBLIC):
                    lost.append(f"{page} leads out of the back office: {address}")
                continue
            if address not in known:
                known[address] = client.get(address).status_code
            if known[address] in (400, 403, 404):
                lost.append(f"{page} → {address}: {known[address]}")
    assert known and lost == []


@pytest.mark.parametrize(
    ("address", "status"), [("/admin/nothing/here/", 404), ("/admin/cashier/payment/", 403)]
)
def test_errors_appear_in_the_frame_of_the_back_office(demo: None, address: str, status: int) -> None:
    response = office("autor").get(address)
    page = response.content.decode()
    assert response.status_code == status and "nav-sidebar" in page and 'href="/admin/"' in page
    assert "See the tables" not in page, "that link is for players"


def test_csrf_errors_appear_in_the_frame_of_the_back_office(demo: None) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.force_login(apps.get_model("players.Person").objects.get(email="caixa@feltro.example"))
    response = client.post("/admin/cashier/adjustment/ask/", {})
    assert response.status_code == 403 and "nav-sidebar" in response.content.decode()


def test_a_player_who_tries_the_back_office_sees_the_players_pages(demo: None) -> None:
    page = office("ana").get("/admin/nothing/").content.decode()
    assert "nav-sidebar" not in page


@pytest.mark.parametrize("language", ["en", "pt-pt"])
def test_the_path_of_a_page_is_escaped_once(demo: None, language: str) -> None:
    """The name of hold'em holds an apostrophe, and the theme hands over titles that are HTML already."""
    page = signed_in("oficial@feltro.example", language).get("/admin/compliance/rules/holdem/")
    text = page.content.decode()
    assert page.status_code == 200 and "old&#x27;em</span>" in text
    assert "&amp;#" not in text and "&amp;amp;" not in text
