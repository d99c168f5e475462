"""The pages of the back office have no serious or critical finding of axe-core, on a screen and on a phone.

`make long` walks every address, in both languages and over a simulated past.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Browser, Page, ViewportSize

from casino.backoffice.theme import NAVIGATION
from casino.compliance.monitoring.following import follow
from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.rtp_monitoring import daily_returns as control
from casino.services.folder import PROJECT
from players.administration.player_page import TABS
from players.history import daily_totals as history
from players.identity.sign_in import other_sign_ins
from players.identity.sign_in.other_sign_ins import OtherSignIn
from players.inbox import bulk_notices
from players.inbox.models import MarketingConsent
from players.inbox.notice_groups import GroupKind, NoticeGroup
from players.inbox.notice_texts import NoticeText
from players.languages import HOUSE_LANGUAGES
from players.models import Person, Player
from tests.casino.backoffice.test_every_page import reader_of, something_to_read
from tests.casino.test_authorization import ADDRESSES, OWN, ROLES, pk_of, rows
from tests.demo_house import signed_in
from tests.live_table import seal_key
from tests.pages import screen

pytestmark = pytest.mark.journey
AXE = PROJECT / ".venv" / "npm" / "axe.min.js"
RUN = """
async () => {
  const result = await axe.run(document, { resultTypes: ["violations"] });
  return result.violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}
"""
SIZES = (ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740))
FIRST = ("/admin/", "/admin/work/", "/admin/floor/", "/admin/compliance/reports/gross/", "/admin/notices/")
SIGN_IN = "/account/sign-in/"
NOTICE = {language.code: NoticeText("Subject", "Text") for language in HOUSE_LANGUAGES}


def addresses(record: int) -> Iterator[str]:
    """The pages of the navigation, the reports, and of each kind of record its list, form and one record."""
    yield from (str(item["link"]) for group in NAVIGATION for item in group["items"])
    yield from (reverse("compliance_report", args=[code]) for code in REPORTS)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        if (row := model._default_manager.order_by("pk" if record else "-pk").first()) is not None:
            yield reverse(f"{name}_change", args=[row.pk])
        with contextlib.suppress(NoReverseMatch):
            yield reverse(f"{name}_add")


def readings() -> Iterator[tuple[str, str]]:
    """Every page with a role that reads it: each address with the role that may open it, and the pages that
    look different to each role.
    """
    allowed = rows()["get"]
    for address in ADDRESSES:
        if address.name not in OWN:
            yield reader_of(address, allowed), address.url(pk_of(address))
    for record in (0, 1):
        yield from (("direcao", address) for address in addresses(record))
    player = reverse("admin:players_player_change", args=[Player.objects.get(alias="Ana").pk])
    for role in ROLES:
        yield from ((role, address) for address in ("/admin/", "/admin/work/", player))
    yield from (("oficial", f"{player}?tab={tab}") for tab in TABS)


def fetched(client: Client, chosen: Iterable[str]) -> dict[str, bytes]:
    """The pages that this person may open, read here: the browser's thread has no database."""
    return {
        address: response.content
        for address in dict.fromkeys(chosen)
        if (response := client.get(address)).status_code == 200 and is_page(response)
    }


def is_page(response: Any) -> bool:
    is_html = str(response["Content-Type"]).startswith("text/html")
    return is_html and b"<html" in response.content and not response.has_header("Location")


def faults(page: Page, address: str) -> list[str]:
    page.set_viewport_size(SIZES[0])
    page.goto(screen.SITE + address)
    page.evaluate(AXE.read_text())
    serious = []
    for size in SIZES:
        page.set_viewport_size(size)
        serious += [f"{address} at {size['width']}: {fault}" for fault in page.evaluate(RUN)]
    return serious


def judged(pages: dict[str, bytes]) -> list[str]:
    def ask(chromium: Browser) -> list[str]:
        with screen.served(chromium, pages) as page:
            return [fault for address in pages for fault in faults(page, address)]

    return screen.browser_thread().run(ask)


def test_axe_is_here_and_notices_a_fault() -> None:
    """Otherwise nothing below could fail."""
    assert Path(AXE).is_file(), "run: make .venv/development.installed"
    broken = b"<!doctype html><html><body><img src=x><input></body></html>"
    shown = {fault.rpartition(": ")[0] for fault in judged({"/broken": broken})}
    assert shown == {
        f"/broken at {width}: {rule}"
        for width in (1280, 360)
        for rule in ("document-title", "image-alt", "html-has-lang", "label")
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
def other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign-in page has the button of an optional app."""
    way = OtherSignIn("account_signup", lambda: "Identity of the house")
    monkeypatch.setitem(other_sign_ins._registered, way.route, way)


def test_the_pages_of_every_day_have_no_serious_fault(demo: Any, notice: str, other_way: None) -> None:
    pages = fetched(signed_in("direcao@feltro.example"), [*FIRST, notice]) | fetched(Client(), [SIGN_IN])
    assert pages.keys() == {*FIRST, notice, SIGN_IN}
    assert b"Identity of the house" in pages[SIGN_IN]
    assert judged(pages) == []


@pytest.fixture
def past(demo: None, tmp_path: Path, settings: Any) -> None:
    """Weeks of play, with what the nights make of them, and something in each queue."""
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    options = {"rounds": 400, "players": 60, "seed": 3, "days": 40, "jobs": 1}
    call_command("simulate_house", **options, stdout=StringIO(), stderr=StringIO())
    history.update_totals()
    daily_totals.fold()
    control.fold()
    follow()
    something_to_read()


@pytest.mark.long
@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_no_page_has_a_serious_fault(past: None, notice: str, language: str) -> None:
    """Pages that refuse and pages of missing records are among them."""
    clients = {role: signed_in(f"{role}@feltro.example", language) for role in ROLES}
    pages: dict[str, bytes] = {}
    refusals: set[int] = set()  # one page that refuses is like another
    for role, address in [*readings(), ("direcao", notice)]:
        response = clients[role].get(address)
        if is_page(response) and response.status_code not in refusals:
            pages[f"{address}{'&' if '?' in address else '?'}reader={role}"] = response.content
            refusals |= {response.status_code} - {200}
    assert len(pages) > 150 and refusals >= {403, 404}
    assert judged(pages) == []
