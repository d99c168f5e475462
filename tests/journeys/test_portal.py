"""Every public page in a real browser: in both sizes and themes, by keyboard, and without scripts."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from casino.demo.sample_data import TABLES
from tests.games.rounds.proof import shoe_chains
from tests.journeys.page_steps import CONTRAST, NAMELESS, check_page, page_of, send, sign_in
from tests.running import RunningHouse

pytestmark = pytest.mark.journey

PUBLIC = (
    "/",
    "/lobby/",
    "/rules/",
    "/rules/american-roulette/",
    "/rules/french-roulette/",
    "/responsible/",
    "/fairness/",
    "/verify/",
    "/complaints/",
)
QUIET = (
    "/contacts/",
    "/rights/",
    "/terms/",
    "/privacy/",
    "/accessibility/",
    "/glossary/",
    "/account/sign-in/",
    "/account/password/forgotten/",
    "/nowhere/",
)
OWN = (
    "/account/",
    "/account/rounds/",
    "/account/sessions/",
    "/account/movements/",
    "/account/security/",
    "/account/password/",
)
OFFICE = (
    "/admin/",
    "/admin/games/table/",
    "/admin/games/table/1/change/",
    "/admin/games/rulesheet/2/change/",
    "/admin/wallet/transfer/",
)

# SHA-256 and HMAC-SHA-256 by openssl, the stream by its AES-256 in counter mode: 0x71f9 mod 37 is pocket 21,
# which is 25.
COMMITMENT = "5dc6ebf32dc5b4c1d66ff7b13d7ac01ba61f488ecbd86a615e16df24de8f5d06"
NUMBER = "25"

# Whether the browser keeps the offline page in this language.
KEPT_LANGUAGE = """async (language) =>
  (await caches.match("/offline/"))?.headers.get("Content-Language") === language"""


def test_the_eyes_of_these_tests_see(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<body><p style='color:#999;background:oklch(100% 0 0)'>pale</p><p>dark</p>"
        "<button></button><button>named</button>"
    )
    assert [fault.split(" ", 1)[1] for fault in page.evaluate(CONTRAST)] == ["pale"]
    assert len(page.evaluate(NAMELESS)) == 1


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["wide", "phone"])
def test_every_public_page_fits_reads_and_says_nothing_wrong(
    chromium: Browser, house: RunningHouse, size: tuple[int, int]
) -> None:
    page = page_of(chromium, house, size=size)
    for address in (*PUBLIC, *QUIET):
        check_page(page, address)
    page.context.close()


def test_a_players_own_pages_fit_a_phone(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, size=(360, 740))
    sign_in(page, "eva")
    for address in OWN:
        check_page(page, address)
    page.context.close()


@pytest.mark.parametrize("language", ["pt-PT", "en", "es"])
def test_the_lobby_shows_every_game_in_one_row_of_a_desktop(
    chromium: Browser, house: RunningHouse, language: str
) -> None:
    page = page_of(chromium, house, size=(1280, 800), locale=language)
    page.goto("/lobby/")
    row = page.locator(".game-chips")
    assert row.get_by_role("link").count() == 8, "seven games, and all of them"
    assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth")
    page.context.close()


# The spacing of WCAG 1.4.12, as a reader's own style sheet sets it.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
# A large balance, and messages that were not read.
FULL_HEAD = """() => {
  document.querySelector(".purse .figure").textContent = "123 456,78 €";
  const count = document.createElement("span");
  count.className = "count";
  count.textContent = "12";
  document.querySelector(".menu > summary").prepend(count);
}"""
CUT_OFF = """() => {
  const root = document.documentElement, faults = [];
  if (root.scrollWidth > root.clientWidth) faults.push(`${root.scrollWidth} px wide`);
  for (const node of document.querySelectorAll("a, button, h1, h2, h3, p, li, dt, dd, label, th, td")) {
    const style = getComputedStyle(node);
    if (!node.checkVisibility() || style.overflowX === "visible" || !node.innerText?.trim()) continue;
    if (node.scrollWidth > node.clientWidth + 1 && style.overflowX !== "auto")
      faults.push(`cut off: ${node.outerHTML.slice(0, 80)}`);
  }
  return faults;
}"""


def test_a_narrow_page_with_wide_text_spacing_needs_no_sideways_scrolling(
    chromium: Browser, house: RunningHouse
) -> None:
    """A desk of 1280 pixels at four times the size.  WCAG 1.4.10 and 1.4.12"""
    page = page_of(chromium, house, size=(320, 640))
    faults: dict[str, list[str]] = {}
    for addresses in ((*PUBLIC, *QUIET), OWN):
        if addresses is OWN:
            sign_in(page, "eva")
        for address in addresses:
            page.goto(address)
            if addresses is OWN:
                page.evaluate(FULL_HEAD)
            faults[address] = page.evaluate(CUT_OFF)
            page.evaluate(SPACED)
            faults[f"{address} spaced"] = page.evaluate(CUT_OFF)
    assert {address: rows for address, rows in faults.items() if rows} == {}


def test_the_back_office_opens_without_a_fault_in_its_scripts(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house)
    sign_in(page, "direcao")
    for address in OFFICE:
        answer = page.goto(address)
        assert answer is not None and answer.status == 200
        assert page.faults == [], address
    page.goto("/admin/")
    page.get_by_text("direcao@feltro.example").first.click()
    # The theme's own scripts run under our policy.
    expect(page.get_by_role("button", name="English")).to_be_visible()


def test_the_house_is_walked_without_scripts_and_by_keyboard(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, java_script_enabled=False)
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Saltar para o conteúdo")
    page.get_by_role("button", name="English").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="See the tables").first.wait_for()
    page.goto("/lobby/")
    page.locator(".filter-sheet summary").focus()
    page.keyboard.press("Enter")
    page.select_option("select[name=mode]", "individual")
    send(page, "Show")
    expect(page.locator(".tile")).to_have_count(
        sum(table.setting.get("mode") == "individual" for table in TABLES)
    )
    sign_in(page, "david")
    page.locator("details.menu summary").click()
    send(page, page.get_by_role("button", name=re.compile("Sair|Sign out")))
    expect(page.locator(".notices")).to_have_text(re.compile(r"You have signed out\.|Saiu da conta\."))


def test_a_draw_is_repeated_in_the_browser(chromium: Browser, house: RunningHouse) -> None:
    """Reckoned once with another implementation: a zero seed at table 1, round 1, without shares."""
    page = page_of(chromium, house)
    round_record = {
        "format": "feltro/round/v1", "game": "american-roulette", "table": 1, "round": 1,
        "commitment": COMMITMENT, "nonces": {}, "seed": "00" * 32, "wheel": "37", "drawn": [NUMBER],
    }  # fmt: skip
    for address in ("/fairness/", "/verify/"):
        page.goto(address)
        page.fill("textarea[name=data]", json.dumps(round_record))
        page.get_by_role("button", name="Recalcular o sorteio").click()
        page.get_by_text("O sorteio é o que foi prometido.").wait_for()
        expect(page.locator(".verify-result > :first-child"), "the verdict first").to_have_class(
            "verdict-all"
        )
        expect(page.locator(".verify-steps")).not_to_be_visible()
        expect(page.locator(".verify-steps [data-agrees=true]")).to_have_count(3)
        page.fill("textarea[name=data]", json.dumps(round_record | {"commitment": "0" * 64}))
        expect(page.locator(".verify-steps li"), "the checked value is no longer in the field").to_have_count(
            0
        )
        page.get_by_role("button", name="Recalcular o sorteio").click()
        page.locator(".verdict-all[data-agrees=false]").wait_for()
        expect(page.locator(".verify-steps [data-agrees=false]")).to_have_count(1)
        page.fill("textarea[name=data]", "isto não é nada")
        page.get_by_role("button", name="Recalcular o sorteio").click()
        page.get_by_text("Nada pôde ser verificado.").wait_for()


def test_a_shoe_is_checked_as_a_chain_in_the_browser(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house)
    page.goto("/verify/")
    rounds = shoe_chains.shoe("baccarat")
    page.fill("textarea[name=data]", json.dumps(rounds))
    page.get_by_role("button", name="Recalcular o sorteio").click()
    page.locator(".verdict-all[data-agrees=true]").wait_for()
    expect(page.locator(".verify-steps > [data-agrees=true]")).to_have_count(1 + len(rounds))
    page.fill("textarea[name=data]", json.dumps([*rounds[:2], *rounds[3:]]))
    page.get_by_role("button", name="Recalcular o sorteio").click()
    page.locator(".verdict-all[data-agrees=false]").wait_for()
    expect(page.locator(".verify-steps > [data-agrees=false]"), "the chain alone").to_have_count(1)


def test_without_a_connection_the_browser_shows_the_offline_page(
    house: RunningHouse, chromium: Browser
) -> None:
    page = page_of(chromium, house)
    page.goto("/lobby/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="Sem ligação")).to_be_visible()
    assert "Inter" in page.evaluate("() => getComputedStyle(document.body).fontFamily"), "with its style"
    page.context.set_offline(False)
    page.get_by_role("link", name="Tentar de novo").click()
    expect(page).to_have_url(re.compile("/rules/$"))
    expect(page.get_by_role("heading", name="Regras")).to_be_visible()


def test_the_offline_page_follows_the_language_of_the_pages_without_another_worker(
    house: RunningHouse, chromium: Browser
) -> None:
    """The browser reads English, the player Portuguese. A second worker would replace the first in the
    middle of a visit.
    """
    page = page_of(chromium, house, locale="en-GB")
    page.goto("/lobby/")
    expect(page.locator("html")).to_have_attribute("lang", "en-GB")
    page.wait_for_function(KEPT_LANGUAGE, arg="en-GB")
    sign_in(page, "ana")
    expect(page.locator("html")).to_have_attribute("lang", "pt-PT")
    page.wait_for_function(KEPT_LANGUAGE, arg="pt-PT")
    assert [worker.url for worker in page.context.service_workers] == [f"{house.url}/service-worker.js"]
    page.context.set_offline(True)
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="Sem ligação")).to_be_visible()
    page.context.close()
