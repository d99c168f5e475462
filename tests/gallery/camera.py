"""Takes the pictures. Each page is opened once in each language and photographed in every size and theme;
its console, its width, its language and its accessibility are checked.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, ViewportSize
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from players.languages import language_of
from tests.gallery import page_checks
from tests.gallery.cells import Cell, Manifest

TALLEST = 6000  # px of a picture of a whole page: what is longer says nothing new
# The browser's own share of a draw is chance too: here it is always the same.
SHARE = "crypto.getRandomValues = (array) => array.fill(7);"


class Camera:
    def __init__(self, browser: Browser, url: str, manifest: Manifest, folder: Path, only: str = "") -> None:
        self.browser, self.url, self.manifest, self.folder, self.only = browser, url, manifest, folder, only
        self.taken: set[Cell] = set()
        self.errors: list[str] = []
        self.begun = time.monotonic()
        self.page_faults: dict[Page, list[str]] = {}
        self.audited: set[tuple[str, str]] = set()

    def wanted(self, page: str) -> bool:
        return page.startswith(tuple(self.only.split(",")))

    def context(self, language: str, like: BrowserContext | None = None, **options: Any) -> BrowserContext:
        """A visitor's browser, or a second one of a person who has signed in."""
        context = self.browser.new_context(
            base_url=self.url,
            locale=language_of(language).tag,
            viewport=ViewportSize(width=1280, height=800),
            **options,
        )
        context.add_init_script(SHARE)
        if like is not None:
            context.add_cookies([cookie for cookie in like.cookies() if cookie["name"] != "django_language"])
        context.add_cookies(
            [{"name": "django_language", "value": language_of(language).code, "url": self.url}]
        )
        return context

    def open(self, context: BrowserContext, address: str = "", *, quiet: tuple[str, ...] = ()) -> Page:
        """A page whose faults are recorded, except those that contain a word of `quiet`."""
        page = context.new_page()
        page.set_default_timeout(60_000)
        faults = self.page_faults[page] = []

        def fault(text: str) -> None:
            if not any(word in text for word in quiet):
                faults.append(text)

        def failed(request: Request) -> None:
            if (
                request.failure != "net::ERR_ABORTED"
            ):  # the browser itself gives up what a page that is left was still fetching
                fault(f"request failed: {request.url} {request.failure}")

        def answered(response: Response) -> None:
            if response.status >= 400:
                fault(f"{response.status} {response.url}")

        page.on(
            "console", lambda message: fault(f"console: {message.text}") if message.type == "error" else None
        )
        page.on("pageerror", lambda error: fault(f"page: {error}"))
        page.on("requestfailed", failed)
        page.on("response", answered)
        if address:
            page.goto(address)
        return page

    def shoot(
        self, page: Page, name: str, phase: str, language: str, *, settle: Any = None, whole: bool = True
    ) -> None:
        """Every cell of this page in this phase and language."""
        cells = [cell for cell in self.manifest.cells(name, phase) if cell.language == language]
        if phase not in self.manifest.phases(name):
            self.fault(f"{name}/{phase} ({language}): not in the manifest")
        for cell in sorted(cells, key=lambda cell: (cell.theme, -self.manifest.sizes[cell.size][0])):
            width, height = self.manifest.sizes[cell.size]
            page.emulate_media(color_scheme=cell.theme)
            page.set_viewport_size(ViewportSize(width=width, height=height))
            if self.manifest.group_of(name).get(
                "bars"
            ):  # the back office's theme asks for the light once, when it is opened
                page.evaluate(
                    f"document.documentElement.classList.toggle('dark', {str(cell.theme == 'dark').lower()})"
                )
            if settle is not None:
                settle(page)
            if (wide := page_checks.too_wide(page)) is not None:
                self.error(cell, wide)
            if self.manifest.group_of(name).get("bars"):
                for text in page_checks.beginning_separators(page):
                    self.error(cell, text)
            path = self.folder / cell.file
            path.parent.mkdir(parents=True, exist_ok=True)
            options: dict[str, Any] = {}
            if whole and (tall := page.evaluate("document.documentElement.scrollHeight")) > height:
                options = {
                    "full_page": True,
                    "clip": {"x": 0, "y": 0, "width": width, "height": min(tall, TALLEST)},
                }
                if self.manifest.group_of(name).get(
                    "bars"
                ):  # elements fixed to the window's edge would cover the middle of the page
                    page.set_viewport_size(ViewportSize(width=width, height=min(tall, TALLEST)))
            self._shot(page, path=path, type="jpeg", quality=80, animations="disabled", **options)
            self.taken.add(cell)
            if cell.size == cells[0].size:
                self._read(page, cell, settle)
        for text in self.page_faults[page]:
            self.fault(f"{name}/{phase} ({language}): {text}")
        self.page_faults[page].clear()
        self.progress(f"{name} · {phase} · {language}")

    @staticmethod
    def _shot(page: Page, **options: Any) -> None:
        """Take a screenshot, with one retry: on a busy machine a browser may lose a frame."""
        try:
            page.screenshot(timeout=20_000, **options)
        except PlaywrightTimeout:
            page.screenshot(**options)

    def _read(self, page: Page, cell: Cell, settle: Any) -> None:
        """Once for a theme: what only the words and the colours can show."""
        if self.manifest.group_of(cell.page).get("words", True):
            for text in page_checks.untranslated(page, cell.language):
                self.error(cell, f"in the other language: {text!r}")
        if cell.language == "pt" and (f"{cell.page}/{cell.phase}", cell.theme) not in self.audited:
            self.audited.add((f"{cell.page}/{cell.phase}", cell.theme))
            if self.manifest.group_of(cell.page).get("audit", True) and not self._audit_elsewhere(cell):
                for fault in page_checks.audited(
                    page, lambda: settle(page) if settle else page.wait_for_timeout(50)
                ):
                    self.error(cell, fault)

    def _audit_elsewhere(self, cell: Cell) -> bool:
        """A table's page is the same in all its phases but for what lies on it: it is audited where most
        does.
        """
        phases = self.manifest.group_of(cell.page).get("audited")
        return bool(phases) and cell.phase not in phases

    def error(self, cell: Cell, text: str) -> None:
        self.fault(f"{cell.file.removesuffix('.jpg')}: {text}")

    def fault(self, text: str) -> None:
        self.errors.append(text)
        print(f"ERROR {text}", flush=True)

    def progress(self, text: str) -> None:
        print(
            f"{time.monotonic() - self.begun:6.0f} s  {len(self.taken):5}  {len(self.errors):3} errors  "
            f"{text}",
            flush=True,
        )

    def missing(self) -> list[Cell]:
        return sorted(set(self.manifest.all_cells(self.only)) - self.taken)


def sign_in(context: BrowserContext, name: str) -> None:
    page = context.new_page()
    page.goto("/account/sign-in/")
    page.fill("input[name=login]", f"{name}@feltro.example")
    page.fill("input[name=password]", f"mesa-{name}-2015")
    page.press("input[name=password]", "Enter")
    page.wait_for_url(re.compile("lobby|admin"))
    page.close()


def confirmed(page: Page, name: str) -> None:
    """Money and limits ask once more who is there."""
    if "/confirm/" in page.url:
        page.fill("input[name=password]", f"mesa-{name}-2015")
        with page.expect_navigation():
            page.press("input[name=password]", "Enter")
