"""Pages of players as a phone loads them: Chromium with a processor four times slower, over slow 4G, through
the proxy of `deploy/Caddyfile`. Each page is visited with an empty cache and again, and once without our
scripts.

A page can be used from the moment on which its main action is shown and enabled, and the main thread is
free for half a second: a press is then answered at once. A task is longer than 50 ms, as browsers count it.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate
from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from casino.services.folder import PROJECT
from tests.bench import environment
from tests.bench.measure import detail, goal, quickly

SLOWER = 4
# Bytes a second and milliseconds: slow 4G, as Lighthouse simulates it.
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SCREEN: Any = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "pt-PT",
}
VISITS = int(os.environ.get("PHONE_VISITS", str(quickly(1, 3))))
FREE = 500.0  # ms without a long task, from which on a page can be used
WATCHED = 2_500  # ms after which a visit ends
PATIENCE = 120_000  # ms; ends a wait in vain
SEAT = ".seat-offer:not([hidden]) button"
# What one comes to a page for, by its address; a table stands for its first address in the lobby.
PAGES = {
    "home": ("/", "main a.button"),
    "lobby": ("/lobby/", '.tile-name a[href^="/table/"]'),
    "cashier": ("/account/cashier/", "main :is(a.button, button)"),
    "account": ("/account/", "main a.button"),
}
TABLES = {
    "american-roulette": SEAT,
    "french-roulette": SEAT,
    "blackjack": SEAT,
    "baccarat": SEAT,
    "holdem": ".he-plate",
    "caribbean-stud": SEAT,
    "macau-stud": SEAT,
}
# Those that have goals: of the tables a simple one and the largest. PHONE_PAGES=all takes every page.
OFTEN = ("lobby", "cashier", "american-roulette", "holdem")
CHOSEN = (*PAGES, *TABLES) if os.environ.get("PHONE_PAGES") == "all" else OFTEN
WATCH = """(() => {
  const visit = globalThis.visit = { shift: 0, moved: [], tasks: [], shown: 0 };
  const observe = (type, heard) =>
    new PerformanceObserver((list) => list.getEntries().forEach(heard)).observe({ type, buffered: true });
  const named = ({ node }) => node ? `${node.nodeName}.${node.className?.baseVal ?? node.className}` : "?";
  observe("layout-shift", (each) => {
    if (each.hadRecentInput) return;
    visit.shift += each.value;
    visit.moved.push([each.value, each.startTime, each.sources.map(named).join(", ")]);
  });
  observe("longtask", (each) => visit.tasks.push([each.startTime, each.duration]));
  const look = () => {
    const shown = [...document.querySelectorAll("ACTION")]
      .some((node) => !node.matches(":disabled") && node.checkVisibility({ visibilityProperty: true }));
    if (shown) visit.shown = performance.now(); else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


class Visit(Struct, frozen=True):
    """One visit of a page: seconds until it could be used, and what it took."""

    usable: float
    requests: int
    bytes: int
    shift: float
    longest: float  # ms of the longest task after the page could be used, 0 if none was long


def moment_of_use(shown: float, tasks: Sequence[tuple[float, float]]) -> float:
    """When the main thread was first free for long enough, once the action was shown: in ms, as the tasks,
    which are given with their start and their length.
    """
    moment = shown
    for start, length in sorted(tasks):
        if start >= moment + FREE:
            break
        moment = max(moment, start + length)
    return moment


def longest_after(moment: float, tasks: Sequence[tuple[float, float]]) -> float:
    return max((length for start, length in tasks if start >= moment), default=0.0)


class Transfers:
    """What went over the line, by the browser's own count: headers and compressed content."""

    def __init__(self, devtools: CDPSession) -> None:
        self.urls: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.cached: set[str] = set()
        devtools.on("Network.requestWillBeSent", self._sent)
        devtools.on("Network.requestServedFromCache", lambda event: self.cached.add(event["requestId"]))
        devtools.on("Network.responseReceived", self._answered)
        devtools.on("Network.loadingFinished", self._finished)

    def _sent(self, event: Mapping[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self.urls[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: Mapping[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self.cached.add(event["requestId"])

    def _finished(self, event: Mapping[str, Any]) -> None:
        self.sizes[event["requestId"]] = int(event["encodedDataLength"])

    def over_the_line(self) -> dict[str, int]:
        """Bytes by address; two requests of one address are told apart."""
        return {
            f"{number} {url}": self.sizes.get(number, 0)
            for number, url in self.urls.items()
            if number not in self.cached
        }


def slowed(context: BrowserContext, *, scripts: bool) -> tuple[Page, Transfers]:
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", LINE)
    if not scripts:
        devtools.send("Network.setBlockedURLs", {"urls": ["*/static/js/*"]})
    return page, Transfers(devtools)


def visit(context: BrowserContext, address: str, action: str, *, scripts: bool = True) -> Visit:
    page, transfers = slowed(context, scripts=scripts)
    page.add_init_script(WATCH.replace("ACTION", action.replace('"', "'")))
    page.goto(address)
    page.wait_for_function("() => visit.shown")
    page.wait_for_timeout(WATCHED)
    seen = page.evaluate("visit")
    line = transfers.over_the_line()
    page.close()
    if os.environ.get("PHONE_DETAILS"):
        for url, size in line.items():
            detail(f"    {size:7,} {url}")
        for value, at, nodes in seen["moved"]:
            detail(f"    {value:7.4f} at {at:.0f} ms: {nodes}")
    moment = moment_of_use(seen["shown"], seen["tasks"])
    return Visit(
        usable=moment / 1000,
        requests=len(line),
        bytes=sum(line.values()),
        shift=seen["shift"],
        longest=longest_after(moment, seen["tasks"]),
    )


class Visits(Struct, frozen=True):
    """The visits of one page."""

    first: list[Visit]
    second: list[Visit]
    bare: list[Visit]  # without our scripts

    @property
    def ratios(self) -> list[float]:
        return [own.usable / bare.usable for own, bare in zip(self.first, self.bare, strict=True)]


def visits(browser: Browser, address: str, action: str, signed_in: Any) -> Visits:
    """Alternately, so that other load affects all alike."""
    seen = Visits([], [], [])
    for _ in range(VISITS):
        with contextlib.closing(browser.new_context(**SCREEN, storage_state=signed_in)) as context:
            seen.first.append(visit(context, address, action))
            seen.second.append(visit(context, address, action))
        with contextlib.closing(browser.new_context(**SCREEN, storage_state=signed_in)) as context:
            seen.bare.append(visit(context, address, "#main", scripts=False))
    return seen


@contextlib.contextmanager
def proxy(port: int, web: int) -> Iterator[None]:
    """The proxy of an installation, with a certificate that it made itself."""
    program = shutil.which("caddy")
    if program is None:
        raise AssertionError("this bench needs Caddy: apt install caddy")
    options = "admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tservers {"
    text = (PROJECT / "deploy" / "Caddyfile").read_text().replace("servers {", options, 1)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "Caddyfile"
        file.write_text(text)
        addresses = {
            "SITE": f"https://localhost:{port}",
            "WEB": f"127.0.0.1:{web}",
            "METRICS": f"127.0.0.1:{free_port()}",
            "MAINTENANCE": place,
        }
        own = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), place)
        process = subprocess.Popen(
            [program, "run", "--adapter", "caddyfile", "--config", str(file)],
            env=os.environ | addresses | own,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, process)
            yield
        finally:
            process.terminate()
            process.wait(20)


def trust(port: int) -> str:
    """The option by which the browser takes the proxy's certificate for a good one. It caches nothing of a
    site whose certificate is bad.
    """
    certificate = load_pem_x509_certificate(ssl.get_server_certificate(("localhost", port)).encode())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    digest = base64.b64encode(hashlib.sha256(key).digest()).decode()
    return f"--ignore-certificate-errors-spki-list={digest}"


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 30
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            return
        assert process.poll() is None and time.monotonic() < end, "Caddy does not answer"
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def signed_in(browser: Browser, url: str) -> Any:
    """The cookies of a player of the demonstration."""
    from casino.demo.sample_data import PLAYERS

    with contextlib.closing(browser.new_context(**SCREEN)) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{url}/account/sign-in/")
        page.fill("input[name=login]", PLAYERS[0].email)
        page.fill("input[name=password]", PLAYERS[0].password)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        return context.storage_state()


def table_of(browser: Browser, url: str, game: str) -> str:
    with contextlib.closing(browser.new_context(**SCREEN)) as context:
        page = context.new_page()
        page.goto(f"{url}/lobby/?game={game}&money=EUR&mode=multiple")
        address = page.locator('.tile-name a[href^="/table/"]').first.get_attribute("href")
    assert address is not None, f"the lobby shows no table of {game}"
    return address


def report(name: str, seen: Visits) -> None:
    both = seen.first + seen.second
    for kind, part in (("first", seen.first), ("again", seen.second), ("without our scripts", seen.bare)):
        detail(
            f"{name}, {kind}: usable after {line([one.usable for one in part])} s; "
            f"{median(one.bytes for one in part) / 1000:.1f} kB in "
            f"{median(one.requests for one in part):.0f} requests"
        )
    shift, longest = max(one.shift for one in both), max(one.longest for one in both)
    detail(f"  shift {shift:.3f}; longest task {longest:.0f} ms")


def line(values: Sequence[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def phone_pages() -> None:
    from playwright.sync_api import sync_playwright

    from tests import browser

    port = free_port()
    url = f"https://localhost:{port}"
    with (
        environment.house(HOUSE_URL=url) as house,
        proxy(port, house.state["port"]),
        sync_playwright() as driver,
    ):
        chromium = driver.chromium.launch(executable_path=browser.find(), args=[*browser.FLAGS, trust(port)])
        detail(f"Chromium {chromium.version}, load {os.getloadavg()[0]:.1f}")
        measure(chromium, url)
        chromium.close()


def measure(chromium: Browser, url: str) -> None:
    cookies = signed_in(chromium, url)
    every = {}
    for name in CHOSEN:
        path, action = PAGES.get(name) or (table_of(chromium, url, name), TABLES[name])
        every[name] = visits(chromium, f"{url}{path}", action, cookies)
        report(name, every[name])
    promise(every)


def promise(every: Mapping[str, Visits]) -> None:
    """The goals, each by the page that is worst."""
    tables = [seen for name, seen in every.items() if name in TABLES]
    visited = list(every.values())

    def worst(runs: Sequence[Sequence[float]]) -> Sequence[float]:
        return max(runs, key=median)

    beside = f"a processor {SLOWER} times slower, slow 4G"
    goal("pages-first-s", worst([[v.usable for v in s.first] for s in visited]), most=2.5, beside=beside)
    goal("pages-second-s", worst([[v.usable for v in s.second] for s in visited]), most=1, beside=beside)
    goal(
        "pages-table-kb", worst([[v.bytes / 1000 for v in s.first] for s in tables]), most=110, beside=beside
    )
    goal(
        "pages-table-requests", worst([[v.requests for v in s.first] for s in tables]), most=10, beside=beside
    )
    goal(
        "pages-shift",
        worst([[v.shift for v in s.first + s.second] for s in visited]),
        most=0.05,
        beside=beside,
    )
    goal(
        "pages-task-ms",
        worst([[v.longest for v in s.first + s.second] for s in visited]),
        most=50,
        beside=beside,
    )
    ratio = median(worst([s.ratios for s in visited]))
    detail(f"the slowest first visit takes {ratio:.2f} times as long as without our scripts")
