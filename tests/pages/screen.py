"""Chromium for the page tests, and a blank page that can import any module of `static/js`."""

from __future__ import annotations

import contextlib
import mimetypes
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright

from casino.services.folder import PROJECT
from games.catalogue.signature_script import BUNDLED, STATIC_PATH
from tests import browser

SITE = "http://feltro.test"
BLANK = (
    "<!doctype html><html lang=pt><head><link rel=stylesheet href=/css/tokens.css></head>"
    "<body class=stage></body></html>"
)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    program = browser.find()
    assert program is not None
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=list(browser.FLAGS))
        try:
            yield opened
        finally:
            opened.close()


def served(route: Route) -> None:
    """A file of `static`, as the house would serve it; anything else is the blank page."""
    path = route.request.url.removeprefix(SITE).lstrip("/")
    file = BUNDLED if path == STATIC_PATH else PROJECT / "static" / path
    if path and file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain")
    else:
        route.fulfill(body=BLANK, content_type="text/html")


@contextlib.contextmanager
def blank(opened: Browser, width: int = 1280, height: int = 800) -> Iterator[Page]:
    """A page on which every error is a failure."""
    context = opened.new_context(viewport=ViewportSize(width=width, height=height), bypass_csp=False)
    # Chromium gives its cryptography to secure addresses only; this one never leaves the machine.
    context.route(f"{SITE}/**", served)
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(f"{SITE}/")
    try:
        yield page
        assert broken == [], broken
    finally:
        context.close()


def run(page: Page, modules: dict[str, str], body: str, given: Any = None) -> Any:
    """The result of a piece of script with modules at hand: `{"state": "table/state.js"}` and `return
    state.initialState()`.
    """
    loads = "".join(f"const {name} = await import('/js/{path}');" for name, path in modules.items())
    return page.evaluate(f"async (given) => {{ {loads} {body} }}", given)
