"""Every account page by keyboard: each control can be reached and shows its focus, and axe finds no fault."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.page_steps import PHONE, WIDE, accessible, confirm, page_of, send, sign_in
from tests.players.portal.account_pages import PAGES
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
SOME = ("", "deposit/", "limits/", "exclusion/", "movements/", "complaints/new/")

# What a person can work with: seen, not switched off, one of each group of choices, and nothing of what is
# folded away.
CONTROLS = """() => {
  const groups = new Set();
  window.controls = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter((node) => node.checkVisibility() && !node.disabled && node.tabIndex >= 0)
    .filter((node) => !node.closest('details:not([open]) > :not(summary)'))
    .filter((node) => node.type !== 'radio' || node.checked ||
      (!document.querySelector(`[name="${node.name}"]:checked`)
      && !groups.has(node.name) && groups.add(node.name)));
  return window.controls.length;
}"""
# Where the keyboard is now: the number of the control, and whether anything shows that it is there.
HERE = """() => {
  const node = document.activeElement, style = getComputedStyle(node), at = window.controls.indexOf(node);
  const ringed = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 ||
    style.boxShadow !== 'none';
  const box = node.getBoundingClientRect();
  const seen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return [at, ringed(style) || ringed(getComputedStyle(node.parentElement)), seen,
    node.outerHTML.slice(0, 90)];
}"""


def check_keyboard_path(page: Page) -> None:
    """From the first control to the last by Tab alone."""
    left, faults = set(range(page.evaluate(CONTROLS))), []
    page.evaluate("document.activeElement.blur()")
    for _ in range(len(left) + 10):
        page.keyboard.press("Tab")
        at, ringed, seen, html = page.evaluate(HERE)
        left.discard(at)
        if at >= 0 and not (ringed and seen):
            faults.append(html)
        if not left:
            break
    missed = page.evaluate(
        "(left) => left.map((at) => window.controls[at].outerHTML.slice(0, 90))", sorted(left)
    )
    assert missed == [] and faults == [], f"{page.url}: not reached {missed}, not seen {faults}"


def opened(
    chromium: Browser, house: RunningHouse, language: str, size: tuple[int, int], alias: str = "bruno"
) -> Page:
    page = page_of(chromium, house, size=size, locale={"pt": "pt-PT", "en": "en-GB"}[language])
    sign_in(page, alias)
    if page.locator("html").get_attribute("lang") != {"pt": "pt-PT", "en": "en-GB"}[language]:
        if size[0] < 640:
            page.locator(".menu > summary").click()
        send(page, page.get_by_role("button", name={"pt": "Português", "en": "English"}[language]))
    expect(page.locator("html")).to_have_attribute("lang", {"pt": "pt-PT", "en": "en-GB"}[language])
    page.goto("/account/limits/first/")
    if page.locator("button[form=none]").count():
        send(page, page.locator("button[form=none]"), f"mesa-{alias}-2015")
    return page


def turned_to(page: Page, address: str, alias: str = "bruno") -> None:
    page.goto(f"/account/{address}")
    confirm(page, f"mesa-{alias}-2015")
    page.wait_for_load_state()


@pytest.mark.long
def test_the_keyboard_reaches_everything_and_axe_finds_nothing_on_the_pages_that_matter_most(
    chromium: Browser, house: RunningHouse
) -> None:
    page = opened(chromium, house, "pt", WIDE)
    for address in SOME:
        turned_to(page, address)
        accessible(page)
        check_keyboard_path(page)


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "360"])
@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_keyboard_reaches_everything_and_axe_finds_nothing_on_any_page(
    chromium: Browser, house: RunningHouse, language: str, size: tuple[int, int]
) -> None:
    page = opened(chromium, house, language, size)
    for address in PAGES:
        turned_to(page, address)
        accessible(page)
        check_keyboard_path(page)


def test_the_walk_sees_what_the_keyboard_misses(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<main><a href='#x'>one</a>"
        "<div><button style='outline: none; box-shadow: none'>two</button></div></main>"
    )
    with pytest.raises(AssertionError, match=r"not seen \['<button"):
        check_keyboard_path(page)
    page.set_content("<main><a href='#x'>one</a><button onfocus='this.blur()'>two</button></main>")
    with pytest.raises(AssertionError, match=r"not reached \['<button"):
        check_keyboard_path(page)
