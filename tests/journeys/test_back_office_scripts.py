"""The scripts of the back office run under the content security policy: menus, tabs and dialogs work."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.page_steps import page_of, sign_in
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
PAGES = (
    "/admin/",
    "/admin/players/player/",
    "/admin/players/player/?o=1",
    "/admin/games/table/",
    "/admin/games/round/",
    "/admin/compliance/audit/",
    "/admin/auth/group/",
    "/admin/floor/",
    "/admin/compliance/",
    "/admin/compliance/reports/",
)


@pytest.fixture(scope="module")
def director(chromium: Browser, house: RunningHouse) -> Page:
    page = page_of(chromium, house)
    sign_in(page, "direcao")
    return page


def check_faults(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    assert page.faults == [], f"{page.url}: {page.faults}"


def test_no_expression_fails_on_any_page(director: Page) -> None:
    for address in PAGES:
        answer = director.goto(address)
        assert answer is not None and answer.status == 200, address
        assert "unsafe-eval" not in answer.headers["content-security-policy"]
        assert director.evaluate("Alpine.version") == "3.17.4"
        check_faults(director)
        changes = director.locator("#result_list tbody a").first
        if changes.count():
            director.goto(str(changes.get_attribute("href")))
            check_faults(director)


def test_the_sidebar_stays_as_it_was_left(director: Page) -> None:
    director.goto("/admin/")
    sidebar = director.locator("#nav-sidebar")
    expect(sidebar).to_be_visible()
    director.get_by_text("dock_to_right").first.click()
    expect(sidebar).to_be_hidden()
    director.goto("/admin/games/table/")
    expect(sidebar).to_be_hidden()
    director.get_by_text("dock_to_right").first.click()
    expect(sidebar).to_be_visible()
    check_faults(director)


def test_the_search_of_commands_leads_to_a_page(director: Page) -> None:
    director.goto("/admin/")
    director.keyboard.press("Control+k")
    field = director.locator("#command input[type=search], [x-ref=searchInputCommand]").first
    expect(field).to_be_visible()
    field.press_sequentially("Lisboa")
    expect(director.locator("#command-results-list li").first).to_be_visible()
    field.press("ArrowDown")
    with director.expect_navigation():
        field.press("Enter")
    assert re.search("/admin/.+", director.url)
    check_faults(director)


def test_menus_open_and_close(director: Page) -> None:
    director.goto("/admin/games/table/")
    menu = director.locator("[x-show=openUserLinks]")
    expect(menu).to_be_hidden()
    director.locator("[x-on\\:click='openUserLinks = !openUserLinks']").click()
    expect(menu).to_be_visible()
    director.keyboard.press("Control+e")
    expect(director.locator("html")).to_have_class("light")
    director.keyboard.press("Control+e")
    expect(director.locator("html")).to_have_class("dark")
    check_faults(director)


# The longest words of each cell stand in the first row, with all groups of tables open.
FILL_A_ROW = """() => {
  for (const group of document.querySelectorAll("details.office-idle")) group.open = true;
  const row = document.querySelector(".office-floor tbody tr");
  row.querySelector("[data-cell=status_label]").textContent = "a fechar depois desta jogada";
  row.querySelector("[data-label='Em jogo agora']").textContent = "no máximo 13\\u00a0320,00\\u00a0€";
  row.querySelector("[data-label='Apostado hoje']").textContent = "−1\\u00a0178,50\\u00a0€";
  return [...document.querySelectorAll(".sheet-frame")].map((frame) => frame.scrollWidth - frame.clientWidth);
}"""


def test_the_action_of_every_table_is_in_sight_on_the_live_floor(director: Page) -> None:
    """Red before: names and phases that never wrapped pushed the last column out of its frame at 1280 px."""
    director.set_viewport_size({"width": 1280, "height": 800})
    director.goto("/admin/floor/")
    hidden = director.evaluate(FILL_A_ROW)
    assert hidden and max(hidden) == 0
