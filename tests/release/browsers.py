"""One interface to the browsers of the support matrix: open a page, run a script in it.

Chromium is driven by Playwright; Firefox by WebDriver BiDi over its own socket, which needs no driver; WebKit
by WebKitWebDriver, which comes with webkit2gtk-driver and opens GTK's MiniBrowser. Those of Debian need no
package of Python.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import connect

from casino.services.postgres import tie_to_parent
from tests import browser

START_SECONDS = 120.0
ANSWER_SECONDS = 120.0


class NotInstalled(Exception):
    """A program is missing on this machine."""


class Driven(Protocol):
    version: str

    def open(self, url: str) -> None: ...

    def run(self, function: str, *arguments: object) -> Any:
        """What a JavaScript function returns for these arguments, as JSON."""


def needed(program: str, package: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise NotInstalled(f"{program} is not installed; on Debian: apt install {package}")
    return path


def call(function: str, arguments: tuple[object, ...]) -> str:
    """An expression whose value is text: the result as JSON."""
    return f"JSON.stringify(({function})({', '.join(map(json.dumps, arguments))}) ?? null)"


@contextlib.contextmanager
def program(command: list[str], log: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            tie_to_parent(command, signal_number=signal.SIGTERM),
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(15)


def said(process: subprocess.Popen[bytes], log: Path, pattern: str) -> str:
    """Wait for a line of a program's output."""
    end = time.monotonic() + START_SECONDS
    while not (found := re.search(pattern, log.read_text(errors="replace"))):
        if process.poll() is not None or time.monotonic() > end:
            raise AssertionError(f"It did not start:\n{log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.1)
    return found[1]


# --- Chromium


class Chromium:
    def __init__(self, page: Any, version: str) -> None:
        self.page, self.version = page, version

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, function: str, *arguments: object) -> Any:
        from playwright.sync_api import Error

        try:
            return json.loads(self.page.evaluate(call(function, arguments)))
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            # The page was just left for another; Firefox and WebKit wait for it themselves.
            self.page.wait_for_load_state()
            return json.loads(self.page.evaluate(call(function, arguments)))


@contextlib.contextmanager
def chromium(_place: Path) -> Iterator[Driven]:
    from playwright.sync_api import sync_playwright

    path = browser.find()
    if path is None:
        raise NotInstalled(browser.missing())
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(browser.FLAGS))
        page = opened.new_page(locale="pt-PT", viewport={"width": 1280, "height": 800})
        yield Chromium(page, f"Chromium {opened.version}")
        opened.close()


# --- Firefox


class Firefox:
    """WebDriver BiDi: https://w3c.github.io/webdriver-bidi/"""

    def __init__(self, socket: Any) -> None:
        self.socket, self.number = socket, 0
        browser_name = self.send("session.new", capabilities={})["capabilities"]
        self.version = f"Firefox {browser_name['browserVersion']}"
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send(
            "browsingContext.setViewport", context=self.context, viewport={"width": 1280, "height": 800}
        )

    def send(self, method: str, **parameters: object) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=ANSWER_SECONDS))
            if answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def open(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, function: str, *arguments: object) -> Any:
        answer = self.send(
            "script.evaluate",
            expression=call(function, arguments),
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])


@contextlib.contextmanager
def firefox(place: Path) -> Iterator[Driven]:
    path = needed("firefox-esr", "firefox-esr")
    profile, log = place / "profile", place / "firefox.log"
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("intl.accept_languages", "pt-PT");\n')
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with program(command, log, MOZ_HEADLESS="1", HOME=str(place)) as process:
        address = said(process, log, r"WebDriver BiDi listening on (ws://\S+)")
        with connect(f"{address}/session", max_size=None, open_timeout=START_SECONDS) as socket:
            yield Firefox(socket)


# --- WebKit


class WebKit:
    """WebDriver: https://www.w3.org/TR/webdriver2/"""

    def __init__(self, port: int, binary: str) -> None:
        self.port, self.session = port, ""
        options = {"binary": binary, "args": ["--automation", "--geometry=1280x900"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self.send("POST", "/session", {"capabilities": wanted})
        self.session = f"/session/{answer['sessionId']}"
        self.version = f"WebKitGTK {answer['capabilities']['browserVersion']}"

    def send(self, method: str, path: str, body: object) -> Any:
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            client.request(
                method, self.session + path, json.dumps(body), {"Content-Type": "application/json"}
            )
            answer = json.loads(client.getresponse().read())["value"]
        finally:
            client.close()
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(f"{path}: {answer['error']}: {answer['message']}")
        return answer

    def open(self, url: str) -> None:
        self.send("POST", "/url", {"url": url})

    def run(self, function: str, *arguments: object) -> Any:
        script = f"return {call(function, arguments)}"
        return json.loads(self.send("POST", "/execute/sync", {"script": script, "args": []}))


@contextlib.contextmanager
def webkit(place: Path) -> Iterator[Driven]:
    driver = needed("WebKitWebDriver", "webkit2gtk-driver")
    display = needed("Xvfb", "xvfb")
    binary = next((str(path) for path in Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser")), "")
    if not binary:
        raise NotInstalled("MiniBrowser is not installed; on Debian: apt install libwebkit2gtk-4.1-0")
    screen_log, log, port = place / "xvfb.log", place / "webkit.log", free_port()
    # Xvfb writes the number of the display that it chose to a file descriptor, here its output.
    screen = [display, "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with program(screen, screen_log) as shown:
        number = said(shown, screen_log, r"(?m)^(\d+)$")
        variables = {
            "DISPLAY": f":{number}", "HOME": str(place), "LANG": "pt_PT.UTF-8", "GDK_BACKEND": "x11",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # root has no other
        }  # fmt: skip
        with program([driver, f"--port={port}"], log, **variables) as process:
            wait_for_port(process, log, port)
            opened = WebKit(port, binary)
            yield opened
            with contextlib.suppress(OSError, AssertionError):
                opened.send("DELETE", "", {})


def wait_for_port(process: subprocess.Popen[bytes], log: Path, port: int) -> None:
    import socket

    end = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None or time.monotonic() > end:
            raise AssertionError(f"It did not start:\n{log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.1)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


OPENERS = {"chromium": chromium, "firefox-esr": firefox, "webkit": webkit}


@contextlib.contextmanager
def opened(name: str) -> Iterator[Driven]:
    place = Path(tempfile.mkdtemp(prefix=f"feltro-{name}-"))
    try:
        with OPENERS[name](place) as driven:
            yield driven
    finally:
        shutil.rmtree(place, ignore_errors=True)
