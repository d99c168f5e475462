"""A page at a table: its socket on the way to the house, and its clock, which stands still until the gallery moves it."""

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
ANSWERED = 500  # looks for the answer to a wish, ten ms apart


class Line:
    """A page's socket on its way to the house: told the gallery's hour, and held up or cut when that is the picture."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer, self.heard = dealer, -1
        self.held = self.cut = self.spoilt = self.deaf = False
        self.asked: set[str] = set()  # wishes that the house has not answered yet
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
        browser.on_message(lambda said: house.send(self._up(str(said))))

    def _down(self, browser: WebSocketRoute, frame: str) -> None:
        told = json.loads(frame)
        if told["t"] in ("ok", "no"):
            self.asked.discard(told.get("id", ""))
        if told["t"] == "beat" or (self.deaf and told["t"] in ("table", "mine")):
            return  # the gallery's own hour beats; and of what goes by quickly only the end is asked for
        with contextlib.suppress(Exception):  # the page has gone
            browser.send(NOW.sub(f'"now":{self.dealer.now}', frame, count=1))
        if told["t"] in ("snapshot", "table"):
            self.heard = max(self.heard, told["v"])

    def _up(self, said: str) -> str:
        """A wish on its way; spoilt, it asks for far more than anybody may."""
        told = json.loads(said)
        if "id" in told:
            self.asked.add(told["id"])
        if self.spoilt and told.get("t") == "do":
            if isinstance(on := told["do"].get("on"), dict):
                told["do"]["on"] = {place: cents * 400 for place, cents in on.items()}
            else:
                told["round"] -= 1
        return json.dumps(told)

    def beat(self, version: int = -1) -> None:
        if self.browser is not None and not self.cut and not self.held:
            with contextlib.suppress(Exception):
                self.browser.send(
                    json.dumps({"t": "beat", "v": max(version, self.heard), "now": self.dealer.now})
                )

    def hang_up(self) -> None:
        ends, self.browser, self.open = self.open, None, []
        self.asked.clear()
        for end in ends:
            with contextlib.suppress(Exception):  # it has gone already
                end.close()


class Seat:
    """One page at a table, in one language; its clock stands still until it is moved."""

    def __init__(
        self,
        camera: Camera,
        context: BrowserContext,
        dealer: Dealer,
        language: str,
        quiet: tuple[str, ...] = (),
    ) -> None:
        self.camera, self.dealer, self.language = camera, dealer, language
        self.line = Line(dealer)
        self.page = camera.open(context, quiet=quiet)
        self.line.route(self.page)
        self.page.clock.install(
            time=dealer.now / SECOND - 3_600
        )  # what goes by before it stands still is no matter
        self.page.clock.pause_at(dealer.now / SECOND)

    def go(self, table: int) -> None:
        self.page.goto(f"/table/{table}/")
        self.page.wait_for_selector("#table[data-ready]", state="attached")

    def move(self, ms: int) -> None:
        """So much time goes by, in the page and in the house's answers to it."""
        self.line.beat()
        self.page.wait_for_timeout(5)
        self.page.clock.run_for(ms)

    def rest(self) -> None:
        """Everything that moved has come to its end."""
        for _ in range(3):
            self.line.beat()
            self.page.wait_for_timeout(5)
            self.page.evaluate("0")  # on a busy machine too, the page has heard before its clock goes on
            self.page.clock.fast_forward(4_000)
            self.page.clock.run_for(50)
        if self.line.browser is not None:
            self.until('#table:not([data-link="lost"])')

    def caught_up(self, version: int) -> None:
        """The page holds what the table is at that event: by its frames, or by a snapshot that a beat makes it ask for."""
        self.line.deaf = False
        for turn in range(600):
            if self.line.heard >= version:
                break
            if turn % 10 == 5:
                self.line.beat(version)
                self.page.clock.run_for(400)
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(20)
        self.page.clock.run_for(30)

    def until(self, selector: str, seconds: int = 20) -> None:
        """The page's clock goes on by some seconds at most; how long the house takes to answer on a busy machine is another matter."""
        patience = time.monotonic() + 4 * seconds
        for turn in itertools.count():
            if self.page.locator(selector).count():
                return
            if time.monotonic() > patience:
                raise AssertionError(f"{selector} is not there")
            self.move(200 if turn < 3 * seconds else 10)
            self.page.wait_for_timeout(50)

    def press(self, selector: str, at: int = 0) -> bool:
        found = self.page.locator(selector)
        if found.count() <= at:
            return False
        found.nth(at).evaluate(CLICK)
        self.move(250)
        self.page.wait_for_timeout(60)
        self.move(50)
        for _ in range(ANSWERED):
            if not self.line.asked:
                break
            self.page.wait_for_timeout(10)
        return True

    def shoot(self, name: str, phase: str, *, still: bool = True) -> None:
        settle = (lambda page: page.clock.run_for(40)) if still else (lambda page: page.clock.run_for(16))
        self.camera.shoot(self.page, name, phase, self.language, settle=settle, whole=False)
