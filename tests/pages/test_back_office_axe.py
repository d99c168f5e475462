"""The pages of the back office have no serious or critical finding of axe-core."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import BrowserContext, Page, Route

from casino.backoffice import sign_in_provider
from casino.backoffice.theme import NAVIGATION
from casino.compliance.reports.catalogue import REPORTS
from casino.services.folder import PROJECT
from players.inbox import bulk_notices
from players.inbox.models import MarketingConsent
from players.inbox.notice_groups import GroupKind, NoticeGroup
from players.inbox.notice_texts import NoticeText
from players.languages import HOUSE_LANGUAGES
from players.models import Person, Player
from tests.pages import screen
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

pytestmark = pytest.mark.journey
AXE = PROJECT / ".venv" / "npm" / "axe.min.js"
STATIC = re.compile(r"/static/(.+?)(?:\.[0-9a-f]{12})?(\.\w+)$")
RUN = """
async () => {
  const result = await axe.run(document, { resultTypes: ["violations"] });
  return result.violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}
"""
FIRST = ("/admin/", "/admin/work/", "/admin/floor/", "/admin/compliance/reports/gross/", "/admin/notices/")
SIGN_IN = "/account/sign-in/"
NOTICE = {language.code: NoticeText("Subject", "Text") for language in HOUSE_LANGUAGES}


def addresses() -> Iterator[str]:
    """Each page of the navigation, each report, and for each kind of record its list, first page and form."""
    yield from (str(item["link"]) for group in NAVIGATION for item in group["items"])
    yield from (reverse("compliance_report", args=[code]) for code in REPORTS)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        first = model._default_manager.order_by("-pk").first()
        if first is not None:
            yield reverse(f"{name}_change", args=[first.pk])
        try:
            yield reverse(f"{name}_add")
        except NoReverseMatch:
            continue


def fetched(client: Client, chosen: list[str]) -> dict[str, bytes]:
    """The pages that this person may open, read before the browser starts: its loop forbids queries."""
    responses = ((address, client.get(address)) for address in dict.fromkeys(chosen))
    return {
        address: response.content
        for address, response in responses
        if response.status_code == 200 and response["Content-Type"].startswith("text/html")
    }


def serve(context: BrowserContext, pages: dict[str, bytes]) -> None:
    def answer(route: Route) -> None:
        address = route.request.url.removeprefix(screen.SITE)
        if address in pages:
            return route.fulfill(body=pages[address], content_type="text/html; charset=utf-8")
        match = STATIC.search(address)
        file = finders.find("".join(match.groups())) if match else None
        if not isinstance(file, str):
            return route.fulfill(status=404)
        return route.fulfill(path=file)

    context.route(f"{screen.SITE}/**", answer)


def faults(page: Page, address: str) -> list[str]:
    page.goto(screen.SITE + address)
    page.evaluate(AXE.read_text())
    faults: list[str] = page.evaluate(RUN)
    return [f"{address} {fault}" for fault in faults]


def judged(pages: dict[str, bytes]) -> list[str]:
    with screen.chromium() as chromium:
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        serve(context, pages)
        page = context.new_page()
        return [fault for address in pages for fault in faults(page, address)]


def test_axe_is_here_and_notices_a_fault() -> None:
    """Otherwise nothing below could fail."""
    assert Path(AXE).is_file(), "run: make .venv/development.installed"
    broken = b"<!doctype html><html><body><img src=x><input></body></html>"
    assert {fault.split(": ")[0] for fault in judged({"/broken": broken})} >= {
        "/broken image-alt",
        "/broken html-has-lang",
        "/broken label",
    }


@pytest.fixture
def notice(demo: Any) -> str:
    """The page of a notice to many players that waits for its second person."""
    row = bulk_notices.propose_notice(
        purpose="marketing",
        texts=NOTICE,
        group=NoticeGroup(GroupKind.LISTED, players=(consenting().pk,)),
        person=Person.objects.get(email="apoio@feltro.example"),
        reason="There are news.",
    )
    return reverse("office_notice", args=[row.pk])


def consenting() -> Player:
    player = Player.objects.get(alias="Ana")
    MarketingConsent.objects.update_or_create(player=player, defaults={"agreed": True})
    return player


@pytest.fixture
def provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign-in page has the button of the staff's provider."""
    file = tmp_path / "provider.toml"
    file.write_text(
        'issuer = "https://login.example"\nclient_id = "feltro"\nname = "Identity of the house"\n'
    )
    monkeypatch.setattr(sign_in_provider, "OIDC_FILE", str(file))


def test_the_pages_of_every_day_have_no_serious_fault(demo: Any, notice: str, provider: None) -> None:
    pages = fetched(signed_in("direcao@feltro.example"), [*FIRST, notice]) | fetched(Client(), [SIGN_IN])
    assert pages.keys() == {*FIRST, notice, SIGN_IN}
    assert b"Identity of the house" in pages[SIGN_IN]
    assert judged(pages) == []


@pytest.mark.long
@pytest.mark.parametrize("role", ["direcao", "oficial", "caixa", "apoio", "identidade", "mesas", "autor"])
def test_no_page_of_a_role_has_a_serious_fault(demo: Any, role: str) -> None:
    pages = fetched(signed_in(f"{role}@feltro.example"), list(addresses()))
    assert len(pages) > 5
    assert judged(pages) == []
