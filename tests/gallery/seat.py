"""A page at a table: its intercepted socket, and its clock, which the gallery moves."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import time

from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from tests.gallery.camera import Camera
from tests.gallery.dealer import Dealer

NOW = re.compile(r'"now":\d+')
CLICK = "(node) => node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))"
SECOND = 1000
REPLY_CHECKS = 500  # checks for the reply to a command, ten ms apart


class TableSocket:
    """A page's intercepted socket.

    It replaces the time by the gallery's, and delays or cuts the connection.
    """

    def __init__(self, dealer: Dealer) -> None:
        self.dealer, self.version = dealer, -1
        self.held = self.cut = self.exceeds_limits = self.skips_updates = False
        self.pending: set[str] = set()  # ids of commands without a reply
        self.browser: WebSocketRoute | None = None
        self.open: list[WebSocketRoute] = []  # both ends

    def route(self, page: Page) -> None:
        page.route_web_socket(re.compile("/ws/table/"), self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        if self.cut:
            browser.close()
            return
        self.browser, self.open = browser, [browser]
        if self.held:
            return
        house = browser.connect_to_server()
        self.open.append(house)
        house.on_message(
            lambda frame: self._down(browser, str(frame if isinstance(frame, str) else frame.decode()))
        )
        browser.on_message(lambda frame: house.send(self._up(str(frame))))

    def _down(self, browser: WebSocketRoute, frame: str) -> None:
        data = json.loads(frame)
        if data["t"] in ("ok", "no"):
            self.pending.discard(data.get("id", ""))
        if data["t"] == "beat" or (self.skips_updates and data["t"] in ("table", "mine")):
            return  # the gallery sends its own heartbeats, and skips the updates of fast-forwarded rounds
        with contextlib.suppress(Exception):  # the page has gone
            browser.send(NOW.sub(f'"now":{self.dealer.now}', frame, count=1))
        if data["t"] in ("snapshot", "table"):
            self.version = max(self.version, data["v"])

    def _up(self, frame: str) -> str:
        """The outgoing command; with `exceeds_limits` its amount is far above every limit."""
        data = json.loads(frame)
        if "id" in data:
            self.pending.add(data["id"])
        if self.exceeds_limits and data.get("t") == "do":
            if isinstance(on := data["do"].get("on"), dict):
                data["do"]["on"] = {place: cents * 400 for place, cents in on.items()}
            else:
                data["round"] -= 1
        return json.dumps(data)

    def beat(self, version: int = -1) -> None:
        if self.browser is not None and not self.cut and not self.held:
            with contextlib.suppress(Exception):
                self.browser.send(
                    json.dumps({"t": "beat", "v": max(version, self.version), "now": self.dealer.now})
                )

    def disconnect(self) -> None:
        ends, self.browser, self.open = self.open, None, []
        self.pending.clear()
        for end in ends:
            with contextlib.suppress(Exception):  # it has gone already
                end.close()


class Seat:
    """One page at a table, in one language, with a paused clock."""

    def __init__(
        self,
        camera: Camera,
        context: BrowserContext,
        dealer: Dealer,
        language: str,
        quiet: tuple[str, ...] = (),
    ) -> None:
        self.camera, self.dealer, self.language = camera, dealer, language
        self.socket = TableSocket(dealer)
        self.page = camera.open(context, quiet=quiet)
        self.socket.route(self.page)
        self.page.clock.install(time=dealer.now / SECOND - 3_600)  # the time before the pause does not matter
        self.page.clock.pause_at(dealer.now / SECOND)

    def go(self, table: int) -> None:
        self.page.goto(f"/table/{table}/")
        self.page.wait_for_selector("#table[data-ready]", state="attached")

    def move(self, ms: int) -> None:
        """Advance the page's clock and send a heartbeat."""
        self.socket.beat()
        self.page.wait_for_timeout(5)
        self.page.clock.run_for(ms)

    def rest(self) -> None:
        """Run all animations to their end."""
        for _ in range(3):
            self.socket.beat()
            self.page.wait_for_timeout(5)
            self.page.evaluate("0")  # the page receives the heartbeat before its clock advances
            self.page.clock.fast_forward(4_000)
            self.page.clock.run_for(50)
        if self.socket.browser is not None:
            self.until('#table:not([data-link="lost"])')

    def caught_up(self, version: int) -> None:
        """Wait until the page has this version, by frames or by a snapshot after a heartbeat."""
        self.socket.skips_updates = False
        for turn in range(600):
            if self.socket.version >= version:
                break
            if turn % 10 == 5:
                self.socket.beat(version)
                self.page.clock.run_for(400)
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(20)
        self.page.clock.run_for(30)

    def until(self, selector: str, seconds: int = 20) -> None:
        """Advance the page's clock until the element exists, for `seconds` of page time at most."""
        deadline = time.monotonic() + 4 * seconds
        for turn in itertools.count():
            if self.page.locator(selector).count():
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"{selector} is not there")
            self.move(200 if turn < 3 * seconds else 10)
            self.page.wait_for_timeout(50)

    def press(self, selector: str, at: int = 0) -> bool:
        elements = self.page.locator(selector)
        if elements.count() <= at:
            return False
        elements.nth(at).evaluate(CLICK)
        self.move(250)
        self.page.wait_for_timeout(60)
        self.move(50)
        for _ in range(REPLY_CHECKS):
            if not self.socket.pending:
                break
            self.page.wait_for_timeout(10)
        return True

    def shoot(self, name: str, phase: str, *, still: bool = True) -> None:
        settle = (lambda page: page.clock.run_for(40)) if still else (lambda page: page.clock.run_for(16))
        self.camera.shoot(self.page, name, phase, self.language, settle=settle, whole=False)
