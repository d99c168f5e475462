"""Chromium for the page tests, and a blank page that can import any module of `static/js`.

The files come from a server of this process, not from intercepted requests: Playwright hands each of these to
Python, and switches the browser's cache off.
"""

from __future__ import annotations

import contextlib
import mimetypes
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from casino.languages.fonts import Inter
from casino.services.folder import PROJECT
from games.catalogue.signature_script import BUNDLED, STATIC_PATH
from tests import browser
from tests.plugin import AT_END

T = TypeVar("T")
# Chromium hands its cryptography to secure pages: a name below localhost is one.
HOST = "feltro.localhost"
SITE = f"http://{HOST}"
DEFAULT_MEDIA: Any = dict.fromkeys(
    ("media", "color_scheme", "reduced_motion", "forced_colors", "contrast"), "null"
)
BLANK = (
    "<!doctype html><html lang=pt><head><link rel=stylesheet href=/css/tokens.css></head>"
    "<body class=stage></body></html>"
)


def file_of(path: str) -> Path | None:
    """The file that the house would serve at this path."""
    if path.startswith("/fonts/"):
        font = Inter().find(path.lstrip("/"))
        return Path(font) if font else None
    if match := HASHED.match(path):
        found = finders.find("".join(match.groups()))
        return Path(found) if isinstance(found, str) else None
    file = BUNDLED if path == f"/{STATIC_PATH}" else PROJECT / "static" / path.lstrip("/")
    return file if file.is_file() else None


PAGES: dict[str, bytes] = {}  # of the test that runs: what the house answered, by its address
HASHED = re.compile(r"^/static/(.+?)(?:\.[0-9a-f]{12})?(\.\w+)$")


class Files(BaseHTTPRequestHandler):
    """The pages of a test and the files of the house; any other address is the blank page."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        file = None if self.path in PAGES else file_of(path)
        body = file.read_bytes() if file else PAGES.get(self.path, BLANK.encode())
        if file is None and PAGES and self.path not in {"/", *PAGES}:
            return self.send_error(404)
        kind = (mimetypes.guess_type(file.name)[0] or "text/plain") if file else "text/html"
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600" if file else "no-store")
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: Any) -> None:
        """Nothing is logged: a page that misses a file fails by itself."""


@cache
def files_port() -> int:
    """The port of the server of this process, which ends with it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a closed page drops its connections
    Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    program = browser.find()
    assert program is not None
    rule = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{files_port()}"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=[*browser.FLAGS, rule])
        try:
            yield opened
        finally:
            opened.close()


class BrowserThread:
    """One browser of the process for pages that its database wrote, in a thread of its own.

    Where Playwright runs, its loop forbids queries and other loops: in the thread of the tests, each of them
    would have to open and close a browser.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "browser")
        self._stack = contextlib.ExitStack()
        self._browser: Browser | None = None

    def run(self, work: Callable[[Browser], T]) -> T:
        return self._thread.submit(lambda: work(self._opened())).result()

    def _opened(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():  # it crashed
            self._stack.close()
            self._browser = self._stack.enter_context(chromium())
        return self._browser

    def close(self) -> None:
        self._thread.submit(self._stack.close).result()
        self._thread.shutdown()


@cache
def browser_thread() -> BrowserThread:
    opened = BrowserThread()
    AT_END.callback(opened.close)
    return opened


FREE: WeakKeyDictionary[Browser, list[Page]] = WeakKeyDictionary()


@contextlib.contextmanager
def blank(opened: Browser, width: int = 1280, height: int = 800) -> Iterator[Page]:
    """A page on which every error is a failure.

    A browser keeps its pages for the next test, because a new one costs a process that compiles every module
    anew. The next test gets a new document, and neither stores nor settings of the last one.
    """
    free = FREE.setdefault(opened, [])
    page = free.pop() if free else opened.new_context().new_page()
    page.emulate_media(**DEFAULT_MEDIA)
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.goto(f"{SITE}/")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    broken: list[str] = []

    def record_fault(error: Error) -> None:
        broken.append(str(error))

    page.on("pageerror", record_fault)
    try:
        yield page
        assert broken == [], broken
    except BaseException:
        page.context.close()
        raise
    page.remove_listener("pageerror", record_fault)
    page.mouse.move(-1, -1)  # over nothing
    page.context.clear_cookies()
    free.append(page)


@contextlib.contextmanager
def served(opened: Browser, pages: dict[str, bytes], width: int = 1280, height: int = 800) -> Iterator[Page]:
    """A blank page, from which these pages of the house can be opened."""
    with published(pages), blank(opened, width, height) as page:
        yield page


@contextlib.contextmanager
def published(pages: dict[str, bytes]) -> Iterator[None]:
    """Each address answers with its page, any other with 404."""
    PAGES.update(pages)
    try:
        yield
    finally:
        PAGES.clear()


def run(page: Page, modules: dict[str, str], body: str, given: Any = None) -> Any:
    """The result of a piece of script with modules at hand: `{"state": "table/state.js"}` and `return
    state.initialState()`.
    """
    loads = "".join(f"const {name} = await import('/js/{path}');" for name, path in modules.items())
    return page.evaluate(f"async (given) => {{ {loads} {body} }}", given)
