"""Helpers for journeys through pages: a browser, a sign-in, submitted forms, and checks of every page.

Nothing is read directly after an action: the helpers wait for the response page of a form, and for texts with
`expect`.
"""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.running import RunningHouse

WIDE, PHONE = (1280, 800), (360, 740)
# What a loaded machine may take for a page (ms), and for the worker and the payment service to have done
# their part (s).
PATIENCE, ERRANDS = 60_000, 60

# The contrast of every piece of text with what it stands on, by WCAG's own formula; colours are read back
# through a canvas, because a browser answers in the notation that the style sheet uses. Text over pictures
# and gradients is left to the eye.
CONTRAST = """() => {
  const canvas = document.createElement('canvas'); canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const read = (colour) => {
    context.clearRect(0, 0, 1, 1); context.fillStyle = colour; context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const colours = new Map(), grounds = new Map();
  const rgba = (colour) => {
    if (!colours.has(colour)) colours.set(colour, read(colour));
    return colours.get(colour); };
  const over = ([r, g, b, a], [R, G, B]) =>
    [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = ([r, g, b]) => [r, g, b]
    .map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  // What a node stands on; null where that is a picture.
  const groundOf = (node) => {
    if (!node) return [255, 255, 255, 1];
    if (!grounds.has(node)) grounds.set(node, layersOf(node));
    return grounds.get(node); };
  const layersOf = (node) => {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== 'none') return null;
    const colour = rgba(style.backgroundColor);
    if (colour[3] === 1) return colour;
    const below = groundOf(node.parentElement);
    return below && colour[3] > 0 ? over(colour, below) : below; };
  const faults = [];
  for (const node of document.querySelectorAll('body *')) {
    const text = [...node.childNodes].filter((n) => n.nodeType === 3 && n.data.trim())
      .map((n) => n.data.trim()).join(' ');
    if (!text || node.closest('svg, noscript, .hidden-text, .skip') ||
      !node.checkVisibility({ checkOpacity: true })) continue;
    const ground = groundOf(node);
    if (!ground) continue;
    const style = getComputedStyle(node);
    const ink = over(rgba(style.color), ground);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 ||
      (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) faults.push(`${ratio.toFixed(2)} ${text.slice(0, 40)}`);
  }
  return faults;
}"""
NAMELESS = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
  .filter((node) => node.checkVisibility() && !node.closest('[aria-hidden=true]'))
  .filter((node) => ![node.innerText, node.textContent, node.getAttribute('aria-label'),
    node.labels?.[0]?.innerText]
    .some((text) => text?.trim()))
  .map((node) => node.outerHTML.slice(0, 80))"""
# What a screen reader would stumble over: fields without a label, ids twice, references to nothing, headings
# that skip, no language.
STUMBLES = """() => {
  const faults = [], all = (what) => [...document.querySelectorAll(what)].filter((node) => node.checkVisibility());
  const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
  ids.filter((id, at) => ids.indexOf(id) !== at).forEach((id) => faults.push(`id twice: ${id}`));
  for (const field of all('input:not([type=hidden]), select, textarea'))
    if (!field.labels?.length && !field.getAttribute('aria-label') && !field.getAttribute('aria-labelledby')) faults.push(`no label: ${field.name}`);
  for (const name of ['aria-describedby', 'aria-labelledby', 'for'])
    for (const node of document.querySelectorAll(`[${name}]`))
      for (const id of node.getAttribute(name).split(/\\s+/)) if (id && !document.getElementById(id)) faults.push(`${name} to nothing: ${id}`);
  for (const field of all('[aria-invalid=true]')) if (!field.getAttribute('aria-describedby')) faults.push(`refused without a reason: ${field.name}`);
  let level = 0;
  for (const head of all('h1, h2, h3, h4')) { const now = +head.tagName[1]; if (now > level + 1) faults.push(`heading skips to ${now}: ${head.innerText}`); level = now; }
  if (all('h1').length !== 1) faults.push(`${all('h1').length} headings of the first level`);
  if (all('main').length !== 1) faults.push('no main');
  if (!document.documentElement.lang || !document.title.trim()) faults.push('no language or title');
  for (const node of document.querySelectorAll('[role]')) if (!/^(alert|status|region|img|group|dialog|presentation)$/.test(node.getAttribute('role'))) faults.push(`role ${node.getAttribute('role')}`);
  for (const node of all('button, .button, input:not([type=checkbox], [type=radio], [type=hidden]), select')) {
    const box = node.getBoundingClientRect();
    if (box.height < 24 || box.width < 24) if (!node.classList.contains('link-button') && !node.closest('.languages, [aria-hidden=true]')) faults.push(`too small: ${node.outerHTML.slice(0, 60)}`);
  }
  return faults;
}"""  # noqa: E501


def page_of(chromium: Browser, house: RunningHouse, **options: Any) -> Page:
    width, height = options.pop("size", WIDE)
    page = chromium.new_context(
        base_url=house.url, viewport={"width": width, "height": height}, **{"locale": "pt-PT", **options}
    ).new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []
    page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda fault: page.faults.append(str(fault)))
    return page


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/sign-in/")
    page.fill("input[name=login]", f"{name}@feltro.example")
    page.fill("input[name=password]", f"mesa-{name}-2015")
    page.press("input[name=password]", "Enter")
    page.wait_for_url(re.compile("lobby|admin"))


def enter(field: Locator, value: Any) -> None:
    """Ticks a box, chooses in a list, or fills in a field."""
    if value is True:
        field.check()
    elif field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(str(value))
    else:
        field.fill(str(value))


def send(page: Page, button: str | Locator, password: str = "") -> None:
    """Submits a form with this button and waits for the answer. Money and limits ask for the password again
    if it was not entered lately.
    """
    with page.expect_navigation():
        (page.get_by_role("button", name=button, exact=True) if isinstance(button, str) else button).click()
    confirm(page, password)


def confirm(page: Page, password: str) -> None:
    if not password or "/confirm/" not in page.url:
        return
    page.fill("input[name=password]", password)
    with page.expect_navigation():
        page.press("input[name=password]", "Enter")


def until_payment(page: Page, wanted: str) -> None:
    """The gateway and the worker take time, so the page is reloaded until the payment is there."""
    page.wait_for_url(re.compile("/account/payments/"))
    end = time.monotonic() + ERRANDS
    while not page.locator(".sums").get_by_text(wanted, exact=True).count():
        assert time.monotonic() < end, f"{wanted} is not shown: {page.locator('.sums').inner_text()}"
        page.wait_for_timeout(500)
        page.reload()


def release(chromium: Browser, house: RunningHouse, payment: str) -> None:
    """Staff release a withdrawal."""
    office = page_of(chromium, house)
    sign_in(office, "caixa")
    answer = office.goto(f"/admin/cashier/payment/{payment}/change/")
    assert answer is not None and answer.status == 200
    office.fill("#why-decide", "Documento e conta conferem")
    send(office, "Autorizar")
    expect(office.locator("body")).to_contain_text("o jogador foi informado")
    office.context.close()


def fits(page: Page) -> None:
    page.wait_for_load_state()
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{page.url} is {overflow} px too wide"


def seen(page: Page) -> None:
    """Nothing is too wide, too pale or without a name."""
    fits(page)
    for script in (CONTRAST, NAMELESS):
        faults = page.evaluate(script)
        assert faults == [], f"{page.url}: {faults}"


def decent(page: Page) -> None:
    """Nothing that a person with other eyes or other hands would stumble over."""
    seen(page)
    stumbles = page.evaluate(STUMBLES)
    assert stumbles == [], f"{page.url}: {stumbles}"
    faults = [fault for fault in page.faults if "422" not in fault]
    assert faults == [], f"{page.url}: {faults}"


def accessible(page: Page) -> None:
    """Decent, and nothing that axe finds, however slight."""
    decent(page)
    audited(page)


def audited(page: Page) -> None:
    from axe_playwright_python.sync_playwright import Axe  # half a megabyte of script, for those who use it

    problems = [
        (fault["id"], fault["impact"], [node["html"][:120] for node in fault["nodes"]][:3])
        for fault in Axe().run(page).response["violations"]
    ]
    assert problems == [], f"{page.url}: {problems}"


# A colour that changes with the theme may take a moment; nothing is read on the way.
SETTLED = """() => {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}"""


def check_page(page: Page, address: str) -> None:
    """In the light theme, and then in the dark one: only style sheets know of themes."""
    page.emulate_media(color_scheme="light")
    answer = page.goto(address)
    assert answer is not None and answer.status == (404 if address == "/nowhere/" else 200), address
    seen(page)
    page.emulate_media(color_scheme="dark")
    page.evaluate(SETTLED)
    seen(page)
    faults = [fault for fault in page.faults if "404" not in fault]
    assert faults == [], f"{address}: {faults}"
