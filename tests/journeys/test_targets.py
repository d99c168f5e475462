"""What a finger presses on a phone is at least 44 pixels high and wide, on every page of a player."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.page_steps import PHONE, confirm, page_of, sign_in
from tests.players.portal.account_pages import PAGES
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
PUBLIC = (
    "/", "/lobby/", "/lobby/sessions/", "/lobby/together/", "/rules/", "/rules/blackjack/",
    "/rules/blackjack/1/", "/rules/blackjack/text/",
    "/fairness/", "/verify/", "/verify/receipt/", "/fair-play/", "/responsible/",
    "/complaints/", "/contacts/", "/rights/", "/payments/", "/terms/", "/privacy/", "/accessibility/",
    "/glossary/", "/account/password/forgotten/", "/nowhere/",
)  # fmt: skip
# The size of what answers a press, found by asking the page what lies at each point around the middle:
# padding and labels count, and what is covered does not. A link inside a sentence may be as small as its
# text (WCAG 2.5.8), and so may the numbers of rules and paragraphs.
SMALL = """([least, scope]) => {
  const found = [];
  const own = (node, at) => at && (node.contains(at) || at.closest('label')?.control === node);
  const reach = (node, x, y, dx, dy) => {
    for (let step = 1; step <= least; step += 1)
      if (!own(node, document.elementFromPoint(x + dx * step, y + dy * step))) return step - 1;
    return least;
  };
  const inSentence = (node) => {
    if (node.tagName !== 'A' || getComputedStyle(node).display !== 'inline') return false;
    const block = node.closest('p, li, dd, dt, td, th, label, figcaption, small, div, span');
    const rest = block.cloneNode(true);
    rest.querySelectorAll('a, button, .hidden-text, svg').forEach((part) => part.remove());
    return /\\p{L}{2}/u.test(rest.textContent);
  };
  for (const node of document.querySelectorAll(
    `${scope} :is(a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button])`)) {
    if (!node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || node.disabled) continue;
    if (node.closest('details:not([open]) > :not(summary), .hidden-text, .skip')) continue;
    if (inSentence(node)) continue;
    if (node.tabIndex < 0 || node.matches('.rule-id, .gazette-number')) continue; // read like footnotes
    node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const labels = [...(node.labels ?? [])].map((label) => label.getBoundingClientRect());
    const boxes = [...node.getClientRects(), ...labels];
    const box = boxes.reduce((one, two) => (two.width * two.height > one.width * one.height ? two : one));
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (!own(node, document.elementFromPoint(x, y))) { found.push(`covered: ${name(node)}`); continue; }
    const width = reach(node, x, y, -1, 0) + reach(node, x, y, 1, 0) + 1;
    const height = reach(node, x, y, 0, -1) + reach(node, x, y, 0, 1) + 1;
    if (Math.min(width, height) < least) found.push(`${width}x${height}: ${name(node)}`);
  }
  function name(node) {
    const within = node.closest('[class]:not(a, button, input)')?.className ?? '';
    return `${node.outerHTML.replace(/\\s+/g, ' ').slice(0, 110)} in .${within}`;
  }
  return found;
}"""
LEAST = 44


def small_targets(page: Page, scope: str = "body") -> list[str]:
    found: list[str] = page.evaluate(SMALL, [LEAST, scope])
    return found


def walk(page: Page, addresses: tuple[str, ...], password: str = "") -> dict[str, list[str]]:
    faults = {}
    for address in addresses:
        page.goto(address)
        confirm(page, password)
        page.wait_for_load_state()
        if found := small_targets(page):
            faults[address] = found
    return faults


def test_everything_that_a_finger_presses_is_large_enough(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, size=PHONE, has_touch=True, is_mobile=True)
    assert walk(page, ("/account/sign-in/", "/account/new/")) == {}
    sign_in(page, "ana")
    page.locator(".menu > summary").click()
    assert small_targets(page, ".masthead") == [], "the open menu"
    assert walk(page, PUBLIC) == {}
    assert walk(page, tuple(f"/account/{address}" for address in PAGES), "mesa-ana-2015") == {}


def test_the_measure_sees_what_is_small(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.set_content(
        "<style>a, button, label { font: 16px/20px sans-serif }</style>"
        "<p>A sentence with a <a href='#a'>link</a> is exempt.</p>"
        "<ul><li><a href='#b'>alone</a></li></ul>"
        "<button style='width: 60px; height: 30px'>low</button>"
        "<label style='display: block; padding: 12px'><input type='checkbox'> ticked by its label</label>"
        "<button style='width: 44px; height: 44px'>+</button>"
    )
    small = small_targets(page)
    assert [found.split(": ")[1][:7] for found in small] == ["<a href", "<button"], small
